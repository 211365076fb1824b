import { openFormatters } from '../../phone/open-formatters.js';

/** @import { Condition, CsvRule } from '../../recipe/recipe.js' */
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
 * @param {{ hashKey: Buffer | null, facts: Facts }} options `hashKey` is not null if the rule hashes.
 * @returns {Promise<Transforms>}
 */
export async function openTransforms(rule, { hashKey, facts }) {
  const [phones, dates, hash, mask, set] = await Promise.all([
    openFormatters(rule.phones),
    rule.dates.length > 0 ? openDateReaders(rule.dates) : [],
    rule.hash.length > 0 ? openHasher(hashKey) : null,
    rule.mask.length > 0 ? openMask() : NO_MASK,
    rule.set.length > 0 ? openColumns(rule.set, facts) : [],
  ]);
  const where = rule.where === null ? ALL_PASS : await openCondition(rule, rule.where, dates);
  return { phones, dates, hash, mask, where, set };
}

/** @param {CsvRule['dates']} dates */
async function openDateReaders(dates) {
  const { createDateReader } = await import('./dates.js');
  return dates.map(({ from }) => createDateReader(from));
}

/** @param {Buffer | null} hashKey */
async function openHasher(hashKey) {
  if (hashKey === null) throw new TypeError('a rule with "hash" is opened without a key');
  const { createHasher } = await import('./hash.js');
  return createHasher(hashKey);
}

async function openMask() {
  const { mask } = await import('./mask.js');
  return mask;
}

/**
 * @param {CsvRule['set']} set
 * @param {Facts} facts
 */
async function openColumns(set, facts) {
  const { columnsToAdd } = await import('./set.js');
  return columnsToAdd(set, facts);
}

/**
 * @param {CsvRule} rule
 * @param {Condition} where
 * @param {Transforms['dates']} dates
 */
async function openCondition(rule, where, dates) {
  const { openWhere } = await import('./where/open-where.js');
  return openWhere(rule, where, dates);
}

/** @type {Transforms['mask']} */
const NO_MASK = value => value;

/** @type {Transforms['where']} */
const ALL_PASS = () => [];
