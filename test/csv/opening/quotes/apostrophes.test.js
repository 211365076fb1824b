import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc, { caseCount } from '../../../support/fast-check.js';
import { automaticRule } from '../../dialects.js';
import { editEntry } from '../../edit-entry.js';

const plain = fc.constantFrom('a', '17', 'Ann Lee', '2024-01-31', 'x');
const held = fc.constantFrom('Tenacious D', 'x; y', 'x, y', 'one\ntwo', "it's", 'a\r\nb; c', '');
const tables = fc.record({
  rows: fc.array(fc.tuple(plain, fc.tuple(held, fc.boolean()), held, plain), { minLength: 1, maxLength: 10 }),
  delimiter: fc.constantFrom(';', ',', '\t'),
  cuts: fc.constantFrom([1], [7], [65_536]),
});

describe('apostrophes around fields', () => {
  it('are recognized where a field needs them, over several lines too', async () => {
    const property = fc.asyncProperty(tables, async ({ rows, delimiter, cuts }) => {
      const values = rows.map(([first, [second], third, last]) => [`r${first}`, second, third, last]);
      if (!values.some(row => row.some(value => needsQuotes(value, delimiter)))) return;
      // A quote around the last column's values, and around others where they need it.
      const lines = rows.map(([first, [second, always], third, last]) =>
        [`r${first}`, always || needsQuotes(second, delimiter) ? quote(second) : second, quote(third), last].join(
          delimiter,
        ),
      );
      const names = ['id', 'who', 'what', 'when'];
      const text = [names.join(delimiter), ...lines].map(line => `${line}\n`).join('');
      const { output, counts, error } = await editEntry(text, automaticRule(), { cuts });
      assert.equal(error, null);
      assert.equal(counts.dialect?.quote, "'", JSON.stringify(text));
      assert.equal(counts.records.bad, 0);
      const read = parse(output.toString(), { delimiter, record_delimiter: '\n' });
      assert.deepEqual(read, [names, ...values]);
    });
    await fc.assert(property, { numRuns: caseCount(400) });
  });

  for (const [title, text] of [
    ['one that is never closed', "id;a;b\n1;'90s;x\n2;'x; y';z\n3;q;r\n"],
    ['text behind one', "id;a;b\n1;'a'n'b;x\n2;'x; y';z\n3;q;r\n"],
    ['values that need none', "id;a;b\n1;'x';y\n2;'z';q\n"],
    ['double quotes beside them', 'id;a;b\n1;"x";y\n2;\'x; y\';z\n3;"q";r\n'],
  ]) {
    it(`are none with ${title}`, async () => {
      const { counts } = await editEntry(text, automaticRule());
      assert.equal(counts.dialect?.quote, '"');
    });
  }

  it('are recognized in a single record, and under names that the rule gives', async () => {
    for (const header of [false, ['a', 'b', 'c']]) {
      const { output } = await editEntry("'Tenacious D';'x; y';2006\n", automaticRule({ header }));
      assert.equal(output.toString(), '"Tenacious D";"x; y";2006\n');
    }
  });
});

/**
 * @param {string} value
 * @param {string} delimiter
 */
function needsQuotes(value, delimiter) {
  return value.includes(delimiter) || /[\r\n]/.test(value);
}

/** @param {string} value */
function quote(value) {
  return `'${value.replaceAll("'", "''")}'`;
}
