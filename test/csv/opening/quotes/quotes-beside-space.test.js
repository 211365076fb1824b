import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc, { caseCount } from '../../../support/fast-check.js';
import { automaticRule } from '../../dialects.js';
import { editEntry } from '../../edit-entry.js';

const value = fc.constantFrom('5550', 'Main St', 'x, y', 'say ""x""', '', 'Ann');
const spaces = fc.constantFrom('', ' ', '  ');
const cell = fc.tuple(value, fc.boolean(), spaces, spaces);

describe('quotes beside space', () => {
  it('are quotes, whatever the fields hold: the same values come out as without the space', async () => {
    const cases = fc.record({
      names: fc.array(fc.tuple(fc.boolean(), spaces, spaces), { minLength: 3, maxLength: 3 }),
      rows: fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
      cuts: fc.constantFrom([1], [7], [65_536]),
    });
    const property = fc.asyncProperty(cases, async ({ names, rows, cuts }) => {
      const lines = [
        names.map(([quoted, before, after], index) => write(`Name${index}`, quoted, before, after)),
        ...rows.map(row => row.map(([text, quoted, before, after]) => write(text, quoted, before, after))),
      ];
      const text = lines.map(fields => `${fields.map(({ spaced }) => spaced).join(',')}\n`).join('');
      const isSpaced = lines.flat().some(({ isBeside }) => isBeside);
      const rule = automaticRule({ hash: ['Name1'], names: 'loose' });
      const { output, counts, error } = await editEntry(text, rule, { cuts });
      assert.equal(error, null);
      assert.equal(counts.dialect?.spaces, isSpaced, JSON.stringify(text));
      if (!isSpaced) return;
      const bare = lines.map(fields => `${fields.map(({ bare: field }) => field).join(',')}\n`).join('');
      const wanted = await editEntry(bare, automaticRule({ hash: ['Name1'] }));
      assert.deepEqual(
        parse(output.toString()).slice(-rows.length),
        parse(wanted.output.toString()).slice(-rows.length),
      );
    });
    await fc.assert(property, { numRuns: caseCount(300) });
  });

  it('are quotes where only the header shows it, although one record is text', async () => {
    const text = `"Name" ,"Address", "Phone"\n${'John ,"123", "456"\n'.repeat(20)}Kim,"1", "a" b\n`;
    const { output, counts } = await editEntry(text, automaticRule());
    assert.equal(output.toString().split('\n')[0], 'Name,Address,Phone');
    assert.deepEqual([counts.records.written, counts.records.bad], [20, 1]);
  });

  for (const [title, text] of [
    ['text that begins with a quotation', 'id, said\n1, "x" y\n2, "z"\n'],
    ['space in quotes', 'id,said\n1," x "\n2,"z, "" y"" "\n'],
    ['records with another number of fields', 'a,b,c,d\n1,2,3,4\n "a, b" ,c\n'],
  ]) {
    it(`are no quotes in ${title}`, async () => {
      const { output, counts, rejected } = await editEntry(text, automaticRule());
      assert.equal(counts.dialect?.spaces, false);
      assert.equal(`${output}${rejected}`, text);
    });
  }

  it('mean what they are where the rule gives quote and escape', async () => {
    const text = 'a,b\n1, "x"\n';
    const { output } = await editEntry(text, automaticRule({ quote: '"', escape: 'double' }));
    assert.equal(output.toString(), text);
  });
});

/**
 * @param {string} text
 * @param {boolean} quoted
 * @param {string} before
 * @param {string} after
 */
function write(text, quoted, before, after) {
  const isQuoted = quoted || /[",]/.test(text);
  const bare = isQuoted ? `"${text}"` : text;
  return { bare, spaced: before + bare + after, isBeside: isQuoted && before + after !== '' };
}
