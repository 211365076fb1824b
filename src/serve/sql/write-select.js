import { identifier } from './literal.js';
import { writeConditions } from './write-condition.js';

/** @import { Selection } from '../read/parse-read.js' */
/** @import { OrderTerm } from '../read/parse-order.js' */
/** @import { ReadColumn } from '../read/parse-select.js' */

/**
 * Writes the queries of a read: for the rows, as they are sent, and for how many there are.
 *
 * @param {Selection} selection
 * @returns {{ rows: string, count: string | null }}
 */
export function writeSelect({ table, columns, conditions, order, limit, offset, count, format }) {
  const where = conditions.length === 0 ? '' : ` WHERE ${writeConditions(conditions)}`;
  const from = ` FROM ${table.sql}${where}`;
  const { list, json } = writtenOf(columns);
  const rows = `SELECT ${list}${from}${writeOrder(order)}${writeLimit(limit, offset)}`;
  const isCut = limit !== null || offset > 0;
  return {
    rows: format === 'csv' ? rows : `SELECT ${json} FROM (${rows}${isCut ? '' : KEPT_APART}) r`,
    count: COUNTS[count](from),
  };
}

/**
 * Writes a list of columns once: the same list comes with many reads.
 *
 * @param {readonly ReadColumn[]} columns
 */
function writtenOf(columns) {
  const found = written.get(columns) ?? { list: columns.map(writeColumn).join(', '), json: asJson(columns) };
  written.set(columns, found);
  return found;
}

/** @param {ReadColumn} column */
function writeColumn({ column, name, cast }) {
  const value = cast === null ? column.sql : `CAST(${column.sql} AS ${cast.sql})`;
  return name === column.name && cast === null ? value : `${value} AS ${identifier(name)}`;
}

/**
 * A row as one line of JSON. JSON has line feeds only between its tokens: within a text they are escaped.
 *
 * @param {readonly ReadColumn[]} columns
 */
function asJson(columns) {
  const mayHoldLines = columns.some(({ column, cast }) => (cast ?? column).mayHoldLines);
  return mayHoldLines ? LINES_AS_BLANKS : ROW;
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

/** @type {WeakMap<readonly ReadColumn[], { list: string, json: string }>} */
const written = new WeakMap();

/** @type {Record<'none' | 'exact' | 'planned', (from: string) => string | null>} */
const COUNTS = {
  none: () => null,
  exact: from => `SELECT pg_catalog.count(*)${from}`,
  planned: from => `EXPLAIN (FORMAT json) SELECT${from}`,
};

/** `r.*` and not `r`, which might be a column's name. */
const ROW = 'pg_catalog.row_to_json(r.*)';
/** Twice as fast as `translate`. */
const LINES_AS_BLANKS = `pg_catalog.replace(pg_catalog.replace(${ROW}::text, E'\\n', ' '), E'\\r', ' ')`;
/** Without it, the planner would make the inner query a part of the outer one, whose rows take longer to become JSON. */
const KEPT_APART = ' OFFSET 0';
