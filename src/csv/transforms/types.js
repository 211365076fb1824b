import { CHECKERS } from '../../columns/column-types.js';
import { amongTexts } from '../records/record-tests.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { Fits } from '../plan/field-plan.js' */

/**
 * @param {CsvRule['columns']} columns
 * @returns {Fits[]} One per column, in the same order.
 */
export function openTypes(columns) {
  return columns.map(([, { type, null: nulls }]) => {
    if (type === 'text') return null;
    const check = CHECKERS[type];
    if (nulls.length === 0) return check;
    const isNull = amongTexts(nulls.map(text => Buffer.from(text)));
    return (bytes, start, end) => check(bytes, start, end) || isNull(bytes.subarray(start, end));
  });
}
