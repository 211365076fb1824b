import { RecipeError } from '../errors.js';
import { printable } from '../printable.js';

/** @import { Field } from './recipe.js' */
/** @import { WrittenCsv, WrittenRecipe } from './validate.js' */

/**
 * Refuses keys that are valid separately but contradict each other.
 *
 * @param {WrittenRecipe} recipe
 * @throws {RecipeError} `recipe/conflict`
 */
export function refuseConflicts({ entries }) {
  for (const [index, { csv }] of entries.entries()) {
    if (!csv) continue;
    const path = `entries[${index}].csv`;
    for (const { at, field } of fieldsOf(csv)) refuseUnknownField(`${path}.${at}`, field, csv);
    refuseDoublePhones(path, csv);
    refuseUselessCountries(path, csv);
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
 * @param {Field} field
 * @param {WrittenCsv} csv
 */
function refuseUnknownField(path, field, { header, missing }) {
  if (header === true || header === 'auto') return;
  if (header === false) {
    if (typeof field === 'number') return;
    throw conflict(`${path} is ${shown(field)}, but "header" is false: name the field by its position`);
  }
  const count =
    typeof field === 'number' ? Number(field < header.length) : header.filter(name => name === field).length;
  if (count > 1) {
    throw conflict(`${path} is ${shown(field)}, which "header" has ${count} times: name the field by its position`);
  }
  if (count === 0 && missing === 'fail') {
    const has = typeof field === 'number' ? `ends at ${header.length - 1}` : `has only ${header.map(shown).join(', ')}`;
    throw conflict(`${path} is ${shown(field)}, but "header" ${has}`);
  }
}

/**
 * @param {string} path
 * @param {WrittenCsv} csv
 */
function refuseDoublePhones(path, { phones, header }) {
  /** @type {Map<Field, number>} */
  const seen = new Map();
  for (const [index, { field }] of phones.entries()) {
    const position = Array.isArray(header) && typeof field === 'string' ? header.indexOf(field) : -1;
    const key = position < 0 ? field : position;
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

/** @param {Field} field */
function shown(field) {
  return printable(JSON.stringify(field));
}
