import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { trimmedEnd, trimmedStart } from '../../../src/csv/transforms/trim.js';
import fc, { caseCount } from '../../support/fast-check.js';

/** @param {Buffer} value */
function trimmed(value) {
  // Bytes before and behind the value must not matter.
  const bytes = Buffer.concat([Buffer.from('\u2003\u00a0 \xe2'), value, Buffer.from('\u2003 ')]);
  const from = Buffer.byteLength('\u2003\u00a0 \xe2');
  const start = trimmedStart(bytes, from, from + value.length);
  const end = trimmedEnd(bytes, start, from + value.length);
  assert.ok(from <= start && start <= end && end <= from + value.length);
  return bytes.subarray(start, end);
}

suite('trim', () => {
  test('removes what `String.prototype.trim` removes', () => {
    fc.assert(
      fc.property(text(), value => {
        assert.equal(trimmed(Buffer.from(value)).toString(), value.toWellFormed().trim());
      }),
    );
  });

  test('knows every character as `String.prototype.trim` does', () => {
    for (let code = 0; code <= 0xffff; code++) {
      const character = String.fromCharCode(code).toWellFormed();
      const value = `${character}a${character}`;
      assert.equal(trimmed(Buffer.from(value)).toString(), value.trim(), `U+${code.toString(16)}`);
    }
  });

  test('never takes an invalid byte for white space', () => {
    const values = ['\xa0', '\xc2', '\xe2\x80', '\x80\x80', '\xe3\x80', '\xbb\xbf', '\xef\xbb', '\x85', '\xc0\xa0'];
    for (const value of values) {
      const bytes = Buffer.from(` ${value} `, 'latin1');
      assert.equal(trimmed(bytes).toString('latin1'), value);
      assert.equal(trimmed(bytes.subarray(1, -1)).toString('latin1'), value);
    }
  });

  test('removes the same, whatever the bytes, as from their decoded text', () => {
    const piece = fc.constantFrom(
      ...'\xc2 \xa0 \xe2 \x80 \x81 \x9f \xa8 \xaf \x8b \xe1 \x9a \xe3 \xef \xbb \xbf \xf0 \x85 a'.split(' '),
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
        const bytes = Buffer.from(pieces.join(''), 'latin1');
        const expected = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).trim();
        assert.equal(new TextDecoder('utf-8', { ignoreBOM: true }).decode(trimmed(bytes)), expected);
      }),
      { numRuns: caseCount(1000) },
    );
  });
});

function text() {
  const spaces = fc.string({
    unit: fc.constantFrom(
      ...' \t\n\v\f\r\u00a0\u1680\u2000\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff\u0085\u180e',
    ),
    maxLength: 4,
  });
  return fc.tuple(spaces, fc.string({ unit: 'binary' }), spaces).map(parts => parts.join(''));
}
