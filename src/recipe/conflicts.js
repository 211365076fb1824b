import { RecipeError } from '../errors.js';
import { printable } from '../printable.js';
import { refuseDialectConflicts } from './dialect-conflicts.js';
import { matchNames } from './field-names.js';

/** @import { Field } from './recipe.js' */
/** @import { WrittenCsv, WrittenRecipe } from './validate.js' */

/**
 * Refuses keys that are valid separately but contradict each other.
 *
 * @param {WrittenRecipe} recipe
 * @throws {RecipeError} `recipe/conflict`, `recipe/wrong-value`
 */
export function refuseConflicts({ entries }) {
  for (const [index, { csv }] of entries.entries()) {
    if (!csv) continue;
    const path = `entries[${index}].csv`;
    refuseDialectConflicts(path, csv);
    refuseUnknownFields(path, csv);
    refuseDoublePhones(path, csv);
    refuseUselessCountries(path, csv);
  }
}

/**
 * @param {string} path
 * @param {WrittenCsv} csv
 */
function refuseUnknownFields(path, csv) {
  const { header, missing } = csv;
  if (header === true || header === 'auto') return;
  const fields = fieldsOf(csv);
  if (header === false) {
    const named = fields.find(({ field }) => typeof field === 'string');
    if (named === undefined) return;
    throw conflict(
      `${path}.${named.at} is ${shown(named.field)}, but "header" is false: name the field by its position`,
    );
  }
  const matches = matchNames(fields.map(({ field }) => field).filter(isName), header, csv.names);
  for (const { at, field } of fields) {
    const is = `${path}.${at} is ${shown(field)}`;
    if (typeof field === 'number') {
      if (field < header.length || missing === 'ignore') continue;
      throw conflict(`${is}, but "header" ends at ${header.length - 1}`);
    }
    const { exact = [], all = [] } = matches.get(field) ?? {};
    if (exact.length > 1) {
      throw conflict(`${is}, which "header" has ${exact.length} times: name the field by its position`);
    }
    if (exact.length === 0 && all.length > 1 && !at.startsWith('drop')) {
      const names = all.map(index => shown(header[index])).join(', ');
      throw conflict(`${is}, but "header" has ${names}: write the name exactly, or name the field by its position`);
    }
    if (all.length === 0 && missing === 'fail') {
      throw conflict(`${is}, but "header" has only ${header.map(shown).join(', ')}`);
    }
  }
}

/**
 * Lists every field that the rule names, with the path of the key that names it.
 *
 * @param {WrittenCsv} csv
 */
function fieldsOf({ drop = [], keep = [], require, phones }) {
  const lists = Object.entries({ drop, keep, require }).flatMap(([key, fields]) =>
    fields.map((field, index) => ({ at: `${key}[${index}]`, field })),
  );
  return lists.concat(phones.map(({ field }, index) => ({ at: `phones[${index}].field`, field })));
}

/**
 * @param {string} path
 * @param {WrittenCsv} csv
 */
function refuseDoublePhones(path, { phones, header, names }) {
  const fields = phones.map(({ field }) => field);
  const matches = matchNames(fields.filter(isName), Array.isArray(header) ? header : [], names);
  /** @type {Map<Field, number>} */
  const seen = new Map();
  for (const [index, field] of fields.entries()) {
    const { exact = [], all = [] } = (isName(field) && matches.get(field)) || {};
    const key = exact[0] ?? all[0] ?? field;
    const first = seen.get(key);
    if (first !== undefined) {
      throw conflict(`${path}.phones[${index}].field is ${shown(field)}, the field of phones[${first}]: leave one out`);
    }
    seen.set(key, index);
  }
}

/**
 * @param {string} path
 * @param {WrittenCsv} csv
 */
function refuseUselessCountries(path, { phones }) {
  for (const [index, { format, country }] of phones.entries()) {
    if (format !== 'strip' || country === undefined) continue;
    throw conflict(
      `${path}.phones[${index}].country is ${shown(country)}, but format "strip" does not parse: leave one out`,
    );
  }
}

/** @param {string} message */
function conflict(message) {
  return new RecipeError('recipe/conflict', message);
}

/**
 * @param {Field} field
 * @returns {field is string}
 */
function isName(field) {
  return typeof field === 'string';
}

/** @param {Field} field */
function shown(field) {
  return printable(JSON.stringify(field));
}
