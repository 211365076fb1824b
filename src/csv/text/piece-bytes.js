import { patternSize } from '../../recipe/pattern-size.js';

/** @import { Condition, CsvRule } from '../../recipe/recipe.js' */

/**
 * How many bytes of records to edit in one piece, between two chances for the event loop to have a turn. All tests of a condition may be
 * of one field, so of many the same bytes cost more; nothing else in a rule makes a byte cost many times as much.
 *
 * @param {CsvRule} rule
 * @returns {number}
 */
export function pieceBytesFor(rule) {
  return Math.ceil(MOST_PIECE_BYTES / Math.max(1, testsOf(rule) / FEW_TESTS));
}

/**
 * @param {CsvRule} rule
 * @returns {number} Found out once, not for each entry.
 */
function testsOf(rule) {
  const tests = TESTS.get(rule) ?? testsIn(rule.where);
  TESTS.set(rule, tests);
  return tests;
}

/** @type {WeakMap<CsvRule, number>} */
const TESTS = new WeakMap();

/**
 * @param {Condition | null} where
 * @returns {number} How many tests it is made of; a long regular expression counts as many.
 */
function testsIn(where) {
  if (where === null) return 0;
  if ('not' in where) return testsIn(where.not);
  if ('field' in where) return 1 + (where.matches === undefined ? 0 : patternSize(where.matches) / SIZE_OF_A_TEST);
  const parts = 'all' in where ? where.all : where.any;
  return parts.reduce((sum, part) => sum + testsIn(part), 0);
}

/** Records that are all bad, or all changed, cost some 100 ms in as many bytes; others well below one. */
export const MOST_PIECE_BYTES = 64 * 1024;
const FEW_TESTS = 4;
const SIZE_OF_A_TEST = 64;
