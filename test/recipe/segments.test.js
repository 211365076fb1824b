import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { STAR } from '../../src/recipe/parse-glob.js';
import { matchSegments, segmentsOf } from '../../src/recipe/segments.js';
import fc, { caseCount } from '../support/fast-check.js';

/** @param {string} pattern With `*`, and `?` for any character. */
function segments(pattern) {
  /** @type {(string | symbol)[]} */
  const parts = Array.from(pattern, character => (character === '*' ? STAR : character));
  return /** @type {string[][]} */ (segmentsOf(parts));
}
const fits = (/** @type {string} */ part, /** @type {string} */ item) => part === '?' || part === item;

suite('matchSegments', () => {
  test('matches what a regular expression matches, with segments of any length', () => {
    // Such as `a` 40 times and `b`: long searches in which many beginnings fit.
    const runs = fc.array(fc.tuple(fc.constantFrom('a', 'b', '?', 'ab'), fc.constantFrom(1, 2, 31, 33, 40)), {
      maxLength: 4,
    });
    const part = runs.map(list => list.map(([text, times]) => text.repeat(times)).join(''));
    const pattern = fc.array(part, { minLength: 1, maxLength: 3 }).map(parts => parts.join('*'));
    const text = fc
      .array(fc.tuple(fc.constantFrom('a', 'b', 'aab'), fc.constantFrom(1, 3, 40, 200)), { maxLength: 6 })
      .map(list => list.map(([text, times]) => text.repeat(times)).join(''));
    fc.assert(
      fc.property(pattern, text, (pattern, text) => {
        const expected = new RegExp(`^${pattern.replaceAll('?', '.').replaceAll(/\*+/g, '.*?')}$`).test(text);
        assert.equal(matchSegments(segments(pattern), text, fits), expected);
      }),
      { numRuns: caseCount(2000) },
    );
  });

  test('asks little of each item, however many beginnings of a segment fit', () => {
    let asked = 0;
    const counting = (/** @type {string} */ part, /** @type {string} */ item) => {
      asked++;
      return fits(part, item);
    };
    const [glob, name] = [segments(`*${'a'.repeat(1000)}b*`), 'a'.repeat(60_000)];
    assert.equal(matchSegments(glob, name, counting), false);
    assert.ok(asked < 60_000, `asked ${asked} times`);
    assert.equal(matchSegments(glob, `${name}b`, counting), true);
  });
});
