import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { automaticRule } from '../dialects.js';
import { editEntry } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

/** Lines that are no records of one table, and tables that look a little like such. Without an error, the text is what comes out. */
/** @typedef {[kind: string, text: string, rule: Partial<CsvRule>, outcome: { output: string } | { code: string }]} Case */

const mask = (/** @type {string | number} */ field) => ({ mask: [{ field, keepLast: 0 }] });
const ignore = /** @type {const} */ ({ missing: 'ignore' });
const list = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => `f${at}`);
const ambiguous = { code: 'csv/ambiguous-dialect' };
const badHeader = { code: 'csv/bad-header' };
const notCsv = { code: 'csv/not-csv' };

describe('a text whose lines are odd', () => {
  const cases = /** @type {Case[]} */ ([
    ['an amount beside &', '&2,280.00&14:12\n&1,213.00&22:32\n', { header: false, ...mask(1) }, ambiguous],
    [
      'a time with thousandths, in a log',
      '2024-01-01 10:00:00,100 INFO ann\n2024-01-01 10:00:01,200 INFO bob\n',
      { header: list(2), ...mask('f0') },
      ambiguous,
    ],
    [
      'a comma within brackets',
      '[1.1.24, 10:00] Ann: hi\n[1.1.24, 10:01] Bob: ho\n',
      { header: list(2), drop: ['f0'] },
      ambiguous,
    ],
    [
      'amounts in front of quotes behind spaces',
      '2,453.00, 10.06.2021, "{""id"": 1, ""n"": 2}"\n5,112.00, 20.09.2021, "{""id"": 3, ""n"": 4}"\n',
      { header: 'auto', hash: [2] },
      ambiguous,
    ],
    [
      'columns of fixed width with commas',
      'done   8550,60  \nopen   8551,11  \n',
      { header: false, hash: [1] },
      badHeader,
    ],
    [
      'such columns under given names',
      'done   850,60 7,5  \nopen   851,11 8,5  \n',
      { header: list(3), keep: ['f0'] },
      badHeader,
    ],
    ['columns of fixed width as one', 'pct Full Name \n37% ZQ-5960   \n', { select: [0] }, badHeader],
    ['a gap in all lines', 'name  n\nAnnie 1\nBobby 2\n', { keep: [0] }, badHeader],
    [
      'two delimiters in one table',
      'price;salary,kind\n376.74,ZQ-1;B\n23.50,ZQ-2,A\n203.45,ZQ-3;B\n',
      { ...ignore, select: ['price', 'kind'] },
      ambiguous,
    ],
    [
      'a name that holds a comma',
      'name;amount,EUR\nAnn;3,50\nBob;4,50\n',
      { drop: ['name'] },
      { output: '"amount,EUR"\n"3,50"\n"4,50"\n' },
    ],
    [
      'a record with another delimiter',
      '1,141.00|Smith, Bob|N\n"5,827.00","Lee, Jo",N\n"3,882.00","Ray, Jo",Y\n',
      { header: list(3), ragged: 'cut', drop: ['f1'] },
      ambiguous,
    ],
    ['two records with a delimiter in common', '1;3.5,true\n2;4.5;false\n', { header: false, drop: [1] }, ambiguous],
    [
      'records with another delimiter, to be filled up',
      `kind,date,sum\n${'A,1.2.2024,"7.634,00"\n'.repeat(4)}B;2.2.2024;3.297,00\n`,
      { ragged: 'pad', select: [0, 2] },
      ambiguous,
    ],
    [
      'a record with two delimiters, to be filled up',
      'US,Rio,Bob Ray\nIT,Rio;Ann Lee\nUS,Rome,Cy Day\n',
      { header: list(3), ragged: 'pad', select: ['f0', 'f1'] },
      ambiguous,
    ],
    [
      'a short record with a decimal comma, to be filled up',
      'name;price;note\nAnn;3,50\nBob;4,50;x\n',
      { ragged: 'pad', drop: ['name'] },
      { output: 'price,note\n"3,50",\n"4,50",x\n' },
    ],
    ['names of a table and its columns', 't.id,t.name\n1,Ann\n2,Bob\n', { ...ignore, drop: ['name'] }, badHeader],
    ['names with numbers', '1. name,n\n2. Ann,1\n3. Bob,2\n', { ...ignore, drop: ['name'] }, badHeader],
    [
      'twice as many names as values',
      'a,x\nAnn,1\nb,y\nBob,2\n',
      { header: list(4), ragged: 'pad', drop: ['f2'] },
      badHeader,
    ],
    ['a semicolon within an address', 'Ann <a1;b1>\n', { header: list(2), ...mask('f1') }, ambiguous],
    [
      'gaps in all of two lines',
      '2023-01-01  DE12 57 32  2,634.00  c   \n2023-02-02   DE12 58 32   6,163.00       \n',
      { header: false, hash: [1] },
      badHeader,
    ],
    [
      'quotes that only another delimiter explains in most records',
      `date,name,x\n2015-01-12,38,"{""a"":4,""b"":[1,2]}"\n${'2010-09-24;79;"{""a"":0,""b"":[1,2]}"\n'.repeat(3)}`,
      mask(1),
      ambiguous,
    ],
    [
      'a note with semicolons',
      'name,note,n\nAnn,a;b;c,1\nBob,x;y,2\n',
      { drop: ['name'] },
      { output: 'note,n\na;b;c,1\nx;y,2\n' },
    ],
    [
      'tabs in all lines, sometimes two',
      '1.5\t\t8.7\t\tHo ::: Ann ::: Wo\n4.5\t3.2\tHo ::: Bob ::: Wo\n2.4\t5.2\tHo ::: Cy ::: Wo\n8.4\t\t5.7\t\tHo ::: Di ::: Wo\n',
      { header: list(3), ...mask('f2') },
      ambiguous,
    ],
    ['queries', 'n=1;mail=Elm 5; rear\nn=2&mail=Elm 6; rear\n', { header: list(2), ...mask('f1') }, badHeader],
    [
      'a query among other columns',
      'Ann;a=1&b=2\nBob;a=3&b=4\n',
      { header: false, drop: [0] },
      { output: 'a=1&b=2\na=3&b=4\n' },
    ],
    [
      'lines of names and values',
      'name: Lee, Ann\nphone: 1, 2\n\nname: Ray, Bob\nphone: 3, 4\n',
      { header: false, drop: [1] },
      badHeader,
    ],
    ['a document in YAML', '- n: 1\n  name: Ann\n- n: 2\n  name: Bob\n', { keep: [0] }, badHeader],
    ['arrays of JSON', '["Ann; 1","1"]\n["Bob; 2","2"]\n', { header: list(2), keep: [1] }, ambiguous],
    ['tuples', "(1, 'a', 'Ann; x')\n(2, 'b', 'Bob; y')\n", { header: list(3), drop: [2] }, ambiguous],
    ['HTML', '<table>\n<tr><td>1</td><td>Lee, Ann</td></tr>\n', { header: false, drop: [1] }, notCsv],
    ['a vCard', 'BEGIN:VCARD\nN:Lee;Ann\nEND:VCARD\n', { header: false, drop: [1] }, notCsv],
    ['LDIF', 'dn: uid=1,ou=x\nname: Ann\n', { header: list(2), drop: ['f1'] }, notCsv],
    ['SQL', "-- dump\n\nINSERT INTO t VALUES (1,'Ann');\n", { header: false, drop: [1] }, notCsv],
    [
      'HTML with a delimiter that is given',
      '<table>,1\n<p>,2\n',
      { header: false, delimiter: ',', drop: [0] },
      { output: '1\n2\n' },
    ],
    ['a line with sep= that lies', 'sep=;\nname,n\nAnn,1\nBob,2\n', { ...ignore, drop: [1] }, ambiguous],
    ['such a line without a header', 'sep=;\nAnn,1\nBob,2\n', { header: false, ...mask(0) }, ambiguous],
    [
      'a line with sep= that does not',
      'sep=;\nname;n\nAnn;1,5\nBob;2,5\n',
      { drop: ['name'] },
      { output: 'n\n"1,5"\n"2,5"\n' },
    ],
    [
      'a comment with the names',
      '! id,n,name\nid,n,name\n1,2,Ann\n3,4,Bob\n',
      { ...ignore, drop: ['name'] },
      badHeader,
    ],
    [
      'decimal commas in front of delimiters at the ends',
      'price,name,note\n854,67,Ann,\n574,76,Bob,\n',
      { keep: ['price', 'note'] },
      badHeader,
    ],
    [
      'numbers in front of such',
      'id,age,name\n1,67,Ann,\n5,76,Bob,\n',
      { drop: ['name'] },
      { output: 'id,age\n1,67\n5,76\n' },
    ],
    ['names with commas in front of such', 'name,note\nLee, Ann,\nRay, Bob,\n', { hash: [0] }, badHeader],
    ['a name behind a dash', '- id,- name\n1,Ann\n2,Bob\n', { ...ignore, drop: ['name'] }, badHeader],
    ['a name with a soft hyphen', 'id,na\u00adme\n1,Ann\n2,Bob\n', { ...ignore, drop: ['name'] }, badHeader],
    [
      'a name behind the number of its line',
      '1\tname|d\n2: Ann|1.1.2023\n3. Bob|2.1.2023\n',
      { ...ignore, header: 'auto', drop: ['name'] },
      badHeader,
    ],
    [
      'records of two lines',
      'note,date\nname,n\nx,1\nAnn,2\ny,3\nBob,4\n',
      { ...ignore, select: ['note', 'n'] },
      badHeader,
    ],
    ['an address behind a name', 'Ann <ann@x.com>;Bob <bob@x.com>\n', { ...ignore, drop: ['name'] }, badHeader],
    ['a log under a header', '2024-01-01 10:00:00,100 INFO ann\n', { drop: [0] }, ambiguous],
    ['semicolons of HTML', '1;a&amp;b;Ann\n2;c&amp;d;Bob\n', { ...ignore, header: false, drop: [2] }, ambiguous],
    ['shares with decimal commas', 'a;b;Ann;7,5 %\n;Bob;44,5 %\n', { header: false, drop: [1] }, ambiguous],
    ['names and values in two columns', 'name|Ann\nprice|273.93\n\nname|Bob\nprice|162.15\n', mask('name'), badHeader],
    ['a header that is repeated', 'id,name\n1,Ann\nid,name\n2,Bob\n', { drop: ['name'] }, { output: 'id\n1\nid\n2\n' }],
    ['an address among the names', 'ann@x.com,1\nbob@x.com,2\n', mask(0), badHeader],
    [
      'a table below other text',
      'From: a@b.c\nTo: d@e.f, g@h.i\nSubject: Export; all\n\ntags;name\n;"Ann"\n\n-- \nBest, Ann\n',
      { ...ignore, hash: [1] },
      badHeader,
    ],
  ]);
  for (const [kind, text, rule, outcome] of cases) {
    const verb = 'code' in outcome ? 'refuses' : 'reads';
    it(`${verb} ${kind}`, async () => {
      const { output, error } = await editEntry(
        Buffer.from(text),
        automaticRule({ ...rule, output: { delimiter: ',' } }),
      );
      if ('code' in outcome) assert.equal(error?.code, outcome.code, output.toString());
      else assert.deepEqual([error, output.toString()], [null, outcome.output]);
    });
  }
});

it('names a label as it is written, whatever its letters', async () => {
  const text = 'Größe: 3;x\nName: Ann;y\nGröße: 4;x\n';
  const { error } = await editEntry(Buffer.from(text), automaticRule({ header: false, drop: [1] }));
  assert.match(error?.message ?? '', /such as "Größe"/);
});
