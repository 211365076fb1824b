import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Opening } from '../../../src/csv/opening/opening.js';
import { automaticRule } from '../dialects.js';

/** @import { Dialect } from '../../../src/csv/dialect.js' */
/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

/** @typedef {Partial<Dialect> & { names?: string[] | null, width?: number, skipped?: string[], header?: string | null }} Expected */

describe('an opening under the default rule', () => {
  /** @type {[title: string, text: string, expected: Expected, rule?: Partial<CsvRule>][]} */
  const cases = [
    ['quotes that are apostrophes', "id,name\n1,'Lee, Anna'\n2,'it''s, so'\n", { quote: "'", names: ['id', 'name'] }],
    ['apostrophes that are none', "id,name\n1,it's\n2,'tis\n3,\"a, 'b', c\"\n", { quote: '"', width: 2 }],
    ['quotes after a backslash', 'id,say\n1,"a \\"b\\", c"\n2,"x, y"\n', { escape: 'backslash', width: 2 }],
    [
      'a delimiter after a backslash, in a name',
      'id,"a\\, \\b"\n1,"x \\"y\\""\n',
      { escape: 'backslash', names: ['id', 'a, \\b'], header: 'id,"a, \\b"\n' },
    ],
    ['plain quotes within quotes', 'id,say\n1,"a, "b" c"\n2,"x 9""\n3,"z"\n4,"a "b""\n', { escape: 'loose', width: 2 }],
    ["plain apostrophes within '", "id,say\n1,'it's, c'\n2,'don't, x'\n", { quote: "'", escape: 'loose' }],
    ['one plain quote', 'id,say\n1,"a "b" c"\n2,"x"\n3,"z"\n', { escape: 'double', width: 2 }],
    ['backslashes that are none', 'id,path\n1,"C:\\"\n2,"D:\\"\n', { escape: 'double', width: 2 }],
    ['quotes that mean inches', 'id,size,no\n1,"5 in,7\n2,"6 in,8\n3,"7 in,9\n', { quote: 'none', width: 3 }],
    ['one stray quote', `id,a\n${'1,b\n'.repeat(30)}2,"c\n${'3,d\n'.repeat(30)}`, { quote: '"', names: ['id', 'a'] }],
    ['space around quotes', 'id , "a name"\n1 , "x, y"\n2 , z\n', { spaces: true, names: ['id', 'a name'] }],
    ['space before quotes', 'id, name\n1, "x, y"\n2, "z"\n', { spaces: true, names: ['id', 'name'] }],
    ['space that may be meant', 'id, name\n1, x\n2, z\n', { spaces: false, names: ['id', ' name'] }],
    ['a comma and a space that a value relies on', 'id, a\n1, 2,5\n2, 3,75\n3, 4,1\n', { delimiter: ', ', width: 2 }],
    ['line ends of CR', 'a,b\r1,2\r3,4', { lineEnds: ['cr'], names: ['a', 'b'], header: 'a,b\r\n' }],
    ['lines that end with CR, CR and LF', 'a,b\r\r\n1,2\r\r\n', { lineEnds: ['cr'], header: 'a,b\r\n' }],
    ['line ends of all kinds', 'a,b\r\n1,2\r3,4\n5,6\r7,8\r', { lineEnds: ['lf', 'crlf', 'cr'], width: 2 }],
    ['a CR in quotes', 'a,b\n"1\r2",3\n', { lineEnds: ['lf'] }],
    ['a CR in quotes, and no line end', '"a\rb",c', { lineEnds: [], names: ['a\rb', 'c'] }],
    ['an empty last name', 'a,b,\r\n1,2\r\n3,4\r\n', { width: 2, names: ['a', 'b'], header: 'a,b\r\n' }],
    ['a delimiter at the end of each record', 'a,b\n1,2,\n3,,\n', { trailingDelimiter: true, width: 2 }],
    ['a line end in quotes at the end of each record', 'a,b\n1,2,"\n"\n', { trailingDelimiter: false, width: 2 }],
    ['an empty value in quotes at the end of each record', 'a,b\n1,2,""\n', { trailingDelimiter: true, width: 2 }],
    ['a delimiter at the end of one record', 'a,b\n1,2,\n3,4\n5,6\n', { trailingDelimiter: false, width: 2 }],
    ['a delimiter at the end of all lines', 'a,b,\n1,2,\n', { trailingDelimiter: false, names: ['a', 'b', ''] }],
    ['a header that lacks a name', 'a,b\n1,2,3\n4,5,6\n', { names: ['a', 'b'], skipLines: 0 }],
    [
      'a header with another delimiter',
      'id;mail\n1,a@b\n2,c@d\n3,e@f\n',
      { names: ['id;mail'], delimiter: ',' },
      { delimiter: ',' },
    ],
    [
      'a line for Excel',
      'sep=;\r\na;b,c\r\n1;2\r\n',
      { delimiter: ';', skipLines: 1, skipped: ['sep=;\r\n'], width: 2 },
    ],
    ['a line for Excel with a tab', 'sep=\t\na;x\tb;y\n', { delimiter: '\t', names: ['a;x', 'b;y'], skipLines: 1 }],
    ['a value like a line for Excel', '"sep=;"\n1\n', { names: ['sep=;'], skipLines: 0 }],
    [
      'a title, a date and an empty line',
      '\nSpending over £25,000\nMay 2019\n\nid,who,total,paid\n1,a,2.50,x\n2,b,3,y\n3,c,4,z\n',
      { skipLines: 3, skipped: ['Spending over £25,000\n', 'May 2019\n'], names: ['id', 'who', 'total', 'paid'] },
    ],
    [
      'settings of an instrument',
      'Device: X-100\nOperator:\tKim\nInterval (s):\t0.5\n\nTime\tV\tA\tT\n0.0\t1.1\t2.2\t20\n0.5\t1.2\t2.1\t20\n',
      { delimiter: '\t', skipLines: 3, names: ['Time', 'V', 'A', 'T'] },
    ],
    [
      'comments above',
      '# made by hand\n# columns: id, and others\nid,a,b\n1,2,3\n4,5,6\n',
      { skipLines: 2, comments: null, names: ['id', 'a', 'b'] },
    ],
    [
      'a title with a comma over numbers',
      'Fuel, all sites\nSite,Litres,Cost,VAT\nNorth,5,6,7\nSouth,6,7,8\n',
      { skipLines: 1, names: ['Site', 'Litres', 'Cost', 'VAT'] },
    ],
    [
      'commas in decimals',
      'Datum;Betrag;Text\n01.02.2024;1,50;a\n02.02.2024;-2,75;b, c\n',
      { delimiter: ';', width: 3 },
    ],
    ['a second table', 'a,b,c\n1,2,3\n4,5,6\n7,8,9\n\nd,e\n1,2\n3,4\n5,6\n7,8\n9,1\n', { skipLines: 0, width: 3 }],
    ['no colons', 'root:x:0:admin\nkim:x:1:user\nlee:x:2:user\n', { delimiter: ',', width: 1 }],
    ['no slashes', 'day\n1/1/2020\n2/1/2020\n3/1/2020\n', { delimiter: ',', width: 1 }],
    ['no hyphens', 'a-b-c\n1-2-3\n4-5-6\n', { delimiter: ',', width: 1 }],
    ['times in one column', 'start\n10:30:00\n11:30:00\n', { delimiter: ',', width: 1 }],
    ['spaces', 'id name age\n1 "Lee Anna" 30\n2 Bob 31\n', { delimiter: ' ', names: ['id', 'name', 'age'] }],
    ['names of people in one column', 'name\nAnna Maria Lee\nBob Tom Ray\n', { delimiter: ',', width: 1 }],
    ['two bars', 'id||a,b||c\n1||x|y||z\n2||||z\n', { delimiter: '||', header: 'id,"a,b",c\n' }],
    ['two tabs', `id\t\tname\n${'1\t\tx\n'.repeat(9)}`, { delimiter: '\t\t', names: ['id', 'name'] }],
    ['two semicolons', `id;;name;;age\n${'1;;x;;2\n'.repeat(4)}`, { delimiter: ';;', width: 3 }],
    ['empty columns between others', `id;;name\n${'1;;x\n'.repeat(4)}1;y;x\n`, { delimiter: ';', width: 3 }],
    ['section signs', 'id§name§x\n1§a, b§c\n2§d§e\n', { delimiter: '§', names: ['id', 'name', 'x'] }],
    ['tildes', 'id~name\n1~a, b\n2~c, d, e\n', { delimiter: '~', width: 2 }],
    ['carets', 'id^name^z\n1^a^\n2^c^d\n', { delimiter: '^', width: 3 }],
    ['apostrophes and semicolons', "id;name;x\n1;'a; b';'c'\n2;'d; e';'f'\n", { delimiter: ';', quote: "'" }],
    ['a stray quote in a name', 'id,"na,me\n1,2,3\n4,5,6\n', { names: ['id', '"na', 'me'], header: 'id,"""na",me\n' }],
    ['no lines', '', { width: 0, headerRows: 0, names: null }],
    ['a header only', 'a;b', { width: 2, delimiter: ';', lineEnds: [], header: 'a;b' }],
    [
      'lines to skip',
      'x,"y\n\nz\na,b\n1,2\n',
      { skipLines: 3, skipped: ['x,"y\n', 'z\n'], names: ['a', 'b'] },
      { skipLines: 3 },
    ],
    ['more lines to skip than there are', 'a\nb', { width: 0, skipped: ['a\n', 'b'] }, { skipLines: 5 }],
    [
      'comments by name',
      '// x, y\n// z\na,b\n// c,d\n1,2\n',
      { comments: '//', skipLines: 2, skipped: ['// x, y\n', '// z\n'], names: ['a', 'b'] },
      { comments: '//' },
    ],
    [
      'a title above records without a header',
      'Title\n1,2\n3,4\n',
      { skipLines: 1, width: 2, names: null, headerRows: 0 },
      { header: false },
    ],
    ['a quote that the rule gives', "a,b\n'1,2',3\n", { quote: "'", width: 2 }, { quote: "'" }],
    [
      'a delimiter of several characters that the rule gives',
      'a::b\n1::2\n',
      { delimiter: '::', width: 2 },
      { delimiter: '::' },
    ],
  ];
  for (const [title, text, expected, rule] of cases) {
    it(`finds ${title}`, () => {
      for (const mark of ['', '\ufeff']) {
        const found = open(mark + text, rule);
        const shown = Object.fromEntries(Object.keys(expected).map(key => [key, /** @type {any} */ (found)[key]]));
        assert.deepEqual(shown, expected);
      }
    });
  }

  it('finds the same however large the parts are in which the entry arrives', () => {
    const text = `Title, of all\nMay 2024\n\nid;name;note\n${"1;'a; b';c\n".repeat(20_000)}`;
    for (const bytes of [70_000, 100_000, 200_000]) {
      const { opened, used } = new Opening(automaticRule(), 1 << 20).read(Buffer.from(text.slice(0, bytes)), false);
      assert.equal(opened?.dialect.quote, "'");
      assert.deepEqual(opened.names, ['id', 'name', 'note']);
      assert.equal(used, text.indexOf("1;'a"));
    }
    const { opened } = new Opening(automaticRule(), 1 << 20).read(Buffer.from(text.slice(0, 65_536)), false);
    assert.equal(opened, null);
  });

  it('says where each skipped line was', () => {
    const text = '\ufeff\n\nTitle\nMore\n\na,b\n1,2\n3,4\n';
    const { opened, used } = new Opening(automaticRule(), 1 << 20).read(Buffer.from(text), true);
    assert.deepEqual(opened?.skipped, [
      { byte: 5, raw: Buffer.from('Title\n') },
      { byte: 11, raw: Buffer.from('More\n') },
    ]);
    assert.equal(opened.dialect.skipLines, 4);
    assert.equal(used, Buffer.byteLength(text) - 8);
  });
});

/**
 * @param {string} text
 * @param {Partial<CsvRule>} [rule]
 */
function open(text, rule) {
  const { opened } = new Opening(automaticRule(rule), 1 << 24).read(Buffer.from(text), true);
  assert.ok(opened);
  const { dialect, header, skipped, ...shape } = opened;
  return {
    ...dialect,
    ...shape,
    header: header?.toString() ?? null,
    skipped: skipped.map(({ raw }) => raw.toString()),
  };
}
