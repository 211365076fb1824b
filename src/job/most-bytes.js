import { plannedBytes } from '../archive/modulus.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { Recipe } from '../recipe/recipe.js' */

/**
 * @param {Entry} entry
 * @param {Pick<Recipe, 'ruleFor'>} recipe
 * @returns {number} How many bytes the entry may take to be read and written, roughly. Where records are padded, or get constants, a few
 *   bytes may be written as gigabytes.
 */
export function mostBytes(entry, recipe) {
  const rule = recipe.ruleFor(entry.name);
  const mayGrow = rule.action === 'csv' && (rule.csv.ragged === 'pad' || rule.csv.set.length > 0);
  return mayGrow ? Number.POSITIVE_INFINITY : plannedBytes(entry);
}
