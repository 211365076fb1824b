import { unionOf } from '../../recipe/field-names.js';
import { amongTexts } from '../records/record-tests.js';
import { typesOfFields } from './typed-fields.js';

/** @import { ColumnType, CsvRule } from '../../recipe/recipe.js' */
/** @import { FieldChange, Nulls, Transforms } from './field-plan.js' */
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
    const change = changes.get(index) ?? { index, ...NO_CHANGE };
    changes.set(index, change);
    return change;
  };
  for (const index of trimmed) changeOf(index).trims = true;
  const [datesSoFar, phonesSoFar] = [new Set(), new Set()];
  for (const [number, { field }] of rule.dates.entries()) {
    for (const index of finder.unlessTaken(field, 'dates', at => Boolean(changes.get(at)?.date), datesSoFar)) {
      changeOf(index).date = transforms.dates[number];
    }
  }
  for (const [number, { field }] of rule.phones.entries()) {
    for (const index of finder.unlessTaken(field, 'phones', at => Boolean(changes.get(at)?.phone), phonesSoFar)) {
      changeOf(index).phone = { format: transforms.phones[number] };
    }
  }
  for (const index of unionOf(rule.hash.map(field => finder.every(field, 'hash'))))
    changeOf(index).hash = transforms.hash;
  for (const { field, keepLast } of rule.mask) {
    for (const index of finder.every(field, 'mask')) {
      const { substitute } = transforms.mask;
      /** @param {Buffer} value */
      const mask = value => transforms.mask(value, keepLast);
      changeOf(index).mask = Object.assign(mask, { keepLast, substitute });
    }
  }
  // In a file they stay as they are.
  for (const [index, type] of rule.table === null ? [] : typesOfFields(rule, finder)) {
    const nulls = nullsOf(type);
    if (nulls !== null) changeOf(index).nulls = nulls;
  }
  return changes;
}

/**
 * @param {ColumnType} column
 * @returns {Nulls | null} null if only empty values stand for NULL, or none.
 */
function nullsOf({ type, null: nulls }) {
  const others = nulls.filter(text => text !== '');
  if (others.length === 0) return null;
  const isOne = amongTexts(others.map(text => Buffer.from(text)));
  return { isOne, quotesEmpty: type === 'text' && others.length === nulls.length };
}

/**
 * @param {CsvRule} rule
 * @param {FieldFinder} finder
 * @returns {Set<number>} The positions of the fields that `trim` means.
 */
export function trimmedFields({ trim }, finder) {
  if (trim === true) return new Set(Array.from({ length: finder.width }, (_, index) => index));
  return unionOf(trim === false ? [] : trim.map(field => finder.one(field, 'trim')));
}

const NO_CHANGE = Object.freeze({ trims: false, date: null, phone: null, hash: null, mask: null, nulls: null });
