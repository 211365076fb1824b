import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Decoder } from '../../../src/csv/foreign/decoder.js';
import { countLineEnds, LineEnds } from '../../../src/csv/foreign/line-ends.js';
import fc, { caseCount } from '../../support/fast-check.js';

/** The encodings of the Encoding Standard (section 4.2) that Node decodes. */
const ENCODINGS = [
  ...[
    'utf-8',
    'ibm866',
    'koi8-r',
    'koi8-u',
    'macintosh',
    'x-mac-cyrillic',
    'windows-874',
    'x-user-defined',
    'iso-8859-8-i',
  ],
  ...[2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map(part => `iso-8859-${part}`),
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map(part => `windows-125${part}`),
  ...['gbk', 'gb18030', 'big5', 'euc-jp', 'iso-2022-jp', 'shift_jis', 'euc-kr', 'utf-16be', 'utf-16le'],
];

describe('Decoder', () => {
  for (const encoding of ENCODINGS.filter(name => name !== 'utf-8' && name !== 'iso-2022-jp')) {
    it(`decodes ${encoding} as TextDecoder does`, () => {
      const decoder = new Decoder(encoding);
      const known = new TextDecoder(encoding, { ignoreBOM: true });
      const all = Buffer.from(Array.from({ length: 512 }, (_, index) => index));
      assert.equal(decoder.decode(all, true).toString(), known.decode(all));
      const bytes = fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        fc.array(
          fc.constantFrom(0x0a, 0x0d, 0x2c, 0x22, 0x41, 0x81, 0x8a, 0xd8, 0xdc, 0x1b, 0x24, 0x42, 0x30, 0xff, 0),
        ),
      );
      fc.assert(
        fc.property(bytes, numbers => {
          const piece = Buffer.from(numbers);
          assert.equal(decoder.decode(piece, true).toString(), known.decode(piece));
          const open = decoder.decode(piece, false).toString();
          const expected = known.decode(piece, { stream: true });
          known.decode();
          // Half of a surrogate pair may be decoded too early: it comes again.
          assert.equal(encoding.startsWith('utf-16') ? open.slice(0, expected.length) : open, expected);
        }),
        { numRuns: caseCount(200) },
      );
    });
  }

  for (const encoding of ENCODINGS) {
    it(`finds the same line ends in ${encoding} as in the text, and decodes each line by itself`, () => {
      const decoder = new Decoder(encoding);
      const pieces = fc.constantFrom(
        ...['0a', '0d', '000a', '0a00', '0d00', '61', '00', '81', '8a', '0a0a', '1b2442', '3441', '8130'],
      );
      fc.assert(
        fc.property(fc.array(pieces, { maxLength: 20 }), parts => {
          const bytes = Buffer.from(parts.join(''), 'hex');
          const text = Buffer.from(decoder.decode(bytes, true));
          const total = countLineEnds(text);
          let decoded = '';
          for (let line = 0, from = 0; line <= total; line++) {
            const after = line === total ? bytes.length : new LineEnds(bytes, encoding).pass(line + 1);
            if (line < total) assert.equal(after, new LineEnds(bytes, encoding).beforeLast(total - line - 1));
            decoded += decoder.decode(bytes.subarray(from, after), true);
            from = after;
          }
          assert.equal(decoded, text.toString());
        }),
        { numRuns: caseCount(300) },
      );
    });
  }

  it('decodes iso-2022-jp line by line, so that no line end becomes part of a character', () => {
    const bytes = Buffer.concat([Buffer.from('a,\x1b$B4A\x1b(B\r\n\x1b$B0\nb\x1b$', 'latin1')]);
    assert.equal(new Decoder('iso-2022-jp').decode(bytes, true).toString(), 'a,漢\r\n\uFFFD\nb\uFFFD');
  });

  it('passes UTF-8 on as it is', () => {
    const bytes = Buffer.from('a\xff', 'latin1');
    assert.equal(new Decoder('utf-8').decode(bytes, true), bytes);
  });

  it('makes U+FFFD of lone surrogates and of an odd byte at the end', () => {
    const bytes = Buffer.from('00d8410000dc61', 'hex');
    assert.equal(new Decoder('utf-16le').decode(bytes, true).toString(), '\uFFFDA\uFFFD\uFFFD');
    assert.equal(new Decoder('utf-16le').decode(bytes.subarray(0, 5), true).toString(), '\uFFFDA\uFFFD');
  });

  it('keeps a byte order mark as the one of UTF-8', () => {
    assert.equal(new Decoder('utf-16be').decode(Buffer.from('feff0041', 'hex'), true).toString('hex'), 'efbbbf41');
  });
});
