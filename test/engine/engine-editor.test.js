import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHasher } from '../../src/csv/transforms/hash.js';
import { ruleOf, transformsOf } from '../csv/edit-entry.js';
import { leftBytes, runEngineEditor, runRecordEditor } from './run-engine-editor.js';

/** @import { PhoneFormatter } from '../../src/phone/formatter.js' */
/** @import { CsvRule } from '../../src/recipe/recipe.js' */

describe('the module edits', () => {
  const rows = { table: { schema: null, name: 't', mode: /** @type {const} */ ('append'), key: [] } };
  const semicolons = { output: { delimiter: ';' } };
  const cases = /** @type {[title: string, records: string, rule: Partial<CsvRule>, formatter?: PhoneFormatter][]} */ ([
    ['whole records', 'a,b,c\n', {}],
    ['records that lose fields', 'a,b,c\n', { drop: ['x', 'z'] }],
    ['records that are filtered', 'a,b,c\n,b,c\n"",b,c\n', { require: ['x', 'z'] }],
    ['CRLF', 'a,b,c\r\na,b,"c"\r\n', { drop: ['y'] }],
    ['empty lines', 'a,b,c\n\n\r\na,b,c\n', {}],
    ['quoted fields', '"a","b,\n","""c"""\n', { drop: ['x'] }],
    ['quotes elsewhere', 'a,b"b"",c "\n', { drop: ['x'] }],
    ['rows with quotes elsewhere', 'a,5" b,"c"\n\\.,b"",c\r\n6",,\r\n', { ...rows, drop: ['y'] }],
    ['rows with quotes elsewhere, in another order', 'a,5" \r,"c"\n,b,c"\n', { ...rows, select: ['z', 'y'] }],
    [
      'rows with quotes beside changed fields',
      ' a ,5" b,(1)\n"a ",b"b,1\n',
      { ...rows, ...strip('z'), trim: ['x', 'z'] },
    ],
    ['another delimiter', 'a,b,c\n"a;",b,c\r\n', semicolons],
    ['another delimiter that fields hold', 'a,b;,c\n;";a,"b",c;\r\n', semicolons],
    ['a CR in quotes', 'a,"b\r",c\r\n"\r",b,c\n', { drop: ['z'] }],
    ['the only field, empty or not', 'a,b,c\na,,c\n', { keep: ['y'] }],
    ['phones', '(1),b,"( 2 )"\n1,x,y\n', { ...strip('x'), drop: ['y'] }],
    ['phones that get quotes', '("1,b,c\n', strip('x')],
    ['phones that get quotes for the delimiter', '1-2; 3,b,c\n', { ...strip('x'), ...semicolons }],
    ['the only field, a phone of which nothing is left', 'a,( ),c\n', { ...strip('y'), keep: ['y'] }],
    ['phones that JavaScript formats', '1,b,c\n"1",b,c\n,b,c\n"",b,c\nx,b,c\n', strip('x'), ofDigits],
    ['a phone of 256 bytes', '1,b,c\n', strip('x'), () => '5'.repeat(256)],
    ['long unchanged fields', `a,${'b'.repeat(9000)},c\n`.repeat(5), { drop: ['x'] }],
    ['long fields behind changed delimiters', `a,b,${'c'.repeat(9000)}\n`.repeat(5), semicolons],
    [
      'phones that get quotes behind a long stretch',
      `a,b,c\na,b,c\na,${'b'.repeat(9000)},("1\na,("2,c\n`,
      { ...strip('z'), drop: ['x'] },
    ],
    ['trimmed fields', ' a,b\t, \n\xc2\xa0a, ,c\xe3\x80\x80\r\n" a ",""," ""b "\n', { trim: true }],
    [
      'several trimmed fields in one record after the other',
      ' a, b, c\n a , b  ,c \n\tx," y ", !\n , z,\xc3\xa9 \n1,2,3\n 4, 5,6\n',
      { trim: true },
    ],
    ['trimmed fields that get quotes', ' "a,b,c\na,"b", "c" \n', { trim: ['x', 'z'] }],
    ['trimmed fields behind another delimiter', ' a;b,;, ;c\n"; ", b ,;\n', { ...semicolons, trim: true }],
    ['the only field, of which nothing is left', ' , ," "\nb,b,b\n', { keep: ['y'], trim: true }],
    ['fields in another order', 'a,b,"c,"\r\n,,\n', { select: ['z', 'x', 'y'] }],
    ['fields in another order, trimmed', 'a ,b,"c, "\r\n, ,\n', { select: ['z', 'y', 'x'], trim: true }],
    [
      'fields in another order behind another delimiter',
      'a,b,"c"\n;,b,c\n',
      { ...semicolons, select: ['y', 'z', 'x'] },
    ],
    ['fields in another order, with CRLF', 'a,b,c\na,b,c\r\n', { select: ['z', 'x'] }],
    ['phones in another order', '(1),b,( )\n("1,b,2\n', { ...strip('x'), select: ['z', 'x'] }],
    [
      'trimmed phones',
      ' (1) ,\xc2\xa0(2),"( )"\n,\xc2\xa0,\xc2\xa0("1\n" 1\xc2\xa0",1,( \n',
      { ...strip('x', 'y', 'z'), trim: true },
    ],
    [
      'trimmed phones in another order',
      ' (1) ,b,\xc2\xa0(2)\n("1,b, (""\n',
      { ...strip('x', 'z'), trim: true, select: ['z', 'x'] },
    ],
    ['hashes', 'a,"b","""c"""\n"",, \n', { hash: ['x', 'y', 'z'] }],
    ['hashes in front of phones that get quotes', 'a,b,("1\n'.repeat(1000), { hash: ['x', 'y'], ...strip('z') }],
    [
      'hashes of trimmed values',
      ' a," b "," ""c"\n" ",, \n',
      { hash: ['x', 'y', 'z'], trim: true, select: ['z', 'x', 'y'] },
    ],
    ['phones of trimmed records that JavaScript formats', ' 1 ,b, c\n1,b,c\n', { ...strip('x'), trim: true }, ofDigits],
    ['more records than the output region holds', 'a,b,c\n'.repeat(20_000), {}],
  ]);
  for (const [title, records, rule, formatter = null] of cases) {
    it(title, context => {
      const drawn = caseOf(`${records}a,b,c\n`, rule, formatter);
      const expected = runRecordEditor(drawn, BEHIND_HEADER);
      const left = leftBytes(context);
      const found = runEngineEditor(drawn, BEHIND_HEADER);
      assert.deepEqual(found, expected);
      assert.deepEqual(left(), []);
    });
  }
});

describe('the module adds columns', () => {
  const columns = [
    { name: 'source', value: Buffer.from('a "b",;') },
    { name: 'number', value: /** @type {const} */ ('record') },
    { name: 'tag', value: Buffer.from('t') },
    { name: 'empty', value: Buffer.alloc(0) },
  ];
  const cases = /** @type {[title: string, rule: Partial<CsvRule>][]} */ ([
    ['behind the fields', {}],
    ['behind fields of which the last is dropped', { drop: ['z'] }],
    ['among the fields', { select: ['tag', 'x', 'number', 'y', 'source', 'z'] }],
    ['among fields in another order', { select: ['z', 'number', 'x', 'y'] }],
    ['behind another delimiter', { output: { delimiter: ';' } }],
    ['among changed fields', { select: ['number', 'y', 'tag', 'x', 'z'], trim: ['y', 'z'] }],
  ]);
  for (const [title, rule] of cases) {
    it(title, context => {
      const whole = ruleOf({ ...rule, require: ['x'] });
      const records = 'a,b,c\n,b,c\na,"b\r",c\r\na;,"b", c\n'.repeat(3000);
      const transforms = transformsOf(whole, { set: columns });
      const drawn = { text: HEADER + records, rule: whole, transforms };
      const expected = runRecordEditor(drawn, BEHIND_HEADER);
      const left = leftBytes(context);
      assert.deepEqual(runEngineEditor(drawn, BEHIND_HEADER), expected);
      assert.deepEqual(left(), []);
    });
  }

  it('with the numbers of records that are left to the RecordEditor', () => {
    const whole = ruleOf({});
    const transforms = transformsOf(whole, { set: [columns[1]] });
    const drawn = { text: `${HEADER}a,b,c\na,b\n${'a,b,c\n'.repeat(20)}a,"b"b,c\na,b,c\n`, rule: whole, transforms };
    const { output } = runEngineEditor(drawn, BEHIND_HEADER);
    assert.ok(output.endsWith('a,b,c,21\na,b,c,22\na,b,c,24\n'));
    assert.ok(output.includes('\na,b,c,1\na,b,c,3\n'));
  });
});

describe('the RecordEditor gets, one by one and unchanged,', () => {
  const cases = /** @type {[title: string, record: string, rule?: Partial<CsvRule>, formatter?: PhoneFormatter][]} */ ([
    ['records with too few fields', 'a,b\n'],
    ['records with too many fields', `a,b,c${',d'.repeat(100)}\r\n`],
    ['records with very many fields', `a${','.repeat(10_000)}\n`],
    ['empty quoted lines', '""\n'],
    ['records with bytes behind a closing quote', 'a,"b"b,"c,\n'],
    ['records with a CR behind a closing quote', 'a,b,"c"\r\r\n'],
    ['records with a CR in a field without quotes', 'a,b\r,c\n', { drop: ['z'] }],
    ['records with a CR before CRLF', 'a,b,c\r\r\n'],
    ['records with a CR and a quote in one', 'a,b"\r,c\n'],
    ['records that are longer than the output region', `a,"${'b'.repeat(70_000)}",c\n`],
    ['records that may become longer than the output region', `a,${'b";'.repeat(20_000)},c\n`, semicolonsAnd('x')],
    ['records with a phone of more than 256 bytes', '1,b,c\n', strip('x'), () => '5'.repeat(257)],
  ]);
  for (const [title, record, rule = {}, formatter = null] of cases) {
    it(title, context => {
      const drawn = caseOf(`a,b,c\n${record}a,b,c\n`, rule, text =>
        text === 'a' ? null : (formatter?.(text) ?? null),
      );
      const expected = runRecordEditor(drawn, BEHIND_HEADER);
      const left = leftBytes(context);
      assert.deepEqual(runEngineEditor(drawn, BEHIND_HEADER), expected);
      assert.deepEqual(left(), [record]);
    });
  }

  it('a record that is too long, and fails', context => {
    const drawn = { ...caseOf(`a,b,c\n\n,,\na,b,${'c'.repeat(40)}\na,b,c\n`), maxRecordBytes: 44 };
    const left = leftBytes(context);
    const { error, counts } = runEngineEditor(drawn, BEHIND_HEADER);
    assert.equal(error.code, 'limit/record');
    assert.match(error.message, /^record 3 at byte 1116 is longer than 44 bytes/);
    assert.deepEqual(counts.records, { read: 2, written: 2, filtered: 0, bad: 0, skipped: 0 });
    assert.deepEqual(left(), [`a,b,${'c'.repeat(40)}\n`]);
  });

  it('the last record of an entry that ends without a newline', context => {
    for (const last of ['1,2,3', '1,2', '1,"2,3', '1,2,"3"\r', '"1"2,3', '1,2,3\r']) {
      const drawn = caseOf(`a,b,c\n${last}`, { drop: ['y'] });
      const expected = runRecordEditor(drawn, BEHIND_HEADER);
      const left = leftBytes(context);
      assert.deepEqual(runEngineEditor(drawn, BEHIND_HEADER), expected);
      assert.deepEqual(left(), [last]);
    }
  });

  it('records on which a formatter throws; neither the error nor the counts are lost', context => {
    const formatter = (/** @type {string} */ text) => {
      if (text === '2') throw new RangeError('no number');
      return 'n';
    };
    const rule = { phones: [...(strip('x').phones ?? []), ...(strip('z').phones ?? [])] };
    const drawn = caseOf('1,b,1\n1,b,2\n1,b,1\n', rule, formatter);
    const left = leftBytes(context);
    const { error, counts } = runEngineEditor(drawn, BEHIND_HEADER);
    assert.equal(error.message, 'no number');
    assert.deepEqual(counts.records, { read: 2, written: 2, filtered: 0, bad: 0, skipped: 0 });
    assert.deepEqual(counts.phones, { formatted: 3, unparsed: 0 });
    assert.deepEqual(left(), ['1,b,2\n']);
  });
});

describe('an EngineEditor', () => {
  for (const badRecords of /** @type {const} */ (['quarantine', 'skip', 'keep', 'fail'])) {
    it(`treats bad records as "${badRecords}" says, and reports their positions`, () => {
      const records = 'a,b,c\na,b\n\na,"b"b,c\na,b,c,d\na,b,c\n,,\na,b,"';
      const drawn = caseOf(records, { badRecords, drop: ['y'] });
      for (const sizes of [BEHIND_HEADER, [...BEHIND_HEADER, 7, 9, 11], [...BEHIND_HEADER, ...Array(50).fill(1)]]) {
        const { counts, error, ...bytes } = runEngineEditor(drawn, sizes);
        const expected = runRecordEditor(drawn, sizes);
        assert.deepEqual({ counts, error, ...bytes }, expected);
        assert.deepEqual(counts.badRecords[0], { record: 2, byte: BEHIND_HEADER[0] + 6, code: 'csv/field-count' });
        assert.equal(counts.badRecords.length, badRecords === 'fail' ? 1 : 4);
      }
    });
  }

  it('leaves the rest of the bytes to the RecordEditor once it gets many of their records', context => {
    const drawn = caseOf(`${'a,b,c\n'.repeat(10)}${'a,b\n'.repeat(5000)}`);
    const expected = runRecordEditor(drawn, BEHIND_HEADER);
    const left = leftBytes(context);
    assert.deepEqual(runEngineEditor(drawn, BEHIND_HEADER), expected);
    assert.ok(left().length < 20, `${left().length} times`);
  });

  it('reads quotes and line ends alike at any position in a block of 64 bytes', () => {
    const pieces = [
      ...['"",b\n', '"b""",""\r\n', 'b,"b"\r\n', '"b\n"";""",b\n', 'b;\r,"\r\n"\n'],
      ...['b"",b\n', 'b",b\n', 'b"b,b",b\n', '"b"b,b\n', '"b"\r\r\n', ',""\n"\n'],
    ];
    for (const rule of [{}, { drop: ['x'] }, { drop: ['z'] }, { output: { delimiter: ';' } }]) {
      for (let before = 1; before <= 130; before++) {
        const records = pieces.map(piece => `${'a'.repeat(before)},${piece}`).join('');
        const drawn = caseOf(records, rule);
        assert.deepEqual(runEngineEditor(drawn, BEHIND_HEADER), runRecordEditor(drawn, BEHIND_HEADER));
      }
    }
  });

  it('edits up to 4,096 columns, and leaves records with more to the RecordEditor', context => {
    for (const width of [2, 63, 64, 65, 200, 4095, 4096, 4097]) {
      const names = Array.from({ length: width }, (_, index) => index);
      const half = names.filter(index => index % 2 === 1);
      const record = names.map(index => (index % 3 === 0 ? `(${index})` : `${index}`)).join(',');
      const text = `${record}\n${record},\n${record}\r\n"${record.replaceAll(',', '","')}"\n`;
      const rule = { drop: half, require: names, phones: names.flatMap(field => strip(field).phones ?? []) };
      const drawn = { text: '\n'.repeat(1100) + text, rule: ruleOf({ ...rule, header: false }) };
      const sizes = [1100 + record.length + 1];
      const expected = runRecordEditor(drawn, sizes);
      const left = leftBytes(context);
      assert.deepEqual(runEngineEditor(drawn, sizes), expected);
      assert.equal(left().length, width > 4096 ? 2 : 1, `${width} columns`);
    }
  });

  it('leaves all to the RecordEditor if a record has very many phones that JavaScript formats', context => {
    const phones = Array.from({ length: 65 }, (_, index) => index).flatMap(field => strip(field).phones ?? []);
    const record = `${'1,'.repeat(64)}1\n`;
    const text = '\n'.repeat(1100) + record.repeat(5);
    const rule = ruleOf({ phones, header: false });
    const drawn = { text, rule, transforms: transformsOf(rule, { phones: phones.map(() => ofDigits) }) };
    const expected = runRecordEditor(drawn, [1100 + record.length]);
    const left = leftBytes(context);
    assert.deepEqual(runEngineEditor(drawn, [1100 + record.length]), expected);
    assert.ok(left().includes(record.repeat(4)));
  });
});

/**
 * Records of three fields, behind a header.
 *
 * @param {string} records
 * @param {Partial<CsvRule>} [rule]
 * @param {PhoneFormatter} [formatter]
 */
function caseOf(records, rule = {}, formatter = null) {
  const whole = ruleOf(rule);
  const phones = whole.phones.map(() => formatter);
  return {
    text: HEADER + records,
    rule: whole,
    transforms: transformsOf(whole, { phones, hash: createHasher(Buffer.from('key')) }),
  };
}

/**
 * @param {(string | number)[]} fields
 * @returns {Partial<CsvRule>}
 */
function strip(...fields) {
  return { phones: fields.map(field => ({ field, format: 'strip', country: null })) };
}

/**
 * @param {string} field
 * @returns {Partial<CsvRule>}
 */
function semicolonsAnd(field) {
  return { ...strip(field), output: { delimiter: ';' } };
}

/** @param {string} text */
function ofDigits(text) {
  return /^\d$/.test(text) ? `+0,"${text}` : null;
}

// Empty lines before the header leave no trace, and make the records come in a block of their own.
const HEADER = `${'\n'.repeat(1100)}x,y,z\n`;
const BEHIND_HEADER = [HEADER.length];
