import { fieldsIn } from '../../plan/fields-in.js';
import { usedNames } from '../header/used-names.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { SplitRecord } from '../text/reading.js' */

/**
 * Whether lines of one width stand below a few lines of two columns, in which fields are named by position only: these may be labels and their
 * values above a table.
 *
 * @param {SplitRecord[]} block
 * @param {number} above How many lines stand above.
 * @param {number} width That of the lines above.
 * @param {CsvRule} rule
 */
export function isBelowPairs(block, above, width, rule) {
  if (width !== 2 || above > MAX_PAIRS || block.length < 2) return false;
  if (fieldsIn(rule).length === 0 || usedNames(rule).length > 0) return false;
  const [{ width: own }] = block;
  return own > 2 && block.every(record => record.sound && record.width === own && !record.emptyLast);
}

const MAX_PAIRS = 6;
