import { quoted } from './table-name.js';

/** @import { RowColumn } from './open.js' */

/**
 * @param {string} table Quoted.
 * @param {readonly RowColumn[]} columns
 */
export function copyStatement(table, columns) {
  const list = (/** @type {readonly RowColumn[]} */ some) => `(${some.map(({ name }) => quoted(name)).join(', ')})`;
  const nulls = columns.filter(({ nullAs }) => nullAs === 'empty');
  const values = columns.filter(({ nullAs }) => nullAs === 'none');
  const options = [
    'FORMAT csv',
    ...(nulls.length > 0 ? [`FORCE_NULL ${list(nulls)}`] : []),
    ...(values.length > 0 ? [`FORCE_NOT_NULL ${list(values)}`] : []),
  ];
  return `COPY ${table} ${list(columns)} FROM STDIN (${options.join(', ')})`;
}
