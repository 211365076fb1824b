import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { BlockEditor } from '../../src/csv/block-editor.js';
import { openTransforms } from '../../src/csv/transforms/open-transforms.js';
import fc, { caseCount } from '../support/fast-check.js';
import { cuts } from './arbitraries.js';
import { cut, editEntry, KEYED, newCounts, ruleOf } from './edit-entry.js';
import { PARSED, transformPlainly } from './plain-transforms.js';
import { readRecords } from './reference-records.js';

/** @import { Condition, CsvRule } from '../../src/recipe/recipe.js' */

describe('the transforms of a rule', { timeout: 300_000 }, () => {
  it('give the values and counts that a plain program gives, and leave all other fields as they are', async () => {
    let changed = 0;
    const property = fc.asyncProperty(cases(), cuts, async ({ text, dialect, rule }, sizes) => {
      const expected = transformPlainly(text, dialect, rule);
      const { output, counts, error } = await editEntry(Buffer.from(text, dialect.bytes), rule, { cuts: sizes });
      // Where a lone CR was found to end lines, these are other records.
      if (counts.dialect?.lineEnds.includes('cr')) return;
      assert.equal(error, null);
      const delimiter = outputDelimiter(rule, dialect);
      const { records, phones, dates, where } = counts;
      assert.deepEqual(parse(output.toString(), { delimiter, ...PARSED }), expected.rows);
      assert.deepEqual({ records, phones, dates, where }, expected.counts);
      if (dialect === NATIVE[0] || dialect === NATIVE[1]) assertSameBytes(text, output, dialect, rule, expected);
      if (expected.counts.records.written > 0) changed += 1;
    });
    await fc.assert(property, { numRuns: caseCount(3000) });
    assert.ok(changed > caseCount(1000), `only ${changed} entries had records to write`);
  });

  it('are the same after a restore behind any chunk', async () => {
    let restores = 0;
    const property = fc.asyncProperty(cases(), cuts, async ({ text, dialect, rule }, sizes) => {
      // With empty lines in front of the header, the opening is complete after the first chunk.
      if (rule.header !== true) return;
      const [lineEnd] = /\r?\n/.exec(text) ?? [''];
      const entry = Buffer.from(lineEnd.repeat(1100) + text, dialect.bytes);
      const whole = await editEntry(entry, rule);
      const first = Buffer.byteLength(lineEnd.repeat(1100), dialect.bytes) + 20;
      const turns = await editInTurns(entry, rule, cut(entry, sizes, first));
      restores += turns.restores;
      assert.equal(turns.output.toString(), whole.output.toString());
      assert.deepEqual(turns.counts, { ...whole.counts, bytesOut: 0 });
    });
    await fc.assert(property, { numRuns: caseCount(400) });
    assert.ok(restores > caseCount(500), `only ${restores} restores`);
  });
});

/**
 * Checks the fields that no transform touches.
 *
 * @param {string} text
 * @param {Buffer} output
 * @param {Dialect} dialect
 * @param {CsvRule} rule
 * @param {ReturnType<typeof transformPlainly>} expected
 */
function assertSameBytes(text, output, dialect, rule, { columns, written }) {
  if (outputDelimiter(rule, dialect) !== dialect.delimiter || rule.ragged !== 'bad') return;
  const touched = new Set(
    [
      ...(Array.isArray(rule.trim) ? rule.trim : []),
      ...rule.hash,
      ...[...rule.dates, ...rule.phones, ...rule.mask].map(({ field }) => field),
    ].map(field => (typeof field === 'number' ? field : NAMES.indexOf(field))),
  );
  if (rule.trim === true) return;
  const [before, after] = [text, output.toString()].map(bytes =>
    readRecords(bytes, 0, bytes.length, dialect.delimiter),
  );
  const [skipped, headed] = [Number(rule.header === true), Number(rule.header === true || rule.writeHeader)];
  for (const [row, number] of written.entries()) {
    for (const [position, column] of columns.entries()) {
      if (typeof column !== 'number' || touched.has(column)) continue;
      const raw = before[number - 1 + skipped].fields[column];
      // Both may have to be quoted where they are now.
      if ((raw.includes('\r') && !raw.startsWith('"')) || (raw === '' && columns.length === 1)) continue;
      assert.equal(after[row + headed].fields[position], raw);
    }
  }
}

/**
 * Edits an entry with another editor for each chunk.
 *
 * @param {Buffer} entry
 * @param {CsvRule} rule
 * @param {Buffer[]} chunks
 */
async function editInTurns(entry, rule, chunks) {
  const counts = newCounts();
  const transforms = await openTransforms(rule, KEYED);
  const open = () => new BlockEditor({ rule, transforms, maxRecordBytes: 1 << 24, maxDescribed: 100, counts });
  /** @type {Buffer[]} */
  const output = [];
  let editor = open();
  let restores = 0;
  for (const [number, chunk] of chunks.slice(0, MOST_TURNS).entries()) {
    const rest = number === MOST_TURNS - 1 ? Buffer.concat(chunks.slice(number)) : chunk;
    output.push(...editor.edit(rest, false).output);
    const state = editor.snapshot();
    if (state === null) continue;
    output.push(...editor.take(true).output);
    editor = open();
    editor.restore({ ...structuredClone({ ...state, rest: null }), rest: Buffer.from(state.rest) });
    restores += 1;
  }
  output.push(...editor.edit(Buffer.alloc(0), true).output);
  void entry;
  return { output: Buffer.concat(output), counts, restores };
}

/**
 * @param {CsvRule} rule
 * @param {Dialect} dialect
 */
function outputDelimiter({ output }, { delimiter }) {
  return output.delimiter ?? (delimiter.length === 1 ? delimiter : ',');
}

/** @typedef {{ delimiter: string, quote: '"' | "'", bytes: 'utf8' | 'utf16le' }} Dialect */

const NAMES = ['id', ' b ', 'c;"x"', 'é, d'];

/** @type {Dialect[]} */
const NATIVE = [
  { delimiter: ',', quote: '"', bytes: 'utf8' },
  { delimiter: ';', quote: '"', bytes: 'utf8' },
];

/** @type {Dialect[]} */
const FOREIGN = [
  { delimiter: ',', quote: "'", bytes: 'utf8' },
  { delimiter: ',', quote: '"', bytes: 'utf16le' },
  { delimiter: '||', quote: '"', bytes: 'utf8' },
];

const values = fc.oneof(
  fc.constantFrom(
    '',
    '',
    ' ',
    'x',
    'pro',
    ' pro\t',
    '(555) 010-9999 x12',
    '( )',
    '31.12.2024',
    '30.02.2024',
    '2024-01-31',
  ),
  fc.constantFrom(
    '18',
    '007',
    '2147483648',
    '1.5e3',
    '18.0',
    '-3',
    '+7.50',
    'abc',
    'é\u00a0',
    '\u2028x',
    '漢字',
    '\u0085a',
    '\u200ba ',
    '😀b',
    "'",
  ),
  fc.constantFrom('"', ' "q"', 'a"b', 'x;y', 'a,b', 'l\nl', ' \n', 'a\rb', 'c\r', '\r\n', ' \r', 'u||v', '*', '**a'),
);

/** @returns {fc.Arbitrary<{ text: string, dialect: Dialect, rule: CsvRule }>} */
function cases() {
  return fc
    .record({
      width: fc.integer({ min: 1, max: 4 }),
      dialect: fc.constantFrom(...NATIVE, ...NATIVE, ...FOREIGN),
      header: /** @type {fc.Arbitrary<boolean | 'names' | 'written'>} */ (
        fc.constantFrom(true, true, false, 'names', 'written')
      ),
      rows: fc.array(fc.array(fc.record({ value: values, quotes: fc.boolean() }), { minLength: 6, maxLength: 6 }), {
        minLength: 1,
        maxLength: 6,
      }),
      odd: fc.option(fc.record({ row: fc.nat(5), fields: fc.integer({ min: 1, max: 6 }) }), { freq: 3 }),
      newline: fc.constantFrom('\n', '\r\n'),
      final: fc.boolean(),
    })
    .chain(({ width, dialect, header, rows, odd, newline, final }) => {
      const records = rows.map((cells, row) => {
        // The first record sets the width where there is no header.
        const fields = odd?.row === row && row > 0 ? odd.fields : width;
        return cells
          .slice(0, fields)
          .map((cell, index) => fieldOf(cell, dialect, row === 0 || index === fields - 1, fields === 1));
      });
      const names = NAMES.slice(0, width).map(value => fieldOf({ value, quotes: false }, dialect, false, false));
      const lines = [...(header === true ? [names] : []), ...records].map(fields => fields.join(dialect.delimiter));
      const text = lines.join(newline) + (final ? newline : '');
      return rules(width, header, dialect).map(rule => ({ text, dialect, rule }));
    });
}

/**
 * @param {{ value: string, quotes: boolean }} cell
 * @param {Dialect} dialect
 * @param {boolean} isStrict Whether a CR has to be in quotes: in the first record, and in front of a line end.
 * @param {boolean} isOnly
 */
function fieldOf({ value, quotes }, { delimiter, quote, bytes }, isStrict, isOnly) {
  const isForeign = quote !== '"' || bytes !== 'utf8' || delimiter.length > 1;
  const must =
    value.includes(delimiter) ||
    value.includes('|') ||
    value.includes('\n') ||
    value.startsWith(quote) ||
    (value.includes('\r') && (isForeign || isStrict)) ||
    (isForeign && value.includes(quote)) ||
    (isOnly && value === '');
  return quotes || must ? quote + value.replaceAll(quote, quote + quote) + quote : value;
}

/**
 * @param {number} width
 * @param {boolean | 'names' | 'written'} header
 * @param {Dialect} dialect
 * @returns {fc.Arbitrary<CsvRule>}
 */
function rules(width, header, { delimiter, quote, bytes }) {
  const fields = Array.from({ length: width }, (_, index) => (header === false ? index : (NAMES[index] ?? index)));
  const some = fc.subarray(fields);
  const field = fc.constantFrom(...fields);
  const added = fc.subarray(/** @type {[string, string][]} */ ([...ADDED]), { maxLength: 3 });
  return fc
    .record({
      trim: fc.oneof(fc.boolean(), some),
      require: fc.oneof(fc.constant([]), some),
      where: fc.option(conditions(field), { freq: 2 }),
      dates: some.map(list => list.map(one => ({ field: one, from: 'DD.MM.YYYY' }))),
      phones: some.map(list =>
        list.map(one => ({ field: one, format: /** @type {const} */ ('strip'), country: null })),
      ),
      hash: fc.oneof(fc.constant([]), some),
      mask: fc.array(fc.record({ field, keepLast: fc.nat(3) }), { maxLength: 2 }),
      set: added,
      columns: header === false ? fc.constant([]) : types(NAMES.slice(0, width)),
      kept: fc.subarray(fields, { minLength: 1 }),
      how: fc.constantFrom('all', 'drop', 'keep', 'select', 'select'),
      order: fc.shuffledSubarray([...fields, ...ADDED.map(([name]) => name)]),
      renamed: fc.boolean(),
      ragged: fc.constantFrom(/** @type {const} */ ('bad'), 'pad', 'cut'),
      output: fc.record({ delimiter: fc.constantFrom(null, null, ';', ',') }),
    })
    .map(({ kept, how, order, renamed, ...rule }) => {
      const chosen = new Set([
        ...order.filter(one => fields.includes(one) || rule.set.some(([name]) => name === one)),
        ...kept,
      ]);
      const names = NAMES.slice(0, width);
      const rename = renamed && header !== false ? [/** @type {[string, string]} */ ([names.at(-1) ?? '', 'n"w'])] : [];
      return ruleOf({
        ...rule,
        delimiter,
        quote,
        encoding: bytes === 'utf8' ? 'utf-8' : 'utf-16le',
        header: typeof header === 'boolean' ? header : names,
        writeHeader: header === 'written',
        drop: how === 'drop' ? fields.filter(one => !kept.includes(one)) : [],
        keep: how === 'keep' ? kept : null,
        select: how === 'select' ? [...chosen] : null,
        rename,
        badRecords: 'skip',
      });
    });
}

/**
 * @param {string[]} names
 * @returns {fc.Arbitrary<CsvRule['columns']>}
 */
function types(names) {
  const type = fc.record({
    type: fc.constantFrom(
      .../** @type {const} */ (['integer', 'bigint', 'numeric', 'real', 'date', 'timestamp', 'text', 'boolean']),
    ),
    null: fc.oneof(fc.constant([]), fc.constant(['x', 'a"b', '"'])),
  });
  return fc.oneof(
    fc.constant([]),
    fc
      .subarray(names)
      .chain(some => fc.tuple(...some.map(name => type.map(one => /** @type {const} */ ([name, one]))))),
  );
}

/**
 * @param {fc.Arbitrary<string | number>} field
 * @returns {fc.Arbitrary<Condition>}
 */
function conditions(field) {
  const operators = fc.constantFrom(
    ...[{ eq: 'pro' }, { eq: 18 }, { in: ['x', ''] }, { in: [18, -3] }, { in: [7.5, 'abc'] }, { matches: '^[a-z ]*$' }],
    ...[{ empty: true }, { empty: false }, { lt: 10 }, { gte: -3 }, { gt: '2024-01-31' }, { lte: '2024-01-31' }],
  );
  return fc.letrec(tie => {
    const parts = fc.array(tie('condition'), { minLength: 1, maxLength: 3 });
    return {
      condition: fc.oneof(
        { depthSize: 'small' },
        fc.tuple(field, operators).map(([name, operator]) => ({ field: name, ...operator })),
        parts.map(all => ({ all })),
        parts.map(any => ({ any })),
        tie('condition').map(not => ({ not })),
      ),
    };
  }).condition;
}

/** @type {readonly (readonly [string, string])[]} */
const ADDED = [
  ['n', '$record'],
  ['where, from', '$archive'],
  ['time', '$time'],
  ['$', '$$1;"'],
  ['none', ''],
];

const MOST_TURNS = 60;
