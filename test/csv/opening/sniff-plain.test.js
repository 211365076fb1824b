import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sniff } from '../../../src/csv/opening/table/sniff.js';
import fc, { caseCount } from '../../support/fast-check.js';
import { AUTOMATIC, asRfc4180, automaticRule, oddValues } from '../dialects.js';
import { editEntry } from '../edit-entry.js';

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
    await fc.assert(property, { numRuns: caseCount(500) });
  });

  it('comes out byte for byte, with commas that nobody gave, if its records agree', async () => {
    const property = fc.asyncProperty(tables(3), styles, async (rows, style) => {
      await assertCopied(rows, { ...style, delimiter: ',' }, 'auto');
    });
    await fc.assert(property, { numRuns: caseCount(500) });
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
    fc.assert(property, { numRuns: caseCount(300) });
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

describe('a small entry under the default rule', () => {
  for (const [title, text, found] of /** @type {[title: string, text: string, found: object][]} */ ([
    ['a quote that is never closed', 'id,a\n1,"x\n2,3\n4,5\n6,7\n8,9\n', { width: 2, good: 4, bad: 1 }],
    ['text after a closing quote', 'id,a\n"1"x,2\n3,4\n', { width: 2, good: 1, bad: 1 }],
    ['a quote at its end', 'a,b\n1,2\n3,"', { width: 2, good: 1, bad: 1 }],
    ['one record, which is broken', 'id,b\n1,"D"x\n', { width: 2, good: 0, bad: 1 }],
    ['a column with commas', '"Lee, Anna"\n"Fox, Bob"\n"Kay, Cid"\n"Low, Dan"\n"Mix, Eve"\n', { width: 1, good: 4 }],
    ['a column of times', '"10:30"\n"11:30"\n"12:30"\n', { width: 1, good: 2 }],
    ['a column of paths', '"C:\\dir"\n"D:\\dir"\n', { width: 1, good: 1 }],
    ['a value with a backslash before its quote', '"\\\\; -\\"', { width: 1, bad: 0 }],
    ['a column with one bar', `a|b\n""\n'\r\n'\n`, { width: 1, good: 3 }],
    ['records that begin with #', 'ticket;x;y,title\n#1,Foo\n#2,Bar\n#3,Baz\n', { width: 2, good: 3 }],
    ['bars at the end', '|||||,,\r\n,,||||||\r\n', { width: 3, good: 1, trailingDelimiter: false }],
    ['a stray quote after a CR', 'a,b\r\n1,2\r"\r\n3,4\r\n', { width: 2, good: 2 }],
    ['a CR and a quote in its header', 'a\r"\n1\r\n2\r\n3\r\n', { width: 1, good: 3 }],
  ])) {
    it(`is read as RFC 4180 with ${title}`, () => {
      const table = sniff({ text, whole: true }, automaticRule());
      assert.deepEqual(table.reading, RFC);
      assert.deepEqual(table, { ...table, ...found });
    });
  }

  it('is read with the delimiter that ends no record, if two agree equally', () => {
    const table = sniff({ text: 'email\tsep=;\r\na;b\tsep=;', whole: true }, automaticRule());
    assert.deepEqual(table.reading, { ...RFC, delimiter: '\t' });
  });

  for (const text of ['# c|"\r, "|10:30|"line\nbreak"|"Lee, Anna"\n', `a;b|", \r\r, ''"|12.50|||`]) {
    it(`may have line ends in quotes: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(sniff({ text, whole: true }, automaticRule()).reading, { ...RFC, delimiter: '|' });
    });
  }
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
