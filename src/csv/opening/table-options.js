import { usedNames } from './used-names.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { TableOptions } from './find-table.js' */

/**
 * @param {CsvRule} rule
 * @returns {TableOptions}
 */
export function tableOptions(rule) {
  return {
    named: rule.header === true || rule.header === 'auto',
    sure: rule.header === true,
    used: rule.header === false || Array.isArray(rule.header) ? [] : usedNames(rule),
    skips: rule.skipLines === 'auto',
    hashes: rule.comments === 'auto',
  };
}
