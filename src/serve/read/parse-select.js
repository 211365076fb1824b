import { ServeError } from '../serve-error.js';
import { MOST_NAME_BYTES } from '../sql/literal.js';
import { cursorAt, isAtEnd, isBefore, shortened, syntaxError, take, unsupported } from './cursor.js';
import { findColumn, nearestName, takeName } from './names.js';

/** @import { CastType, Column, Table } from '../catalog/load-catalog.js' */
/** @import { Cursor } from './cursor.js' */

/**
 * A column of the answer.
 *
 * @typedef {object} ReadColumn
 * @property {Column} column
 * @property {string} name That of the answer: the alias, if there is one.
 * @property {CastType | null} cast
 */

/**
 * Reads `select=a,alias:b,c::text,*`.
 *
 * @param {string} text
 * @param {Table} table
 * @param {ReadonlyMap<string, CastType>} types
 * @returns {ReadColumn[]}
 * @throws {ServeError} 400
 */
export function parseSelect(text, table, types) {
  if (text === '*') return everyColumn(table);
  const cursor = cursorAt(text, 'select parameter');
  /** @type {ReadColumn[]} */
  const columns = [];
  for (;;) {
    if (take(cursor, STAR)) columns.push(...everyColumn(table));
    else columns.push(parseItem(cursor, table, types));
    if (isAtEnd(cursor)) break;
    if (!take(cursor, COMMA)) throw syntaxError(cursor, '"::", "," or end of input');
  }
  requireDistinct(columns);
  return columns;
}

/** @param {Table} table */
function everyColumn({ all }) {
  return all.map(column => ({ column, name: column.name, cast: null }));
}

/**
 * @param {Cursor} cursor
 * @param {Table} table
 * @param {ReadonlyMap<string, CastType>} types
 * @returns {ReadColumn}
 */
function parseItem(cursor, table, types) {
  const first = nameAt(cursor);
  const alias = take(cursor, ALIAS_SEPARATOR) ? checkedAlias(first) : null;
  const name = alias === null ? first : nameAt(cursor);
  refuseUnsupported(cursor, name);
  const column = findColumn(table, name);
  const cast = take(cursor, CAST)?.[1] ?? null;
  if (cast !== null && isBefore(cursor, '('))
    throw unsupported(`"${shortened(cast)}(": a type in a cast has no length`);
  refuseUnsupported(cursor, name);
  return { column, name: alias ?? name, cast: cast === null ? null : findType(types, cast) };
}

/** @param {string} name */
function checkedAlias(name) {
  const bytes = Buffer.byteLength(name);
  if (bytes > 0 && bytes <= MOST_NAME_BYTES) return name;
  throw new ServeError(
    400,
    'PGRST100',
    `the column name "${shortened(name)}" has ${bytes} bytes (limit: 1 to ${MOST_NAME_BYTES})`,
  );
}

/** @param {Cursor} cursor */
function nameAt(cursor) {
  if (take(cursor, SPREAD)) throw EMBEDDING;
  const name = takeName(cursor);
  if (name === null) throw syntaxError(cursor, NAME_EXPECTED);
  return name;
}

/**
 * @param {Cursor} cursor
 * @param {string} name
 */
function refuseUnsupported(cursor, name) {
  if (isBefore(cursor, '->')) throw unsupported(`"${shortened(name)}->": a part of a JSON value cannot be selected`);
  if (isBefore(cursor, '.') || (name === 'count' && isBefore(cursor, '()'))) {
    throw new ServeError(400, 'PGRST123', 'Use of aggregate functions is not allowed');
  }
  if (isBefore(cursor, '(') || isBefore(cursor, '!')) throw EMBEDDING;
}

/**
 * @param {ReadonlyMap<string, CastType>} types
 * @param {string} given
 * @returns {CastType}
 */
function findType(types, given) {
  const name = given.trim();
  const type = types.get(name) ?? types.get(name.toLowerCase());
  if (type !== undefined) return type;
  const meant = nearestName(name, types.keys());
  throw new ServeError(
    400,
    '42704',
    `type "${shortened(name)}" does not exist, or cannot be cast to here`,
    meant === undefined ? {} : { hint: `Perhaps you meant the type "${meant}".` },
  );
}

/** @param {ReadColumn[]} columns */
function requireDistinct(columns) {
  const names = new Set();
  for (const { name } of columns) {
    if (names.has(name)) {
      throw new ServeError(400, 'PGRST100', `the answer would have two columns "${shortened(name)}"`, {
        hint: `give one of them another name: select=other:${shortened(name)}`,
      });
    }
    names.add(name);
  }
}

const NAME_EXPECTED = 'field name (* or [a..z0..9_$])';
const EMBEDDING = unsupported('other tables cannot be embedded; read them by requests of their own, or read a view');
const STAR = /[ \t]*\*[ \t]*(?=,|$)/uy;
const COMMA = /[ \t]*,/uy;
const ALIAS_SEPARATOR = /:(?!:)/uy;
const CAST = /::([\p{L}\p{M}\p{N}_ $]+)/uy;
const SPREAD = /[ \t]*\.{2,3}/uy;
