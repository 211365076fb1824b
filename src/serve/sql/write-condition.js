import { COMPARISONS } from './comparisons.js';
import { literal } from './literal.js';

/** @import { Condition } from '../read/parse-filter.js' */
/** @import { Filter } from '../read/parse-operation.js' */

/**
 * Writes what must hold for a row. A value is a constant without a type, so that Postgres reads it as the column's: what does not
 * fit is an error and never another meaning.
 *
 * @param {readonly Condition[]} conditions All must hold. At least one.
 * @returns {string} Equal for conditions that differ in their order only.
 */
export function writeConditions(conditions) {
  return conditions.map(writeCondition).sort().join(' AND ');
}

/**
 * @param {Condition} condition
 * @returns {string}
 */
function writeCondition(condition) {
  const written = 'conditions' in condition ? writeGroup(condition.kind, condition.conditions) : writeFilter(condition);
  return condition.isNot ? `NOT ${written}` : written;
}

/**
 * @param {'and' | 'or'} kind
 * @param {readonly Condition[]} conditions
 */
function writeGroup(kind, conditions) {
  return `(${conditions
    .map(writeCondition)
    .sort()
    .join(kind === 'and' ? ' AND ' : ' OR ')})`;
}

/** @param {Filter} filter */
function writeFilter(filter) {
  const { sql } = filter.column;
  if (filter.kind === 'is') return `${sql} IS ${filter.value === 'not_null' ? 'NOT NULL' : filter.value}`;
  if (filter.kind === 'in') {
    return filter.values.length === 0 ? 'false' : `${sql} IN (${filter.values.map(literal).join(', ')})`;
  }
  const { operator, value } = filter;
  const isPattern = operator === 'like' || operator === 'ilike';
  return `${sql} ${COMPARISONS.get(operator)} ${literal(isPattern ? value.replaceAll('*', '%') : value)}`;
}
