import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sniff } from '../../src/csv/sniff.js';
import { AUTOMATIC, asRfc4180, automaticRule, oddValues } from './dialects.js';
import { editEntry } from './edit-entry.js';

const styles = fc.record({
  newline: fc.constantFrom('\n', '\r\n'),
  final: fc.boolean(),
  mark: fc.boolean(),
  quoteAll: fc.boolean(),
});

/** @param {number} minWidth */
function tables(minWidth) {
  return fc
    .integer({ min: minWidth, max: 6 })
    .chain(width =>
      fc.array(fc.array(oddValues, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }),
    );
}

describe('a plain entry under the default rule', { timeout: 60_000 }, () => {
  it('comes out byte for byte, with the delimiter given', async () => {
    const delimiters = fc.constantFrom(',', ';', '\t', '|');
    const property = fc.asyncProperty(tables(1), styles, delimiters, async (rows, style, delimiter) => {
      await assertCopied(rows, { ...style, delimiter }, delimiter);
    });
    await fc.assert(property, { numRuns: 500 });
  });

  it('comes out byte for byte, with commas that nobody gave, if its records agree', async () => {
    const property = fc.asyncProperty(tables(3), styles, async (rows, style) => {
      await assertCopied(rows, { ...style, delimiter: ',' }, 'auto');
    });
    await fc.assert(property, { numRuns: 500 });
  });

  it('is read as RFC 4180 also if some of its records are broken', () => {
    const broken = fc.constantFrom(
      'x',
      'x,y',
      '"x"y,z',
      `'x,y',z`,
      'a,"b',
      '#, a',
      'a\\"b',
      '"a\\"b",c',
      ' "a, b" ,c',
      'a;b;c;d;e',
    );
    const spoilt = fc.array(fc.record({ row: fc.nat(30), line: broken }), { minLength: 1, maxLength: 2 });
    const lines = fc.array(
      fc.tuple(oddValues, oddValues, oddValues, fc.constantFrom('Lee, Anna', 'x "y"', 'plain, and quoted')),
      { minLength: 20, maxLength: 30 },
    );
    const property = fc.property(lines, spoilt, (rows, odd) => {
      const style = { delimiter: ',', newline: '\n', final: true, mark: false, quoteAll: false };
      const records = [['id', 'name', 'note', 'place'], ...rows].map(row => asRfc4180([row], style));
      for (const { row, line } of odd) records.splice(row + 1, 0, `${line}\n`);
      const { reading, first, width } = sniff({ text: records.join(''), whole: true }, automaticRule());
      assert.deepEqual({ ...reading, first, width }, { ...RFC, first: 0, width: 4 });
    });
    fc.assert(property, { numRuns: 300 });
  });
});

describe('a header under the default rule', () => {
  for (const text of [
    'email\nanna@x.de,Anna,Lee\nbob@x.de,Bob,Fox\n',
    'id,x\n0,b,c,d\n1,b,c,d\n',
    'name\nAnna,Lee\nBob,Fox\n',
    'tags\nred;blue\ngreen;red\n',
    'tags\nred\tblue\ngreen\tred\n',
    'tags\nred|blue\ngreen|red\n',
  ]) {
    it(`is not skipped in favour of a record: ${JSON.stringify(text)}`, () => {
      const { reading, first } = sniff({ text, whole: true }, automaticRule());
      assert.deepEqual({ ...reading, first }, { ...RFC, first: 0 });
    });
  }

  it('is not skipped if it has a name that the rule uses and the next lines lack', () => {
    const text = 'E-Mail;all people of one city\nid,name,age\na,Ann,20\nb,Bob,30\n';
    for (const [drop, first] of /** @type {[string[], number][]} */ ([
      [[], 1],
      [['name'], 1],
      [['e-mail'], 0],
    ])) {
      assert.equal(sniff({ text, whole: true }, automaticRule({ drop })).first, first);
    }
  });
});

/**
 * @param {string[][]} rows
 * @param {Parameters<typeof asRfc4180>[1]} style
 * @param {string} delimiter The rule's.
 */
async function assertCopied(rows, style, delimiter) {
  const text = asRfc4180(rows, style);
  const { output, counts, error } = await editEntry(text, { ...AUTOMATIC, delimiter });
  assert.equal(error, null);
  assert.equal(output.toString('latin1'), text);
  assert.equal(counts.records.bad + counts.records.skipped, 0);
}

const RFC = { delimiter: ',', quote: '"', escape: 'double', spaces: false, cr: false, comments: null };
