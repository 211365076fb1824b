import fc from '../support/fast-check.js';

/** @import { Read } from '../../src/serve/read/parse-read.js' */
/** @import { Condition } from '../../src/serve/read/parse-filter.js' */

/**
 * A read, as data: names and values, and nothing of SQL.
 *
 * @typedef {object} ReadPlan
 * @property {{ column: string, alias: string | null, cast: string | null }[]} columns
 * @property {ConditionPlan[]} conditions
 * @property {{ column: string, isDescending: boolean, nulls: 'first' | 'last' | null }[]} order
 * @property {number | null} limit
 * @property {number} offset
 *
 * @typedef {{ kind: 'compare', column: string, isNot: boolean, operator: string, value: string }
 *   | { kind: 'in', column: string, isNot: boolean, values: string[] }
 *   | { kind: 'is', column: string, isNot: boolean, value: string }
 *   | { kind: 'and' | 'or', isNot: boolean, conditions: ConditionPlan[] }} ConditionPlan
 */

/**
 * Writes a read as a request. A name or value stands in quotes only where it must, so that both ways are read.
 *
 * @param {ReadPlan} plan
 * @returns {string} What follows the `?`.
 */
export function printRead({ columns, conditions, order, limit, offset }) {
  const select = columns.map(
    ({ column, alias, cast }) =>
      `${alias === null ? '' : `${printName(alias)}:`}${printName(column)}${cast === null ? '' : `::${cast}`}`,
  );
  const parameters = [
    ['select', select.join(',')],
    ...conditions.map(condition => printParameter(condition)),
    ...(order.length === 0 ? [] : [['order', order.map(printTerm).join(',')]]),
    ...(limit === null ? [] : [['limit', String(limit)]]),
    ...(offset === 0 ? [] : [['offset', String(offset)]]),
  ];
  return parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

/** @param {ConditionPlan} condition */
function printParameter(condition) {
  const not = condition.isNot ? 'not.' : '';
  if ('conditions' in condition) {
    return [`${not}${condition.kind}`, `(${condition.conditions.map(printMember).join(',')})`];
  }
  const name = RESERVED.includes(condition.column) ? quoted(condition.column) : printName(condition.column);
  return [name, `${not}${printOperation(condition, value => value)}`];
}

/**
 * @param {ConditionPlan} condition
 * @returns {string}
 */
function printMember(condition) {
  const not = condition.isNot ? 'not.' : '';
  if ('conditions' in condition) return `${not}${condition.kind}(${condition.conditions.map(printMember).join(',')})`;
  return `${printName(condition.column)}.${not}${printOperation(condition, printValue)}`;
}

/**
 * @param {Exclude<ConditionPlan, { conditions: unknown }>} condition
 * @param {(value: string) => string} print
 */
function printOperation(condition, print) {
  if (condition.kind === 'is') return `is.${condition.value}`;
  if (condition.kind === 'in') return `in.(${condition.values.map(printValue).join(',')})`;
  return `${condition.operator}.${print(condition.value)}`;
}

/** @param {ReadPlan['order'][number]} term */
function printTerm({ column, isDescending, nulls }) {
  return `${printName(column)}${isDescending ? '.desc' : ''}${nulls === null ? '' : `.nulls${nulls}`}`;
}

/** @param {string} name */
function printName(name) {
  return /^[\p{L}\p{N}_$]+( [\p{L}\p{N}_$]+)*$/u.test(name) ? name : quoted(name);
}

/** @param {string} value */
function printValue(value) {
  return /^[^"{},()\s\\][^,()"]*$/.test(value) ? value : quoted(value);
}

/** @param {string} text */
function quoted(text) {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/**
 * @param {Read} read
 * @returns {ReadPlan}
 */
export function planOf({ columns, conditions, order, limit, offset }) {
  return {
    columns: columns.map(({ column, name, cast }) => ({
      column: column.name,
      alias: name === column.name ? null : name,
      cast: cast?.sql ?? null,
    })),
    conditions: conditions.map(conditionPlan),
    order: order.map(({ column, ...term }) => ({ column: column.name, ...term })),
    ...{ limit, offset },
  };
}

/**
 * @param {Condition} condition
 * @returns {ConditionPlan}
 */
function conditionPlan(condition) {
  if ('conditions' in condition) return { ...condition, conditions: condition.conditions.map(conditionPlan) };
  return { ...condition, column: condition.column.name };
}

/** A name that a column may have. */
export const nameArbitrary = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
    fc.stringMatching(/^[a-z][a-z0-9_]{0,10}$/),
    fc.constantFrom(
      'select',
      'order',
      'limit',
      'and',
      'or',
      'not',
      'columns',
      'a b',
      'a.b',
      '"',
      "'",
      '\\',
      '*',
      't',
      'r',
      'a-b',
    ),
  )
  .filter(name => !name.includes('\0') && Buffer.byteLength(name) < 64 && name.isWellFormed());

/**
 * @param {Record<string, (column: string) => fc.Arbitrary<ConditionPlan>>} filters What may be asked of each column.
 * @returns {fc.Arbitrary<ReadPlan>}
 */
export function readArbitrary(filters) {
  const names = Object.keys(filters);
  const filter = fc.constantFrom(...names).chain(name => filters[name](name));
  const { tree } = fc.letrec((/** @type {(name: string) => fc.Arbitrary<any>} */ tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      filter,
      fc.record({
        kind: fc.constantFrom('and', 'or'),
        isNot: fc.boolean(),
        conditions: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
      }),
    ),
  }));
  const plans = fc.record({
    columns: fc
      .uniqueArray(
        fc.record({
          column: fc.constantFrom(...names),
          alias: fc.option(nameArbitrary, { freq: 3 }),
          cast: fc.option(fc.constant('text'), { freq: 3 }),
        }),
        { selector: ({ column, alias }) => alias ?? column, minLength: 1, maxLength: 5 },
      )
      // An alias that is the column's own name is none.
      .map(columns => columns.map(item => (item.alias === item.column ? { ...item, alias: null } : item))),
    conditions: fc.array(/** @type {fc.Arbitrary<ConditionPlan>} */ (tree), { maxLength: 3 }),
    order: fc.array(
      fc.record({
        column: fc.constantFrom(...names),
        isDescending: fc.boolean(),
        nulls: fc.constantFrom(null, /** @type {const} */ ('first'), /** @type {const} */ ('last')),
      }),
      { maxLength: 3 },
    ),
    limit: fc.option(fc.nat(20)),
    offset: fc.oneof(fc.constant(0), fc.nat(10)),
  });
  // With the usual prototype, for comparing.
  return plans.map(plan => structuredClone(plan));
}

const RESERVED = ['select', 'columns', 'on_conflict', 'order', 'limit', 'offset', 'and', 'or'];
