import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runStage } from './run-stage.js';

/** @import { CsvRule } from '../../src/recipe/recipe.js' */

describe('records', () => {
  const semicolons = { output: { delimiter: ';' } };
  const cases = /** @type {[title: string, text: string, rule: Partial<CsvRule>, output: string][]} */ ([
    [
      'are copied byte for byte',
      'a,b\r\n"1" x\xff,\0\n3,"4\n"\r\n',
      { badRecords: 'keep' },
      'a,b\r\n"1" x\xff,\0\n3,"4\n"\r\n',
    ],
    ['keep their newline, each its own', 'a,b\n1,2\r\n3,4\n5,6', { drop: ['b'] }, 'a\n1\r\n3\n5'],
    ['lose the fields between', 'a,b,c,d\n1,2,3,4\n', { drop: ['b', 'd'] }, 'a,c\n1,3\n'],
    ['lose the first field', 'a,b\n"1,\n",2\n', { drop: ['a'] }, 'b\n2\n'],
    ['lose empty lines where there are several columns', 'a,b\n\n1,2\n\r\n', {}, 'a,b\n1,2\n'],
    ['keep empty lines where there is one column', 'a\n\n1\n', {}, 'a\n\n1\n'],
    ['are no empty lines where the only field kept is empty', 'a,b\n,2\n3,4\n,6', { keep: ['a'] }, 'a\n""\n3\n""'],
    ['stay empty lines where there is one field', 'a\n\n3\n', {}, 'a\n\n3\n'],
    ['with an empty required field are filtered', 'a,b\n,2\n"",4\n" ",6\n', { require: ['a'] }, 'a,b\n" ",6\n'],
    ['see required fields that are dropped', 'a,b\n1,\n3,4\n', { require: ['b'], drop: ['b'] }, 'a\n3\n'],
    ['see required fields before they are formatted', 'a\n( )\n', { require: ['a'], ...strip('a') }, 'a\n""\n'],

    ['get another delimiter', 'a,b\n1,"2"\n', semicolons, 'a;b\n1;"2"\n'],
    ['get quotes where a field holds it', 'a,b\n1;,2\n3,4\n', semicolons, 'a;b\n"1;";2\n3;4\n'],
    ['get no quotes for a dropped field that holds it', 'a,b\n1;,2\n', { ...semicolons, drop: ['a'] }, 'b\n2\n'],
    ['get quotes doubled with them', 'a,b\n1";,2\n', semicolons, 'a;b\n"1"";";2\n'],
    ['keep the quotes they have', 'a,b\n"1;""",2";\n', semicolons, 'a;b\n"1;""";"2"";"\n'],
    ['keep the old delimiter in quotes', 'a,b\n"1,",2\n', semicolons, 'a;b\n"1,";2\n'],
    [
      'keep the old delimiter where they are bad',
      'a,b\n1,2,3\n4,5\n',
      { ...semicolons, badRecords: 'keep' },
      'a;b\n1,2,3\n4;5\n',
    ],

    ['keep a CR from becoming a newline', 'a,b\n1\r,2\n', { drop: ['b'] }, 'a\n"1\r"\n'],
    ['keep a CR and its quotes', 'a,b\n1"\r,2\n', { drop: ['b'] }, 'a\n"1""\r"\n'],
    [
      'keep a CR that nothing threatens',
      'a,b,c\n1\r,2,3\n4\r,5,6\r\n7\r,8,9',
      { drop: ['c'] },
      'a,b\n1\r,2\n4\r,5\r\n7\r,8',
    ],
    ['keep a CR before CRLF and at the end', 'a,b\n1\r,2\r\n3\r,4', { drop: ['b'] }, 'a\n1\r\r\n3\r'],
    [
      'keep a CR alike beside a field that needs quotes',
      'a,b,c\n;,1\r,2\r\n;,\r,3',
      { ...semicolons, drop: ['c'] },
      'a;b\n";";1\r\r\n";";\r',
    ],
    ['keep a lone CR at the end in the last field', 'a,b\n1,2\r', {}, 'a,b\n1,2\r'],

    ['have phones stripped', 'a\n(555) 010-9999 x12.\t\n', strip('a'), 'a\n555010999912\n'],
    ['have quoted phones stripped in their quotes', 'a\n"(555) 0\n1"\n"x"\n', strip('a'), 'a\n"55501"\n""\n'],
    ['have doubled quotes left in them', 'a\n" ""5"" "\n', strip('a'), 'a\n"""5"""\n'],
    ['have no other characters stripped', 'a\n+*/X_\xa0\n', strip('a'), 'a\n+*/X_\xa0\n'],
    ['quote what begins with a quote when stripped', 'a\n("5)\n', strip('a'), 'a\n"""5"\n'],
    [
      'quote what holds the new delimiter when stripped',
      'a,b\n(5;),1\n',
      { ...strip('a'), ...semicolons },
      'a;b\n"5;";1\n',
    ],
    [
      'lose the new delimiter with the dress',
      'a,b\n5-5,1\n',
      { ...strip('a'), output: { delimiter: '-' } },
      'a-b\n55-1\n',
    ],
    ['lose a CR with the dress', 'a,b\n5\r,1\n', { ...strip('a'), drop: ['b'] }, 'a\n5\n'],
    ['are not touched where the phone is dropped', 'a,b\n(1),(2)\n', { ...strip('a'), drop: ['a'] }, 'b\n(2)\n'],
    ['keep what is between phones', 'a,b,a\n(1),(2),(3)\n', strip('a'), 'a,b,a\n1,(2),3\n'],
  ]);
  for (const [title, text, rule, expected] of cases) {
    it(title, async () => {
      for (const { before, first } of STATES) {
        for (const cuts of [[1], [3, 5], [65_536]]) {
          const { output, error } = await runStage(before + text, rule, { cuts, first });
          assert.equal(error, null);
          assert.equal(output.toString('latin1'), expected);
        }
      }
    });
  }

  it('have phones formatted, in quotes where they need them, and kept where they do not parse', async () => {
    const text = 'p,q\n202-555-0123 x45,1\n"202-555-0123 x45",2\nnone,3\n,4\n"",5\n"no; ne",6\nx;y,7\n';
    const phones = /** @type {CsvRule['phones']} */ ([{ field: 'p', format: 'rfc3966', country: 'US' }]);
    const { output, counts } = await runStage(text, { phones, output: { delimiter: ';' } });
    const number = '"tel:+12025550123;ext=45"';
    assert.equal(output.toString(), `p;q\n${number};1\n${number};2\nnone;3\n;4\n"";5\n"no; ne";6\n"x;y";7\n`);
    assert.deepEqual(counts.phones, { formatted: 2, unparsed: 3 });
  });

  it('count every phone that is not empty as formatted by `strip`', async () => {
    const { counts } = await runStage('p,q\n(1),\n1,\n"",\n,\n( ),\n', strip('p'));
    assert.deepEqual(counts.phones, { formatted: 3, unparsed: 0 });
  });
});

describe('bad records', () => {
  const text = 'a,b\n1,2\n3\n"4"x,5\n\n,6,\r\n7,8\n9,"';
  const bad = '3\n"4"x,5\n,6,\r\n9,"';
  const described = [
    { record: 2, byte: 8, code: 'csv/field-count' },
    { record: 3, byte: 10, code: 'csv/after-quote' },
    { record: 4, byte: 18, code: 'csv/field-count' },
    { record: 6, byte: 27, code: 'csv/unterminated-quote' },
  ];
  for (const [badRecords, output, rejected] of /** @type {const} */ ([
    ['quarantine', 'b\n2\n8\n', bad],
    ['skip', 'b\n2\n8\n', ''],
    ['keep', 'b\n2\n3\n"4"x,5\n,6,\r\n8\n9,"', ''],
  ])) {
    it(`are counted and described under "${badRecords}"`, async () => {
      for (const { before, first } of STATES) {
        for (const cuts of [[1], [7], [65_536]]) {
          const result = await runStage(before + text, { badRecords, drop: ['a'] }, { cuts, first });
          assert.equal(result.output.toString(), output);
          assert.equal(result.rejected.toString(), rejected);
          assert.deepEqual(result.counts.records, { read: 6, written: 2, filtered: 0, bad: 4 });
          const shifted = described.map(place => ({ ...place, byte: place.byte + before.length }));
          assert.deepEqual(result.counts.badRecords, shifted);
        }
      }
    });
  }

  for (const [index, { record, byte, code }] of described.entries()) {
    it(`fail the entry under "fail": ${code} in record ${record}`, async () => {
      const lines = text.slice(0, 8).concat(text.slice(byte));
      const { error, counts } = await runStage(lines, { badRecords: 'fail' });
      assert.equal(error?.name, 'CsvError');
      assert.deepEqual([error.code, error.record, error.byte], [code, 2, 8]);
      assert.match(error.message, MESSAGES[index] ?? /never/);
      assert.deepEqual(counts.records, { read: 2, written: 1, filtered: 0, bad: 1 });
    });
  }

  it('are described only up to the limit, and counted beyond', async () => {
    const { counts, rejected } = await runStage(`a,b\n${'x\n'.repeat(500)}`, {}, { cuts: [100], maxDescribed: 3 });
    assert.deepEqual(
      counts.badRecords.map(({ byte }) => byte),
      [4, 6, 8],
    );
    assert.equal(counts.records.bad, 500);
    assert.equal(rejected.length, 1000);
  });
});

// Empty lines before the header, which leave no trace, make the stage read the opening before the rest is cut.
const STATES = [
  { before: '', first: 0 },
  { before: '\n'.repeat(1100), first: 1108 },
];

const MESSAGES = [
  /^record 2 at byte 8 has 1 fields, expected 2$/,
  /^record 2 at byte 8 has bytes between a closing quote and the next delimiter$/,
  /^record 2 at byte 8 has 3 fields, expected 2$/,
  /^record 2 at byte 8 has a quote that is never closed$/,
];

/**
 * @param {string} field
 * @returns {Partial<CsvRule>}
 */
function strip(field) {
  return { phones: [{ field, format: 'strip', country: null }] };
}
