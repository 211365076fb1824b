import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { foldCase, parseGlob, STAR } from '../../src/recipe/parse-glob.js';

/** @param {string} problem @returns {never} */
const refuse = problem => {
  throw new Error(problem);
};

suite('parseGlob', () => {
  for (const [glob, alternatives] of /** @type {[string, unknown[]][]} */ ([
    ['a/b', [[['A'], ['B']]]],
    ['**/a*', [[STAR, ['A', STAR]]]],
    ['a/**', [[['A'], STAR, [STAR]]]],
    ['{a,b/c}', [[['A']], [['B'], ['C']]]],
    ['{a,b}{c,d}', [[['A', 'C']], [['A', 'D']], [['B', 'C']], [['B', 'D']]]],
    ['\\*', [[['*']]]],
  ])) {
    test(`splits ${glob} into the names of each alternative`, () => {
      assert.deepEqual(parseGlob(glob, refuse), { negated: false, alternatives });
    });
  }

  test('reads a leading ! as a negation', () => {
    assert.deepEqual(parseGlob('!a', refuse), { negated: true, alternatives: [[['A']]] });
  });

  test('reads a set as a test of one character, in either case', () => {
    const [[[isInSet]]] = /** @type {any} */ (parseGlob('[b-d_]', refuse).alternatives);
    assert.deepEqual(
      ['A', 'B', 'D', 'E', '_'].map(character => isInSet(character)),
      [false, true, true, false, true],
    );
  });

  test('refuses braces that make a short glob very long', () => {
    const braces = '{a,b}'.repeat(8);
    assert.equal(parseGlob(`${braces}${'x'.repeat(56)}`, refuse).alternatives.length, 256);
    for (const glob of [`${braces}${'x'.repeat(57)}`, `${'x'.repeat(57)}${braces}`])
      assert.throws(() => parseGlob(glob, refuse), { message: /^with more than 16384 characters once its braces/ });
    assert.throws(() => parseGlob(`${braces}{a,b}`, refuse), { message: 'with more than 256 alternatives' });
  });

  test('passes what is wrong to `refuse`', () => {
    assert.throws(() => parseGlob('[a', refuse), { message: 'with a [ that is never closed' });
  });
});

test('foldCase folds a character to one character', () => {
  assert.deepEqual(['a', 'A', 'é', 'ß', 'ŉ', '1'].map(foldCase), ['A', 'A', 'É', 'ß', 'ŉ', '1']);
});
