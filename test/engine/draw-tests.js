import { FAIL, PASS } from '../../src/csv/plan/field-plan.js';
import fc from '../support/fast-check.js';

/** @import { Transforms, ValueTest } from '../../src/csv/plan/field-plan.js' */

const values = fc
  .oneof(
    fc.constantFrom('', 'a', 'b', 'b"', '"', '\xff', '  ', 'a ', '\xa0', 'b c', '( )', '-"5"', '+1.555.0100'),
    fc.string({ unit: fc.constantFrom('a', 'b', '"', ' ', '\n', '1', '('), maxLength: 40 }),
  )
  .map(text => Buffer.from(text, 'latin1'));

/** @type {((value: Buffer) => boolean | null)[]} */
const FUNCTIONS = [
  value => (value.length === 0 ? false : null),
  value => value.length < 2,
  value => (value.includes('a') ? null : value.includes('"')),
  value => {
    if (value.includes('(')) throw new RangeError(`cannot compare ${value}`);
    return value.length > 3;
  },
];

/** @type {fc.Arbitrary<ValueTest>} */
const valueTests = fc.oneof(
  fc.constant(/** @type {const} */ ({ kind: 'empty' })),
  fc.uniqueArray(values, { minLength: 1, maxLength: 8, selector: String }).map(textTest),
  fc.uniqueArray(values, { minLength: 1, selector: String }).map(some => textTest([...some, ...MANY])),
  fc.constantFrom(...FUNCTIONS).map(holds => ({ kind: /** @type {const} */ ('function'), holds })),
);

/**
 * Draws what `Transforms.where` is: tests on fields, with jumps over some of them.
 *
 * @type {fc.Arbitrary<Transforms['where']>}
 */
export const conditions = fc
  .array(
    fc.record({ index: fc.nat(4), trims: fc.boolean(), test: valueTests, onTrue: fc.nat(9), onFalse: fc.nat(9) }),
    { maxLength: 6 },
  )
  .map(
    drawn =>
      ({ width }) =>
        drawn.map((test, number) => ({
          ...test,
          index: test.index % width,
          onTrue: nextOf(test.onTrue, number, drawn.length),
          onFalse: nextOf(test.onFalse, number, drawn.length),
        })),
  );

/**
 * @param {number} drawn
 * @param {number} number
 * @param {number} length
 */
function nextOf(drawn, number, length) {
  const next = number + drawn - 1;
  if (drawn < 2 || next >= length) return drawn % 2 === 0 ? PASS : FAIL;
  return next;
}

/** @param {Buffer[]} some @returns {ValueTest} */
function textTest(some) {
  return { kind: 'text', values: some };
}

const MANY = Array.from({ length: 300 }, (_, index) => Buffer.from(`"${index}`.repeat((index % 7) + 1)));
