import { writeColumns } from './write-columns.js';
import { writeConditions } from './write-condition.js';

/** @import { Selection } from '../read/parse-read.js' */
/** @import { OrderTerm } from '../read/parse-order.js' */
/** @import { JsonShape } from '../rows/json-shape.js' */

/**
 * Writes the queries of a read: for the rows, and for how many there are.
 *
 * @param {Selection} selection
 * @returns {{ rows: string, shape: JsonShape | null, count: string | null }} `shape`: how the rows become JSON.
 */
export function writeSelect({ table, columns, conditions, order, limit, offset, count, format }) {
  const where = conditions.length === 0 ? '' : ` WHERE ${writeConditions(conditions)}`;
  const from = ` FROM ${table.sql}${where}`;
  const part = `${from}${writeOrder(order)}${writeLimit(limit, offset)}`;
  const { plain, forJson, fromPlain, shapes } = writeColumns(columns);
  const isCut = limit !== null || offset > 0;
  return {
    rows:
      format === 'csv'
        ? `SELECT ${plain}${part}`
        : isCut && fromPlain !== null
          ? // Functions are called for those rows only that are sent.
            `SELECT ${fromPlain} FROM (SELECT ${plain}${part}) r`
          : `SELECT ${forJson}${part}`,
    shape: format === 'csv' ? null : shapes[format],
    count: COUNTS[count](from),
  };
}

/** @param {readonly OrderTerm[]} order */
function writeOrder(order) {
  if (order.length === 0) return '';
  const terms = order.map(({ column, isDescending, nulls }) => {
    return `${column.sql}${isDescending ? ' DESC' : ''}${nulls === null ? '' : ` NULLS ${nulls}`}`;
  });
  return ` ORDER BY ${terms.join(', ')}`;
}

/**
 * @param {number | null} limit
 * @param {number} offset
 */
function writeLimit(limit, offset) {
  return `${limit === null ? '' : ` LIMIT ${limit}`}${offset === 0 ? '' : ` OFFSET ${offset}`}`;
}

/** @type {Record<'none' | 'exact' | 'planned', (from: string) => string | null>} */
const COUNTS = {
  none: () => null,
  exact: from => `SELECT pg_catalog.count(*)${from}`,
  planned: from => `EXPLAIN (FORMAT json) SELECT${from}`,
};
