import { CsvError } from '../errors.js';
import { printable } from '../printable.js';

/** @import { CsvRule } from '../recipe/recipe.js' */
/** @import { PhoneFormatter } from '../phone/formatter.js' */

/**
 * What to do with each record of an entry. Fields are positions, counted from 0.
 *
 * @typedef {object} FieldPlan
 * @property {number} width How many fields a record has.
 * @property {Run[]} runs The kept fields, in order, as runs of adjacent ones: a run is copied as one range.
 * @property {number[]} required Fields that must not be empty, or the record is filtered out.
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
 * @throws {CsvError} `csv/missing-field`, `csv/nothing-kept`
 */
export function planFields(rule, formatters, names, width) {
  const header = { names, width, positions: positionsByName(names ?? []) };
  /** @param {readonly (string | number)[]} fields @param {string} key */
  const resolve = (fields, key) => fields.flatMap(field => positionsOf(field, key, header, rule.missing));

  const dropped = new Set(resolve(rule.drop, 'drop'));
  const kept = rule.keep && new Set(resolve(rule.keep, 'keep'));
  /** @type {Map<number, PhoneField>} */
  const phones = new Map();
  for (const [number, { field }] of rule.phones.entries()) {
    for (const index of resolve([field], 'phones')) phones.set(index, { index, format: formatters[number] });
  }
  const required = resolve(rule.require, 'require');

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
  return { width, runs, required };
}

/**
 * @param {readonly string[]} names
 * @returns {Map<string | number, number[]>}
 */
function positionsByName(names) {
  const positions = new Map();
  for (const [index, name] of names.entries()) {
    const known = positions.get(name);
    if (known) known.push(index);
    else positions.set(name, [index]);
  }
  return positions;
}

/**
 * Finds the positions of a field that the recipe names. A name that the header has twice means both fields.
 *
 * @param {string | number} field
 * @param {string} key The recipe's key that names the field.
 * @param {{ names: string[] | null, width: number, positions: Map<string | number, number[]> }} header
 * @param {CsvRule['missing']} missing
 * @returns {number[]}
 */
function positionsOf(field, key, { names, width, positions }, missing) {
  if (typeof field === 'number') {
    if (field < width) return [field];
  } else {
    const found = positions.get(field);
    if (found) return found;
  }
  if (missing === 'ignore') return [];
  const named = typeof field === 'number' ? `position ${field}` : `"${printable(field)}"`;
  throw new CsvError(
    'csv/missing-field',
    `"${key}" names the field ${named}, which the entry lacks; it has ${listFields(names, width)}` +
      ' (set "missing": "ignore" to go on without it)',
  );
}

/**
 * @param {string[] | null} names
 * @param {number} width
 */
function listFields(names, width) {
  if (!names) return `positions 0 to ${width - 1}, and no header`;
  const shown = names.slice(0, LISTED_NAMES).map(name => `"${printable(name.slice(0, LISTED_NAME_LENGTH))}"`);
  return shown.join(', ') + (names.length > shown.length ? ` and ${names.length - shown.length} more` : '');
}

const LISTED_NAMES = 50;
const LISTED_NAME_LENGTH = 100;
