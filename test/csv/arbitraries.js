import fc from '../support/fast-check.js';
import { NO_TRANSFORMS, PLAIN } from './edit-entry.js';

/** @import { CsvRule } from '../../src/recipe/recipe.js' */

/** Delimiters: the usual ones, and some that values contain too. */
export const delimiters = fc.constantFrom(',', ';', '\t', '|', ' ', 'x', '-', '~');

/**
 * The sizes of an entry's chunks, repeated until its end. Some chunks are empty.
 *
 * @type {fc.Arbitrary<readonly number[]>}
 */
export const cuts = fc.oneof(
  fc.constantFrom([1], [2], [7], [65_536], [100_000_000]),
  fc
    .array(fc.oneof(fc.nat(3), fc.nat(40), fc.nat(3000)), { minLength: 1, maxLength: 12 })
    .filter(sizes => sizes.some(Boolean)),
);

/**
 * Latin-1 text in which the characters that mean something in CSV are frequent.
 *
 * @param {string} delimiter
 * @param {number} maxLength
 */
export function rawText(delimiter, maxLength) {
  const piece = fc.constantFrom(
    'a',
    'a',
    '"',
    '"',
    delimiter,
    delimiter,
    '\n',
    '\n',
    '\r',
    '\r\n',
    ' ',
    '#',
    '\0',
    '\xff',
    '\xef\xbb\xbf',
  );
  const quoted = fc.array(fc.constantFrom('b', '""', delimiter, '\n', '\r'), { maxLength: 4 });
  const field = fc.oneof(
    { weight: 6, arbitrary: piece },
    { weight: 1, arbitrary: quoted.map(parts => `"${parts.join('')}"`) },
  );
  return fc.array(field, { maxLength, size: 'max' }).map(parts => parts.join(''));
}

/** @typedef {{ value: string, quotes: boolean }} Cell */

/**
 * A table as text. Most of its records have as many fields as the header, and most of its quotes are well-formed.
 *
 * @param {string} delimiter
 */
export function tableText(delimiter) {
  const cell = cells(delimiter);
  return fc
    .record({
      width: fc.integer({ min: 1, max: 5 }),
      names: fc.array(fc.constantFrom('id', '"id"', 'phone', 'mail', '"a ""b"""', ''), { minLength: 5, maxLength: 5 }),
      rows: fc.array(fc.array(cell, { minLength: 5, maxLength: 5 }), { maxLength: 12 }),
      odd: fc.array(fc.record({ row: fc.nat(12), text: oddRecord(delimiter) }), { maxLength: 3 }),
      newlines: fc.oneof(
        fc.constantFrom(['\n'], ['\r\n']),
        fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 2, maxLength: 3 }),
      ),
      leading: fc.constantFrom('', '', '', '\n', '\r\n\n'),
      final: fc.boolean(),
      mark: fc.constantFrom('', '', '\xef\xbb\xbf'),
    })
    .map(({ width, names, rows, odd, newlines, leading, final, mark }) => {
      const records = [names, ...rows].map(fields => fields.slice(0, width).join(delimiter));
      for (const { row, text } of odd) records.splice(row + 1, 0, text);
      const lines = records.map((record, index) => record + newlines[index % newlines.length]);
      const text = leading + lines.join('');
      return mark + (final ? text : text.replace(/\r?\n$/, ''));
    });
}

/**
 * A large table in which one record, possibly the header, is longer than the others.
 *
 * @param {string} delimiter
 * @param {number[]} sizes Approximate sizes to choose from for the table and the long record, in bytes.
 */
export function longText(delimiter, sizes) {
  return fc
    .record({
      width: fc.integer({ min: 1, max: 5 }),
      drawn: fc.array(cells(delimiter), { minLength: 11, maxLength: 30 }),
      newline: fc.constantFrom('\n', '\r\n'),
      bytes: fc.constantFrom(...sizes),
      long: fc.record({ at: fc.nat(12), bytes: fc.constantFrom(0, ...sizes), quotes: fc.boolean() }),
      odd: fc.option(oddRecord(delimiter)),
      opening: fc.constantFrom('', '', '', '\n', '\xef\xbb\xbf', '\xef\xbb\xbf\r\n'),
    })
    .map(({ width, drawn, newline, bytes, long, odd, opening }) => {
      const records = [];
      for (let length = 0, index = 0; length < bytes; index++) {
        const fields = Array.from({ length: width }, (_, column) => drawn[(index * width + column) % drawn.length]);
        if (index === long.at) {
          fields[index % width] = written({ value: 'a(b ""c'.repeat(long.bytes / 7), quotes: long.quotes }, delimiter);
        }
        if (index === 7 && odd !== null) fields.splice(0, width, odd);
        records.push(fields.join(delimiter));
        length += (records.at(-1)?.length ?? 0) + newline.length;
      }
      return opening + records.join(newline) + newline;
    });
}

/** @param {string} delimiter */
function cells(delimiter) {
  const odd = fc.constantFrom('a', ',', ';', '|', delimiter, '"', ' ', '\xe9');
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('', 'a', 'b c', '(555) 010-9999 x12', '+1.555.0100', '( )', '"', '-"5"') },
    { weight: 1, arbitrary: fc.array(odd, { maxLength: 5 }).map(parts => parts.join('')) },
    { weight: 1, arbitrary: fc.constantFrom('\r', 'a\r', 'a\rb', '\n', 'a\r\nb', `${delimiter}${delimiter}`) },
  );
  return fc.record({ value, quotes: fc.boolean() }).map(drawn => written(drawn, delimiter));
}

/** @param {string} delimiter */
function oddRecord(delimiter) {
  return fc.constantFrom(
    '',
    '',
    'a',
    delimiter.repeat(9),
    '#',
    '# a"',
    `"a"b${delimiter}c`,
    '"',
    `a${delimiter}"b`,
    '\r',
    '"a"\r',
  );
}

/**
 * @param {Cell} cell
 * @param {string} delimiter
 */
function written({ value, quotes }, delimiter) {
  const must = value.startsWith('"') || value.includes(delimiter) || value.includes('\n');
  return quotes || must ? `"${value.replaceAll('"', '""')}"` : value;
}

/**
 * Rules for entries of up to five fields.
 *
 * @param {string} delimiter
 * @returns {fc.Arbitrary<CsvRule>}
 */
export function rules(delimiter) {
  const field = fc.oneof(fc.nat(4), fc.constantFrom('id', 'phone', 'a "b"', 'a', ''));
  const fields = fc.array(field, { minLength: 1, maxLength: 3 });
  const none = fc.constant(/** @type {(string | number)[]} */ ([]));
  return fc
    .record({
      delimiter: fc.constantFrom(delimiter, delimiter, 'auto'),
      header: fc.oneof(
        fc.boolean(),
        fc.array(fc.constantFrom('id', 'phone', 'mail', 'a'), { minLength: 1, maxLength: 5 }),
      ),
      drop: fc.oneof(none, fields),
      keep: fc.oneof(
        fc.constant(null),
        fc.constant(null),
        fc.tuple(fields, fc.nat(1)).map(([named, one]) => [...named, one]),
      ),
      require: fc.oneof(none, fields),
      phones: fc
        .oneof(none, fields)
        .map(named => named.map(name => ({ field: name, format: /** @type {const} */ ('strip'), country: null }))),
      output: fc.record({ delimiter: fc.oneof(fc.constant(null), delimiters) }),
      badRecords: fc.constantFrom('quarantine', 'quarantine', 'quarantine', 'skip', 'keep', 'keep', 'fail'),
      ragged: fc.constantFrom('bad', 'bad', 'pad', 'cut'),
      comments: fc.constantFrom('none', 'auto'),
      missing: fc.constantFrom('ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'fail'),
    })
    .map(rule => ({ ...NO_TRANSFORMS, ...PLAIN, ...rule }));
}
