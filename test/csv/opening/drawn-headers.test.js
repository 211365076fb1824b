import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { automaticRule } from '../dialects.js';
import { editEntry } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

/** Kinds of headers, and of lines above them, that draws have shown to be read wrongly. Without an error, the text is what comes out with commas. */
/** @typedef {[kind: string, text: string, rule: Partial<CsvRule>, outcome: { output: string } | { code: string }]} Case */

const mask = (/** @type {string | number} */ field) => ({ mask: [{ field, keepLast: 0 }] });
const ambiguous = { code: 'csv/ambiguous-dialect' };
const badHeader = { code: 'csv/bad-header' };
const twoTables = { code: 'csv/two-tables' };
const auto = /** @type {const} */ ({ header: 'auto' });

describe('a header as draws have shown it', () => {
  const cases = /** @type {Case[]} */ ([
    [
      'an index without a name above an empty row and a total',
      ',code,who\n0,x = 1,Ann\n1,f(x),Bob\n2,x = 1,Cy\n3,f(x),Di\n4,x = 2,Eve\n5,x = 2,Flo\n6,f(x),Gus\n7,x = 2,Hal\n,,\nsum,,\n',
      { ...auto, ...mask(2) },
      {
        output:
          ',code,who\n0,x = 1,***\n1,f(x),***\n2,x = 1,**\n3,f(x),**\n4,x = 2,***\n5,x = 2,***\n6,f(x),***\n7,x = 2,***\n,,\nsum,,\n',
      },
    ],
    ['no name above numbers, beside names', ',code,who\n5,a = 1,Ann\n9,f(x),Bob\n', { ...auto, drop: [2] }, ambiguous],
    [
      'the header again, above values of all shapes',
      'kind,who\n4,Ann <a1@x.com>\n"""9""",Jo Lee <j@x.com>\nkind,who\n\'07,Bob <b@x.com>\n',
      { ...auto, ...mask(1) },
      ambiguous,
    ],
    [
      'labels with values above as many records, some of which lack the last value',
      'Customer|Acme Inc.\nUntil 31.01.2024:|1.234,50 EUR\nAccount:|DE12 5001\n\nTel.|kind|code|gtin\n030 / 75|~0 kg|A5|\n030 / 35|x^5|A4|7\n',
      { drop: [0], ragged: 'cut' },
      { output: 'kind,code,gtin\n~0 kg,A5,\nx^5,A4,7\n' },
    ],
    [
      'labels without colons above as few records, where fields are named by position',
      'Customer|Acme Inc.\nCity|Rome\nBranch|Main\n\nTel.|kind|code|gtin\n030 / 75|~0 kg|A5|\n030 / 35|x^5|A4|7\n',
      { drop: [0], ragged: 'cut' },
      twoTables,
    ],
    [
      'a title that only its space tells from names',
      'People; internal\nStatus;cookie\nopen;"id=1; path=/"\nopen;"id=2; path=/, x"\nN/A;id=3\n',
      { drop: [1] },
      badHeader,
    ],
    [
      'names with a space behind the delimiter, above values that come again',
      'name, city\nAnn,Rome\nAnn,Bonn\nBob,Bonn\n',
      { drop: [0] },
      { output: ' city\nRome\nBonn\nBonn\n' },
    ],
    [
      'a padded title that holds the delimiter, above an empty row',
      'Users, all,,,\n,,,\nyn,kind,note,flag\nY,a,call 1,0\nY,b,call 2,1\nN,a,call 3,0\n',
      { keep: [0, 1, 3], ragged: 'pad' },
      badHeader,
    ],
    [
      'an amount in a currency of its own at the beginning',
      ',4906 zł\n,4907.50\n,4908.50\n,$4909.00\n,4910 zł\n',
      { ...auto, ...mask(1) },
      { output: ',*******\n,*******\n,*******\n,********\n,*******\n' },
    ],
    [
      'a value of another shape than those below at the beginning',
      'open,fe80::1875\nopen,10.0.126.1876\nja,10.0.126.1877\n',
      { ...auto, ...mask(1) },
      ambiguous,
    ],
    [
      'short numbers in its names',
      'Name,Q1,Sales 2024\nAnn,12,13\nBob,14,15\n',
      { ...auto, drop: [0] },
      { output: 'Q1,Sales 2024\n12,13\n14,15\n' },
    ],
    [
      'numbers of houses, from the first line on',
      'a;7850 Elm St\na,b;Hauptstr. 7851\na|b;7852-2 Ring\n',
      { ...auto, ...mask(1) },
      { output: 'a,***********\n"a,b",**************\na|b,***********\n' },
    ],
    [
      'a name in UTF-8 that was read as windows-1252, and is not found',
      'StraÃŸe;Name\nElm 1;Ann\nOak 2;Bob\n',
      { drop: ['Straße'], missing: 'ignore' },
      badHeader,
    ],
    [
      'a title that has a comma, as only the names below do, and positions beyond it that are kept',
      'All sites, all\n-- list\nid;day;who;share, %;n\n1;2;Ann;0,6 %;7\n\n\n* no tax\n',
      { keep: [0, 1, 3, 4], missing: 'ignore' },
      badHeader,
    ],
    ['two addresses of mail in a single line', 'ann@x.com; bob@x.com\n', { ...auto, ...mask(0) }, ambiguous],
    ['two addresses of mail in each line', 'a1@x.com;b@y.com\na2@x.com; b@y.com\n', { ...auto, ...mask(0) }, ambiguous],
    ['words behind semicolons', 'Main St; rear\nElm St; left\n', { header: false, ...mask(0) }, ambiguous],
    [
      'bars on both sides of each line',
      '| id | who |\n|----|-----|\n| 1 | Ann |\n| 2 | Bob |\n',
      { drop: [1] },
      badHeader,
    ],
    [
      'bars on both sides of each line, and a name that is used',
      '|id|who|\n|1|Ann|\n|2|Bob|\n',
      { drop: ['who'] },
      { output: ',id,\n,1,\n,2,\n' },
    ],
    ['words around a bar in a single line', 'a | b 39\n', { header: false, ...mask(0) }, ambiguous],
    ['several names in a single line', 'Ann Lee, Bob Kay, Cy Ray\n', { header: false, ...mask(0) }, ambiguous],
  ]);
  for (const [kind, text, rule, outcome] of cases) itReads(kind, text, rule, outcome);
});

describe('a header in another encoding than UTF-8', () => {
  const text = Buffer.from('Straße;Name\nElm 1;Ann\n', 'latin1');
  const rule = /** @type {const} */ ({ missing: 'ignore', encoding: 'auto', output: { delimiter: ',' } });

  it('is refused where a field is not found whose name it may hold', async () => {
    const { error } = await editEntry(text, automaticRule({ ...rule, drop: ['Straße'] }));
    assert.equal(error?.code, 'csv/bad-header');
    assert.match(error.message, /another encoding.*"encoding"/);
  });

  it('is read where a field is not found whose name is ASCII', async () => {
    const { output, error } = await editEntry(text, automaticRule({ ...rule, drop: ['city'] }));
    assert.ifError(error);
    assert.equal(output.toString('latin1'), 'Straße,Name\nElm 1,Ann\n');
  });
});

describe('a table without a header as draws have shown it', () => {
  const cases = /** @type {Case[]} */ ([
    [
      'dates in words and places on both sides of a bar',
      'Jan 18, 2024|43.8878, 9.7766\nMarch 12, 2017|47.8879, 2.8506\n',
      { header: false, drop: [1] },
      { output: '"Jan 18, 2024"\n"March 12, 2017"\n' },
    ],
    [
      'spaces behind all commas, but behind no bar',
      'x, 5th|y, 6th\nz, 7th|x, 8th\ny, 9th|z, 5th\n',
      { header: false, drop: [1] },
      ambiguous,
    ],
    [
      'addresses, the first of which lacks the bar within those below',
      'https://x.co/a;b/1?a=1&b=2\nhttps://x.co/~u/2/a|b\nhttps://x.co/~u/3/a|b\n',
      { header: false, ...mask(0) },
      badHeader,
    ],
    [
      'a colon in each line, and a field that is kept',
      '12/8/15:7.56\n9/8/21:7.45\n',
      { header: false, keep: [0] },
      badHeader,
    ],
    [
      'a time in each line, and a field that is kept',
      '12:30\n12:45\n',
      { header: false, keep: [0] },
      { output: '12:30\n12:45\n' },
    ],
    [
      'amounts of several kinds in one column',
      '1.330,71\n€ 3302,00\n3303,50\n',
      { header: false, ...mask(0) },
      ambiguous,
    ],
    ['a time with its thousandths in one line', '2024-01-07 19:22:33,321\n', { header: false, ...mask(0) }, ambiguous],
    [
      'two bars between values with commas',
      '$1,740.32||12,78\n$5,886.33||58,82\n$9,697.34||2,92\n',
      { header: false, keep: [1] },
      ambiguous,
    ],
    [
      'addresses in one column, most of which hold a semicolon',
      'https://x.co/p;a/1?a=1\nhttps://x.co/~u/2\nhttps://x.co/p;a/3\n',
      { header: false, ...mask(0) },
      ambiguous,
    ],
    ['two bars in a single record', '806||2810-12\n', { header: false, ...mask(1) }, ambiguous],
    [
      'a share in percent beside a name with its value',
      'a=1;35%;Ann\nb=1;51%;Bob\n',
      { header: false, drop: [2] },
      { output: 'a=1,35%\nb=1,51%\n' },
    ],
    [
      'apostrophes around all values of a column in two records',
      "'ann@x.co',0\n'bob@x.co',1\n",
      { header: false, ...mask(0) },
      { output: '"********",0\n"********",1\n' },
    ],
    [
      'apostrophes behind spaces',
      "1, 'Ann', 'Lee'\n2, 'Bob', 'Kay'\n3, 'Cy', 'Ray'\n",
      { header: false, ...mask(1) },
      { output: '1,"***","Lee"\n2,"***","Kay"\n3,"**","Ray"\n' },
    ],
  ]);
  for (const [kind, text, rule, outcome] of cases) itReads(kind, text, rule, outcome);
});

describe("a bank's export", () => {
  const names = 'Buchung;Valuta;Empfänger;Text;Zweck;Saldo;Währung;Betrag;Währung';
  const above =
    'Umsatzanzeige;Datei erstellt am: 01.02.2024 10:30\n\nIBAN;DE12 5001 0517 5407 3249 31\nKontoname;Girokonto\n' +
    'Bank;ING\nKunde;Ann Lee\nZeitraum;01.01.2024 - 31.01.2024\nSaldo;1.234,56;EUR\n\nSortierung;Datum absteigend\n\n' +
    'In der Datei finden Sie alle Umsätze, die gebucht sind.\n\n';
  const record = (/** @type {string} */ purpose) =>
    `31.01.2024;31.01.2024;REWE;Lastschrift;${purpose};1.100,56;EUR;-12,34;EUR\n`;

  for (const count of [1, 2, 30]) {
    for (const header of /** @type {const} */ ([true, 'auto'])) {
      it(`with labels, their values and a note above ${count} of its records is read under "header": ${header}`, async () => {
        const text = `${above}${names}\n${record('Miete').repeat(count)}`;
        const rule = automaticRule({ header, ...mask('Zweck') });
        const { output, counts, error } = await editEntry(Buffer.from(text), rule);
        assert.ifError(error);
        assert.equal(output.toString(), `${names}\n${record('*****').repeat(count)}`);
        assert.equal(counts.records.bad, 0);
      });
    }
  }
});

/** @param {Case} kind */
function itReads(...[kind, text, rule, outcome]) {
  const says = 'code' in outcome ? 'is refused' : 'is read';
  it(`${says} with ${kind}`, async () => {
    const { output, error } = await editEntry(
      Buffer.from(text),
      automaticRule({ output: { delimiter: ',' }, maxBad: 'auto', ...rule }),
    );
    assert.equal(error?.code, 'code' in outcome ? outcome.code : undefined);
    if ('output' in outcome) assert.equal(output.toString(), outcome.output);
  });
}
