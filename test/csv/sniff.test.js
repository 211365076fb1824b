import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byteOrderMarkBytes, detectDelimiter, refuseUtf16 } from '../../src/csv/sniff.js';
import { editEntry } from './edit-entry.js';

describe('detectDelimiter', () => {
  const cases = /** @type {[title: string, text: string, delimiter: string][]} */ ([
    ['a comma', 'a,b\n1,2\n', ','],
    ['a semicolon', 'a;b\n1,5;2\n', ';'],
    ['a tab', 'a\tb\n1\t2\n', '\t'],
    ['a bar', 'a|b\n1|2\n', '|'],
    ['the one on which the records agree, though another gives more fields', 'a,b,c;d\n1;2\n3,4,5,6;7\n', ';'],
    ['the one with more fields if two agree equally', 'a,b;c;d\n1,2;3;4\n', ';'],
    ['the comma if two agree equally with as many fields', 'a,b;c\n1,2;3\n', ','],
    ['the one outside quotes', '"a,b,c"|d\n"1,2,3"|4\n', '|'],
    ['a comma if there is one field', 'name\nanna\nbert\n', ','],
    ['a comma in an empty entry', '', ','],
    ['a comma if there are only empty lines', '\n\r\n\n', ','],
    ['a semicolon after empty lines', '\n\na;b\n\n1;2\n', ';'],
    ['a bar in a header without records', 'a|b|c', '|'],
    ['a semicolon despite an odd record', `a;b\n${'1;2\n'.repeat(20)}x,y,z\n`, ';'],
  ]);
  for (const [title, text, delimiter] of cases) {
    it(`finds ${title}`, () => {
      assert.equal(String.fromCharCode(detectDelimiter(Buffer.from(text), true)), delimiter);
    });
  }

  it('ignores a last record that the sample cuts in two', () => {
    const text = 'a,b\n1,2\n3;4;5';
    assert.equal(detectDelimiter(Buffer.from(text), false), ','.charCodeAt(0));
    assert.equal(detectDelimiter(Buffer.from('a;b\n1;2\n3'), false), ';'.charCodeAt(0));
  });

  for (const opening of ['', '\n', '\r\n\n', '\xef\xbb\xbf']) {
    it(`finds the delimiter of a first record longer than the sample, after ${JSON.stringify(opening)}`, async () => {
      const header = `a;b;"${'c'.repeat(70_000)}"`;
      const { output, error } = await editEntry(`${opening}${header}\n1;2;3\n`, { delimiter: 'auto', drop: ['a'] });
      assert.equal(error, null);
      const mark = opening.startsWith('\xef') ? opening : '';
      assert.equal(output.toString('latin1'), `${mark}${header.slice(2)}\n2;3\n`);
    });
  }

  it('counts the last record of an entry exactly as long as the sample, however it is cut', async () => {
    const records = `a,b;${'c'.repeat(95)}\n`.repeat(655);
    const text = records + 'd;e'.padStart(65_536 - records.length, 'd');
    assert.equal(text.length, 65_536);
    for (const cuts of [[65_536], [65_535, 1], [1000], [100_000]]) {
      const { output } = await editEntry(text, { delimiter: 'auto', drop: [1] }, { cuts });
      assert.ok(output.toString().startsWith('a,b\na,b\n'), `cut by ${cuts}`);
    }
  });

  it('examines no more than 65,536 bytes', async () => {
    const text = `${'a;b,c\n'.repeat(10_923)}${'d;e\n'.repeat(20_000)}`;
    const { counts } = await editEntry(text, { delimiter: 'auto' });
    assert.deepEqual(counts.records, { read: 30_922, written: 10_922, filtered: 0, bad: 20_000, skipped: 0 });
  });
});

describe('refuseUtf16', () => {
  const text = 'id,name\n1,Zoë\n2,漢字\n'.repeat(3);
  const little = Buffer.from(text, 'utf16le');
  const big = Buffer.from(little).swap16();
  for (const [title, bytes] of /** @type {[string, Buffer][]} */ ([
    ['little-endian', little],
    ['big-endian', big],
    ['little-endian with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), little])],
    ['big-endian with a mark', Buffer.concat([Buffer.from([0xfe, 0xff]), big])],
    ['little-endian and long', Buffer.from('id,name\n'.repeat(500), 'utf16le')],
    ['a mark alone', Buffer.from([0xff, 0xfe])],
    ['little-endian and hardly Latin', Buffer.from('上,名前\n漢字,上\n学,学\n', 'utf16le')],
    ['big-endian and hardly Latin', Buffer.from('上,名前\r\n漢字,上\r\n学,学', 'utf16le').swap16()],
    ['two characters', Buffer.from('a,', 'utf16le')],
  ])) {
    it(`refuses UTF-16, ${title}`, async () => {
      assert.throws(() => refuseUtf16(bytes), { name: 'CsvError', code: 'csv/utf-16', byte: 0, record: null });
      for (const cuts of [[1], [65_536]]) {
        const { error, output } = await editEntry(bytes, { drop: ['nothing'] }, { cuts });
        assert.equal(error?.code, 'csv/utf-16');
        assert.equal(output.length, 0);
      }
    });
  }

  for (const [title, bytes] of /** @type {[string, Buffer][]} */ ([
    ['nothing', Buffer.alloc(0)],
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['some zeros', Buffer.from('a,\0,b,\0\0,c\n'.repeat(10))],
    ['a zero beside one of two line ends', Buffer.from('a,b\n1,\0\n')],
    ['zeros beside line ends on both sides', Buffer.from('a,b\n\0,1\n\0,12\n\0,2\n')],
    ['nothing but zeros', Buffer.alloc(2000)],
    ['bytes that are not UTF-8', Buffer.from('a,\xff\xfe\n', 'latin1')],
  ])) {
    it(`accepts ${title}`, () => refuseUtf16(bytes));
  }
});

describe('byteOrderMarkBytes', () => {
  it('recognises a complete mark at the beginning only', () => {
    assert.equal(byteOrderMarkBytes(Buffer.from('\ufeffa')), 3);
    assert.equal(byteOrderMarkBytes(Buffer.from('\ufeff')), 3);
    assert.equal(byteOrderMarkBytes(Buffer.from([0xef, 0xbb])), 0);
    assert.equal(byteOrderMarkBytes(Buffer.from('a\ufeff')), 0);
    assert.equal(byteOrderMarkBytes(Buffer.alloc(0)), 0);
  });
});
