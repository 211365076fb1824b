import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc, { caseCount } from '../support/fast-check.js';
import { cuts, delimiters, rawText, tableText } from './arbitraries.js';
import { editEntry } from './edit-entry.js';

describe('the editor in JavaScript as csv-parse and csv-stringify see it', { timeout: 300_000 }, () => {
  it('edits a table of csv-stringify into one that csv-parse reads as the recipe specifies', async () => {
    const property = fc.asyncProperty(tables, recipes, dialects, cuts, async (table, recipe, dialect, sizes) => {
      const { delimiter, outputDelimiter, newline, bom, quoted } = dialect;
      // A single empty value without a newline would be no record at all.
      const eof = dialect.eof || recipe.drop.length === NAMES.length - 1;
      const text = stringify([NAMES, ...table], {
        delimiter,
        bom,
        quoted,
        eof,
        record_delimiter: newline,
        quoted_match: /[\r\n]/,
      });
      const { drop, require, phone } = recipe;
      const rule = {
        delimiter,
        drop: drop.map(index => NAMES[index] ?? ''),
        require: require.map(index => NAMES[index] ?? ''),
        phones: [{ field: phone, format: /** @type {const} */ ('strip'), country: null }],
        output: { delimiter: outputDelimiter },
        badRecords: /** @type {const} */ ('fail'),
      };
      const { output, counts, error } = await editEntry(Buffer.from(text), rule, { cuts: sizes });
      assert.equal(error, null);

      const stripped = table.map(row => row.map((value, index) => (index === phone ? strip(value) : value)));
      const isKept = (/** @type {unknown} */ _, /** @type {number} */ index) => !drop.includes(index);
      const rows = stripped.filter((_, row) => require.every(index => table[row]?.[index] !== ''));
      const expected = [NAMES, ...rows].map(row => row.filter(isKept));
      assert.deepEqual(read(output.toString(), outputDelimiter), expected);
      assert.equal(output.subarray(0, 3).equals(Buffer.from('\ufeff')), bom);
      assert.deepEqual(counts.records, {
        read: table.length,
        written: rows.length,
        filtered: table.length - rows.length,
        bad: 0,
        skipped: 0,
      });
    });
    await fc.assert(property, { numRuns: caseCount(800) });
  });

  it('reads the same fields as csv-parse from any text that csv-parse takes', async () => {
    let taken = 0;
    const cases = delimiters.chain(delimiter => fc.tuple(fc.constant(delimiter), texts(delimiter)));
    const property = fc.asyncProperty(cases, delimiters, cuts, async ([delimiter, text], outputDelimiter, sizes) => {
      const records = readAnyWidth(text, delimiter);
      if (records === null) return;
      const width = records.find(record => !isEmptyLine(record))?.record.length;
      const kept = records.filter(({ record }) => record.length === width).map(({ record }) => record);
      if (kept.length > 1 && width !== 1) taken += 1;

      const rule = { delimiter, header: false, output: { delimiter: outputDelimiter } };
      const { output, rejected, error, counts } = await editEntry(text, rule, { cuts: sizes });
      if (counts.dialect?.lineEnds.includes('cr') || /^[\r\n]+$/.test(text)) return;
      // A first record with a CR that ends no line is refused.
      if (error?.code === 'csv/bad-header' && /\r(?!\n)/.test(text)) return;
      assert.equal(error, null);
      assert.deepEqual(read(output.toString('latin1'), outputDelimiter), kept);
      const odd = records.filter(record => record.record.length !== width && !isEmptyLine(record));
      const set = readAnyWidth(rejected.toString('latin1'), delimiter);
      assert.deepEqual(
        set?.map(({ record }) => record),
        odd.map(({ record }) => record),
      );
    });
    await fc.assert(property, { numRuns: caseCount(3000) });
    assert.ok(taken > caseCount(100), `only ${taken} texts were worth reading`);
  });
});

const NAMES = ['id', 'a "name"', 'phone;number', 'x, y'];

const values = fc.oneof(
  fc.constantFrom('', '', 'a', '(555) 010-9999 x12', '+1.555.0100', '"', 'a\r', '\r\n', 'é', '漢 字', ' '),
  fc
    .array(fc.constantFrom('a', 'x', '"', ',', ';', '\t', '|', '~', ' ', '-', '\n', '\r'), { maxLength: 6 })
    .map(parts => parts.join('')),
);
/** @param {string} delimiter */
function texts(delimiter) {
  return fc.oneof(rawText(delimiter, 12), tableText(delimiter)).filter(text => !/\xef\xbb\xbf|\0/.test(text));
}

const tables = fc.array(fc.array(values, { minLength: 4, maxLength: 4 }), { maxLength: 8 });
const recipes = fc.record({
  drop: fc.subarray([0, 1, 2, 3], { maxLength: 3 }),
  require: fc.subarray([0, 1, 2, 3], { maxLength: 2 }),
  phone: fc.nat(3),
});
const dialects = fc.record({
  delimiter: delimiters,
  outputDelimiter: delimiters,
  newline: fc.constantFrom('\n', '\r\n'),
  bom: fc.boolean(),
  quoted: fc.boolean(),
  eof: fc.boolean(),
});

/**
 * @param {string} text
 * @param {string} delimiter
 * @returns {string[][]}
 */
function read(text, delimiter) {
  return parse(text, { delimiter, bom: true, record_delimiter: ['\r\n', '\n'] });
}

/**
 * @param {string} text
 * @param {string} delimiter
 * @returns {{ record: string[], raw: string }[] | null} null if csv-parse refuses the quotes.
 */
function readAnyWidth(text, delimiter) {
  try {
    const options = { delimiter, record_delimiter: ['\r\n', '\n'], relax_column_count: true, raw: true };
    return /** @type {any} */ (parse(text, options));
  } catch {
    return null;
  }
}

/** @param {{ record: string[], raw: string }} record */
function isEmptyLine({ record, raw }) {
  return record.length === 1 && record[0] === '' && !raw.includes('"');
}

/** @param {string} value */
function strip(value) {
  return value.replace(/[\t\n\v\f\r x().-]/g, '');
}
