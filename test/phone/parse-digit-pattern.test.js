import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { getCountries, Metadata } from 'libphonenumber-js/max';
import { ANY_DIGIT, parseDigitPattern } from '../../src/phone/parse-digit-pattern.js';
import { drawMatching } from '../fuzz/draw-matching.js';
import { randomOf } from '../support/random.js';

/** @import { Metadata as AllMetadata } from '../../src/phone/country-matchers.js' */
/** @import { PatternNode } from '../../src/phone/parse-digit-pattern.js' */

suite('parseDigitPattern', () => {
  test('reads classes as one bit per digit', () => {
    assert.deepEqual(parseDigitPattern('[13-5]'), { kind: 'sequence', nodes: [{ kind: 'digit', mask: 0b111010 }] });
    assert.deepEqual(parseDigitPattern('\\d'), { kind: 'sequence', nodes: [{ kind: 'digit', mask: ANY_DIGIT }] });
  });

  test('reads alternatives, groups and repetitions', () => {
    /** @param {number} digit */
    const digit = digit => /** @type {const} */ ({ kind: 'digit', mask: 1 << digit });
    assert.deepEqual(parseDigitPattern('1{2,3}|(?:2|3)?'), {
      kind: 'alternatives',
      nodes: [
        { kind: 'sequence', nodes: [{ kind: 'repeated', node: digit(1), least: 2, most: 3 }] },
        {
          kind: 'sequence',
          nodes: [
            {
              kind: 'repeated',
              node: {
                kind: 'alternatives',
                nodes: [
                  { kind: 'sequence', nodes: [digit(2)] },
                  { kind: 'sequence', nodes: [digit(3)] },
                ],
              },
              least: 0,
              most: 1,
            },
          ],
        },
      ],
    });
  });

  test('reads the pattern of every country, so that its tree matches the same numbers', () => {
    const metadata = /** @type {AllMetadata} */ (/** @type {unknown} */ (new Metadata()));
    const random = randomOf(6);
    for (const country of getCountries()) {
      const pattern = metadata.selectNumberingPlan(country).numberingPlan.nationalNumberPattern();
      const expected = new RegExp(`^(?:${pattern})$`);
      const actual = new RegExp(`^${sourceOf(parseDigitPattern(pattern))}$`);
      for (let count = 0; count < 30; count++) {
        const drawn = drawMatching(random, pattern);
        const digits = random.chance(0.5) ? drawn : drawn.slice(0, -1) + random.below(100);
        assert.equal(actual.test(digits), expected.test(digits), `${country}: ${digits}`);
      }
    }
  });

  for (const pattern of [
    '1+',
    '1*',
    '.',
    '(1)',
    '^1',
    '1$',
    '(?=1)',
    '[^1]',
    '(?:1',
    '1)',
    'a',
    '?',
    '{2}',
    '1{2,}',
    '\\D',
  ]) {
    test(`refuses ${pattern}`, () => {
      assert.throws(() => parseDigitPattern(pattern), SyntaxError);
    });
  }
});

/**
 * @param {PatternNode} node
 * @returns {string} A regular expression.
 */
function sourceOf(node) {
  if (node.kind === 'digit') return `[${[...'0123456789'].filter(digit => (node.mask >> Number(digit)) & 1).join('')}]`;
  if (node.kind === 'alternatives') return `(?:${node.nodes.map(sourceOf).join('|')})`;
  if (node.kind === 'sequence') return node.nodes.map(sourceOf).join('');
  return `(?:${sourceOf(node.node)}){${node.least},${node.most}}`;
}
