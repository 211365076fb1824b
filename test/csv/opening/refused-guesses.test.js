import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { automaticRule } from '../dialects.js';
import { editEntry } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

/** @typedef {[kind: string, text: string, rule: Partial<CsvRule>, code: string]} Case */

const mask = (/** @type {string | number} */ field) => ({ mask: [{ field, keepLast: 0 }] });
const ignore = /** @type {const} */ ({ missing: 'ignore' });

describe('a guess', () => {
  const refused = /** @type {Case[]} */ ([
    [
      'a header that is one name short',
      'email\ty\na@x.com\t1\t2\nb@x.com\t3\t4\n',
      { ...mask('email'), ...ignore },
      'csv/bad-header',
    ],
    ['another such header', 'email;y\na@x.com;1;2\nb@x.com;3;4\n', { ...mask('email'), ...ignore }, 'csv/bad-header'],
    ['a header with hardly any names', 'Report,,\nid,,\n1,Ann,2\n', { drop: ['name'], ...ignore }, 'csv/bad-header'],
    ['a name within the only name', 'id}name}x\n1}Ann}2\n3}Bob}4\n', { drop: ['name'], ...ignore }, 'csv/bad-header'],
    [
      'two delimiters that split alike',
      'Ada;3,50\nBob;4,50\n',
      { header: ['who', 'salary'], ...mask('salary') },
      'csv/ambiguous-dialect',
    ],
    [
      'two delimiters that split alike above a record that is cut within quotes',
      `${'Ann;4,74\n'.repeat(3)}Bob;"9,4`,
      { header: false, drop: [0] },
      'csv/ambiguous-dialect',
    ],
    [
      'addresses that hold a delimiter, in one column',
      'https://a.b/c?d=e;f\nhttps://a.b/g?d=e;f\n',
      { header: false, ...mask(0) },
      'csv/ambiguous-dialect',
    ],
    [
      'a line with # that may be a comment or the header',
      '# made by x, on y\na@x.com,1\nb@x.com,2\n',
      { header: 'auto', ...mask(0) },
      'csv/ambiguous-dialect',
    ],
    [
      'phone numbers that hold spaces, in one column',
      '+1 (555) 555-1799\n+1 (555) 555-1800\n+1 (555) 555-1801\n',
      { header: false, ...mask(0) },
      'csv/ambiguous-dialect',
    ],
    ['a delimiter that may be repeated', 'id||name\n1||Ann\n2||Bob\n', { drop: [1] }, 'csv/ambiguous-dialect'],
    [
      'decimal commas beside as many fields, where a few records are too long',
      `${'Ada;3,50\n'.repeat(30)}Eve;1,50;x\n`,
      { header: false, ...mask(1) },
      'csv/ambiguous-dialect',
    ],
    ['a header that looks like the records', ',,\n1,Ann,2\n1,Bob,3\n', { drop: ['name'], ...ignore }, 'csv/bad-header'],
    [
      'a caret beside decimal commas',
      '1.2.2027^398,40\n2.3.2028^399,48\n',
      { header: false, drop: [1] },
      'csv/ambiguous-dialect',
    ],
    [
      'a single column that is always empty',
      `${'Ann;;a@x.com\n'.repeat(20)}`,
      { header: false, drop: [2] },
      'csv/ambiguous-dialect',
    ],
    [
      'a title above a header that is one name short',
      'Report;;;\nid;name;n\n1;Ann;2;x\n2;Bob;3;y\n',
      { drop: [1] },
      'csv/bad-header',
    ],
    [
      'a title that holds the delimiter, above a header that is one name short',
      `"People; secret";;;\n'id';'name';'n';'s'\n${"'1';'Ann';'2,5';'x';\n'2';'Bob';'3,5';'y';\n".repeat(2)}`,
      { mask: [{ field: 1, keepLast: 0 }], ragged: 'pad' },
      'csv/bad-header',
    ],
    ['one name above records of two fields', 'phone\n1\t555 1\n2\t555 2\n', { hash: ['phone'] }, 'csv/bad-header'],
    [
      'one name above records of two fields, under "auto"',
      'phone\n1\t5551\n2\t5552\n',
      { header: 'auto', drop: [0] },
      'csv/bad-header',
    ],
    [
      'a title with the only delimiters',
      'People; confidential\nname,n\n1,Ann,2\n2,Bob,3\n',
      { drop: [0], ragged: 'pad' },
      'csv/bad-header',
    ],
    [
      'amounts beside another delimiter, as many as the names that are given',
      '748|6815,65|\n693|6816,45\n894|6817,15|\n',
      { header: ['id', 'salary'], select: ['id'] },
      'csv/ambiguous-dialect',
    ],
    [
      'records most of which do not fit the header, though one does by chance',
      'note;city;who;extra\nfine;Rome;Ann\nlate;Bonn;Bob\nx; y;Kiel;Cy\n',
      mask('who'),
      'csv/bad-header',
    ],
    [
      'a line above the header that may name all fields but one',
      'url\n1 Elm St|x\n2 Elm St|https://a.b/c\n3 Elm St|https://a.b/d\n4 Elm St|https://a.b/e\n',
      { header: 'auto', drop: ['street'], ...ignore },
      'csv/bad-header',
    ],
    [
      'a position that another delimiter would find',
      '-- by x, on y\n-- by z, on y\n9,654.00\tN\t5412\n2,723.00\tY\t5413\n',
      { header: false, drop: [2], ...ignore },
      'csv/bad-header',
    ],
    [
      'records above another table, of which some end with an empty field',
      'true;Ann;a;61;64\nfalse;Bob;b;;49\nfalse;Cy;c;99;\ntrue;Di;d;42;\n\ntotal;sum;mean\nT1;7;1.5\nT2;14;1.5\nT3;21;1.5\nT4;2;1\nT5;3;2\n',
      { header: 'auto', hash: [1] },
      'csv/two-tables',
    ],
    [
      'a delimiter within quotes that stand behind a space',
      '20.53 "Elm St 3; rear" N\n10.22 "Elm St 4; rear" N\n',
      { header: false, hash: [1] },
      'csv/ambiguous-dialect',
    ],
    [
      'a single record that another delimiter than the header splits',
      'phone,status\nLee, Dora;done\n',
      { keep: [1], ragged: 'pad' },
      'csv/ambiguous-dialect',
    ],
    [
      'a single record that may begin with its number',
      'name,note,x\n1,Ann,,\n',
      { select: ['note', 'x'] },
      'csv/bad-header',
    ],
    [
      'a single record whose delimiter may be repeated',
      'Y\t\tAnn\t\t2011\n',
      { header: false, ...mask(1) },
      'csv/ambiguous-dialect',
    ],
    ['amounts in one column', '544,12\n83,50\n', { header: false, ...mask(0) }, 'csv/ambiguous-dialect'],
    [
      'a first record like the others',
      'Smith,Ann\nJones,Bob\nKay,Eve\n',
      { header: 'auto', ...mask(0) },
      'csv/ambiguous-dialect',
    ],
    [
      'a delimiter in each value under one name, where long records are cut',
      'https://a.b/c?d=e;f\nhttps://a.b/g?d=e;f\n',
      { header: ['url'], ragged: 'cut', ...mask('url') },
      'csv/ambiguous-dialect',
    ],
    [
      'amounts behind a name, in one column',
      'price: 3,50\nprice: 4,60\n',
      { header: false, ...mask(0) },
      'csv/ambiguous-dialect',
    ],
    ['a title with a gap above names', 'Sales;all;\nday;pay;n\n1;2;x\n2;3;y\n', { drop: [0] }, 'csv/bad-header'],
    [
      'names with two values each, one of them empty',
      'name: Ann;\ncity: Rome;\nzip: x;\n',
      { header: false, drop: [0] },
      'csv/bad-header',
    ],
    [
      'records of another width above the table',
      'a,b\n'.repeat(99) + 'a,b,c\n'.repeat(101),
      { header: false, drop: [0] },
      'csv/too-many-bad',
    ],
  ]);
  for (const [kind, text, rule, code] of refused) {
    it(`is refused for ${kind}`, async () => {
      const { error } = await editEntry(text, automaticRule({ ...rule, maxBad: 'auto' }));
      assert.equal(error?.code, code);
    });
  }

  it('names both readings and the lines of the recipe that decide', async () => {
    const { error } = await editEntry('Ada;3,50\nBob;4,50\n', automaticRule({ header: false, drop: [0] }));
    assert.match(error.message, /"Ada" "3,50".*"Ada;3" "50"|"Ada;3" "50".*"Ada" "3,50"/);
    assert.match(error.message, /"delimiter": ","/);
    assert.match(error.message, /"delimiter": ";"/);
  });

  it('shows the first record with and without a header', async () => {
    const rule = automaticRule({ header: 'auto', drop: [0] });
    const { error } = await editEntry('Smith,Ann\nJones,Bob\nKay,Eve\n', rule);
    assert.match(error.message, /"Jones" "Bob" below the names "Smith" "Ann", or it is "Smith" "Ann"/);
    assert.match(error.message, /set "header": true, or "header": false/);
  });

  it('is not needed where the recipe says the delimiter', async () => {
    const { output } = await editEntry(
      'Ada;3,50\nBob;4,50\n',
      automaticRule({ header: false, delimiter: ';', ...mask(1) }),
    );
    assert.equal(output.toString(), 'Ada;****\nBob;****\n');
  });
});
