import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc, { caseCount } from '../support/fast-check.js';
import { fits } from './fits.js';

describe('JSON', () => {
  it('is what JSON.parse takes', () => {
    const pieces = [
      ...'{}[],:"\\ \t\n01-+.eE9',
      'true',
      'false',
      'null',
      '"a"',
      '\\u00e9',
      '\\n',
      'é',
      '1.5e3',
      '\\ud83d',
      '\x01',
      'nul',
    ];
    const texts = fc.oneof(
      fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map(parts => parts.join('')),
      fc.json({ maxDepth: 4 }),
      // One piece more, or one less.
      fc
        .tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom('', ...pieces), fc.nat(1))
        .map(([json, at, piece, cut]) => {
          const position = at % (json.length + 1);
          return json.slice(0, position) + piece + json.slice(position + cut);
        }),
    );
    let right = 0;
    fc.assert(
      fc.property(texts, text => {
        // Half of a surrogate pair is no UTF-8.
        if (!text.isWellFormed()) return;
        const expected = parses(text);
        assert.equal(fits('json', text), expected, text);
        if (expected) right += 1;
        if (fits('jsonb', text)) assert.ok(expected);
      }),
      { numRuns: caseCount(30_000) },
    );
    assert.ok(right > caseCount(5000), `only ${right} texts were JSON`);
  });

  it('may be nested 512 deep', () => {
    for (const type of /** @type {const} */ (['json', 'jsonb'])) {
      assert.equal(fits(type, '['.repeat(512) + ']'.repeat(512)), true);
      assert.equal(fits(type, '['.repeat(513) + ']'.repeat(513)), false);
      assert.equal(fits(type, '{"a":['.repeat(256) + ']}'.repeat(256)), true);
      assert.equal(fits(type, '['.repeat(1_000_000)), false);
    }
  });

  it('is UTF-8', () => {
    assert.equal(fits('json', '"é漢😀"'), true);
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80]]) {
      assert.equal(fits('json', Buffer.from([0x22, ...bytes, 0x22])), false);
    }
  });

  it('has no character in jsonb that a text in Postgres cannot have, and no number that numeric cannot hold', () => {
    for (const json of [
      '"\\u0000"',
      '"\\ud83d"',
      '"\\ude00"',
      '"\\ud83dx"',
      '"\\ud83d\\u0041"',
      '{"\\u0000":1}',
      '1e131072',
      '-1e-16384',
    ]) {
      assert.equal(fits('json', json), true, json);
      assert.equal(fits('jsonb', json), false, json);
    }
    for (const json of ['"\\ud83d\\ude00"', '"\\uD83D\\uDE00"', '"\\u0001"', '1e131071', '-0', '1e400']) {
      assert.equal(fits('jsonb', json), true, json);
    }
    const long = `"${'a'.repeat(16 * 1024 * 1024)}"`;
    assert.equal(fits('json', long), true);
    assert.equal(fits('jsonb', long), false);
  });
});

/** @param {string} text */
function parses(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
