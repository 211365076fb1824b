import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../../src/engine/engine.js';
import fc, { caseCount } from '../../support/fast-check.js';

test('each character of Unicode is white space where it is for JavaScript', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    // Lone surrogates have no bytes.
    if (code >= 0xd800 && code < 0xe000) continue;
    const character = String.fromCodePoint(code);
    assert.equal(trimmed(Buffer.from(`${character}a${character}`)), `${character}a${character}`.trim());
  }
});

test('a value is trimmed as JavaScript trims it, whatever bytes are around it', () => {
  const pieces = fc.constantFrom(
    ...' \t\n\v\f\r\0\x1f!az"é\x85\xa0\u1680\u180e\u2000\u200a\u200b\u2028\u2029\u202f',
    ...'\u205f\u2060\u3000\u3001\ufeff\uffff😀',
  );
  const texts = fc.array(pieces, { maxLength: 8 }).map(parts => parts.join(''));
  fc.assert(
    fc.property(texts, text => {
      assert.equal(trimmed(Buffer.from(text)), text.trim());
    }),
    { numRuns: caseCount(2000) },
  );
});

test('bytes that are not UTF-8 are no white space', () => {
  const byte = fc.constantFrom(
    0x20,
    0x09,
    0x61,
    0xc2,
    0xa0,
    0xe1,
    0x9a,
    0x80,
    0xe2,
    0x81,
    0x9f,
    0xe3,
    0xef,
    0xbb,
    0xbf,
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 10 }), fc.array(byte, { maxLength: 10 }), (any, likely) => {
      for (const bytes of [Buffer.from(any), Buffer.from(likely)]) {
        // In Latin-1 each byte is a character, so white space is a pattern of these.
        const text = bytes.toString('latin1');
        const expected = text.replace(LEADING, '').replace(TRAILING, '');
        assert.equal(trimmed(bytes, 'latin1'), expected);
      }
    }),
    { numRuns: caseCount(5000) },
  );
});

/**
 * @param {Buffer} bytes
 * @param {BufferEncoding} [encoding]
 */
function trimmed(bytes, encoding = 'utf8') {
  const { exports, memory } = engine;
  const address = exports.WINDOW.value;
  memory.fill(0x20, address, address + 64);
  bytes.copy(memory, address + 16);
  const end = address + 16 + bytes.length;
  const start = exports.trimmedStart(address + 16, end);
  return memory.toString(encoding, start, exports.trimmedEnd(start, end));
}

const engine = createEngine();
const SPACES = [...'\t\n\v\f\r \xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff']
  .concat(Array.from({ length: 11 }, (_, index) => String.fromCharCode(0x2000 + index)))
  .map(space => Buffer.from(space).toString('latin1'));
const LEADING = new RegExp(`^(?:${SPACES.join('|')})*`);
const TRAILING = new RegExp(`(?:${SPACES.join('|')})*$`);
