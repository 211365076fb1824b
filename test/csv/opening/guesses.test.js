import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { automaticRule } from '../dialects.js';
import { editEntry } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

/** @typedef {[kind: string, text: string, rule: Partial<CsvRule>, expected: string]} Case */

const mask = (/** @type {string | number} */ field) => ({ mask: [{ field, keepLast: 0 }] });
const ignore = /** @type {const} */ ({ missing: 'ignore' });
const prices = Array.from({ length: 40 }, (_, row) => `Ada ${row};${row},50;x\n`).join('');

describe('a guess', () => {
  const cases = /** @type {Case[]} */ ([
    ['no slash for a delimiter', '1/1/2020\n2/1/2020\n', { header: false, ...mask(0) }, '********\n********\n'],
    [
      'no colon for a delimiter',
      'https://a.b/c\nhttps://d.e/f\n',
      { header: false, ...mask(0) },
      `${'*'.repeat(13)}\n`.repeat(2),
    ],
    [
      'a padded title above the header',
      'Report,,\nid,name,total\n1,Ann,2\n',
      { drop: ['name'], ...ignore },
      'id,total\n1,2\n',
    ],
    [
      'a padded title above the header, where fields are named by position',
      'Report,,\nid,name,total\n1,Ann,2\n',
      { drop: [1] },
      'id,total\n1,2\n',
    ],
    [
      'a line of delimiters above the header',
      ',,\n,,\nid,name,total\n1,Ann,2\n',
      { drop: ['name'], ...ignore },
      'id,total\n1,2\n',
    ],
    [
      'a comma in a comment',
      '# made by x, on y\n# z\nid\tname\n1\tAnn\n2\tBob\n',
      { drop: ['name'], ...ignore },
      'id\n1\n2\n',
    ],
    [
      'a comment as wide as the table for none of its lines',
      '# made by x, on y\n# z\nSalary,note\n1889,fine\n1890,late\n',
      { drop: [0] },
      'note\nfine\nlate\n',
    ],
    ['the names in a line with # above records for the header', '# x,y\n1,2\n3,4\n', { drop: [1] }, '# x\n1\n3\n'],
    ['# for a name', '#,name\n1,Ann\n2,Bob\n', { header: 'auto', drop: ['name'] }, '#\n1\n2\n'],
    [
      'a first record that is too short for one, not for a note',
      '#\n1,Ann,x,y\n2,Bob,x,y,z\n3,Cy,x,y,z\n4,Di,x,y,z\n',
      { header: ['a', 'b', 'c', 'd', 'e'], drop: ['b'], ragged: 'pad' },
      '1,x,y,\n2,x,y,z\n3,x,y,z\n4,x,y,z\n',
    ],
    [
      'ragged records of the header’s delimiter',
      'a;b\n1;2;\n3;4\n5;6\n',
      { drop: ['b'], ragged: 'pad' },
      'a\n1\n3\n5\n',
    ],
    [
      'decimal commas and records that are too long',
      `a;b;c\n${prices}Eve;1,50;x;y\n`,
      { header: 'auto', ...mask('a') },
      `a;b;c\n${prices.replaceAll(/^Ada \d+/gm, name => '*'.repeat(name.length))}`,
    ],
    [
      'the first row for the whole header where the recipe uses its names',
      'id,name,n\n,"say x",\n5550,Ann,5550\nsay x,5550,say x\n',
      { header: 'auto', drop: ['name'] },
      'id,n\n,\n5550,5550\nsay x,say x\n',
    ],
    [
      'two equal records for two',
      'Smith,Ann\nSmith,Ann\nJones,Bob\n',
      { header: 'auto' },
      'Smith,Ann\nSmith,Ann\nJones,Bob\n',
    ],
    [
      'quotes behind spaces',
      'Name, Phone, Addr\nN0, "5550", "Main St"\n',
      { drop: ['Name'] },
      'Phone,Addr\n"5550","Main St"\n',
    ],
    [
      'quotes before and behind spaces in the header',
      '"Name" ,"Address", "Phone"\nJohn ,"123", "456"\n',
      { drop: ['Address'] },
      'Name,Phone\nJohn,"456"\n',
    ],
    [
      'quotes that stand around fields for them, with a tab, where commas within them split as well',
      `${'a\t"{""a"": 1, ""b"": [1, 2]}"\tAnn\n'.repeat(12)}a\tAnn\n`,
      { header: false, ...mask(2), ragged: 'pad' },
      `${'a\t"{""a"": 1, ""b"": [1, 2]}"\t***\n'.repeat(12)}a\tAnn\t\n`,
    ],
    [
      'backslashes in quotes for such, where commas within them split as well',
      '"{\\"a\\": 4, \\"b\\": 2}";Ann\n"{\\"a\\": 5, \\"b\\": 3}";Bob\n'.repeat(3),
      { header: false, ...mask(1), output: { delimiter: ',' } },
      '"{""a"": 4, ""b"": 2}",***\n"{""a"": 5, ""b"": 3}",***\n'.repeat(3),
    ],
    [
      'apostrophes that hold commas for quotes, though the last record is cut',
      `${"1,'5 Main St, Apt. 2',x\n".repeat(12)}1,'5 Main St, Apt. 2'\n`,
      { header: false, ...mask(1), ragged: 'pad', output: { delimiter: ',' } },
      `${`1,"${'*'.repeat(17)}",x\n`.repeat(12)}1,"${'*'.repeat(17)}",\n`,
    ],
    [
      'decimal commas without a header, where a few records are too long',
      `${prices}Eve;1,50;x;y\n`,
      { header: false, ...mask(1) },
      prices.replaceAll(/(?<=;)\d+,50/g, price => '*'.repeat(price.length)),
    ],
    [
      'names that the recipe uses, below prose that another delimiter splits',
      'Report, all sites\nmade on x, by y\nid\tname\n1\tAnn\n',
      { drop: ['name'], ...ignore },
      'id\n1\n',
    ],
    ['a repeated delimiter', `id||name\n${'1||Ann\n'.repeat(20)}`, { drop: [1] }, `id\n${'1\n'.repeat(20)}`],
    [
      'a repeated delimiter where as many names are given',
      '1||Ann\n2||Bob\n',
      { header: ['id', 'name'], drop: [1] },
      '1\n2\n',
    ],
    [
      'a caret as delimiter, where the last value is cut within its quotes',
      '"a"^"b"\n"1"^"x"\n"2"^"x"\n"3"^"x',
      { drop: ['b'], maxBad: 3 },
      '"a"\n"1"\n"2"\n',
    ],
    [
      'as many fields as names are given',
      'Lee, Ann~7\nKay, Bob~8\n',
      { header: ['who', 'n'], delimiter: '~', drop: ['who'] },
      '7\n8\n',
    ],
    [
      'apostrophes in some fields',
      `${"1;'O''Hara'\n".repeat(3)}2;Lee\n`,
      { header: false, ...mask(0) },
      `${'*;"O\'Hara"\n'.repeat(3)}*;Lee\n`,
    ],
    ['apostrophes in one column', "name\n'Ann'\n'Bob'\n", mask('name'), 'name\n"***"\n"***"\n'],
    [
      'JSON and names for values that hold commas',
      '{"a": 1, "b": 2, "c": 3};;Lee, Ann\n{"a": 3, "b": 4, "c": 5};;Kay, Bob\n',
      { header: false, ...mask(2) },
      '{"a": 1, "b": 2, "c": 3};;********\n{"a": 3, "b": 4, "c": 5};;********\n',
    ],
    [
      'no name from a first record that has fewer digits than those below',
      'Who\nJones-999, Bob\nJones-1000, Bob\nLee-1001, Bob\nLee-1002, Cy\n',
      mask(0),
      `Who\n${'*'.repeat(14)}\n${'*'.repeat(15)}\n${'*'.repeat(13)}\n${'*'.repeat(12)}\n`,
    ],
    [
      'a header above codes of several lengths',
      'Key,Who\nAB-9,Ann\nAB-10,Bob\nAB-11,Cy\n',
      { header: 'auto', drop: [1] },
      'Key\nAB-9\nAB-10\nAB-11\n',
    ],
    [
      'apostrophes in each record, in front of a delimiter that ends it',
      "ssn,empty\n'Lee, Cy',\n'Kay, Ann',\n",
      mask('ssn'),
      'ssn,empty\n"*******",\n"********",\n',
    ],
    ['apostrophes around all names', "'id';'name'\n'1';'Ann'\n'2';'Bob'\n", { drop: ['name'] }, 'id\n"1"\n"2"\n'],
  ]);
  for (const [kind, text, rule, expected] of cases) {
    it(`takes ${kind}`, async () => {
      const { output, error } = await editEntry(text, automaticRule(rule));
      assert.equal(error, null);
      assert.equal(output.toString(), expected);
    });
  }
});
