import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { editEntry } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

describe('written records', () => {
  const semicolons = { output: { delimiter: ';' } };
  const cases = /** @type {[title: string, text: string, rule: Partial<CsvRule>, output: string][]} */ ([
    ['get another delimiter', 'a,b\n1,"2"\n', semicolons, 'a;b\n1;"2"\n'],
    ['get quotes around a field that holds the new delimiter', 'a,b\n1;,2\n3,4\n', semicolons, 'a;b\n"1;";2\n3;4\n'],
    [
      'get no quotes for a dropped field that holds the new delimiter',
      'a,b\n1;,2\n',
      { ...semicolons, drop: ['a'] },
      'b\n2\n',
    ],
    ['get quotes in such a field doubled', 'a,b\n1";,2\n', semicolons, 'a;b\n"1"";";2\n'],
    ['keep the quotes they have', 'a,b\n"1;""",2";\n', semicolons, 'a;b\n"1;""";"2"";"\n'],
    ['keep the old delimiter in quotes', 'a,b\n"1,",2\n', semicolons, 'a;b\n"1,";2\n'],
    [
      'get it if they are bad and kept, whatever their number of fields',
      'a,b\n1,"2,",;\n3\r\n4,5\n',
      { ...semicolons, badRecords: 'keep' },
      'a;b\n1;"2,";";"\n3\r\n4;5\n',
    ],
    [
      'get it with plain quotes made sound if a quote is broken',
      'a,b\n1,"2\r\n"3"4;,5\n6,7\n',
      { ...semicolons, badRecords: 'keep' },
      'a;b\n1;"""2"\r\n"""3""4;";5\n6;7\n',
    ],

    [
      'get quotes around a record number that holds the delimiter',
      'a,b\n1,2\n3,4\n',
      { set: [['n', '$record']], output: { delimiter: '1' }, drop: ['a'] },
      'b1n\n21"1"\n412\n',
    ],
    ['keep a CR from becoming a newline', 'a,b\n1\r,2\n', { drop: ['b'] }, 'a\n"1\r"\n'],
    ['keep a CR and its quotes', 'a,b\n1"\r,2\n', { drop: ['b'] }, 'a\n"1""\r"\n'],
    [
      'keep a CR that no LF follows, in quotes',
      'a,b,c\n1\r,2,3\n4\r,5,6\r\n7\r,8,9',
      { drop: ['c'] },
      'a,b\n"1\r",2\n"4\r",5\r\n"7\r",8',
    ],
    ['keep a CR before CRLF and at the end', 'a,b\n1\r,2\r\n3\r,4', { drop: ['b'] }, 'a\n"1\r"\r\n"3\r"'],
    ['keep a CR in the middle of a field', 'a,b\n1\r2,"\r"\n3,4\n', {}, 'a,b\n"1\r2","\r"\n3,4\n'],
    [
      'keep such a CR beside a field that needs quotes',
      'a,b,c\n;,1\r,2\r\n;,\r,3',
      { ...semicolons, drop: ['c'] },
      'a;b\n";";"1\r"\r\n";";"\r"',
    ],
    ['keep a CR in the last field at the end of the entry', 'a,b\n1,2\r', {}, 'a,b\n1,"2\r"'],

    ['have phones stripped', 'a\n(555) 010-9999 x12.\t\n', strip('a'), 'a\n555010999912\n'],
    ['have quoted phones stripped within their quotes', 'a\n"(555) 0\n1"\n"x"\n', strip('a'), 'a\n"55501"\n""\n'],
    ['have doubled quotes kept in a stripped phone', 'a\n" ""5"" "\n', strip('a'), 'a\n"""5"""\n'],
    ['have no other characters stripped', 'a\n+*/X_\xa0\n', strip('a'), 'a\n+*/X_\xa0\n'],
    ['quote a phone that begins with a quote when stripped', 'a\n("5)\n', strip('a'), 'a\n"""5"\n'],
    [
      'quote a phone that holds the new delimiter when stripped',
      'a,b\n(5;),1\n',
      { ...strip('a'), ...semicolons },
      'a;b\n"5;";1\n',
    ],
    [
      'lose the new delimiter if it is stripped',
      'a,b\n5-5,1\n',
      { ...strip('a'), output: { delimiter: '-' } },
      'a-b\n55-1\n',
    ],
    ['lose a CR that is stripped', 'a,b\n5\r,1\n', { ...strip('a'), drop: ['b'] }, 'a\n5\n'],
    ['are not changed if the phone is dropped', 'a,b\n(1),(2)\n', { ...strip('a'), drop: ['a'] }, 'b\n(2)\n'],
    [
      'have their fields in any order',
      'a,b,c\n1,2,3\r\n"4",5,"6"',
      { select: ['c', 'a', 'b'] },
      'c,a,b\n3,1,2\r\n"6","4",5',
    ],
    ['have fields that are adjacent in both', 'a,b,c\n1,2,3\n', { select: ['b', 'c', 'a'] }, 'b,c,a\n2,3,1\n'],
    [
      'keep a CR of a field that becomes the last one',
      'a,b\n1\r,2\n3\r,4',
      { select: ['b', 'a'] },
      'b,a\n2,"1\r"\n4,"3\r"',
    ],
    ['have such a field in front', 'a,b\n1,2\r', { select: ['b', 'a'] }, 'b,a\n"2\r",1'],
    [
      'get another delimiter in another order',
      'a,b,c\n1,;,3\n4,5,6\n',
      { ...semicolons, select: ['c', 'b'] },
      'c;b\n3;";"\n6;5\n',
    ],
    [
      'get columns behind their fields',
      'a,b\n1,2\r\n"3",4',
      {
        set: [
          ['x', 'y'],
          ['n', '$record'],
        ],
      },
      'a,b,x,n\n1,2,y,1\r\n"3",4,y,2',
    ],
    [
      'get columns between their fields, in quotes where needed',
      'a,b\n1,2\n',
      {
        ...semicolons,
        set: [
          ['x;', 'y;"'],
          ['n', '$record'],
        ],
        select: ['n', 'b', 'x;', 'a'],
      },
      'n;b;"x;";a\n1;2;"y;""";1\n',
    ],
    ['get columns though all but one field is dropped', 'a,b\n,1\n\n', { drop: ['b'], set: [['x', '']] }, 'a,x\n,\n'],
    ['keep a CR in front of a column', 'a,b\n1\r,2\n', { drop: ['b'], set: [['x', 'y']] }, 'a,x\n"1\r",y\n'],
    ['are trimmed', 'a , b\n 1 ,"2\t"\r\n\f3\r,\xc2\xa04', { trim: true }, 'a,b\n1,"2"\r\n3,4'],
    ['are trimmed of a CR at the end', 'a,b\n1 \r,2\n', { trim: true, drop: ['b'] }, 'a\n1\n'],
    ['do not become empty when trimmed', 'a\n \n"  "\n', { trim: true }, 'a\n""\n""\n'],
    ['do not become empty when one field is trimmed', 'a,b\n ,2\n', { trim: ['a'], keep: ['a'] }, 'a\n""\n'],
    [
      'get quotes for the new delimiter when trimmed',
      'a,b\n ; ,"; "\n',
      { ...semicolons, trim: true },
      'a;b\n";";";"\n',
    ],
    [
      'are changed by all transforms at once',
      'a,b,c\n" x1 ",2,IBAN\n',
      { trim: true, phones: strip('a').phones, mask: [{ field: 'c', keepLast: 2 }], select: ['c', 'a'] },
      'c,a\n**AN,"1"\n',
    ],
    ['keep the fields between phones', 'a,b,a\n(1),(2),(3)\n', strip('a'), 'a,b,a\n1,(2),3\n'],
  ]);
  for (const [title, text, rule, expected] of cases) {
    it(title, async () => {
      for (const { before, first } of STATES) {
        for (const cuts of [[1], [3, 5], [65_536]]) {
          const { output, error } = await editEntry(before + text, rule, { cuts, first });
          assert.equal(error, null);
          assert.equal(output.toString('latin1'), expected);
        }
      }
    });
  }

  it('have phones formatted and quoted if need be, and kept if they do not parse', async () => {
    const text = 'p,q\n202-555-0123 x45,1\n"202-555-0123 x45",2\nnone,3\n,4\n"",5\n"no; ne",6\nx;y,7\n';
    const phones = /** @type {CsvRule['phones']} */ ([{ field: 'p', format: 'rfc3966', country: 'US' }]);
    const { output, counts } = await editEntry(text, { phones, output: { delimiter: ';' } });
    const number = '"tel:+12025550123;ext=45"';
    assert.equal(output.toString(), `p;q\n${number};1\n${number};2\nnone;3\n;4\n"";5\n"no; ne";6\n"x;y";7\n`);
    assert.deepEqual(counts.phones, { formatted: 2, unparsed: 3 });
  });

  it('have a number that counts bad and filtered records too, and goes on behind any cut', async () => {
    const text = 'a,b\n1,2\n3\n,4\n5,6,7\n8,9\n';
    const rule = /** @type {Partial<CsvRule>} */ ({ set: [['n', '$record']], select: ['n', 'a'], require: ['a'] });
    for (const cuts of [[1], [65_536]]) {
      const cut = await editEntry(text, { ...rule, ragged: 'cut' }, { cuts });
      assert.equal(cut.output.toString(), 'n,a\n1,1\n2,3\n4,5\n5,8\n');
      const strict = await editEntry(text, rule, { cuts });
      assert.equal(strict.output.toString(), 'n,a\n1,1\n5,8\n');
      const kept = await editEntry(text, { ...rule, badRecords: 'keep' }, { cuts });
      assert.equal(kept.output.toString(), 'n,a\n1,1\n3\n5,6,7\n5,8\n');
    }
  });

  it('count every phone that is not empty as formatted by `strip`', async () => {
    const { counts } = await editEntry('p,q\n(1),\n1,\n"",\n,\n( ),\n', strip('p'));
    assert.deepEqual(counts.phones, { formatted: 3, unparsed: 0 });
  });
});

// Empty lines before the header leave no trace. With enough of them, the opening is complete after the first chunk.
const STATES = [
  { before: '', first: 0 },
  { before: '\n'.repeat(1100), first: 1108 },
];

/**
 * @param {string} field
 * @returns {Partial<CsvRule>}
 */
function strip(field) {
  return { phones: [{ field, format: 'strip', country: null }] };
}
