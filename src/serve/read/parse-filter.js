import { ServeError } from '../serve-error.js';
import { cursorAt, isAtEnd, isBefore, shortened, syntaxError, take, unsupported } from './cursor.js';
import { findColumn, takeName } from './names.js';
import { parseOperation } from './parse-operation.js';

/** @import { Table } from '../catalog/load-catalog.js' */
/** @import { Cursor } from './cursor.js' */
/** @import { Filter } from './parse-operation.js' */

/**
 * What must hold for a row.
 *
 * @typedef {Filter | Group} Condition
 *
 * @typedef {{ kind: 'and' | 'or', isNot: boolean, conditions: Condition[] }} Group
 */

/**
 * Reads `column=eq.value`.
 *
 * @param {string} name The parameter's.
 * @param {string} value
 * @param {Table} table
 * @returns {Filter}
 * @throws {ServeError} 400
 */
export function parseFilter(name, value, table) {
  const place = cursorAt(name, 'tree path');
  const column = takeName(place);
  if (column === null) throw syntaxError(place, 'field name (* or [a..z0..9_$])', QUOTING);
  refuseUnsupported(place, column);
  if (!isAtEnd(place)) throw syntaxError(place, 'end of input', QUOTING);
  const found = findColumn(table, column);
  return parseOperation(cursorAt(value, 'filter'), found, false);
}

/**
 * Reads `or=(a.eq.1,not.and(b.gt.2,c.is.null))`.
 *
 * @param {string} name `and`, `or`, `not.and`, `not.or`.
 * @param {string} value
 * @param {Table} table
 * @returns {Group}
 * @throws {ServeError} 400
 */
export function parseTree(name, value, table) {
  // PostgREST counts columns from the name on.
  const cursor = cursorAt(name + value, 'logic tree', value);
  const root = takeGroup(cursor);
  if (root === null) throw syntaxError({ ...cursor, at: name.length }, '"("');
  // The groups that are open, and not the stack of calls: depth costs nothing.
  const open = [root];
  for (;;) {
    const group = takeGroup(cursor);
    if (group !== null) {
      open[open.length - 1].conditions.push(group);
      open.push(group);
      if (open.length > MOST_DEPTH) throw tooDeep();
      continue;
    }
    open[open.length - 1].conditions.push(parseMember(cursor, table));
    while (take(cursor, CLOSING)) {
      open.pop();
      if (open.length > 0) continue;
      if (!isAtEnd(cursor)) throw syntaxError(cursor, 'end of input');
      return root;
    }
    if (!take(cursor, COMMA)) throw syntaxError(cursor, '"," or ")"');
  }
}

/**
 * @param {Cursor} cursor
 * @returns {Group | null} A group that begins here.
 */
function takeGroup(cursor) {
  const match = take(cursor, GROUP);
  if (match === null) return null;
  return { kind: match[2] === 'and' ? 'and' : 'or', isNot: match[1] !== undefined, conditions: [] };
}

/**
 * @param {Cursor} cursor
 * @param {Table} table
 */
function parseMember(cursor, table) {
  const column = takeName(cursor);
  if (column === null) {
    throw syntaxError(cursor, 'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)');
  }
  if (isBefore(cursor, '->')) throw jsonPath(column);
  if (!take(cursor, DOT)) throw syntaxError(cursor, 'delimiter (.)');
  return parseOperation(cursor, findColumn(table, column), true);
}

/**
 * @param {Cursor} cursor
 * @param {string} name
 */
function refuseUnsupported(cursor, name) {
  if (isBefore(cursor, '->')) throw jsonPath(name);
  if (!isBefore(cursor, '.')) return;
  throw new ServeError(400, 'PGRST108', `'${shortened(name)}' is not an embedded resource in this request`, {
    details: 'other tables cannot be embedded',
    hint: QUOTING,
  });
}

/** @param {string} name */
function jsonPath(name) {
  return unsupported(`"${shortened(name)}->": rows cannot be chosen by a part of a JSON value`);
}

function tooDeep() {
  return new ServeError(400, 'PGRST100', `a logic tree is more than ${MOST_DEPTH} levels deep`);
}

const MOST_DEPTH = 64;
const QUOTING = 'a column with other characters in its name is written in double quotes: "a.b"=eq.1';
const GROUP = /(not\.)?(and|or)[ \t]*\([ \t]*/uy;
const CLOSING = /[ \t]*\)[ \t]*/uy;
const COMMA = /[ \t]*,[ \t]*/uy;
const DOT = /\./uy;
