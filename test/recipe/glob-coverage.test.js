import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compileGlob } from '../../src/recipe/glob.js';
import { alphabetOf } from '../../src/recipe/glob-alphabet.js';
import { automatonOf } from '../../src/recipe/glob-automaton.js';
import { isCovered } from '../../src/recipe/glob-coverage.js';
import { parseGlob } from '../../src/recipe/parse-glob.js';
import fc, { caseCount } from '../support/fast-check.js';

const names = fc.oneof(
  fc.constant('**'),
  fc
    .array(fc.constantFrom('a', 'B', '*', '?', '[ab]', '[!a]', '[b-y]', '{a,?b}'), { minLength: 1, maxLength: 3 })
    .map(parts => parts.join('').replace(/\*{2,}/g, '*')),
);
const globs = fc
  .tuple(fc.constantFrom('', '', '', '!'), fc.array(names, { minLength: 1, maxLength: 3 }))
  .map(([negation, names]) => negation + names.join('/'));

/** All paths of few characters. */
const PATHS = Array.from({ length: 4 }).reduce(
  (/** @type {string[]} */ found) => [
    ...found,
    ...found
      .filter(path => path.length === longest(found))
      .flatMap(path => ['a', 'b', 'z', '/'].map(next => path + next)),
  ],
  [''],
);

/** @param {string[]} paths */
function longest(paths) {
  return paths.at(-1)?.length ?? 0;
}

/**
 * @param {string} glob
 * @param {string[]} others
 */
function cover(glob, others, left = 1_000_000, letters = alphabetFor([glob, ...others])) {
  const parsed = [glob, ...others].map(text => parseGlob(text, problem => assert.fail(problem)));
  let first = 0;
  const [subject, ...rest] = parsed.map(one => {
    const automaton = automatonOf(one, first);
    first += automaton.states.length;
    return automaton;
  });
  return isCovered(subject, rest, letters, { left });
}

/** @param {string[]} globs */
function alphabetFor(globs) {
  const alphabet = alphabetOf(globs.map(text => parseGlob(text, problem => assert.fail(problem))));
  assert.ok(alphabet);
  return alphabet;
}

/** For all globs that the property makes. */
const LETTERS = alphabetFor(['{a,b}[ab][!a][b-y]']);

suite('isCovered', () => {
  test('agrees with trying every short path, and shows a path that only the subject matches', () => {
    let covered = 0;
    fc.assert(
      fc.property(globs, fc.array(globs, { maxLength: 3 }), (glob, others) => {
        const result = cover(glob, others, 1_000_000, LETTERS);
        /** @param {string} path */
        const isLeftOver = path =>
          compileGlob(glob, 'match')(path) && !others.some(other => compileGlob(other, 'match')(path));
        if (typeof result === 'string') assert.ok(isLeftOver(result), result);
        else {
          assert.equal(result, true);
          covered++;
          const paths = PATHS.filter(path => !/^$|^\/|\/\/|\/$/.test(path));
          assert.equal(paths.find(isLeftOver), undefined);
        }
      }),
      { numRuns: caseCount(500) },
    );
    assert.ok(covered > caseCount(50));
  });

  test('is right about what people write', () => {
    for (const [glob, others] of /** @type {[string, string[]][]} */ ([
      ['a/*.csv', ['**/*.csv']],
      ['**/*.CSV', ['**/*.csv']],
      ['**/.DS_Store', ['**']],
      ['**', ['*', '*/**']],
      ['**/*.{csv,tsv}', ['**/*.csv', '**/*.tsv']],
      ['x', ['!**/*.csv']],
      ['**', ['**/*.csv', '!**/*.csv']],
      ['[0-9].csv', ['?.csv']],
      ['[á-é]', ['[Á-É]']],
      ['?', ['[A-z]', '[!A-z]']],
    ])) {
      assert.equal(cover(glob, others), true, `${glob} by ${others}`);
    }
    for (const [glob, others, path] of /** @type {[string, string[], string][]} */ ([
      ['**/*.csv', ['*.csv'], 'X/.CSV'],
      ['**', ['**/*.*'], '/'],
      ['a*', ['a?*'], 'A'],
      ['[a-c]', ['[ab]'], 'C'],
    ])) {
      const found = cover(glob, others);
      assert.ok(typeof found === 'string', `${glob} by ${others}`);
      if (path !== '/') assert.equal(found.length, path.length);
    }
  });

  test('gives up where it would take too long', () => {
    const glob = `**/*${'a?'.repeat(20)}`;
    assert.equal(cover(glob, [`**/*${'?a'.repeat(20)}`, '**/*a???????????????????????*'], 10_000), null);
  });
});
