import { openFormatters } from '../../phone/open-formatters.js';

/** @import { Condition, CsvRule } from '../../recipe/recipe.js' */
/** @import { Transforms } from '../plan/field-plan.js' */
/** @import { Facts } from './set.js' */

/**
 * Opens what a rule's transforms need. What it does not need is not loaded. Neighbouring entries with the same rule and key share
 * it, except for the columns that the rule adds: what stands in them depends on the entry.
 *
 * @param {CsvRule} rule
 * @param {{ hashKey: Buffer | null, facts: Facts }} options `hashKey` is not null if the rule hashes.
 * @returns {Promise<Transforms>} The same object as for the entry before, if it is shared.
 */
export async function openTransforms(rule, { hashKey, facts }) {
  const isLast = last?.rule === rule && last.hashKey === hashKey;
  const transforms = last !== null && isLast ? last.transforms : await openShared(rule, hashKey);
  last = { rule, hashKey, transforms };
  return rule.set.length === 0 ? transforms : { ...transforms, set: await openColumns(rule.set, facts) };
}

/**
 * @param {CsvRule} rule
 * @param {Buffer | null} hashKey
 * @returns {Promise<Transforms>} Without added columns.
 */
async function openShared(rule, hashKey) {
  const [phones, dates, hash, mask, types] = await Promise.all([
    openFormatters(rule.phones),
    rule.dates.length > 0 ? openDateReaders(rule.dates) : [],
    rule.hash.length > 0 ? openHasher(hashKey) : null,
    rule.mask.length > 0 ? openMask() : NO_MASK,
    rule.columns.length > 0 ? openColumnTypes(rule.columns) : [],
  ]);
  const where = rule.where === null ? ALL_PASS : await openCondition(rule, rule.where, dates);
  return { phones, dates, hash, mask, where, set: [], types };
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

/** @param {CsvRule['columns']} columns */
async function openColumnTypes(columns) {
  const { openTypes } = await import('./types.js');
  return openTypes(columns);
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

/** @type {{ rule: CsvRule, hashKey: Buffer | null, transforms: Transforms } | null} Only the last: a pattern may hold a megabyte. */
let last = null;
