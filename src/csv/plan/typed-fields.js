import { shortened } from './find-fields.js';

/** @import { ColumnType, CsvRule } from '../../recipe/recipe.js' */
/** @import { FieldChange, Transforms, TypedField } from './field-plan.js' */
/** @import { FieldFinder } from './find-fields.js' */
/** @import { OutputColumn } from './output-columns.js' */

/**
 * @param {CsvRule} rule
 * @param {Transforms} transforms
 * @param {FieldFinder} finder
 * @param {{ columns: OutputColumn[], changes: Map<number, FieldChange>, trimmed: Set<number> }} plan
 * @returns {TypedField[]} The written fields whose values may not fit, in the order of the input.
 * @throws {CsvError} `csv/missing-field`, `csv/ambiguous-field`
 */
export function typedFields(rule, transforms, finder, { columns, changes, trimmed }) {
  const written = new Set(columns);
  const typed = Array.from(typesOfFields(rule, finder), ([index, { number, name, type }]) => {
    const change = changes.get(index);
    const isChanged = change !== undefined && (change.date ?? change.phone ?? change.hash ?? change.mask) !== null;
    return {
      index,
      name: shortened(finder.names?.[index] ?? name),
      type,
      trims: trimmed.has(index),
      change: isChanged ? change : null,
      fits: transforms.types[number],
    };
  });
  return typed
    .filter(({ index, fits }) => fits !== null && written.has(index))
    .sort((one, other) => one.index - other.index);
}

/**
 * @param {CsvRule} rule
 * @param {FieldFinder} finder
 * @returns {Map<number, ColumnType & { name: string, number: number }>} By the fields' positions; with the name in the rule's
 *   `columns`, and the position there.
 * @throws {CsvError} `csv/missing-field`, `csv/ambiguous-field`
 */
export function typesOfFields(rule, finder) {
  const added = new Set(rule.set.map(([name]) => name));
  const types = new Map();
  const earlier = new Set();
  for (const [number, [name, type]] of rule.columns.entries()) {
    if (added.has(name)) continue;
    for (const index of finder.unlessTaken(name, 'columns', at => types.has(at), earlier)) {
      types.set(index, { ...type, name, number });
    }
  }
  return types;
}
