import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { automaticRule } from '../dialects.js';
import { editEntry } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

/** Tables as reports, databases and spreadsheets write them. Without an error, the text is what comes out with commas. */
/** @typedef {[kind: string, text: string, rule: Partial<CsvRule>, outcome: { output: string } | { code: string }]} Case */

const mask = (/** @type {string | number} */ field) => ({ mask: [{ field, keepLast: 0 }] });
const ambiguous = { code: 'csv/ambiguous-dialect' };
const badHeader = { code: 'csv/bad-header' };
const missing = 'ignore';

const titles = /** @type {Case[]} */ ([
  [
    'a date that is padded above names, under "auto"',
    '2024-01-31||\nid|name|n\n1|Ann|2\n3|Bob|4\n',
    { header: 'auto', ...mask(1) },
    { output: 'id,name,n\n1,***,2\n3,***,4\n' },
  ],
  [
    'a date that is padded above names',
    '2024-01-31||\nid|name|n\n1|Ann|2\n',
    mask(1),
    { output: 'id,name,n\n1,***,2\n' },
  ],
  [
    'a record with nothing but its date',
    '2024-01-31,,\n2024-02-01,Ann,5\n2024-02-02,Bob,6\n',
    { header: 'auto', drop: [1] },
    { output: '2024-01-31,\n2024-02-01,5\n2024-02-02,6\n' },
  ],
  ['a padded title above two columns', 'Report;\nname;city\nAnn;Rome\nBob;Bonn\n', mask(0), badHeader],
  ['two padded titles above two columns', '31.1.2024|\nx|\nname|n\nAnn|5\n', mask(0), badHeader],
  ['one name twice', 'Sum,Sum\nname,n\nAnn,5\n', mask(0), badHeader],
  ['types that repeat above names', 'text,int,text\nname,n,x\nAnn,5,a\nBob,6,b\n', mask(0), badHeader],
  ['a name and its value above names', 'Report:,Sales\nname,n\nAnn,5\nBob,6\n', mask(0), badHeader],
  ['names and values above records', 'Report:,Sales,\nDate:,2024-01-31\nid,name,n\n1,Ann,5\n', mask(1), badHeader],
  ['a comment as wide as the table', '! a;b\nname;n\nAnn;5\nBob;6\n', mask(0), badHeader],
  ['names that repeat, under "auto"', 'name,x,x\nAnn,a,b\nBob,c,d\n', { header: 'auto', ...mask(0) }, ambiguous],
  [
    'row numbers without a name, under "auto"',
    ',name\n0,Ann\n1,Bob\n',
    { header: 'auto', ...mask(1) },
    { output: ',name\n0,***\n1,***\n' },
  ],
  [
    'a padded title and delimiters behind all names and the only record',
    'Report;;\n;;\nid;name;n;\n1;Ann;2;\n',
    { drop: [1] },
    { output: 'id,n,\n1,2,\n' },
  ],
]);

const delimiters = /** @type {Case[]} */ ([
  ['several characters, the outer ones equal', 'a~|~b\n1~|~Ann\n', mask(1), { output: 'a,b\n1,***\n' }],
  ['two characters', 'a^|b^|c\n1^|Ann^|2\n', mask(1), { output: 'a,b,c\n1,***,2\n' }],
  ['two characters that are both usual', 'a;|b;|c\n1;|Ann;|2\n', mask(1), { output: 'a,b,c\n1,***,2\n' }],
  ['another character between two', 'a|;|b|;|c\n1|;|Ann|;|2\n', mask(1), { output: 'a,b,c\n1,***,2\n' }],
  [
    'one that is repeated, with a last column that is empty',
    '1;;Ann;;\n2;;Bob;;\n3;;Cy;;\n',
    { header: false, drop: [1] },
    ambiguous,
  ],
  ['an unusual one beside commas', '1,00§open§Ann§2,8\n2,00§done§Bob§1,7\n', { header: false, drop: [2] }, ambiguous],
  ['punctuation that is never guessed', 'a@b@name\n1@2@Ann\n', { drop: [2], missing }, badHeader],
  ['spaces before quotes', 'x "Ann A"\n"y z" "Bob B"\n', { header: false, keep: [0] }, badHeader],
  [
    'a space behind each one, and commas within numbers',
    '2,453.00, Ann, x\n5,112.00, Bob, y\n',
    { header: 'auto', hash: [1] },
    ambiguous,
  ],
  ['a `sep=` line that lies', 'sep=;\nx; y|Ann\nb|Bob\nc|Cy\nd|Di\n', { header: false, drop: [2], missing }, ambiguous],
  [
    'commas below comments, and tabs as well',
    '// made by x, on y\n// z\n// x|y\na\tb\t81\t8,49\t6.226,00\nc\td\t82\t3,16\t8.513,00\n',
    { header: false, drop: [2] },
    ambiguous,
  ],
  [
    'quotes, and an end of it behind one record',
    'a;"Elm St; rear";8,890.00;\nb;"Oak St; rear";6,890.00\n',
    { header: false, drop: [1] },
    { output: 'a,"8,890.00",\n' },
  ],
  [
    'spaces beside quotes that others explain',
    'Ann Lee A,,"2,4"\nBob Ray B\nCy Fox C,,"8,5"\nDi Day D\n',
    { header: ['x', 'y', 'z'], keep: [1, 2], ragged: 'pad' },
    { output: ',"2,4"\n,\n,"8,5"\n,\n' },
  ],
  [
    'two commas in each record, and single ones',
    'Ann,Lee,A,,Ulm,x\nBob,Ray,B,,Rio\nCy,Fox,C,,Bonn\n',
    { header: false, hash: [1] },
    badHeader,
  ],
  [
    'spaces, and punctuation that splits as well',
    '+49 30 267&N&Ann\n+49 30 268&Y&Bob\n+49 30 269&N&Cyd\n',
    { header: ['x', 'y', 'name'], keep: ['x', 'y'] },
    ambiguous,
  ],
  ['a space before a quote in the only record', 'kind name\nC "Ann A"\n', { keep: [0], missing }, badHeader],
  [
    'a caret twice between two columns',
    '+1 555 70^^2024\n+1 555 71^^2017\n+1 555 72^^2019\n',
    { header: false, ...mask(0) },
    ambiguous,
  ],
  ['two words in each line', 'kind name\nB 4276-01-26\nA 4277-05-25\n', { hash: [1], missing }, badHeader],
  [
    'quotes and a second table below',
    '"a"~"b"~"8,5"\n"c"~""~"9,1"\n"e"~""~"7,2"\n"g"~""~"6,4"\n\nk~sum\nT1~7\nT2~8\n',
    { header: ['x', 'y', 'n'], drop: ['n'] },
    { output: '"a","b"\n"c",""\n"e",""\n"g",""\n' },
  ],
]);

const layouts = /** @type {Case[]} */ ([
  [
    'NULs behind a date, under "auto"',
    '27.07.2021\0\0,Ann\n10.07.2021,Bob\n21.08.2021\0\0,Cyd\n',
    { header: 'auto', ...mask(1) },
    { output: '27.07.2021\0\0,***\n10.07.2021,***\n21.08.2021\0\0,***\n' },
  ],
  [
    'decimal commas and fixed widths',
    'n       name\n428,11  Ann A  6\n873,70  Bob    7\n',
    { header: 'auto', keep: [0] },
    ambiguous,
  ],
  [
    'numbers of rows without a name, and an empty last column',
    'ok;email;n;x\n1;no;a@b;5;\n2;yes;c@d;9;\n',
    { drop: ['email'] },
    badHeader,
  ],
  [
    'numbers that have a name, and a delimiter at the end',
    'id;email;n\n1;a@b;5;\n2;c@d;9;\n',
    { drop: ['email'] },
    { output: 'id,n\n1,5\n2,9\n' },
  ],
  [
    'objects of JSON below two names',
    '{"n":"1","x":"a; b"}\n{"n":"2","x":"c; d"}\n',
    { header: ['n', 'x'], hash: ['x'] },
    ambiguous,
  ],
  ['an object of JSON within a line', '1  {"n":1,"x":2}\n2  {"n":2,"x":3}\n', { header: false, hash: [1] }, ambiguous],
  [
    'a first record that lacks its first field, under "auto"',
    '1,C,Ann\nx,2,C,Bob\ny,3,B,Cyd\n',
    { header: 'auto', keep: [0, 1, 2], missing },
    badHeader,
  ],
  ['columns of fixed width', 'Full Name    kind\nAnn Smith    A   \n', { drop: ['Full Name'], missing }, badHeader],
  ['a line of dashes', 'city name\n---- ----\nRome Ann\n', { keep: [0] }, badHeader],
  ['a name among words', 'id name n\n1 Ann 2\n', { drop: ['name'], missing }, badHeader],
  ['quotes around a whole record', 'a,b,name\n"1,2,Ann"\n', { ...mask(2), ragged: 'cut' }, ambiguous],
  [
    'records that all have one field',
    'a&Ann\nb&Bob\n',
    { header: ['x', 'name'], ...mask('name'), ragged: 'pad' },
    badHeader,
  ],
  ['another delimiter from a record on', 'a,name,c\n1,Ann,2\n3;Bob;4\n', { drop: ['name'], ragged: 'pad' }, ambiguous],
  [
    'a name with a comma as a short record',
    'name,n\nAnn,5\n"Lee, Bob"\n',
    { ...mask('name'), ragged: 'pad' },
    { output: 'name,n\n***,5\n"********",\n' },
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

describe('a table below odd lines', () => check(titles));
describe('a table with odd delimiters', () => check(delimiters));
describe('a table in an odd layout', () => check(layouts));

describe('the error of an ambiguous dialect', () => {
  it('shows a delimiter that is not ASCII as it is', async () => {
    const { error } = await editEntry(
      Buffer.from('1,00§open§Ann§2,8\n2,00§done§Bob§1,7\n'),
      automaticRule({ header: false, drop: [2] }),
    );
    assert.match(error.message, /"delimiter": "§"/);
  });
});
