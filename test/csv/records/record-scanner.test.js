import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RecordScanner } from '../../../src/csv/records/record-scanner.js';

describe('RecordScanner', () => {
  const texts = /** @type {[title: string, text: string, records: string[][]][]} */ ([
    [
      'plain fields',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a last record without a newline',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'CRLF, which is part of no field',
      'a,b\r\nc,\r\n',
      [
        ['a', 'b'],
        ['c', ''],
      ],
    ],
    [
      'a CR that no LF follows as a plain character',
      'a\rb,\r\n\r,c\r',
      [
        ['a\rb', ''],
        ['\r', 'c\r'],
      ],
    ],
    ['only the last CR before a LF as part of the newline', 'a\r\r\n', [['a\r']]],
    ['empty lines', '\n\r\na\n\n', [[''], [''], ['a'], ['']]],
    [
      'delimiters and newlines in quotes',
      '"a,b","c\nd"\n"\r\n",e\n',
      [
        ['"a,b"', '"c\nd"'],
        ['"\r\n"', 'e'],
      ],
    ],
    [
      'doubled quotes',
      '"a""b",""""\n"","",c\n',
      [
        ['"a""b"', '""""'],
        ['""', '""', 'c'],
      ],
    ],
    [
      'a quote inside a field as a plain character',
      'a"b,c"\n5" pipe,6"\n',
      [
        ['a"b', 'c"'],
        ['5" pipe', '6"'],
      ],
    ],
    ['quotes after a plain record', 'a,b\nc,"d\n,"\ne\n', [['a', 'b'], ['c', '"d\n,"'], ['e']]],
    ['a quoted field before CRLF', '"a","b"\r\nc\r\n', [['"a"', '"b"'], ['c']]],
    [
      'fields longer than the search before `indexOf`',
      `${'x'.repeat(50)},"${'y'.repeat(50)}"\n`,
      [['x'.repeat(50), `"${'y'.repeat(50)}"`]],
    ],
    ['no record in an empty block', '', []],
  ]);
  for (const [title, text, expected] of texts) {
    it(`finds ${title}`, () => {
      assert.deepEqual(
        scan(text),
        expected.map(fields => ({ fields, fault: null })),
      );
    });
  }

  const faulty = /** @type {[text: string, records: { fields: string[], fault: string | null }[]][]} */ ([
    [
      '"a"b,c\nd\n',
      [
        { fields: ['"a"b', 'c'], fault: 'csv/after-quote' },
        { fields: ['d'], fault: null },
      ],
    ],
    ['"a" ,c\r\n', [{ fields: ['"a" ', 'c'], fault: 'csv/after-quote' }]],
    [
      '"a"b"c,d\n"e"\n',
      [
        { fields: ['"a"b"c', 'd'], fault: 'csv/after-quote' },
        { fields: ['"e"'], fault: null },
      ],
    ],
    [
      '"a"b,"c\nd"\n',
      [
        { fields: ['"a"b', '"c'], fault: 'csv/after-quote' },
        { fields: ['d"'], fault: null },
      ],
    ],
    [
      'a,"b\n1,2\n3,"c"\n',
      [
        { fields: ['a', '"b'], fault: 'csv/after-quote' },
        { fields: ['1', '2'], fault: null },
        { fields: ['3', '"c"'], fault: null },
      ],
    ],
    ['"a"\rb\n', [{ fields: ['"a"\rb'], fault: 'csv/after-quote' }]],
    ['"a"\r', [{ fields: ['"a"\r'], fault: 'csv/after-quote' }]],
    [
      'a\nb,"c\nd',
      [
        { fields: ['a'], fault: null },
        { fields: ['b', '"c'], fault: 'csv/unterminated-quote' },
        { fields: ['d'], fault: null },
      ],
    ],
    ['"', [{ fields: ['"'], fault: 'csv/unterminated-quote' }]],
    ['"""', [{ fields: ['"""'], fault: 'csv/unterminated-quote' }]],
    ['a,"', [{ fields: ['a', '"'], fault: 'csv/unterminated-quote' }]],
  ]);
  for (const [text, expected] of faulty) {
    it(`finds ${expected.find(({ fault }) => fault)?.fault} in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(scan(text), expected);
    });
  }

  it('leaves `after` at the start of an incomplete record', () => {
    const text = 'a,b\r\n"c","d""\n"\r\n';
    for (let length = 0; length < text.length; length++) {
      const scanner = new RecordScanner(COMMA, 2);
      scanner.begin(Buffer.from(text.slice(0, length)), false);
      let records = 0;
      while (scanner.next()) records += 1;
      assert.equal(records, length < 5 ? 0 : 1, `${length} bytes`);
      assert.equal(scanner.after, length < 5 ? 0 : 5, `${length} bytes`);
    }
  });

  it('counts fields beyond `maxFields`, and stores the ends of the first ones', () => {
    for (const text of ['a,b,c,d\n', '"a",b,c,d\n']) {
      const scanner = new RecordScanner(COMMA, 2);
      scanner.begin(Buffer.from(text), true);
      assert.equal(scanner.next(), true);
      assert.equal(scanner.fieldCount, 4);
      assert.deepEqual([...scanner.ends], [text.indexOf(',b'), text.indexOf(',c')]);
    }
  });

  it('forgets the hits of an earlier block', () => {
    const scanner = new RecordScanner(COMMA, 9);
    for (const text of ['a,b\n"c",d\n', 'e\n', '"f\n,g"\n', 'h,i,j\n']) {
      scanner.begin(Buffer.from(text), true);
      while (scanner.next());
      assert.equal(scanner.after, text.length);
    }
    assert.equal(scanner.fieldCount, 3);
  });

  it('forgets how the records of several lines of an earlier block have ended', () => {
    const scanner = new RecordScanner(COMMA, 3);
    for (const [text, fault] of /** @type {[string, string | null][]} */ ([
      ['"a\nb",c\nd,e\n', null],
      ['"a\nb"c,\nd,e\n', 'csv/after-quote'],
      ['"a\n\nb",c\nd,e\n', null],
      ['"a\nb,c\nd,e\n', 'csv/unterminated-quote'],
    ])) {
      scanner.begin(Buffer.from(text), true);
      assert.equal(scanner.next(), true);
      assert.equal(scanner.fault, fault, text);
      assert.equal(scanner.after, fault === null ? text.indexOf('d') : text.indexOf('\n') + 1);
    }
  });

  it('accepts any other byte as a delimiter', () => {
    assert.deepEqual(scan('a b "c d"\n', ' '), [{ fields: ['a', 'b', '"c d"'], fault: null }]);
    assert.deepEqual(scan('axb"x"cxd"\n', 'x'), [{ fields: ['a', 'b"', '"cxd"'], fault: null }]);
    assert.deepEqual(scan('a~\xff~\0\n', '~'), [{ fields: ['a', '\xff', '\0'], fault: null }]);
  });
});

const COMMA = 0x2c;

/**
 * @param {string} text latin1
 * @param {string} [delimiter]
 */
function scan(text, delimiter = ',') {
  const scanner = new RecordScanner(delimiter.charCodeAt(0), 20);
  scanner.begin(Buffer.from(text, 'latin1'), true);
  const records = [];
  while (scanner.next()) {
    const fields = Array.from({ length: scanner.fieldCount }, (_, index) =>
      scanner.bytes.toString('latin1', scanner.fieldStart(index), scanner.ends[index]),
    );
    records.push({ fields, fault: scanner.fault });
  }
  assert.equal(scanner.after, text.length);
  return records;
}
