/** @import { CsvRule, Field } from '../recipe/recipe.js' */
/** @import { FieldChange, Transforms } from './field-plan.js' */
/** @import { FieldFinder } from './find-fields.js' */

/**
 * @param {CsvRule} rule
 * @param {Transforms} transforms
 * @param {FieldFinder} finder
 * @param {Set<number>} trimmed
 * @returns {Map<number, FieldChange>} What is done with each field that is changed, by its position.
 * @throws {CsvError} `csv/missing-field`, `csv/ambiguous-field`
 */
export function changesOf(rule, transforms, finder, trimmed) {
  /** @type {Map<number, FieldChange>} */
  const changes = new Map();
  /** @param {number} index */
  const changeOf = index => {
    const change = changes.get(index) ?? { index, trims: false, date: null, phone: null, hash: null, mask: null };
    changes.set(index, change);
    return change;
  };
  for (const index of trimmed) changeOf(index).trims = true;
  for (const [number, { field }] of rule.dates.entries()) {
    for (const index of fieldsFor(field, 'dates', finder, at => changes.get(at)?.date)) {
      changeOf(index).date = transforms.dates[number];
    }
  }
  for (const [number, { field }] of rule.phones.entries()) {
    for (const index of fieldsFor(field, 'phones', finder, at => changes.get(at)?.phone)) {
      changeOf(index).phone = { format: transforms.phones[number] };
    }
  }
  for (const field of rule.hash) {
    for (const index of finder.every(field, 'hash')) changeOf(index).hash = transforms.hash;
  }
  for (const { field, keepLast } of rule.mask) {
    for (const index of finder.every(field, 'mask')) {
      changeOf(index).mask = value => transforms.mask(value, keepLast);
    }
  }
  return changes;
}

/**
 * Finds the fields that a date or a phone is about. One that an earlier date or phone has is left out if it only matches
 * loosely: of the phones `Phone` and `phone`, the one with the header's exact name decides.
 *
 * @param {Field} field
 * @param {string} key
 * @param {FieldFinder} finder
 * @param {(index: number) => unknown} isTaken
 */
function fieldsFor(field, key, finder, isTaken) {
  return finder.one(field, key).filter(index => {
    const isLoose = typeof field === 'string' && finder.names?.[index] !== field;
    return !(isLoose && isTaken(index));
  });
}

/**
 * @param {CsvRule} rule
 * @param {FieldFinder} finder
 * @returns {Set<number>} The positions of the fields that `trim` means.
 */
export function trimmedFields({ trim }, finder) {
  if (trim === true) return new Set(Array.from({ length: finder.width }, (_, index) => index));
  return new Set(trim === false ? [] : trim.flatMap(field => finder.one(field, 'trim')));
}
