import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { automaticRule } from '../dialects.js';
import { editEntry } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

/** Kinds of tables that draws have shown to be read wrongly. Without an error, the text is what comes out with commas. */
/** @typedef {[kind: string, text: string, rule: Partial<CsvRule>, outcome: { output: string } | { code: string }]} Case */

const mask = (/** @type {string | number} */ field) => ({ mask: [{ field, keepLast: 0 }] });
const ambiguous = { code: 'csv/ambiguous-dialect' };
const badHeader = { code: 'csv/bad-header' };
const tooManyBad = { code: 'csv/too-many-bad' };

describe('a table as draws have shown it', () => {
  const cases = /** @type {Case[]} */ ([
    [
      'bars within values beside quotes around fields',
      'a|1|b,"7,5"\na|2|b,"8,5"\n',
      { header: false, drop: [0] },
      { output: '"7,5"\n"8,5"\n' },
    ],
    ['bars and commas in as many values', 'a|1|b,7,x\na|2|b,8,y\n', { header: false, drop: [0] }, ambiguous],
    [
      'a tab beside commas and semicolons',
      'no\t9 Elm St, Apt 2; rear\nyes\t8 Elm St, Apt 3; rear\n',
      { header: false, drop: [1] },
      { output: 'no\nyes\n' },
    ],
    [
      'a tilde in a value of each record',
      'a5,~/q/1,8,x\na6,~/q/2,9,y\n',
      { header: false, ...mask(1) },
      { output: 'a5,*****,8,x\na6,*****,9,y\n' },
    ],
    [
      'a comma and a space within quotes',
      '"O\'Hara, Ann"~"6,1"\n"O\'Neil, Bob"~"7,1"\n',
      { header: false, drop: [0] },
      { output: '"6,1"\n"7,1"\n' },
    ],
    [
      'arrays of JSON',
      'Lee, Ann;[5,5,3]\nKay, Bob;[6,4,3]\nRay, Cy;[7,3,3]\n',
      { header: false, keep: [0] },
      { output: '"Lee, Ann"\n"Kay, Bob"\n"Ray, Cy"\n' },
    ],
    [
      'three words in each line',
      'Ann Smith 4488\nBob Lee 4490\nCy Ray 4491\n',
      { header: false, ...mask(0) },
      ambiguous,
    ],
    [
      'words under the only name that the rule gives',
      '+49 (30) 88\n+49 (30) 89\n',
      { header: ['phone'], ...mask('phone') },
      { output: `${'*'.repeat(11)}\n`.repeat(2) },
    ],
    [
      'delimiters behind records below a padded title',
      'Report;;\nid;name;n\n1;Ann;2;\n3;Bob;4;\n',
      { drop: ['name'] },
      { output: 'id,n\n1,2\n3,4\n' },
    ],
    [
      'a title with a comma above an empty line and records with commas',
      'Report, all\n\nemail;note;n\n4 Main St, Apt. 3;x;1\n5 Main St, Apt. 4;y;2\n',
      { drop: [0] },
      { output: 'note,n\nx,1\ny,2\n' },
    ],
    ['a title alone above a rare delimiter', 'People; all\nname~n~x\nAnn~1~2\nBob~3~4\n', mask(0), badHeader],
    ['a title that half of the lines are like', 'Report\nby Ann\n"id"| "name"\n"1"| "Ann"\n', mask(0), badHeader],
    [
      'a header that is one name too long above addresses with semicolons',
      'flag,name,x\nno,http://q/1?a=b;c\nno,http://q/2?a=b;c\n',
      { header: 'auto', drop: [1] },
      tooManyBad,
    ],
    [
      'a first record of another width that is no title',
      "'a;b;c';555 1;22:14;7\nc;555 2;17:10;8\nd;555 3;11:18;9\n",
      { header: false, drop: [1] },
      { output: '"a;b;c",22:14,7\nc,17:10,8\nd,11:18,9\n' },
    ],
    [
      'a first record with only its last field',
      ';;"Lee, Ann"\n4;;"Kay, Bob"\n5;1.2.2010;"Ray, Cy"\n',
      { header: 'auto', keep: [0, 1] },
      { output: ',\n4,\n5,1.2.2010\n' },
    ],
    [
      'two columns that are always empty',
      `${'$5.33\t\t8/9/2010\t\t25:21\n'.repeat(4)}`,
      { header: false, drop: [1] },
      ambiguous,
    ],
    [
      'apostrophes around a value of two lines',
      "id~name~n\n1~'a\nb'~4\n2~'c\nd'~5\n",
      mask('name'),
      { output: 'id,name,n\n1,"***",4\n2,"***",5\n' },
    ],
    [
      'apostrophes around all values of one column',
      "'Name'\n'O''Hara, Cy'\n'Lee, Cy'\n",
      mask(0),
      { output: `Name\n"${'*'.repeat(10)}"\n"*******"\n` },
    ],
    [
      'apostrophes around all names below a padded title',
      "Sales;;;\n;;;\n'a';'b';'c';'d'\n'x';'Ann';'1';'2'\n'y';'Bob';'3';'4'\n",
      mask('b'),
      { output: 'a,b,c,d\n"x","***","1","2"\n"y","***","3","4"\n' },
    ],
    [
      'a doubled apostrophe at the end of a value',
      "id,name\n1,'''52'\n2,'''53'\n",
      mask('name'),
      { output: 'id,name\n1,"***"\n2,"***"\n' },
    ],
    [
      'apostrophes around all values of two columns',
      "id,a,b\n1,'x','y'\n2,'z','w'\n",
      mask('a'),
      { output: 'id,a,b\n1,"*","y"\n2,"*","w"\n' },
    ],
    [
      'lines of codes above records',
      `${'a1\n'.repeat(10)}${'b1,x\n'.repeat(30)}`,
      { header: false, drop: [0] },
      badHeader,
    ],
    ['a caret twice at the end of a record', '0^Ann^^\n', { header: ['id', 'name'], drop: ['name'] }, ambiguous],
    ['a tab at the end of each record', '1;2;\t\n3;4;\t\n', { header: ['a', 'b'], drop: ['b'] }, ambiguous],
    [
      'a header that is one name short above dates in quotes',
      '"ssn"\n"2026-09-10"|"2/12/2764"\n"2018-03-22"|"11/7/2765"\n"2013-02-19"|"10/8/2766"\n|"11/5/2767"\n',
      { drop: [1] },
      badHeader,
    ],
    [
      'a title and a header that is one name too long above JSON in quotes',
      'People; all\n"flag","who","x"\n"no","{""id"": 1, ""z"": 1}"\n"no","{""id"": 2, ""z"": 2}"\n',
      { drop: [1] },
      { code: 'csv/missing-field' },
    ],
    [
      'a first record with only its first field',
      'Lee-24, Ann;;\nKay-25, Cy;true;7\nRay-26, Di;false;8\nFox-27, Ed;true;9\n',
      { header: 'auto', drop: [0] },
      { output: ',\ntrue,7\nfalse,8\ntrue,9\n' },
    ],
    [
      'a single record that is cut in its CRLF',
      '1;"a\nb";x\r',
      { header: false, ...mask(2) },
      { output: '1,"a\nb",*\r\n' },
    ],
    [
      'lines that end with CR, beside a quoted LF and a rare delimiter',
      '"a\nb"~Ann~1\rc~Bob~2\rd~Cy~3\r',
      { header: ['x', 'name', 'n'], drop: ['name'] },
      { output: '"a\nb",1\r\nc,2\r\nd,3\r\n' },
    ],
    [
      'objects of JSON under "auto"',
      '"{""id"": 1, ""n"": ""Ann""}"\n"{""id"": 2, ""n"": ""Lee Jo""}"\n',
      { header: 'auto', ...mask(0) },
      { output: `"${'*'.repeat(21)}"\n"${'*'.repeat(24)}"\n` },
    ],
    [
      'an address with a bar under a single name',
      'name\nhttp://q/1?a=b|1/2/2014\nhttp://q/2?a=b|1/3/2014\n',
      { hash: ['name'] },
      badHeader,
    ],
    [
      'addresses and another value under one name',
      'plan\nhttps://a.b/1?a=b;c,free\nhttps://a.b/2?a=b;c,pro\n',
      { keep: ['plan'] },
      badHeader,
    ],
    [
      'addresses and a code under one name',
      `email\n${[1, 2, 3, 4].map(n => `https://a.b/${n}?e=f;55.1${n}\n`).join('')}`,
      { header: 'auto', hash: ['email'] },
      badHeader,
    ],
    [
      'addresses with letters whose bytes hold that of a space, and another value under one name',
      'url\nhttps://a.b/1?q=\u00e0;alice@x.org\nhttps://a.b/2?q=x;bob@x.org\n',
      { keep: ['url'] },
      badHeader,
    ],
    [
      'addresses and base64 under one name',
      'url\nhttps://a.b/1?a=b;YWxpY2VAeC5vcmc=\nhttps://a.b/2?a=b;Ym9iQGV4LmNvbQ==\n',
      { keep: ['url'] },
      badHeader,
    ],
    [
      'addresses that go on alike in all lines but the last two, under one name',
      `url\n${'https://a.b/1?a=b;active\n'.repeat(60)}https://a.b/2?a=b;alice@x.org\nhttps://a.b/3?a=b;bob@x.org\n`,
      { keep: ['url'] },
      badHeader,
    ],
    [
      'a tab in all records but the last, under one name',
      `day\n${'4/1/2295\t\n'.repeat(5)}${'5/2/2299\tann@x.org\n'.repeat(5)}6/6/2000\n`,
      { keep: ['day'] },
      badHeader,
    ],
    [
      'addresses that go on alike behind a delimiter, under one name',
      `url\n${[1, 2, 3, 4].map(n => `https://a.b/${n}?a=b;c\n`).join('')}`,
      mask('url'),
      { output: `url\n${`${'*'.repeat(19)}\n`.repeat(4)}` },
    ],
    [
      'addresses that go on with names behind a delimiter, under one name',
      'url\nhttps://a.b/?a=b;c=1\nhttps://a.b/?a=b;c=2\n',
      mask('url'),
      { output: `url\n${`${'*'.repeat(20)}\n`.repeat(2)}` },
    ],
    [
      'addresses with coordinates, under one name',
      'url\nhttps://maps.x/?q=48.85,2.35\nhttps://maps.x/?q=52.52,13.40&z=5\n',
      mask('url'),
      { output: `url\n${'*'.repeat(28)}\n${'*'.repeat(33)}\n` },
    ],
    [
      'addresses with coordinates and another value, under one name',
      'url\nhttps://maps.x/?q=48.85,2.35;17\nhttps://maps.x/?q=52.52,13.40;18\n',
      { keep: ['url'] },
      badHeader,
    ],
    [
      'a tab at the end of all records but one, under one name',
      `empty\n${'4/1/2295\t\n'.repeat(5)}5/27/2299\tx\n`,
      { keep: ['empty'] },
      badHeader,
    ],
    [
      'a delimiter within apostrophes in a few records, of which the last is cut',
      "id;tags;x;ssn;n\n1;c;y;11;7\n2;;y;12;7\n3;c;y;13;8\n4;'a;b';y;14;8\n5;'a;b';y;15\n",
      { drop: ['ssn'] },
      { output: 'id,tags,x,n\n1,c,y,7\n2,,y,7\n3,c,y,8\n4,"a;b",y,8\n' },
    ],
    [
      'addresses with a comma in one field of many, with semicolons in another',
      '8 Main St, Apt. 4^2.1^no^Rome^^2.4.24^x^a;b;c\n9 Main St, Apt. 3^6.1^no^^2:2^5.1.14^x^a;b;c\n',
      { header: false, drop: [0] },
      ambiguous,
    ],
    [
      'a delimiter within apostrophes around the only value',
      "email\n'https://a.b/1?a=b;c'\n",
      mask(0),
      { output: `email\n"${'*'.repeat(19)}"\n` },
    ],
    [
      'a title and all first values with a delimiter that the names lack',
      `People; all\nplan,code,city\n${[1, 2, 3, 4].map(n => `https://a.b/${n}?a=b;c,free,A${n},Rome\n`).join('')}`,
      { keep: [1, 2, 3], missing: 'ignore' },
      badHeader,
    ],
    [
      'a last record that is cut within quotes behind a line end, where short ones are filled up',
      'email,day,note\na@b.co,1,"x\ny"\nc@b.co,2,z\nd@b.co,3,"x\ny\n',
      { ...mask('email'), ragged: 'pad', maxBad: '100%' },
      { output: 'email,day,note\n******,1,"x\ny"\n******,2,z\n' },
    ],
    [
      'a delimiter within apostrophes in the last record only, which may be cut',
      "id;tags;x;ssn\n1;c;y;11\n2;;y;12\n3;c;y;13\n4;'a;b';y\n",
      { drop: ['ssn'] },
      ambiguous,
    ],
    [
      'a header that is one name short below a line of delimiters, above a last column with one value',
      `,,\nssn,n\n${'x,555 1,\n'.repeat(10)}x,555 2,y\n${'x,555 3,\n'.repeat(10)}`,
      mask('ssn'),
      badHeader,
    ],
    [
      'a rare delimiter under comments and one name',
      `# x, y\n# z\n'Salary'\n${[1, 2, 3, 4, 5, 6, 7, 8, 9].map(n => `^'555.${n}'\n`).join('')}`,
      { header: 'auto', keep: [0], missing: 'ignore' },
      badHeader,
    ],
    [
      'a rare delimiter in all lines under a name too many',
      'phone~price~extra\n555 1~3.1\n555 2~8.2\n555 3~6.3\n',
      mask(0),
      ambiguous,
    ],
    [
      'a rare delimiter that splits evenly beside semicolons that do not',
      'a;b;c~1.7.22~http://q/1?a=b;c\na;b;c~2.1.12~http://q/2?a=b;c\nc~1.8.17~http://q/3?a=b;c\na;b;c~1.1.23~http://q/4?a=b;c\n',
      { header: 'auto', keep: [0, 1] },
      ambiguous,
    ],
    [
      'a tilde behind a slash in each line',
      'https://x.de/~ann/\nhttps://x.de/~bob/\n',
      { header: false, ...mask(0) },
      { output: `${'*'.repeat(18)}\n`.repeat(2) },
    ],
    [
      'a tilde behind a slash in each line below a name',
      'url\nhttps://x.de/~ann/\nhttps://x.de/~bob/\n',
      mask('url'),
      { output: `url\n${`${'*'.repeat(18)}\n`.repeat(2)}` },
    ],
    [
      'a tilde behind a slash in each line but a last one with another tilde',
      'https://x.de/~ann/a\nhttps://x.de/~bob?a=b\nhttps://x.de/a~b/\n',
      { header: false, ...mask(0) },
      { output: `${'*'.repeat(19)}\n${'*'.repeat(21)}\n${'*'.repeat(17)}\n` },
    ],
    [
      'a tilde within the short name of a folder in each line',
      'C:\\PROGRA~1\\a.txt\nC:\\DOCUME~1\\b.txt\n',
      { header: false, ...mask(0) },
      { output: `${'*'.repeat(17)}\n`.repeat(2) },
    ],
    [
      'the sign of a section in each line',
      'BGB § 433\nBGB § 434\nStGB § 7\n',
      { header: false, ...mask(0) },
      { output: '*********\n*********\n********\n' },
    ],
    [
      'the sign of a section in each line, of which the rule keeps the first field',
      'BGB § 433\nBGB § 434\nStGB § 7\n',
      { header: false, keep: [0] },
      badHeader,
    ],
    [
      'prices with a point behind a tilde',
      'name~price\nAnn~5.50\nBob~6.10\n',
      mask('name'),
      { output: 'name,price\n***,5.50\n***,6.10\n' },
    ],
    [
      'tildes behind values that end with a slash, below names',
      'url~email\nhttps://a.de/~ann@x.de\nhttps://b.de/~bob@x.de\n',
      mask('email'),
      { output: 'url,email\nhttps://a.de/,********\nhttps://b.de/,********\n' },
    ],
    [
      'tildes behind values that end with a slash, below names of which the rule uses none',
      'dir~file\n/var/~ann\n/tmp/~bob\n',
      mask(1),
      { output: 'dir,file\n/var/,***\n/tmp/,***\n' },
    ],
    [
      'tildes behind values that end with a slash, under names that the rule gives',
      '/var/~ann@x.de\n/tmp/~bob@x.de\n',
      { header: ['dir', 'email'], ...mask('email') },
      { output: '/var/,********\n/tmp/,********\n' },
    ],
    [
      'tildes behind values that end with a slash, without names',
      '/var/~/home/~ann@x.de\n/tmp/~/home/~bob@x.de\n',
      { header: false, drop: [2] },
      { output: '/var/,/home/\n/tmp/,/home/\n' },
    ],
    [
      'titles above names with a rare delimiter that the rule uses',
      'Report\nby Ann\nday~name\n1.7.22~Ann\n2.7.22~Bob\n',
      mask('name'),
      { output: 'day,name\n1.7.22,***\n2.7.22,***\n' },
    ],
    [
      'carets in formulas below a name that holds one',
      'f^x\nx^2\nx^2 + y^2\nz^3\n',
      mask(0),
      { output: 'f^x\n***\n*********\n***\n' },
    ],
    [
      'carets in patterns',
      '^a$\n^b^c$\n[^d]\n^e\n',
      { header: false, ...mask(0) },
      { output: '***\n*****\n****\n**\n' },
    ],
    [
      'carets in all lines under the only name that the rule gives',
      'x^2\ny^2\nz^2\n',
      { header: ['f'], ...mask('f') },
      { output: '***\n***\n***\n' },
    ],
    [
      'a semicolon at the beginning of each line',
      ';Ann\n;Bob\n',
      { header: false, ...mask(1) },
      { output: ',***\n,***\n' },
    ],
    [
      'a first record that lacks its price, in front of decimal commas',
      'name;price\nLee, Ann\nKay;3,50\nRay;4,60\nPaz;5,70\n',
      { ...mask(0), ragged: 'pad' },
      { output: 'name,price\n********,\n***,"3,50"\n***,"4,60"\n***,"5,70"\n' },
    ],
    [
      'a name that the rule uses in the first line, above one with commas as all others have',
      `People;all\nplan,code,city\n${'http://q/?a=b;c,free,A1,Rome\n'.repeat(4)}`,
      { keep: ['people'], names: 'loose' },
      { output: `People\n${'http://q/?a=b\n'.repeat(4)}` },
    ],
    [
      'an apostrophe at the beginning of one value and at the end of another one below',
      "name,n\n'Til,5\nRockin',6\n",
      mask('name'),
      { output: 'name,n\n****,5\n*******,6\n' },
    ],
    [
      'a title with an apostrophe in front, above a value that ends with one',
      "'90s hits\nid,name,band\n1,Ann,Guns N'\n2,Bob,Abba\n3,Cy,Abba\n",
      mask('name'),
      { output: "id,name,band\n1,***,Guns N'\n2,***,Abba\n3,**,Abba\n" },
    ],
    [
      'apostrophes at both ends of the last record that the opening shows, but not of the entry',
      `city,height\n${'Ulm,5\n'.repeat(10_918)}'s-Hage,6'\n${'Ulm,5\n'.repeat(100)}`,
      { drop: ['city'] },
      { output: `height\n${'5\n'.repeat(10_918)}6'\n${'5\n'.repeat(100)}` },
    ],
    [
      'apostrophes at both ends of the last record of the entry',
      `city,height\n${'Ulm,5\n'.repeat(10)}'s-Hage,6'\n`,
      { drop: ['city'] },
      ambiguous,
    ],
    [
      'a caret in the only name, which the rule uses, and in all values but the last one',
      `f^x\n${'x^2\n'.repeat(10)}z\n`,
      mask('f^x'),
      { output: `f^x\n${'***\n'.repeat(10)}*\n` },
    ],
    [
      'a tab in a single record beside commas and semicolons',
      'no\t9 Elm St, Apt 2; rear\n',
      { header: false, ...mask(1) },
      ambiguous,
    ],
    [
      'a title with a comma above records of which the last is cut to its width',
      'Report, all\nstart,ssn,x\n10:25,55.1,\n11:17,55.2,\n12:19,55.3\n',
      mask(1),
      badHeader,
    ],
    [
      'a title with a comma above records without names of which the last is cut to its width',
      'Report, all\n10:25,55.1,\n11:17,55.2,\n12:19,55.3\n',
      { header: false, ...mask(1) },
      badHeader,
    ],
    [
      'a title above names with a rare delimiter that the rule uses',
      'Report\ndir~file\na~x\nb~y\n',
      mask('file'),
      { output: 'dir,file\na,*\nb,*\n' },
    ],
    [
      'a first record that lacks its last values, below names, where all first values have commas without a space',
      'name;aliases;x\nLee,Ann,Jr\nKay,Bob;Bo;1\nRay,Cy;C;2\nPaz,Di;D;3\n',
      mask(0),
      { output: 'name,aliases,x\n*******,Bo,1\n******,C,2\n******,D,3\n' },
    ],
    [
      'months as names',
      'name,01/2024,02/2024\nAnn,5,6\nBob,7,8\n',
      { header: 'auto', ...mask(0) },
      { output: 'name,01/2024,02/2024\n***,5,6\n***,7,8\n' },
    ],
    [
      'pairs of years as names, below a title',
      'Report\nname,2023/2024,2024/2025\nAnn,5,6\nBob,7,8\n',
      mask('name'),
      { output: 'name,2023/2024,2024/2025\n***,5,6\n***,7,8\n' },
    ],
    [
      'commas with a space behind them, in records of which one is short',
      `${'Ann, Ulm, red\n'.repeat(30)}Bob, Ulm\n`,
      { header: false, ...mask(0) },
      { output: '***, Ulm, red\n'.repeat(30) },
    ],
    ['a tilde at the beginning of each line', '~5 kg\n~7 kg\n', { header: false, ...mask(0) }, ambiguous],
    [
      'a title and a header that is one name too long above quotes with commas and semicolons',
      '# x, y\n# z\nPeople; all\n\n"t","id","c","name","u","extra"\n"a;b;c","94","C5","Lee, Ann","a;b"\n"a;b;c",,"A3","Kay, Bob","a;b;c"\n',
      { ...mask('name'), names: 'loose' },
      { code: 'csv/missing-field' },
    ],
    [
      'decimal commas within apostrophes above another table that is as wide as the halves',
      "'975,25',5/1/35\n'560,22',6/2/36\n'368,14',7/3/37\n'694,20',8/4/38\n\ntotal,sum,mean\nT1,7,1.5\n",
      { header: false, ...mask(1), ragged: 'cut' },
      ambiguous,
    ],
    [
      'a single record with semicolons within the fields of a bar',
      'a;b|http://q/1?a=b;c\n',
      { header: false, ...mask(1) },
      ambiguous,
    ],
    [
      'a single record of two lines under a rare delimiter',
      '555 1449~"two\nlines"~pro\n',
      { header: false, ...mask(0) },
      { output: '********,"two\nlines",pro\n' },
    ],
    [
      'apostrophes around a value of two lines that begins the first record',
      "'two\nlines',555 1\n,555 2\nfine,555 3\n",
      { header: ['note', 'phone'], ...mask(1) },
      { output: '"two\nlines",*****\n,*****\nfine,*****\n' },
    ],
    [
      'semicolons within each address, where the last record is cut behind one',
      'https://q/1?a=b;c|7:15\nhttps://q/2?a=b;c|7:16\nhttps://q/3?a=b;c|7:17\nhttps://q/4?a=b;c\n',
      { header: ['url', 'time'], ...mask('url') },
      ambiguous,
    ],
    [
      'semicolons within each address beside a comma, where the last record is cut behind one',
      'https://q/1?a=b;c,7:15\nhttps://q/2?a=b;c,7:16\nhttps://q/3?a=b;c,7:17\nhttps://q/4?a=b;c\n',
      { header: ['url', 'time'], ...mask('url') },
      ambiguous,
    ],
    [
      'a padded title in quotes above many records in apostrophes that end with the delimiter',
      `"List; all";;\n'n';'day';'Name'\n${"'1';'2.3.24';'35,67';\n".repeat(12)}`,
      { header: 'auto', keep: ['n', 'day'] },
      { output: `n,day\n${'"1","2.3.24"\n'.repeat(12)}` },
    ],
    [
      'a padded title in quotes above names in apostrophes that end with the delimiter',
      `"List; all";;\n'n';'day';'Name';\n${"'1';'2.3.24';'35,67'\n".repeat(6)}`,
      { keep: ['n', 'day'] },
      { output: `n,day\n${'"1","2.3.24"\n'.repeat(6)}` },
    ],
    [
      'a record that has all fields of a long header only where apostrophes are no quotes',
      "note;url;Name;start;extra\na;x;1708,24;19:13\nb;;1709,83;13:19\n'x; y';;1710,60;23:15\n",
      { ...mask('Name'), missing: 'ignore', ragged: 'cut' },
      ambiguous,
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
