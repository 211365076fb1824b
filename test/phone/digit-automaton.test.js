import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compileAutomaton } from '../../src/phone/digit-automaton.js';
import { DigitPatterns, union } from '../../src/phone/digit-patterns.js';
import { drawMatching } from '../fuzz/draw-matching.js';
import { randomOf } from '../support/random.js';

suite('compileAutomaton', () => {
  const sets = [
    ['12'],
    ['1', '12', '123'],
    ['[2-9]\\d{2}|3\\d{4}', '3\\d\\d(?:00|11)?'],
    ['0?1{2,3}', '(?:01?|1[0-357-9]){2}', '\\d{4}'],
    ['(?:8(?:00|33)|9[01])[2-9]\\d{3}', '800[2-5]\\d{2,4}', '(?:|12)3'],
  ];
  for (const patterns of sets) {
    test(`finds which of ${patterns.join(' and ')} match`, () => {
      const random = randomOf(1);
      const matching = compile(patterns.map(pattern => ({ pattern, beginning: null })));
      for (const digits of [...shortNumbers(), ...drawNumbers(random, patterns)]) {
        const expected = patterns.filter(pattern => new RegExp(`^(?:${pattern})$`).test(digits));
        assert.deepEqual(matching(digits), expected, digits);
      }
    });
  }

  test('finds which match if a beginning has to match as well', () => {
    const random = randomOf(2);
    const beginnings = ['8001|8[024]9', '[347]', '1[03-79]|[2-9]', '80?'];
    const pattern = '[1-9]\\d{4,6}|800\\d{2}';
    const both = beginnings.flatMap(beginning => [
      { pattern, beginning },
      { pattern: '', beginning },
    ]);
    const matching = compile(both);
    for (const digits of [...shortNumbers(), ...drawNumbers(random, [pattern])]) {
      const expected = both.filter(
        ({ pattern, beginning }) =>
          new RegExp(`^(?:${beginning})`).test(digits) &&
          (pattern === '' || new RegExp(`^(?:${pattern})$`).test(digits)),
      );
      assert.deepEqual(
        matching(digits),
        expected.map(({ pattern, beginning }) => beginning + pattern),
        digits,
      );
    }
  });

  test('merges states with equal results', () => {
    const patterns = new DigitPatterns();
    const start = union([
      patterns.add('[2-9]\\d{3}', null, 0),
      patterns.add('(?:2[0-4]|2[5-9]|[3-9]\\d)\\d\\d', null, 1),
    ]);
    const { outputs, next } = compileAutomaton(patterns, start, (_, tokens) => tokens.length);
    // Four digits left, three, two, one, none; and the state without a way to a match.
    assert.equal(outputs.length, 6);
    assert.equal(next.length, 60);
  });

  test('passes the length to `outputOf`, also where one pattern matches several lengths', () => {
    const patterns = new DigitPatterns();
    const { next, outputs, start } = compileAutomaton(patterns, patterns.add('1{1,4}', null, 0), (length, tokens) =>
      Number(tokens.length > 0 && length % 2 === 0),
    );
    const outputsByLength = [0, 1, 2, 3, 4, 5].map(length => {
      let state = start;
      for (let digit = 0; digit < length; digit++) state = next[state * 10 + 1];
      return outputs[state];
    });
    assert.deepEqual(outputsByLength, [0, 0, 1, 0, 1, 0]);
  });
});

/**
 * @param {{ pattern: string, beginning: string | null }[]} wanted
 * @returns {(digits: string) => string[]} Those that match.
 */
function compile(wanted) {
  const patterns = new DigitPatterns();
  const start = union(wanted.map(({ pattern, beginning }, token) => patterns.add(pattern, beginning, token)));
  const automaton = compileAutomaton(patterns, start, (_, tokens) =>
    tokens.reduce((bits, token) => bits | (1 << token), 0),
  );
  return digits => {
    let state = automaton.start;
    for (const digit of digits) state = automaton.next[state * 10 + Number(digit)];
    const output = automaton.outputs[state];
    return wanted
      .filter((_, token) => (output >> token) & 1)
      .map(({ pattern, beginning }) => (beginning ?? '') + pattern);
  };
}

/** All of up to three digits. */
function shortNumbers() {
  return [
    '',
    ...[1, 2, 3].flatMap(length => Array.from({ length: 10 ** length }, (_, n) => String(n).padStart(length, '0'))),
  ];
}

/**
 * @param {ReturnType<typeof randomOf>} random
 * @param {string[]} patterns
 */
function drawNumbers(random, patterns) {
  return Array.from({ length: 2000 }, () => {
    const digits = drawMatching(random, random.pick(patterns));
    return random.chance(0.5) ? digits : digits.replace(/\d$/, '') + String(random.next()).slice(0, random.below(3));
  });
}
