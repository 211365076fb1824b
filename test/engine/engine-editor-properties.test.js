import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SAMPLE_BYTES } from '../../src/csv/opening/sample.js';
import { createHasher } from '../../src/csv/transforms/hash.js';
import { openTypes } from '../../src/csv/transforms/types.js';
import { cuts, delimiters, longText, rawText, rules, tableText } from '../csv/arbitraries.js';
import { transformsOf } from '../csv/edit-entry.js';
import fc, { caseCount } from '../support/fast-check.js';
import { conditions } from './draw-tests.js';
import { runEngineEditor, runRecordEditor } from './run-engine-editor.js';

/** @import { DateReader, Fits, Transforms } from '../../src/csv/plan/field-plan.js' */
/** @import { PhoneFormatter } from '../../src/phone/formatter.js' */
/** @import { ColumnType, CsvRule } from '../../src/recipe/recipe.js' */

describe('an EngineEditor does what a RecordEditor does', () => {
  it('with raw bytes', { timeout: 300_000 }, () => {
    check(
      delimiters.chain(delimiter => behindHeader(delimiter, rawText(delimiter, 60))),
      1000,
    );
  });

  it('with tables', { timeout: 300_000 }, () => {
    check(
      delimiters.chain(delimiter => behindHeader(delimiter, tableText(delimiter))),
      1200,
    );
  });

  it('with tables of many records', { timeout: 300_000 }, () => {
    const sizes = [900, 5000, 20_000, 65_000];
    check(
      delimiters.chain(delimiter => behindHeader(delimiter, longText(delimiter, sizes))),
      200,
    );
  });
});

/**
 * @typedef {object} Case
 * @property {string} text
 * @property {CsvRule} rule
 * @property {Transforms} transforms
 * @property {number} maxRecordBytes
 * @property {readonly number[]} sizes
 * @property {number} outputBytes
 */

/**
 * Texts with a header in front, and so many empty lines behind it that the opening is complete, and the records come in
 * blocks of their own.
 *
 * @param {string} delimiter
 * @param {fc.Arbitrary<string>} texts
 * @returns {fc.Arbitrary<Case>}
 */
function behindHeader(delimiter, texts) {
  const headers = fc
    .integer({ min: 1, max: 5 })
    .map(width => ['id', 'phone', 'mail', '"a ""b"""', 'id'].slice(0, width).join(delimiter));
  return fc
    .record({
      header: headers,
      text: texts,
      // Some letters become white space.
      spaces: fc.oneof(fc.constant([]), fc.array(fc.constantFrom(...SPACES), { minLength: 2, maxLength: 6 })),
      rule: rules(delimiter),
      transformed: fc.oneof(fc.constant({}), transformedFields(delimiter)),
      where: fc.oneof(
        fc.constant(() => []),
        conditions,
      ),
      formatters: fc.array(fc.constantFrom(...FORMATTERS), { minLength: 3, maxLength: 3 }),
      hasher: fc.constantFrom(reversed, createHasher(Buffer.from('key'))),
      judges: fc.array(fc.constantFrom(...JUDGES), { minLength: 3, maxLength: 3 }),
      readers: fc.array(fc.constantFrom(...DATE_READERS), { minLength: 3, maxLength: 3 }),
      table: fc.constantFrom(null, null, TABLE),
      maxRecordBytes: fc.constantFrom(...Array(9).fill(1 << 24), 24, 40, 1000, 65_536),
      sizes: cuts,
      outputBytes: fc.constantFrom(65_536, 65_536, 100, 150, 1000, 30_000),
    })
    .map(({ header, text, spaces, transformed, where, formatters, hasher, judges, readers, sizes, table, ...rest }) => {
      const rule = { ...rest.rule, ...transformed, table, delimiter, missing: /** @type {const} */ ('ignore') };
      if (rule.select !== null) Object.assign(rule, { drop: [], keep: null });
      let letters = 0;
      const spaced = text.replace(/[ab]/g, letter => (spaces.length > 0 ? spaces[letters++ % spaces.length] : letter));
      return {
        ...rest,
        text: `${header}\n${EMPTY_LINES}${spaced}`,
        rule,
        transforms: transformsOf(rule, {
          phones: rule.phones.map((_, index) => formatters[index]),
          dates: rule.dates.map((_, index) => readers[index]),
          where,
          hash: hasher,
          mask: masked,
          types: openTypes(rule.columns).map((fits, index) => judges[index] ?? fits),
          set: rule.set.map(([name, value]) => ({ name, value: value === '$record' ? 'record' : Buffer.from(value) })),
        }),
        sizes: [
          EMPTY_LINES.length + header.length + 1,
          ...Array.from({ length: 40 }, (_, turn) => sizes[turn % sizes.length]),
        ],
      };
    });
}

/**
 * The keys of a rule that change values and add columns, for entries of up to five fields.
 *
 * @param {string} delimiter
 * @returns {fc.Arbitrary<Partial<CsvRule>>}
 */
function transformedFields(delimiter) {
  const field = fc.oneof(fc.nat(4), fc.constantFrom('id', 'phone', 'a "b"', 'mail'));
  const fields = fc.oneof(
    fc.constant(/** @type {(string | number)[]} */ ([])),
    fc.uniqueArray(field, { minLength: 1, maxLength: 3 }),
  );
  const value = fc.constantFrom('', 'c', '$record', '$record', 'say "', delimiter, 'a\r', '\n', 'x'.repeat(40));
  return fc.record({
    trim: fc.oneof(fc.constant(true), fc.constant(false), fields),
    dates: fields.map(named => named.map(name => ({ field: name, from: 'YYYY' }))),
    hash: fields,
    mask: fc.oneof(
      fc.constant([]),
      fields.map(named => named.map(name => ({ field: name, keepLast: 2 }))),
    ),
    set: fc
      .array(value, { maxLength: 3 })
      .map(values => values.map((text, index) => /** @type {const} */ ([`set ${index}`, text]))),
    columns: fc.oneof(
      fc.constant([]),
      fc
        .uniqueArray(fc.constantFrom('id', 'phone', 'a "b"', 'mail'), { maxLength: 3 })
        .map(named => named.map((name, index) => /** @type {const} */ ([name, TYPES[index]]))),
    ),
    select: fc.oneof(
      fc.constant(null),
      fc.uniqueArray(fc.oneof(fc.nat(4), fc.constantFrom('set 0', 'set 1')), { minLength: 1, maxLength: 7 }),
    ),
  });
}

/**
 * @param {fc.Arbitrary<Case>} cases
 * @param {number} numRuns
 */
function check(cases, numRuns) {
  const property = fc.property(cases, ({ sizes, outputBytes, ...drawn }) => {
    const expected = runRecordEditor(drawn, [drawn.text.length]);
    const found = runEngineEditor(drawn, sizes, outputBytes);
    assert.deepEqual(found.counts, expected.counts);
    assert.deepEqual(found.error, expected.error);
    if (expected.error) return;
    assert.equal(found.output, expected.output);
    assert.equal(found.rejected, expected.rejected);
  });
  fc.assert(property, {
    numRuns: caseCount(numRuns),
  });
}

const EMPTY_LINES = '\n'.repeat(SAMPLE_BYTES + 1024);

/** @type {PhoneFormatter[]} */
const FORMATTERS = [
  null,
  null,
  () => null,
  text => text,
  text => text.replaceAll(' ', ''),
  text => (text.length < 4 ? null : `+${text},;|"`),
  text => (text.includes('5') ? '' : null),
  text => (text.length > 2 ? text.repeat(200) : null),
  text => {
    if (text.includes('(')) throw new RangeError(`no number: ${text}`);
    return '1';
  },
];

/** @type {DateReader[]} */
const DATE_READERS = [
  () => 'stays',
  () => 'unparsed',
  value => (value.length % 2 === 0 ? Buffer.from('2026-01-31') : 'unparsed'),
  value => (value.length % 3 === 0 ? Buffer.from(`"${value},;|\r`) : 'stays'),
  value => {
    if (value.includes('(')) throw new RangeError(`no date: ${value}`);
    return Buffer.alloc(value.length > 2 ? 300 : 0, '7');
  },
];

/** @type {Readonly<ColumnType>[]} */
const TYPES = [
  { type: 'bigint', null: ['a', 'b', 'c', 'a "b"', 'ab', 'b c'] },
  { type: 'numeric', null: ['a', 'b', 'c'] },
  { type: 'text', null: ['a', 'c', '(555) 010-9999 x12'] },
];

/** @type {NonNullable<CsvRule['table']>} */
const TABLE = { schema: null, name: 't', mode: 'append', key: [] };

/** @type {(Fits | undefined)[]} */
const JUDGES = [
  undefined,
  undefined,
  null,
  (_, start, end) => end - start < 9,
  (bytes, start, end) => !bytes.subarray(start, end).includes('x'),
  (bytes, start, end) => !bytes.subarray(start, end).includes('""'),
];

/** @param {Buffer} value */
function reversed(value) {
  return Buffer.from(value).reverse();
}

/**
 * @param {Buffer} value
 * @param {number} keepLast
 */
function masked(value, keepLast) {
  return Buffer.from(value).fill('*', 0, Math.max(0, value.length - keepLast));
}

const SPACES = [
  'a',
  'b',
  ' ',
  ' ',
  '  ',
  '\t',
  '\r',
  '\xc2\xa0',
  '\xe3\x80\x80',
  '\xe2\x80',
  ' a',
  'b ',
  ' "',
  '\xef\xbb\xbfa',
];
