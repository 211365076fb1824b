/** @import { Condition, CsvRule, Field } from '../../recipe/recipe.js' */

/**
 * @param {CsvRule} rule
 * @returns {readonly Field[]} All fields that the rule names: found out once, not for each entry.
 */
export function fieldsIn(rule) {
  const fields = FIELDS.get(rule) ?? fieldsOf(rule);
  FIELDS.set(rule, fields);
  return fields;
}

/**
 * @param {CsvRule} rule
 * @returns {Field[]}
 */
function fieldsOf({ drop, keep, select, require, phones, trim, where, dates, hash, mask, rename, columns, table }) {
  return [
    ...drop,
    ...(keep ?? []),
    ...(select ?? []),
    ...require,
    ...(typeof trim === 'boolean' ? [] : trim),
    ...hash,
    ...[...phones, ...dates, ...mask].map(({ field }) => field),
    ...[...rename, ...columns].map(([name]) => name),
    ...(table?.key ?? []),
    ...(where === null ? [] : fieldsOfCondition(where)),
  ];
}

/**
 * @param {Condition} condition
 * @returns {Field[]}
 */
function fieldsOfCondition(condition) {
  if ('all' in condition) return condition.all.flatMap(fieldsOfCondition);
  if ('any' in condition) return condition.any.flatMap(fieldsOfCondition);
  return 'not' in condition ? fieldsOfCondition(condition.not) : [condition.field];
}

/** @type {WeakMap<CsvRule, readonly Field[]>} */
const FIELDS = new WeakMap();
