import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { mask } from '../../../src/csv/transforms/mask.js';
import fc, { caseCount } from '../../support/fast-check.js';

suite('mask', () => {
  test('replaces all characters but the last ones', () => {
    assert.equal(mask(Buffer.from('DE89370400440532013000'), 4).toString(), '******************3000');
    assert.equal(mask(Buffer.from('Žofie 🙂'), 1).toString(), '******🙂');
    assert.equal(mask(Buffer.from('secret'), 0).toString(), '******');
  });

  test('replaces all of a value that is no longer than what would stay', () => {
    assert.equal(mask(Buffer.from('1234'), 4).toString(), '****');
    assert.equal(mask(Buffer.from('🙂'), 4).toString(), '*');
    assert.equal(mask(Buffer.alloc(0), 4).toString(), '');
  });

  test('counts code points as JavaScript does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(8), (text, keepLast) => {
        const characters = Array.from(text.toWellFormed());
        const masked = characters.length <= keepLast ? characters.length : characters.length - keepLast;
        const expected = '*'.repeat(masked) + characters.slice(masked).join('');
        assert.equal(mask(Buffer.from(text), keepLast).toString(), expected);
      }),
    );
  });

  test('counts a byte that is not UTF-8 as a character, and keeps it', () => {
    const values = [
      '\xff',
      '\xc3',
      '\xc0\x80',
      '\xe2\x82',
      '\xed\xa0\x80',
      '\xf4\x90\x80\x80',
      '\xe0\x80\x80',
      '\xf0\x9f\x99',
    ];
    for (const value of values) {
      assert.equal(mask(Buffer.from(`${value}é`, 'latin1'), 0).length, value.length + 1);
      assert.equal(
        mask(Buffer.from(`é${value}`, 'utf8'), 1)
          .toString('latin1')
          .at(0),
        '*',
      );
      const kept = mask(Buffer.from(`abc${value}`, 'latin1'), value.length);
      assert.equal(kept.toString('latin1'), `***${value}`);
    }
  });

  test('counts the same characters as `TextDecoder`', () => {
    const piece = fc.constantFrom(
      ...[
        '\xc2',
        '\xe0',
        '\xe1',
        '\xed',
        '\xf0',
        '\xf1',
        '\xf4',
        '\xf5',
        '\x80',
        '\x8f',
        '\x90',
        '\x9f',
        '\xa0',
        '\xbf',
        'a',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
        const bytes = Buffer.from(pieces.join(''), 'latin1');
        assert.equal(mask(bytes, 0).length, countCharacters(bytes));
      }),
      { numRuns: caseCount(2000) },
    );
  });
});

/**
 * @param {Buffer} bytes
 * @returns {number} The characters that decode without an error, and all other bytes.
 */
function countCharacters(bytes) {
  let count = 0;
  for (let position = 0; position < bytes.length; count++) {
    const length = [4, 3, 2].find(bytesLong =>
      isOneCharacter(bytes.subarray(position, position + bytesLong), bytesLong),
    );
    position += length ?? 1;
  }
  return count;
}

/** @param {Buffer} bytes @param {number} length */
function isOneCharacter(bytes, length) {
  if (bytes.length < length) return false;
  try {
    return Array.from(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)).length === 1;
  } catch {
    return false;
  }
}
