import { CsvError } from '../../errors.js';
import { jsonName } from '../../printable.js';
import { unionOf } from '../../recipe/field-names.js';
import { listFields } from './find-fields.js';

/** @import { CsvRule, Field } from '../../recipe/recipe.js' */
/** @import { FieldChange, OutputPart, SetColumn, Transforms } from './field-plan.js' */
/** @import { FieldFinder } from './find-fields.js' */

/**
 * A column of the output: a field by its position, or a column that the rule adds.
 * @typedef {number | SetColumn} OutputColumn
 */

/**
 * @param {CsvRule} rule
 * @param {Transforms} transforms
 * @param {FieldFinder} finder
 * @returns {OutputColumn[]} What is written of a record, in order.
 * @throws {CsvError} `csv/missing-field`, `csv/ambiguous-field`
 */
export function columnsOf(rule, transforms, finder) {
  /** @type {SetColumn[]} */
  const added = transforms.set.map(column => ({ kind: 'set', ...column }));
  if (rule.select !== null) {
    const byName = new Map(added.toReversed().map(column => [/** @type {Field} */ (column.name), column]));
    /** @type {(readonly OutputColumn[])[]} */
    const selected = rule.select.map(field => {
      const column = byName.get(field);
      return column === undefined ? finder.one(field, 'select') : [column];
    });
    return [...unionOf([...selected, added])];
  }
  // A copy of a dropped field must not get through under another spelling, so `drop` means every match.
  const dropped = unionOf(rule.drop.map(field => finder.every(field, 'drop')));
  const kept = rule.keep && unionOf(rule.keep.map(field => finder.one(field, 'keep')));
  /** @type {number[]} */
  const fields = [];
  for (let index = 0; index < finder.width; index++) {
    if (!dropped.has(index) && (!kept || kept.has(index))) fields.push(index);
  }
  return [...fields, ...added];
}

/**
 * @param {OutputColumn[]} columns
 * @param {FieldFinder} finder
 * @throws {CsvError} `csv/nothing-kept` if no field is written.
 */
export function refuseNoFields(columns, { names, width }) {
  if (columns.some(column => typeof column === 'number')) return;
  throw new CsvError(
    'csv/nothing-kept',
    `the recipe keeps none of the entry's ${width} fields: ${listFields(names, width)}`,
  );
}

/**
 * @param {CsvRule} rule
 * @param {FieldFinder} finder
 * @returns {Map<number, string>} The new names, by the fields' positions.
 */
export function renamedFields({ rename }, finder) {
  return new Map(rename.flatMap(([name, to]) => finder.one(name, 'rename').map(index => [index, to])));
}

/**
 * Refuses a name of the recipe that another column has too. The input's header may have a name twice.
 *
 * @param {OutputColumn[]} columns
 * @param {Map<number, string>} renamed
 * @param {(index: number) => string} nameOf The name of a field that is not renamed.
 * @throws {CsvError} `csv/duplicate-column`
 */
export function refuseDuplicates(columns, renamed, nameOf) {
  if (renamed.size === 0 && columns.every(column => typeof column === 'number')) return;
  /** @type {Map<string, boolean>} For each name, whether it comes from the recipe. */
  const seen = new Map();
  for (const column of columns) {
    const given = typeof column === 'number' ? renamed.get(column) : column.name;
    const name = given ?? nameOf(/** @type {number} */ (column));
    if (seen.has(name) && (given !== undefined || seen.get(name))) {
      throw new CsvError(
        'csv/duplicate-column',
        `the output would have two columns ${jsonName(name)}; give one of them another name in "rename" or "set", or drop one`,
      );
    }
    seen.set(name, given !== undefined);
  }
}

/**
 * Joins adjacent fields into runs.
 *
 * @param {OutputColumn[]} columns
 * @param {Map<number, FieldChange>} changes By the fields' positions.
 * @returns {OutputPart[]}
 */
export function partsOf(columns, changes) {
  /** @type {OutputPart[]} */
  const parts = [];
  for (const column of columns) {
    if (typeof column !== 'number') {
      parts.push(column);
      continue;
    }
    let run = parts.at(-1);
    if (run?.kind !== 'fields' || run.last !== column - 1) {
      run = { kind: 'fields', first: column, last: column, changes: [] };
      parts.push(run);
    }
    run.last = column;
    const change = changes.get(column);
    if (change) run.changes.push(change);
  }
  return parts;
}
