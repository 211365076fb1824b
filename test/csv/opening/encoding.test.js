import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeSample, detectEncoding } from '../../../src/csv/opening/encoding.js';
import fc from '../../support/fast-check.js';
import { editEntry } from '../edit-entry.js';

const AUTO = { encoding: 'auto' };

describe('detectEncoding', () => {
  const text = 'id,name\n1,Zoë\n2,漢字\n'.repeat(3);
  const little = Buffer.from(text, 'utf16le');
  const big = Buffer.from(little).swap16();
  const cases = /** @type {[title: string, bytes: Buffer, encoding: string, markBytes: number][]} */ ([
    ['little-endian', little, 'utf-16le', 0],
    ['big-endian', big, 'utf-16be', 0],
    ['little-endian with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'utf-16le', 2],
    ['big-endian with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), 'utf-16be', 2],
    ['little-endian and long', Buffer.from('id,name\n'.repeat(500), 'utf16le'), 'utf-16le', 0],
    ['a mark alone', Buffer.from([0xff, 0xfe]), 'utf-16le', 2],
    ['little-endian and hardly Latin', Buffer.from('上,名前\n漢字,上\n学,学\n', 'utf16le'), 'utf-16le', 0],
    ['big-endian and hardly Latin', Buffer.from('上,名前\r\n漢字,上\r\n学,学', 'utf16le').swap16(), 'utf-16be', 0],
    ['two characters', Buffer.from('a,', 'utf16le'), 'utf-16le', 0],
  ]);
  for (const [title, bytes, encoding, markBytes] of cases) {
    it(`finds UTF-16, ${title}`, () => {
      assert.deepEqual(detectEncoding(bytes, AUTO), { encoding, markBytes });
    });
  }

  for (const [title, bytes] of /** @type {[string, Buffer][]} */ ([
    ['nothing', Buffer.alloc(0)],
    ['plain text', Buffer.from(text)],
    ['Latin-1', Buffer.from('id,Stra\xdfe\n', 'latin1')],
    ['some zeros', Buffer.from('a\0b,c,dddddddddd\n\0\n')],
    ['one zero', Buffer.from('a\0')],
    ['a zero beside one of two line ends', Buffer.from('a,b\n1,\0\n')],
    ['zeros beside line ends on both sides', Buffer.from('a,b\n\0,1\n\0,12\n\0,2\n')],
    ['nothing but zeros', Buffer.alloc(2000)],
    ['bytes that are not UTF-8', Buffer.from('a,\xff\xfe\n', 'latin1')],
  ])) {
    it(`takes ${title} for UTF-8`, () => {
      assert.deepEqual(detectEncoding(bytes, AUTO), { encoding: 'utf-8', markBytes: 0 });
    });
  }

  for (const [order, mark, offset] of /** @type {const} */ ([
    ['little-endian', [0xff, 0xfe, 0, 0], 0],
    ['big-endian', [0, 0, 0xfe, 0xff], 3],
  ])) {
    it(`refuses UTF-32 with a mark by name: ${order}`, async () => {
      const units = Buffer.alloc(4 * text.length);
      for (const [index, character] of [...text].entries()) {
        const code = character.charCodeAt(0);
        if (offset === 0) units.writeUInt32LE(code, 4 * index);
        else units.writeUInt32BE(code, 4 * index);
      }
      for (const length of [0, 4, units.length]) {
        const bytes = Buffer.concat([Buffer.from(mark), units.subarray(0, length)]);
        for (const cuts of [[1], [65_536]]) {
          const { error, output } = await editEntry(bytes, { encoding: 'auto' }, { cuts });
          assert.equal(error.code, 'csv/encoding');
          assert.match(error.message, new RegExp(`UTF-32 \\(${order}\\)`));
          assert.equal(output.length, 0);
        }
        assert.equal(detectEncoding(bytes, { encoding: 'utf-16le' }).encoding, 'utf-16le');
      }
    });
  }

  it('finds the mark of UTF-8', () => {
    assert.deepEqual(detectEncoding(Buffer.from('\uFEFFa'), AUTO), { encoding: 'utf-8', markBytes: 3 });
  });

  it('takes a rule at its word', () => {
    assert.deepEqual(detectEncoding(little, { encoding: 'utf-8' }), { encoding: 'utf-8', markBytes: 0 });
    const rule = { encoding: 'utf-16le' };
    assert.deepEqual(detectEncoding(Buffer.from('\uFEFFa', 'utf16le'), rule), { encoding: 'utf-16le', markBytes: 2 });
    assert.deepEqual(detectEncoding(big, rule), { encoding: 'utf-16le', markBytes: 0 });
    assert.equal(detectEncoding(Buffer.from([0x84, 0x31, 0x95, 0x33, 0x41]), { encoding: 'gb18030' }).markBytes, 4);
  });
});

describe('decodeSample', () => {
  for (const encoding of /** @type {const} */ (['utf-8', 'utf-16le', 'utf-16be'])) {
    it(`maps the beginning of each line, and the end, back to ${encoding}`, () => {
      const lines = fc.array(
        fc.tuple(fc.string({ unit: 'grapheme', maxLength: 5 }), fc.constantFrom('\n', '\r\n', '\r', 'ਊ\n')),
      );
      fc.assert(
        fc.property(lines, fc.string({ unit: 'grapheme', maxLength: 5 }), (parts, last) => {
          const encode = (/** @type {string} */ text) => {
            if (encoding === 'utf-8') return Buffer.from(text);
            const bytes = Buffer.from(text, 'utf16le');
            return encoding === 'utf-16le' ? bytes : bytes.swap16();
          };
          const whole = parts.flat().join('') + last;
          const { text, byteAt } = decodeSample(encode(whole), encoding);
          assert.equal(text.toString(), whole.toWellFormed());
          let before = '';
          for (const part of [['', ''], ...parts, [last, '']]) {
            before += part.join('');
            assert.equal(byteAt(Buffer.byteLength(before)), encode(before).length);
          }
        }),
      );
    });
  }

  it('decodes an incomplete character at the end', () => {
    const { text, byteAt } = decodeSample(Buffer.from([0x61, 0, 0x62]), 'utf-16le');
    assert.equal(text.toString(), 'a\uFFFD');
    assert.equal(byteAt(text.length), 3);
  });
});
