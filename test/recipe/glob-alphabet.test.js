import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { alphabetOf } from '../../src/recipe/glob-alphabet.js';
import { foldCase, parseGlob } from '../../src/recipe/parse-glob.js';
import { stride } from '../support/cases.js';

/** @param {string} text */
const parse = text => parseGlob(text, problem => assert.fail(problem));

suite('alphabetOf', () => {
  test('has a character for all that sets do with any character', () => {
    const globs = ['[a-fß]x?', '[!Ø-ö]*', '[ᾀ-ᾠ0-5]/[^k]'].map(parse);
    const sets = globs.flatMap(({ alternatives }) => alternatives.flat(2)).filter(token => typeof token === 'function');
    /** @param {string} character */
    const answers = character => sets.map(has => has(character)).join();
    const alphabet = alphabetOf(globs) ?? [];
    const known = new Set(alphabet.filter(character => character !== '/').map(answers));
    // No set names a character beyond the first plane.
    for (let code = 0; code < 0x110000; code += code < 0x10000 ? 1 : stride(1)) {
      const character = String.fromCodePoint(code);
      if (!character.isWellFormed() || character === '/' || character === 'X') continue;
      if (foldCase(character) !== character || character.normalize() !== character) continue;
      assert.ok(known.has(answers(character)), `U+${code.toString(16)}`);
    }
  });

  test('is short, and has all letters that globs spell out', () => {
    const alphabet = alphabetOf([parse('**/*.csv'), parse('[a-z]x')]);
    assert.ok(alphabet && alphabet.length < 12);
    for (const letter of '/.CSVX') assert.ok(alphabet.includes(letter));
  });

  test('is null for too many sets', () => {
    assert.equal(alphabetOf([parse('[ab]'.repeat(17))]), null);
  });
});
