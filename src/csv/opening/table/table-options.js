import { usedNames } from '../header/used-names.js';

/** @import { CsvRule } from '../../../recipe/recipe.js' */
/** @import { TableOptions } from './table.js' */

/**
 * @param {CsvRule} rule
 * @returns {TableOptions} Found out once, not for each entry.
 */
export function tableOptions(rule) {
  const options = OPTIONS.get(rule) ?? optionsOf(rule);
  OPTIONS.set(rule, options);
  return options;
}

/**
 * @param {CsvRule} rule
 * @returns {TableOptions}
 */
function optionsOf(rule) {
  return {
    named: rule.header === true || rule.header === 'auto',
    sure: rule.header === true,
    used: rule.header === false || Array.isArray(rule.header) ? [] : usedNames(rule),
    skips: rule.skipLines === 'auto',
    hashes: rule.comments === 'auto',
  };
}

/** @type {WeakMap<CsvRule, TableOptions>} */
const OPTIONS = new WeakMap();
