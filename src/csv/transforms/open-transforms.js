import { openFormatters } from '../../phone/open-formatters.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { Transforms } from '../field-plan.js' */

/**
 * Where an entry's records come from.
 *
 * @typedef {object} Facts
 * @property {string} archive Its address.
 * @property {string} entry Its path.
 * @property {Date | null} time When the archive was last modified.
 */

/**
 * Opens what a rule's transforms need. What it does not need is not loaded.
 *
 * @param {CsvRule} rule
 * @param {{ hashKey: Buffer | null, facts: Facts }} options
 * @returns {Promise<Transforms>}
 */
export async function openTransforms(rule, options) {
  void options;
  return {
    phones: await openFormatters(rule.phones),
    dates: [],
    hash: null,
    mask: value => value,
    where: () => [],
    set: [],
  };
}
