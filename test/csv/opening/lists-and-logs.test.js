import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { automaticRule } from '../dialects.js';
import { editEntry } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

/** Lists, logs and reports that hold a delimiter in their values, or lines that are no records. Without a code, the text is what comes out with commas. */
/** @typedef {[kind: string, text: string, rule: Partial<CsvRule>, outcome: { output: string } | { code: string }]} Case */

const mask = (/** @type {string | number} */ field) => ({ mask: [{ field, keepLast: 0 }] });
const ambiguous = { code: 'csv/ambiguous-dialect' };
const badHeader = { code: 'csv/bad-header' };
const missing = 'ignore';

const lists = /** @type {Case[]} */ ([
  [
    'addresses of which one is in quotes',
    'ul. Nowa, d. 2871\n"2872 Main St, Apt 3; Rear"\nHauptstr. 2873, 12345 Bonn\n',
    { header: 'auto', ...mask(0) },
    ambiguous,
  ],
  [
    'a few addresses, the last of which is shorter',
    'rue de Lyon 76, New York, NY\nElm Rd 45, New York, NY\nElm Rd 39, 12345 Berlin\n',
    { header: false, ...mask(0) },
    ambiguous,
  ],
  [
    'a first value in quotes that holds another delimiter',
    '"He said ""no"", call 7696, please"\nDear all, call 7697 | asap\nHi; call 7698 | asap\n',
    { header: false, ...mask(0) },
    badHeader,
  ],
  [
    'a value in quotes, and an apostrophe',
    'Dear all, call 5221 don\'t wait\n"Hi; call 5222 (urgent), please"\n',
    { header: false, hash: [0] },
    ambiguous,
  ],
  [
    'addresses with a place in their page',
    'https://x.example/p;a/4703#a|b\nhttps://x.example/u/4704#a|b\n',
    { header: false, ...mask(0) },
    ambiguous,
  ],
  [
    'entities and escaped delimiters',
    'a &lt\\; b;Bob\n<p style=color:red\\;>x</p>;Zoe\n',
    { header: false, hash: [1] },
    ambiguous,
  ],
  ['one address that holds a semicolon', 'https://x.example/p;a/3105\n', { header: false, hash: [0] }, ambiguous],
  [
    'amounts that are written in several ways',
    '€ 1978,00\n$1979.00\n1980,5 %\n',
    { header: false, ...mask(0) },
    ambiguous,
  ],
  [
    'messages behind their times',
    '31.01.24, 10:30 - Ann: Hi Bob, how are you?\n31.01.24, 10:31 - Bob: fine, thanks\n31.01.24, 10:32 - Ann: ok\n',
    { header: false, hash: [0] },
    ambiguous,
  ],
  [
    'accounts, with commas in some of them',
    'root:x:0:0:root:/root:/bin/sh\nann:x:1:1:Ann,,,:/home/ann:/bin/sh\nbob:x:2:2:Bob,,,:/home/bob:/bin/sh\n',
    { header: false, hash: [0] },
    ambiguous,
  ],
  [
    'names under a name that the delimiter cuts',
    'last,first\nLee, Ann\nRay, Bob\n',
    { hash: ['last,first'], missing },
    badHeader,
  ],
  [
    'a tab in one value, and quotes around the other',
    'tab\there 6772\n"""6773"" she said"\n',
    { header: false, ...mask(0) },
    ambiguous,
  ],
  ['folders', 'C:\\;Ann\nD:\\;Bob\n', { header: false, ...mask(1) }, { output: 'C:\\,***\nD:\\,***\n' }],
  [
    'an object in JSON that holds the delimiter, where long records are cut',
    'id;data;name\n1;{"a":1,"b":"x;y"};Ann\n2;{"a":2,"b":"z"};Bob\n',
    { drop: ['data'], ragged: 'cut' },
    ambiguous,
  ],
  [
    'a record too long, where long records are cut',
    'id;data;name\n1;{"a":1};Ann\n2;{"a":2};Bob;x\n',
    { drop: ['data'], ragged: 'cut' },
    { output: 'id,name\n1,Ann\n2,Bob\n' },
  ],
]);

const quotes = /** @type {Case[]} */ ([
  [
    'line breaks in quotes, and CR at the end of records',
    '10.0.92.1|a;b|"two\nlines"\rfe80::1|a;b;c|call back, please\rfe80::2|c|"two\nlines"\r',
    { header: ['x', 'y', 'z'], keep: ['y', 'z'], missing },
    { output: 'a;b,"two\nlines"\r\na;b;c,"call back, please"\r\nc,"two\nlines"\r\n' },
  ],
  [
    'quotes in one record above a note',
    '9 812,16;555;"1,2;3,4-x"\n\n* without tax\n',
    { header: false, ...mask(1) },
    { output: '"9 812,16",***,"1,2;3,4-x"\n' },
  ],
  [
    'apostrophes around all texts of one record',
    "'fr-FR';0;'en';'user';10.01.2024\n",
    { header: false, drop: [3] },
    { output: '"fr-FR",0,"en",10.01.2024\n' },
  ],
  [
    'apostrophes around all texts of several records',
    "41111,0\n'DE44 5001',\n'DE44 5002',1\n41112,1\n",
    { header: false, ...mask(0) },
    { output: '*****,0\n"*********",\n"*********",1\n*****,1\n' },
  ],
  [
    'line breaks in the quotes of one column, and CR at the end of records',
    '"two\nlines 1"\r"two\nlines 2"\r',
    { header: false, ...mask(0) },
    { output: '"***********"\r\n"***********"\r\n' },
  ],
  [
    'bars that are doubled between names, one of which is used',
    'name||url||n\nAnn||a.b||1\nBob||c.d||2\n',
    mask('name'),
    { output: 'name,url,n\n***,a.b,1\n***,c.d,2\n' },
  ],
  [
    'a delimiter that may be repeated, behind which all values stand',
    '||Ann\n||Bob\n',
    { header: false, drop: [1] },
    ambiguous,
  ],
  [
    'an apostrophe before one text of one record',
    "'tis;0;'en';10.01.2024\n",
    { header: false, drop: [3] },
    { output: "'tis,0,'en'\n" },
  ],
  [
    'apostrophes around all texts of two records, under "auto"',
    "'Y'|'fr'|50550|'user5419'\n'Y'|'ru'||'x_5420'\n",
    { header: 'auto', keep: [0, 1, 2] },
    { output: '"Y","fr",50550\n"Y","ru",\n' },
  ],
  [
    'apostrophes below a padded title, and a header that is one name short',
    "\"List; all\";;;\nname;tags;x\nAnn;$1;;\nBob;$6;'a;b;c';y\nCy;$2;'a;b;c';\n",
    { header: 'auto', drop: [1], ragged: 'pad' },
    badHeader,
  ],
  [
    'a delimiter that may be repeated, above a first value that is empty',
    '||+1 (555) 555-1082\na;b||+1 (555) 555-1083\n||+1 (555) 555-1084\n',
    { header: false, ...mask(1) },
    ambiguous,
  ],
]);

const reports = /** @type {Case[]} */ ([
  [
    'a title with a date and a first column without values',
    '01.02.2024\t\tList of Ann\t\t1\n\n\tid\tname\ttown\tsum\n\n\t1\tLee\tBonn\t1.234,56\n\t2\tRay\tRome\t234,50\n',
    mask(2),
    badHeader,
  ],
  ['a title with a year', 'Export;2024;intern\nname;city;zip\nAnn;Rome;00100\nBob;Bonn;53111\n', mask(0), badHeader],
  [
    'years among its names',
    'Region;2019;2020\nNorth;n/a;5\nSouth;6;7\n',
    mask(0),
    { output: 'Region,2019,2020\n*****,n/a,5\n*****,6,7\n' },
  ],
  ['a table in Markdown', '| id | name |\n|----|:----:|\n| 1 | Ann |\n| 2 | Bob |\n', mask('name'), badHeader],
  ['a table in Markdown without bars around it', 'id | name\n--- | ---\n1 | Ann\n2 | Bob\n', mask('name'), badHeader],
  [
    'a line of dashes to be filled up',
    ' id | name\n----+-----\n 1 | Ann\n',
    { ...mask('name'), ragged: 'pad' },
    badHeader,
  ],
  ['dashes for no value', 'name;a;b\n---;---;5\nAnn;1;2\n', mask('name'), { output: 'name,a,b\n***,---,5\n***,1,2\n' }],
  [
    'the fields of a log in comments',
    '#Date: 2024-01-01 00:00:00 a b\n#Version: 1.0\n2024-01-01 00:00:01 10.0.0.1 ann /a\n2024-01-01 00:00:02 10.0.0.2 bob /b\n',
    { header: ['day', 'time', 'ip', 'user', 'path'], ...mask('user') },
    ambiguous,
  ],
  [
    'labels and their values above names and a record',
    'Owner|Ann\nPeriod|2024\nAccount:|DE12\n\nAddress|Status|Town\nElm Rd 64|N/A|Ulm\n',
    { hash: [0] },
    { code: 'csv/two-tables' },
  ],
  ['two columns above a total', 'name|sum\nAnn|5\nBob|6\n\nTotal|11\n', { drop: [0] }, { output: 'sum\n5\n6\n11\n' }],
  [
    'dates among its names, under "auto"',
    'name,2024-01-31,2024-02-29\nAnn,1,2\nBob,3,4\n',
    { header: 'auto', ...mask('name') },
    { output: 'name,2024-01-31,2024-02-29\n***,1,2\n***,3,4\n' },
  ],
  [
    'dates in its first line, under "auto", by position',
    'name,2024-01-31,2024-02-29\nAnn,1,2\nBob,3,4\n',
    { header: 'auto', ...mask(0) },
    ambiguous,
  ],
  ['a list of names in a comment above one column', '# Fields: user\nAnn\nBob\n', mask(0), ambiguous],
  ['a list of names in a comment', '# Fields: nr,user\nguest,Ann\n1,Bob\n2,Cy\n', mask(1), ambiguous],
  [
    'a list of names in a comment, under "auto"',
    '# Fields: id;user;n\nabc;Ann;none\n15;Bob;5\n16;Cy;6\n',
    { header: 'auto', ...mask(1) },
    ambiguous,
  ],
  ['a name behind # and a label', '#Kunde: Nr,Name\nneu,Ann\n1,Bob\n', { hash: [1] }, ambiguous],
  [
    'words in a log whose names stand in a comment',
    '#Fields: date time ip\n2024-01-01 00:00:01 10.0.0.71\n2024-01-01 00:00:02 10.0.0.72\n',
    { drop: [2], missing },
    badHeader,
  ],
  ['wide commas', '编号，姓名\n1，李\n2，王\n', { drop: [1], missing }, badHeader],
  ['a tab between two lines that have notes around them', '// by x\nphone\tcode\n555\tx\n* all\n', mask(0), ambiguous],
  ['a tab within one line', 'notes\nfine\na\tb\n', mask(0), { output: 'notes\n****\n***\n' }],
  [
    'a field that is tested below a header with gaps',
    'Customer,,Order,\nName,Mail,No,Sum\nAnn,a@x.com,1,5\nBob,b@x.com,2,6\n',
    { where: { not: { field: 'Mail', eq: 'a@x.com' } }, missing },
    badHeader,
  ],
  [
    'a field that is tested and that it lacks',
    'name,n\nAnn,5\nBob,6\n',
    { where: { not: { field: 'mail', eq: 'a@x.com' } }, missing },
    { output: 'name,n\nAnn,5\nBob,6\n' },
  ],
]);

/** @param {Case[]} cases */
function check(cases) {
  for (const [kind, text, rule, outcome] of cases) {
    it(`${'code' in outcome ? 'is refused' : 'is read'} with ${kind}`, async () => {
      const { output, error } = await editEntry(
        Buffer.from(text),
        automaticRule({ output: { delimiter: ',' }, maxBad: 'auto', ...rule }),
      );
      assert.equal(error?.code, 'code' in outcome ? outcome.code : undefined);
      if ('output' in outcome) assert.equal(output.toString(), outcome.output);
    });
  }
}

describe('a list', () => check(lists));
describe('a table in odd quotes', () => check(quotes));
describe('a report', () => check(reports));
