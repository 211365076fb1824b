import { compareWith, equalsNumber, isOneOf } from './compare.js';
import { automatonOf } from './pattern-automaton.js';

/** @import { RE2JS } from 're2js' */
/** @import { FieldCondition, Operand } from '../../../recipe/recipe.js' */
/** @import { DateReader, ValueTest } from '../../plan/field-plan.js' */

/**
 * What a condition asks of a field's value: all of these, in this order, whatever the order in the recipe, so that the same
 * recipe has the same counts.
 *
 * @param {FieldCondition} condition
 * @param {{ patterns: Map<string, RE2JS>, date: DateReader | null }} options `date`: how the rule reads the field's dates.
 * @returns {{ test: ValueTest, isNegated: boolean }[]}
 */
export function valueTestsOf(condition, { patterns, date }) {
  const { empty, eq, in: oneOf, matches } = condition;
  /** @type {{ test: ValueTest, isNegated: boolean }[]} */
  const tests = [];
  /** @param {ValueTest} test */
  const add = (test, isNegated = false) => tests.push({ test, isNegated });
  if (empty !== undefined) add({ kind: 'empty' }, !empty);
  if (eq !== undefined) add(typeof eq === 'number' ? { kind: 'function', holds: equalsNumber(eq) } : textTest([eq]));
  if (oneOf !== undefined) add(oneOf.every(isText) ? textTest(oneOf) : { kind: 'function', holds: isOneOf(oneOf) });
  for (const [key, holds] of COMPARISONS) {
    const operand = condition[key];
    if (operand !== undefined) add({ kind: 'function', holds: compareWith(operand, holds, date) });
  }
  if (matches !== undefined) {
    const pattern = /** @type {RE2JS} */ (patterns.get(matches));
    const ofText = (/** @type {string} */ text) => pattern.test(text);
    const holds = (/** @type {Buffer} */ value) => ofText(value.toString());
    add({ kind: 'function', holds: Object.assign(holds, { ofText, automaton: () => automatonOf(pattern) }) });
  }
  return tests;
}

/**
 * @param {readonly string[]} texts
 * @returns {ValueTest}
 */
function textTest(texts) {
  return { kind: 'text', values: Array.from(new Set(texts), text => Buffer.from(text)) };
}

/** @param {Operand} operand @returns {operand is string} */
function isText(operand) {
  return typeof operand === 'string';
}

/** Each holds if the value, compared with the operand, is less (negative), equal (0) or greater (positive). */
const COMPARISONS = /** @type {const} */ ([
  ['lt', (/** @type {number} */ order) => order < 0],
  ['lte', (/** @type {number} */ order) => order <= 0],
  ['gt', (/** @type {number} */ order) => order > 0],
  ['gte', (/** @type {number} */ order) => order >= 0],
]);
