import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc, { caseCount } from '../../../support/fast-check.js';
import { automaticRule } from '../../dialects.js';
import { editEntry, ruleOf } from '../../edit-entry.js';

const value = fc.constantFrom('1', 'a b', 'x', '2024-01-31', '"q, r"', '""', '');

describe('records that end with a delimiter, under names that the rule gives', () => {
  it('are read as those under a header in the entry', async () => {
    const cases = fc.record({
      rows: fc.array(fc.array(value, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 12 }),
      delimiter: fc.constantFrom(',', ';', '|'),
      last: fc.constantFrom('', '""'),
      isGiven: fc.boolean(),
      cuts: fc.constantFrom([1], [7], [65_536]),
    });
    const property = fc.asyncProperty(cases, async ({ rows, delimiter, last, isGiven, cuts }) => {
      const records = rows.map(row => `7${delimiter}${row.join(delimiter)}${delimiter}${last}\n`).join('');
      const names = ['n', 'a', 'b', 'c'];
      const base = isGiven ? ruleOf({ delimiter }) : automaticRule({ delimiter });
      const named = await editEntry(records, { ...base, header: names, hash: ['a'] }, { cuts });
      const header = `${names.join(delimiter)}\n`;
      const { output, counts } = await editEntry(header + records, { ...base, hash: ['a'] }, { cuts });
      assert.equal(named.error, null);
      assert.equal(header + named.output, String(output));
      assert.deepEqual(named.counts.records, counts.records);
      assert.equal(named.counts.dialect?.trailingDelimiter, true);
    });
    await fc.assert(property, { numRuns: caseCount(200) });
  });

  it('are too long if a value stands behind it, and the message names what cures that', async () => {
    const text = `${'1;2;\n'.repeat(8)}${'1;2;3\n'.repeat(16)}`;
    const rule = automaticRule({ delimiter: ';', header: ['a', 'b'], maxBad: 'auto' });
    const { error } = await editEntry(text, rule);
    assert.equal(error.code, 'csv/too-many-bad');
    assert.match(error.message, /name as many in "header"; or .*"ragged": "/);
    assert.equal((await editEntry(text, { ...rule, ragged: 'cut' })).counts.records.written, 24);
  });

  it('may be a few among others, which are bad then', async () => {
    const { counts } = await editEntry(
      `${'1;2\n'.repeat(20)}3;4;\n`,
      automaticRule({ header: ['a', 'b'], delimiter: ';' }),
    );
    assert.deepEqual([counts.dialect?.trailingDelimiter, counts.records.bad], [false, 1]);
  });
});
