import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DigitPatterns, union } from '../../src/phone/digit-patterns.js';
import { drawMatching } from '../fuzz/draw-matching.js';
import { randomOf } from '../support/random.js';

suite('DigitPatterns', () => {
  test('accepts what the regular expressions accept, with and without a beginning', () => {
    const patterns = [
      '[2-9]\\d{2}|3\\d{4}',
      '0?1{2,3}',
      '(?:8(?:00|33)|9[01])[2-9]\\d{3}',
      '(?:|12)3',
      '800[2-5]\\d{2,4}',
    ];
    const beginnings = [null, '8001|8[024]9', '[347]', '1[03-79]|[2-9]', '80?'];
    const random = randomOf(4);
    for (const pattern of patterns) {
      for (const beginning of beginnings) {
        const states = new DigitPatterns();
        const start = states.add(pattern, beginning, 7);
        const isWhole = new RegExp(`^(?:${pattern})$`);
        const begins = new RegExp(`^(?:${beginning ?? ''})`);
        for (let count = 0; count < 300; count++) {
          const digits = drawMatching(random, random.pick(patterns)) + (random.chance(0.2) ? random.below(10) : '');
          const expected = isWhole.test(digits) && begins.test(digits) ? [7] : [];
          assert.deepEqual(tokensOf(states, start, digits), expected, `${pattern} after ${beginning}: ${digits}`);
        }
      }
    }
  });

  test('accepts any digits after a beginning if the pattern is empty', () => {
    const states = new DigitPatterns();
    const start = states.add('', '8[01]', 3);
    for (const digits of ['80', '81', '80123456']) assert.deepEqual(tokensOf(states, start, digits), [3]);
    for (const digits of ['', '8', '82', '180']) assert.deepEqual(tokensOf(states, start, digits), []);
  });

  test('shares equal states between patterns', () => {
    const states = new DigitPatterns();
    states.add('[2-9]\\d{30}', null, 0);
    const { length } = states.masks;
    states.add('1\\d{30}', null, 0);
    assert.equal(states.masks.length, length + 1);
  });

  test('refuses a pattern or a beginning that is not supported', () => {
    assert.throws(() => new DigitPatterns().add('1+', null, 0), SyntaxError);
    assert.throws(() => new DigitPatterns().add('1', '1+', 0), SyntaxError);
  });
});

test('union sorts states and removes duplicates', () => {
  assert.deepEqual(union([]), []);
  assert.deepEqual(union([[10, 9], [2, 10], []]), [2, 9, 10]);
});

/**
 * @param {DigitPatterns} patterns
 * @param {number[]} start
 * @param {string} digits
 * @returns {number[]} The tokens of the patterns that match.
 */
function tokensOf({ masks, nexts, tokens }, start, digits) {
  let states = start;
  for (const digit of digits) {
    states = union(states.map(state => ((masks[state] >> Number(digit)) & 1 ? nexts[state] : [])));
  }
  return states.map(state => tokens[state]).filter(token => token !== -1);
}
