import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { automaticRule } from '../dialects.js';
import { editEntry } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

/** Files that look a little like no table, and that a person reads without doubt. */
/** @typedef {[kind: string, text: string, rule: Partial<CsvRule>, output: string]} Case */

const list = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => `f${at}`);

describe('an ordinary file', () => {
  const cases = /** @type {Case[]} */ ([
    [
      'an address in brackets behind a name',
      'name,Owner (ops@x.org)\nAnn,yes\nBob,no\n',
      { drop: [0] },
      'Owner (ops@x.org)\nyes\nno\n',
    ],
    [
      'an address at the end of a question',
      'name,Send receipts to billing@x.org\nAnn,ok\nBob,later\n',
      { drop: [0] },
      'Send receipts to billing@x.org\nok\nlater\n',
    ],
    [
      'a name that is a value of its column',
      'name,Member\nAnn,Guest\nBob,Member\n',
      { drop: ['Member'] },
      'name\nAnn\nBob\n',
    ],
    [
      'a first name that is a test value, in a table with numbers',
      'name,city,age\nAnn,Rome,31\nname,Oslo,32\n',
      { drop: ['name'] },
      'city,age\nRome,31\nOslo,32\n',
    ],
    [
      'values that begin with a kind',
      'Re: offer,ann,3\nFwd: invoice,bob,4\n',
      { header: false, drop: [1] },
      'Re: offer,3\nFwd: invoice,4\n',
    ],
    [
      'queries in the first column',
      'a=1&b=2,ann,3\na=3&b=4,bob,4\n',
      { header: list(3), drop: ['f1'] },
      'a=1&b=2,3\na=3&b=4,4\n',
    ],
    [
      'two spaces within a value of each record',
      'VIR  SEPA;5,00;Ann\nCB  SHOP;42,31;Bob\n',
      { header: false, drop: [2] },
      'VIR  SEPA,"5,00"\nCB  SHOP,"42,31"\n',
    ],
    [
      'brackets around the first and the last value',
      '[a],Ann,[x]\n[b],Bob,[y]\n',
      { header: false, drop: [1] },
      '[a],[x]\n[b],[y]\n',
    ],
    [
      'a number behind # and one of two digits',
      'Ann,Elm St #5,20\nBob,Oak St #7,31\n',
      { header: false, drop: [0] },
      'Elm St #5,20\nOak St #7,31\n',
    ],
    ['a price in dollars and a quantity', 'Ann,$5,20\nBob,$7,31\n', { header: false, drop: [0] }, '$5,20\n$7,31\n'],
    [
      'three decimals and two digits under as many names as fields',
      'Ann,21.125,40\nBob,21.250,41\n',
      { header: list(3), drop: ['f0'] },
      '21.125,40\n21.250,41\n',
    ],
    [
      'an amount without decimals and a number, with semicolons',
      'Ann;2.500;10\nBob;3.501;11\n',
      { header: false, drop: [0] },
      '2.500,10\n3.501,11\n',
    ],
    [
      'times with thousandths and semicolons',
      '2024-01-01 10:00:00,100;INFO;ann\n2024-01-01 10:00:01,200;WARN;bob\n',
      { header: false, drop: [2] },
      '"2024-01-01 10:00:00,100",INFO\n"2024-01-01 10:00:01,200",WARN\n',
    ],
    [
      'amounts in all columns but one, with spaces between thousands',
      'Ann;1 200,50;20,00 %\nBob;1 201,50;5,50 %\n',
      { header: false, drop: [0] },
      '"1 200,50","20,00 %"\n"1 201,50","5,50 %"\n',
    ],
    [
      'titles with colons under as many names as fields',
      'Dune: Messiah;Herbert\nEmma: a novel;Austen\n',
      { header: list(2), drop: ['f1'] },
      'Dune: Messiah\nEmma: a novel\n',
    ],
    [
      'another delimiter within a name, above one record',
      'id,a|b,mail\n1,x|y,ann\n',
      { drop: ['mail'] },
      'id,a|b\n1,x|y\n',
    ],
    [
      'a space behind numbers and a delimiter at each end',
      'id,name\n1, Ann,\n2, Bob,\n',
      { drop: ['name'] },
      'id\n1\n2\n',
    ],
    ['a name in angle brackets', '<meta>;n\nx;1\n', { drop: ['n'] }, '<meta>\nx\n'],
    [
      'a delimiter and a quote that are given, and a few values with commas',
      'name\nLee Ann, Jo\nRay, Bob\nCher\nPrince\nMadonna\n',
      { delimiter: ';', quote: '"', keep: [0] },
      'name\n"Lee Ann, Jo"\n"Ray, Bob"\nCher\nPrince\nMadonna\n',
    ],
    [
      'a value that is one of the names to be kept',
      'id,channel,value\n1,email,ann@x.com\n',
      { missing: 'ignore', keep: ['id', 'email', 'channel'] },
      'id,channel\n1,email\n',
    ],
    [
      'half as many fields as names, to be filled up',
      'Ann,ann@x.com\nBob,bob@x.com\n',
      { header: list(4), ragged: 'pad', drop: ['f1'] },
      'Ann,,\nBob,,\n',
    ],
    [
      'values that begin with a kind, and a time',
      'ERROR: disk full;2024-01-01\nINFO: all well;2024-01-02\nERROR: slow;2024-01-03T10:20Z\n',
      { header: false, drop: [1] },
      'ERROR: disk full\nINFO: all well\nERROR: slow\n',
    ],
    [
      'a short record with a decimal comma, to be filled up',
      'name;amount;n\nAnn;3,50;2\nBob;4;1\nCy;4,20\n',
      { ragged: 'pad', drop: ['name'] },
      'amount,n\n"3,50",2\n4,1\n"4,20",\n',
    ],
    ['a second column without a name', 'name,\nAnn,\nBob,\n', { drop: [1] }, 'name\nAnn\nBob\n'],
    ['a year above dashes', 'Name,2023\nAnn,-\nBob,4\n', { drop: [0] }, '2023\n-\n4\n'],
    [
      'years above words',
      'Kunde;2022;2023\nAnn;neu;offen\nBob;1;2\nCy;4;5\n',
      { drop: [0] },
      '2022,2023\nneu,offen\n1,2\n4,5\n',
    ],
    [
      'days above words',
      'Person;01.02.;02.02.\nAnn;frei;krank\nBob;8;8\nCy;8;8\n',
      { drop: [0] },
      '01.02.,02.02.\nfrei,krank\n8,8\n8,8\n',
    ],
    [
      'pages with a place in them, and other columns',
      'https://a.de/#/users/1,Ann,5\nhttps://a.de/#/users/2,Bob,6\n',
      { header: false, drop: [1] },
      'https://a.de/#/users/1,5\nhttps://a.de/#/users/2,6\n',
    ],
    [
      'pages with a place in them, and one other column',
      'https://a.de/#/1,Ann\nhttps://a.de/#/2,Bob\n',
      { header: false, drop: [1] },
      'https://a.de/#/1\nhttps://a.de/#/2\n',
    ],
    [
      'a title in quotes above records without a header',
      '"Umsatz; alle Kunden"\n1;Ann;5\n2;Bob;6\n',
      { header: false, drop: [1] },
      '1,5\n2,6\n',
    ],
    ['no last values in some records', 'Ann;;\nBob;;x\nCy;;y\n', { header: false, drop: [0] }, ',\n,x\n,y\n'],
    [
      'names as values, where a field that is tested is missing',
      'id,field,new\n1,status,x\n2,town,y\n',
      { where: { field: 'status', eq: 'ok' }, missing: 'ignore' },
      'id,field,new\n',
    ],
    [
      'a comma within brackets of the last column, where long records are cut',
      'id,name,note\n1,Ann,hi\n2,Bob,(see x, y)\n',
      { drop: ['name'], ragged: 'cut' },
      'id,note\n1,hi\n2,(see x\n',
    ],
    [
      'a date in its first record, and none in some others',
      'Ann A,2020-05-15\nBob B,\nCy C,2015-07-14\nDi D,\n',
      { header: 'auto', drop: [0] },
      '2020-05-15\n""\n2015-07-14\n""\n',
    ],
    ['dashes for no value', 'Ann;555\n---;---\nBob;556\n', { header: false, drop: [0] }, '555\n---\n556\n'],
    ['drives behind spaces', '1, C:\\, Ann\n2, D:\\, Bob\n', { header: list(3), drop: ['f2'] }, '1, C:\\\n2, D:\\\n'],
    [
      'drives in brackets',
      'a;Data (D:)\\;Ann\nb;Data (E:)\\;Bob\n',
      { header: list(3), drop: ['f2'] },
      'a,Data (D:)\\\nb,Data (E:)\\\n',
    ],
    [
      'tabs in a few messages',
      'message\nerror:\tdisk\nwarn:\tcpu\nok\nfine\ngood\n',
      { mask: [{ field: 0, keepLast: 4 }] },
      'message\n*******disk\n*****\tcpu\n**\n****\n****\n',
    ],
    [
      'wide commas in its only column',
      '你好，世界\n再见，朋友\n',
      { header: false, keep: [0] },
      '你好，世界\n再见，朋友\n',
    ],
    [
      'a comment that begins with its date',
      '# Created: 2024-01-01\nname\nAnn\nBob\n',
      { drop: [1], missing: 'ignore' },
      'name\nAnn\nBob\n',
    ],
    [
      'a field with a label behind #',
      '#Tag: Ann\n#Tag: Bob\nCy\nDi\n',
      { header: false, mask: [{ field: 0, keepLast: 1 }] },
      '********n\n********b\n*y\n*i\n',
    ],
    [
      'names of rows that have none, and a first record of words',
      ';name;n\nx;Ann;none\ny;Bob;2\nz;Cy;3\n',
      { drop: [1] },
      ',n\nx,none\ny,2\nz,3\n',
    ],
  ]);
  for (const [kind, text, rule, expected] of cases) {
    it(`may have ${kind}`, async () => {
      const { output, error } = await editEntry(
        Buffer.from(text),
        automaticRule({ ...rule, output: { delimiter: ',' } }),
      );
      assert.deepEqual([error, output.toString()], [null, expected]);
    });
  }
});
