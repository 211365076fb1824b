import { cursorAt, isAtEnd, isBefore, syntaxError, take, unsupported } from './cursor.js';
import { findColumn, takeName } from './names.js';

/** @import { Column, Table } from '../catalog/load-catalog.js' */
/** @import { Cursor } from './cursor.js' */

/**
 * @typedef {object} OrderTerm
 * @property {Column} column
 * @property {boolean} isDescending
 * @property {'first' | 'last' | null} nulls null: last if ascending, first if descending.
 */

/**
 * Reads `order=a,b.desc.nullslast`.
 *
 * @param {string} text
 * @param {Table} table
 * @returns {OrderTerm[]}
 * @throws {ServeError} 400
 */
export function parseOrder(text, table) {
  const cursor = cursorAt(text, 'order');
  const terms = [];
  for (;;) {
    terms.push(parseTerm(cursor, table));
    if (isAtEnd(cursor)) return terms;
    if (!take(cursor, COMMA)) throw syntaxError(cursor, '"," or end of input');
  }
}

/**
 * @param {Cursor} cursor
 * @param {Table} table
 * @returns {OrderTerm}
 */
function parseTerm(cursor, table) {
  const name = takeName(cursor);
  if (name === null) throw syntaxError(cursor, 'field name (* or [a..z0..9_$])');
  if (isBefore(cursor, '->')) throw unsupported('rows cannot be ordered by a part of a JSON value');
  if (isBefore(cursor, '(')) throw unsupported('rows cannot be ordered by another table');
  const column = findColumn(table, name);
  const direction = take(cursor, DIRECTION)?.[1];
  const nulls = take(cursor, NULLS)?.[1] ?? null;
  take(cursor, BLANKS);
  if (isBefore(cursor, '.')) {
    throw syntaxError(
      { ...cursor, at: cursor.at + 1 },
      direction === undefined && nulls === null
        ? '"asc", "desc", "nullsfirst" or "nullslast"'
        : '"nullsfirst" or "nullslast"',
    );
  }
  return { column, isDescending: direction === 'desc', nulls: /** @type {OrderTerm['nulls']} */ (nulls) };
}

const COMMA = /,/uy;
const BLANKS = /[ \t]*/uy;
const DIRECTION = /\.(asc|desc)(?![\p{L}\p{N}])/uy;
const NULLS = /\.nulls(first|last)(?![\p{L}\p{N}])/uy;
