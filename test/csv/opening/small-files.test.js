import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { automaticRule } from '../dialects.js';
import { editEntry } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

/** Small files near to those that are refused, or read. Without an error, the text is what comes out with commas. */
/** @typedef {[kind: string, text: string, rule: Partial<CsvRule>, outcome: { output: string } | { code: string }]} Case */

const mask = (/** @type {string | number} */ field) => ({ mask: [{ field, keepLast: 0 }] });
const lines = (/** @type {number} */ count, /** @type {(at: number) => string} */ line) =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('');
const ambiguous = { code: 'csv/ambiguous-dialect' };
const badHeader = { code: 'csv/bad-header' };

describe('a small file', () => {
  const cases = /** @type {Case[]} */ ([
    ['words around a semicolon below one name', 'name\nAnn; Rome\nBob; Oslo\n', { keep: ['name'] }, badHeader],
    ['two addresses of mail below one name', 'mail\na@x.de;b@x.de\nc@x.de;d@x.de\n', { keep: ['mail'] }, badHeader],
    [
      'a number behind a time, below one name',
      'time\n2024-05-01 10:00:00,12345\n2024-05-01 10:00:01,45678\n',
      { keep: ['time'] },
      badHeader,
    ],
    [
      'thousandths behind a time, below one name',
      'time\n2024-05-01 10:00:00,123\n2024-05-01 10:00:01,456\n',
      { keep: ['time'] },
      { output: 'time\n"2024-05-01 10:00:00,123"\n"2024-05-01 10:00:01,456"\n' },
    ],
    ['dollars with a number behind them, below one name', 'pay\n$5200,34\n$6100,45\n', { keep: ['pay'] }, badHeader],
    [
      'pesos with and without thousands below one name',
      'precio\n$ 1.234,50\n$ 345,60\n',
      { keep: ['precio'] },
      { output: 'precio\n"$ 1.234,50"\n"$ 345,60"\n' },
    ],
    [
      'euros with cents below one name',
      'pay\n€5200,34\n€6100,45\n',
      { keep: ['pay'] },
      { output: 'pay\n"€5200,34"\n"€6100,45"\n' },
    ],
    [
      'a number and words around commas in a single line',
      '1042, Ann Lee, Rome\n',
      { header: false, ...mask(1) },
      { output: '1042,********, Rome\n' },
    ],
    [
      'a date and words around bars in a single line',
      '2024-05-01 | Ann | Rome\n',
      { header: false, ...mask(1) },
      { output: '2024-05-01 ,*****, Rome\n' },
    ],
    ['words around commas in a single line', 'Bonn, Ann Lee, Rome\n', { header: false, ...mask(1) }, ambiguous],
    [
      'words around a semicolon in many lines',
      lines(11, at => `Ann L${'e'.repeat(at)}; Rome`),
      { header: false, drop: [0] },
      { output: lines(11, () => ' Rome') },
    ],
    ['words around a semicolon in few lines', 'Ann; Rome\nBob; Oslo\n', { header: false, drop: [0] }, ambiguous],
    [
      'two addresses of mail in many lines',
      lines(11, at => `a${at}@x.de,b@x.de`),
      { header: false, drop: [0] },
      { output: lines(11, () => 'b@x.de') },
    ],
    ['two addresses of mail in few lines', 'a@x.de,b@x.de\nc@x.de,d@x.de\n', { header: false, drop: [0] }, ambiguous],
    [
      'a table of two columns above one of four with fewer records',
      'user;mail\nAnn;ann@x.de\nBob;bob@x.de\nCy;cy@x.de\n\nname;city;zip;n\nAnn;Rome;1;2\n',
      { drop: ['name', 'city'], missing: 'ignore' },
      { code: 'csv/two-tables' },
    ],
    [
      'a table of words above one of four with fewer records',
      'first;last\nAnn;Lee\nBob;Ray\nCy;van Berg\n\nname;city;zip;n\nAnn;Rome;1;2\n',
      { drop: ['name', 'city'], missing: 'ignore' },
      { code: 'csv/two-tables' },
    ],
    [
      'labels with values of several kinds above fewer records',
      'Owner;Ann\nBank;Main\nSince;2020-01-31\n\nname;city;zip;n\nAnn;Rome;1;2\n',
      { drop: ['name', 'city'] },
      { output: 'zip,n\n1,2\n' },
    ],
    [
      'labels with colons and values of one kind above fewer records',
      'Owner:;Ann\nSince:;2020-01-31\nUntil:;2020-12-31\n\nname;city;zip;n\nAnn;Rome;1;2\n',
      { drop: ['name', 'city'] },
      { output: 'zip,n\n1,2\n' },
    ],
    [
      'labels with colons and two values each below a table that is filled up',
      `name,mail,n,x\n${lines(9, at => `Ann,a${at}@x.de,1,2`)}\nOwner:,Bob,b@x.de\nClerk:,Cy,c@x.de\nBoss:,Di,d@x.de\n`,
      { drop: ['mail'], ragged: 'pad' },
      { code: 'csv/two-tables' },
    ],
    [
      'numbers with colons above fewer records',
      'id:,mail\n1:,a@x.de\n2:,b@x.de\n3:,c@x.de\n\nname,city,zip,n\nAnn,Rome,1,2\n',
      { drop: ['name', 'city'], missing: 'ignore' },
      { code: 'csv/two-tables' },
    ],
    [
      'three names above records of nine fields',
      `name,mail,a\n${lines(5, at => `Ann,a${at}@x.de,1,2,3,4,5,6,7`)}`,
      { header: 'auto', drop: [0] },
      { code: 'csv/too-many-bad' },
    ],
    [
      'a note below bars on both sides of each line',
      '| id | who |\n| 1 | Ann |\n| 2 | Bob |\n\n2 rows\n',
      mask(1),
      badHeader,
    ],
    ['spaces before bars on both sides of each line', '  | id | who |\n  | 1 | Ann |\n', mask(1), badHeader],
    [
      'bars on both sides of each line, and fields named by name and by position',
      '| id | who |\n| 1 | Ann |\n',
      { ...mask('who'), hash: [1] },
      badHeader,
    ],
    [
      'bars on both sides of each line, and a field named by name',
      '| id | who |\n| 1 | Ann |\n',
      { drop: ['who'], names: 'loose' },
      { output: ', id ,\n, 1 ,\n' },
    ],
    [
      'numbers of three digits in names above numbers',
      'patient,visit_001,T850hPa,age_018_024\nAnn,5,6,7\nBob,6,1,7\n',
      { header: 'auto', drop: [0] },
      { output: 'visit_001,T850hPa,age_018_024\n5,6,7\n6,1,7\n' },
    ],
    [
      'a year of two numbers as a name above numbers',
      'who,FY23/24\nAnn,5\nBob,6\n',
      { header: 'auto', drop: [0] },
      { output: 'FY23/24\n5\n6\n' },
    ],
    [
      'a word and a longer number as a name above numbers',
      'who,Price (1000 EUR)\nAnn,5\nBob,6\n',
      { header: 'auto', drop: [0] },
      { output: 'Price (1000 EUR)\n5\n6\n' },
    ],
    [
      'longer numbers in what may be names above numbers',
      'Ann,user1234\nBob,5678\nCy,5679\n',
      { header: 'auto', drop: [0] },
      ambiguous,
    ],
    ...['Flat 1204', 'Tel 0171 1234567', 'Room 123', 'A001', 'Apt 12/120', 'Box 120b'].map(value => [
      `a number behind ${value.slice(0, 3)}, above numbers, in the first record`,
      `Ann,${value}\nBob,1305\nCy,1406\n`,
      { header: 'auto', ...mask(0) },
      ambiguous,
    ]),
    [
      'an address with a port in each line',
      'https://x.de:8080/a\nhttps://x.de:80/b\n',
      { header: false, keep: [0] },
      { output: 'https://x.de:8080/a\nhttps://x.de:80/b\n' },
    ],
    [
      'a number of a book in each line',
      'urn:isbn:12\nurn:isbn:34\n',
      { header: false, keep: [0] },
      { output: 'urn:isbn:12\nurn:isbn:34\n' },
    ],
    ['a name and an address of mail in each line', 'ann:a@x.de\nbob:b@x.de\n', { header: false, keep: [0] }, badHeader],
    [
      'labels with values, some with a unit, above a wider table',
      'Account:,DE12,EUR\nOwner:,Ann,\nUntil:,31.01.2024,\n\nday,who,sum,cur,n\n1.1.24,Bob,3,EUR,1\n2.1.24,Cy,3,EUR,1\n3.1.24,Di,3,EUR,1\n4.1.24,Ed,3,EUR,1\n',
      { keep: ['day', 'n'] },
      { output: 'day,n\n1.1.24,1\n2.1.24,1\n3.1.24,1\n4.1.24,1\n' },
    ],
    [
      'no header and fewer fields than are kept by position',
      '1,Ann,Rome\n2,Bob,Oslo\n',
      { header: 'auto', keep: [0, 5], missing: 'ignore' },
      { output: '1\n2\n' },
    ],
    ...['/', '-', '.', '_'].flatMap(joint => [
      [
        `"${joint}" between all words, and fields kept by position`,
        `1${joint}Ann${joint}Rome\n2${joint}Bob${joint}Bad${joint}Ems\n`,
        { header: 'auto', keep: [0, 2], missing: 'ignore' },
        badHeader,
      ],
      [
        `"${joint}" between all words, and a field dropped by position`,
        `1${joint}Ann\n2${joint}Bob\n`,
        { header: false, drop: [1], missing: 'ignore' },
        badHeader,
      ],
    ]),
    [
      'fewer words with a hyphen than the position of a field that is dropped',
      'A-1\nB-2\n',
      { header: false, drop: [2], missing: 'ignore' },
      { output: 'A-1\nB-2\n' },
    ],
    [
      'dates, and a field dropped by position',
      '2024-01-31\n2024-02-29\n',
      { header: false, drop: [1], missing: 'ignore' },
      { output: '2024-01-31\n2024-02-29\n' },
    ],
    [
      'words with a hyphen below a delimiter that is given, and a field dropped by position',
      'A-1\nB-2\n',
      { header: false, delimiter: ',', drop: [1], missing: 'ignore' },
      { output: 'A-1\nB-2\n' },
    ],
    [
      'names in small letters with a space behind the delimiter, above words',
      'street, town\nElm,Rome\nOak,Oslo\n',
      { drop: [0] },
      { output: ' town\nRome\nOslo\n' },
    ],
    [
      'a title with a space behind the delimiter',
      'Sales, all\nname,town\nAnn,Rome\nBob,Oslo\n',
      { drop: [0] },
      badHeader,
    ],
    [
      'a title in small letters above names in small letters',
      'sales, all\nname,town\nAnn,Rome\nBob,Oslo\n',
      { drop: [0] },
      badHeader,
    ],
    [
      'a name with other signs between its words below a title in small letters',
      'sales, north\nFirst name,Town\nAnn,Rome\nBob,Oslo\n',
      { drop: ['first_name'], missing: 'ignore' },
      badHeader,
    ],
    [
      'an address above records that are none',
      'https://x.co/1\nAnn,x\nBob,y\nCy,z\n',
      { header: false, drop: [0] },
      { output: 'x\ny\nz\n' },
    ],
    [
      'a title above addresses with a comma',
      'Report\nhttps://x.co/a,b\nhttps://x.co/c,d\nhttps://x.co/e,f\n',
      { header: false, drop: [0] },
      { output: 'b\nd\nf\n' },
    ],
    [
      'spaces around a bar in each of several lines',
      'Ann | Rome\nBob | Oslo\n',
      { header: false, drop: [0] },
      { output: ' Rome\n Oslo\n' },
    ],
    ['a colon in a single line', 'ann:x\n', { header: false, keep: [0] }, { output: 'ann:x\n' }],
    [
      'a value twice in the line below names with a space between them',
      'Sales, all\nx,x\nAnn,Rome\nBob,Oslo\n',
      { drop: [0] },
      { output: ' all\nx\nRome\nOslo\n' },
    ],
    [
      'digits in the line below names with a space between them',
      'Street, flat\nElm St 4,Apt 5\nElm St,none\nOak St,both\n',
      { drop: [0] },
      { output: ' flat\nApt 5\nnone\nboth\n' },
    ],
    [
      'a single record below names with a space between them',
      'Name, town\nAnn,Rome\n',
      { drop: [0] },
      { output: ' town\nRome\n' },
    ],
    [
      'amounts of three currencies below a name',
      'cena,x\n5 zł,a\n6 ₴,b\n7 Kč,c\n',
      { header: 'auto', drop: [1] },
      { output: 'cena\n5 zł\n6 ₴\n7 Kč\n' },
    ],
    [
      'numbers of rows below their sign, and a delimiter at the end of each record',
      '№,who\n1,Ann,\n2,Bob,\n',
      { drop: ['who'] },
      { output: '№\n1\n2\n' },
    ],
  ]);
  for (const [kind, text, rule, outcome] of cases) {
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
});
