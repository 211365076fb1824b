import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RE2JS } from 're2js';
import { automatonOf } from '../../../../src/csv/transforms/where/pattern-automaton.js';
import { compilePattern } from '../../../../src/recipe/pattern.js';
import fc, { caseCount } from '../../../support/fast-check.js';

describe('the automaton of a pattern', () => {
  const patterns = [
    ...[
      '',
      'a',
      'a|b',
      'x*',
      '^$',
      '^a',
      'a$',
      '$a',
      '\\Aab\\z',
      '[^a]b',
      'a.b',
      '(?s)a.b',
      '(a+)+$',
      '(?U)a+?b',
      'a.{3}b',
    ],
    ...[
      '\\bab\\b',
      'a\\b',
      '\\b',
      '\\B',
      '\\Ba',
      '(?m)^a$',
      '(?m)b$\n^a',
      '(?m)$',
      '(?i)k+S',
      '\\d{3}-\\d{4}',
      '^(?:a|ab)(?:c|bcd)$',
    ],
    ...['é', '^é', '^a|é$', '[a-é]b', '\\pL+1', '^[a-j].*[0-9]@b', '\\w\\W\\s', '[[:punct:]]1'],
  ];
  for (const pattern of patterns) {
    it(`matches what re2js matches: ${JSON.stringify(pattern)}`, async () => {
      const compiled = await compilePattern(pattern);
      const automaton = /** @type {Uint8Array} */ (automatonOf(compiled));
      const texts = fc.oneof(
        fc.string({ unit: fc.constantFrom(...'ab\n'), maxLength: 6 }),
        fc.string({ unit: fc.constantFrom(...'aabbcdks@ \n01-_."KÉéſ'), maxLength: 9 }),
      );
      fc.assert(
        fc.property(texts, text => {
          const found = run(automaton, Buffer.from(text));
          if (found !== null) assert.equal(found, compiled.test(text));
          else assert.match(text, /[^\0-\x7f]/);
        }),
        { numRuns: caseCount(1000) },
      );
    });
  }

  it('is made once', async () => {
    const compiled = await compilePattern('a');
    assert.equal(automatonOf(compiled), automatonOf(compiled));
  });

  it('sees when nothing can match any more', async () => {
    const automaton = /** @type {Uint8Array} */ (automatonOf(await compilePattern('^ab')));
    assert.deepEqual([automaton[512 + 256 + 0x61], automaton[512 + 256 + 0x78], automaton[256 + 2]], [3, 0, 0]);
  });

  it('is not made if it has many states, takes long to make, or would have to look behind', async () => {
    const words = Array.from(ALPHABET, (_, index) => (ALPHABET + ALPHABET).slice(index, index + 4));
    for (const pattern of ['a.{9}b', words.join('|')]) assert.equal(automatonOf(await compilePattern(pattern)), null);
    assert.equal(automatonOf(RE2JS.compile('(?<=a)b', RE2JS.LOOKBEHINDS)), null);
    assert.notEqual(automatonOf(await compilePattern(words.slice(0, 20).join('|'))), null);
  });
});

/**
 * Reads a value as `engine/assembly/edit/pattern.ts` does.
 *
 * @param {Uint8Array} automaton
 * @param {Buffer} value
 * @returns {boolean | null} null if it depends on characters beyond ASCII.
 */
function run(automaton, value) {
  let state = 2;
  for (const character of value.toString()) {
    const code = Number(character.codePointAt(0));
    state = automaton[code < 0x80 ? 512 + 128 * state + code : 256 + state];
    if (state === 255) return null;
    if (state < 2) return state === 1;
  }
  return automaton[state] === 1;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
