import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byteOrderMarkBytes, refuseUtf16 } from '../../src/csv/encoding.js';
import { editEntry } from './edit-entry.js';

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
