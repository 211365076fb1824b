import { LimitError } from '../../../errors.js';
import { quoteName } from '../../../printable.js';
import { compilePattern } from '../../../recipe/pattern.js';
import { linkTests } from './link-tests.js';
import { valueTestsOf } from './value-tests.js';

/** @import { RE2JS } from 're2js' */
/** @import { Condition, CsvRule, Field, FieldCondition } from '../../../recipe/recipe.js' */
/** @import { FieldFinder } from '../../plan/find-fields.js' */
/** @import { DateReader, RecordTest, Transforms } from '../../plan/field-plan.js' */
/** @import { TestTree } from './link-tests.js' */

/**
 * Opens a rule's condition on records.
 *
 * @param {CsvRule} rule
 * @param {Condition} where The rule's.
 * @param {DateReader[]} dates One per date of the rule, in the same order.
 * @returns {Promise<Transforms['where']>} It throws a LimitError `limit/columns` for a header that has a name so often that testing
 *   each such field would take too much memory.
 */
export async function openWhere(rule, where, dates) {
  const patterns = await openPatterns(where);
  return (finder, trimmed) => {
    const readers = readersByPosition(rule, dates, finder);
    let repeated = 0;

    /** @param {FieldCondition} leaf @returns {TestTree} */
    const leafOf = leaf => {
      const indexes = finder.one(leaf.field, 'where');
      // A missing field is empty in every record.
      if (indexes.length === 0) return valueTestsOf(leaf, { patterns, date: null }).every(holdsWhenEmpty);
      repeated += indexes.length - 1;
      if (repeated > MAX_REPEATED) throw tooOften(leaf.field, indexes.length);
      /** @type {Map<DateReader | null, ReturnType<typeof valueTestsOf>>} */
      const known = new Map();
      return {
        any: indexes.map(index => {
          const date = readers.get(index) ?? null;
          const tests = known.get(date) ?? valueTestsOf(leaf, { patterns, date });
          known.set(date, tests);
          return {
            all: tests.map(({ test, isNegated }) => {
              const tree = { index, trims: trimmed.has(index), test };
              return isNegated ? { not: tree } : tree;
            }),
          };
        }),
      };
    };

    /** @param {Condition} condition @returns {TestTree} */
    const treeOf = condition => {
      if ('all' in condition) return { all: condition.all.map(treeOf) };
      if ('any' in condition) return { any: condition.any.map(treeOf) };
      if ('not' in condition) return { not: treeOf(condition.not) };
      return leafOf(condition);
    };
    return linkTests(treeOf(where));
  };
}

/**
 * @param {Field} field
 * @param {number} times
 */
function tooOften(field, times) {
  return new LimitError(
    'limit/columns',
    `"where" names the field ${quoteName(String(field))}, which the header has ${times} times (limit: ${MAX_REPEATED} repeated fields for ` +
      'all conditions); name the field by its position',
  );
}

/**
 * @param {Condition} where
 * @returns {Promise<Map<string, RE2JS>>} By their texts.
 */
async function openPatterns(where) {
  const texts = [...new Set(patternsIn(where))];
  // By default each pattern may cache 8 MiB of states. With less, one with many states is slower, but as linear.
  const stateBytes = Math.min(STATE_BYTES, ALL_STATE_BYTES / texts.length);
  return new Map(
    await Promise.all(texts.map(async text => /** @type {const} */ ([text, await openPattern(text, stateBytes)]))),
  );
}

/**
 * @param {Condition} condition
 * @returns {string[]}
 */
function patternsIn(condition) {
  if ('all' in condition) return condition.all.flatMap(patternsIn);
  if ('any' in condition) return condition.any.flatMap(patternsIn);
  if ('not' in condition) return patternsIn(condition.not);
  return condition.matches === undefined ? [] : [condition.matches];
}

/**
 * @param {string} text
 * @param {number} stateBytes
 */
async function openPattern(text, stateBytes) {
  const pattern = await compilePattern(text);
  const { dfa } = pattern.re2();
  dfa.stateBudget = stateBytes;
  dfa.memBudget = stateBytes;
  return pattern;
}

/**
 * @param {CsvRule} rule
 * @param {DateReader[]} dates
 * @param {FieldFinder} finder
 * @returns {Map<number, DateReader>} The readers of the fields that the rule's `dates` name.
 */
function readersByPosition(rule, dates, finder) {
  /** @type {Map<number, DateReader>} */
  const readers = new Map();
  const earlier = new Set();
  for (const [number, { field }] of rule.dates.entries()) {
    const isTaken = (/** @type {number} */ index) => readers.has(index);
    for (const index of finder.unlessTaken(field, 'dates', isTaken, earlier)) readers.set(index, dates[number]);
  }
  return readers;
}

/** @param {{ test: RecordTest['test'], isNegated: boolean }} leaf */
function holdsWhenEmpty({ test, isNegated }) {
  return answerForEmpty(test) !== isNegated;
}

/** @param {RecordTest['test']} test */
function answerForEmpty(test) {
  if (test.kind === 'empty') return true;
  if (test.kind === 'text') return test.values.some(({ length }) => length === 0);
  return test.holds(Buffer.alloc(0)) === true;
}

const STATE_BYTES = 1024 * 1024;
const ALL_STATE_BYTES = 8 * STATE_BYTES;
const MAX_REPEATED = 16_384;
