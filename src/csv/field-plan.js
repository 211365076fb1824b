import { CsvError } from '../errors.js';
import { FieldFinder, listFields } from './find-fields.js';

/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { PhoneFormatter } from '../phone/formatter.js' */

/**
 * What to do with each record of an entry. Fields are positions, counted from 0.
 *
 * @typedef {object} FieldPlan
 * @property {number} width How many fields a record has.
 * @property {Run[]} runs The kept fields, in order, as runs of adjacent ones: a run is copied as one range.
 * @property {number[]} required Fields that must not be empty, or the record is filtered out.
 * @property {string[]} missing What the rule names and the entry lacks, under `"missing": "ignore"`: names, or `position 7`.
 */

/**
 * @typedef {object} Run
 * @property {number} first
 * @property {number} last The last field of the run.
 * @property {PhoneField[]} phones Its fields that hold phone numbers, in order.
 */

/**
 * @typedef {object} PhoneField
 * @property {number} index
 * @property {PhoneFormatter} format
 */

/**
 * Compiles a rule against an entry's header.
 *
 * @param {CsvRule} rule
 * @param {PhoneFormatter[]} formatters One per phone of the rule, in the same order.
 * @param {string[] | null} names The header; null if the entry has none.
 * @param {number} width How many fields a record has.
 * @returns {FieldPlan}
 * @throws {CsvError} `csv/missing-field`, `csv/ambiguous-field`, `csv/nothing-kept`
 */
export function planFields(rule, formatters, names, width) {
  const finder = new FieldFinder(rule, names, width);
  // A copy of a dropped field must not get through under another spelling, so `drop` means every match.
  const dropped = new Set(rule.drop.flatMap(field => finder.every(field, 'drop')));
  const kept = rule.keep && new Set(rule.keep.flatMap(field => finder.one(field, 'keep')));
  const required = rule.require.flatMap(field => finder.one(field, 'require'));
  const phones = phonesByPosition(rule, formatters, finder);

  /** @type {Run[]} */
  const runs = [];
  for (let index = 0; index < width; index++) {
    if (dropped.has(index) || (kept && !kept.has(index))) continue;
    let run = runs.at(-1);
    if (run?.last !== index - 1) {
      run = { first: index, last: index, phones: [] };
      runs.push(run);
    }
    run.last = index;
    const phone = phones.get(index);
    if (phone) run.phones.push(phone);
  }
  if (runs.length === 0) {
    throw new CsvError(
      'csv/nothing-kept',
      `the recipe keeps none of the entry's ${width} fields: ${listFields(names, width)}`,
    );
  }
  return { width, runs, required, missing: finder.listMissing() };
}

/**
 * @param {CsvRule} rule
 * @param {PhoneFormatter[]} formatters
 * @param {FieldFinder} finder
 */
function phonesByPosition(rule, formatters, finder) {
  /** @type {Map<number, PhoneField>} */
  const phones = new Map();
  for (const [number, { field }] of rule.phones.entries()) {
    for (const index of finder.one(field, 'phones')) {
      // With phones `Phone` and `phone`, a header that has only one of them gets the format of its exact name.
      const isLoose = typeof field === 'string' && finder.names?.[index] !== field;
      if (isLoose && phones.has(index)) continue;
      phones.set(index, { index, format: formatters[number] });
    }
  }
  return phones;
}
