import { COMPARISONS } from '../sql/comparisons.js';
import { isAtEnd, shortened, syntaxError, take, unsupported } from './cursor.js';
import { unescaped } from './names.js';

/** @import { Column } from '../catalog/load-catalog.js' */
/** @import { Cursor } from './cursor.js' */

/**
 * What must hold for a column.
 *
 * @typedef {{ kind: 'compare', column: Column, isNot: boolean, operator: string, value: string }
 *   | { kind: 'in', column: Column, isNot: boolean, values: string[] }
 *   | { kind: 'is', column: Column, isNot: boolean, value: 'null' | 'not_null' | 'true' | 'false' | 'unknown' }} Filter `operator`:
 *   as in a request.
 */

/**
 * Reads `eq.value`, `not.in.(1,2)`, `is.null`.
 *
 * @param {Cursor} cursor
 * @param {Column} column
 * @param {boolean} isInTree Whether a `,` or `)` ends the value.
 * @returns {Filter}
 * @throws {ServeError} 400
 */
export function parseOperation(cursor, column, isInTree) {
  const isNot = take(cursor, NOT) !== null;
  const start = cursor.at;
  const match = take(cursor, OPERATOR);
  if (match === null) throw syntaxError(cursor, `${isNot ? '' : '"not" or '}operator (eq, gt, ...)`);
  const [, operator, modifier] = match;
  if (!OPERATORS.has(operator)) throw unknownOperator({ ...cursor, at: start }, operator);
  if (modifier !== undefined) throw unsupported(`"${operator}${shortened(modifier)}": any and all are not supported`);
  const filter = readOperand(cursor, { column, isNot, operator }, isInTree);
  if (!isInTree && !isAtEnd(cursor)) throw syntaxError(cursor, 'end of input');
  return filter;
}

/**
 * @param {Cursor} cursor
 * @param {{ column: Column, isNot: boolean, operator: string }} filter
 * @param {boolean} isInTree
 * @returns {Filter}
 */
function readOperand(cursor, { column, isNot, operator }, isInTree) {
  if (operator === 'in') return { kind: 'in', column, isNot, values: takeList(cursor) };
  if (operator === 'is') {
    const value = take(cursor, TRUTH)?.[0].toLowerCase();
    if (value === undefined) throw syntaxError(cursor, 'null, not_null, true, false or unknown');
    return { kind: 'is', column, isNot, value: /** @type {'null'} */ (value) };
  }
  return { kind: 'compare', column, isNot, operator, value: isInTree ? takeMember(cursor) : takeRest(cursor) };
}

/** @param {Cursor} cursor */
function takeList(cursor) {
  if (!take(cursor, LIST)) throw syntaxError(cursor, '"("');
  const values = [];
  do {
    const quoted = take(cursor, QUOTED);
    values.push(quoted ? unescaped(quoted[1]) : (take(cursor, BARE)?.[0] ?? ''));
  } while (take(cursor, COMMA));
  if (!take(cursor, LIST_END)) throw syntaxError(cursor, '"," or ")"');
  // `in.()` is an empty list, and not one with an empty text.
  return values.length === 1 && values[0] === '' ? [] : values;
}

/** @param {Cursor} cursor */
function takeMember(cursor) {
  const quoted = take(cursor, QUOTED);
  if (quoted) return unescaped(quoted[1]);
  // An array's commas do not end it.
  return (take(cursor, ARRAY) ?? take(cursor, BARE))?.[0] ?? '';
}

/** @param {Cursor} cursor */
function takeRest(cursor) {
  const rest = cursor.text.slice(cursor.at);
  cursor.at = cursor.text.length;
  return rest;
}

/**
 * @param {Cursor} cursor
 * @param {string} name
 */
function unknownOperator(cursor, name) {
  if (UNSUPPORTED.includes(name)) return unsupported(`the operator "${name}" is not supported`);
  return syntaxError(cursor, `operator (eq, gt, ...): unknown single value operator ${shortened(name)}`);
}

const OPERATORS = new Set([...COMPARISONS.keys(), 'in', 'is']);

/** PostgREST's others. */
const UNSUPPORTED = ['ov', 'sl', 'sr', 'nxr', 'nxl', 'adj', 'isdistinct', 'fts', 'plfts', 'phfts', 'wfts'];

const NOT = /not\./uy;
const OPERATOR = /([^.(),]*)(\([^.()]*\))?\./uy;
const TRUTH = /(?:null|not_null|true|false|unknown)(?=[ \t]*(?:[,)]|$))/iuy;
const LIST = /[ \t]*\([ \t]*/uy;
const LIST_END = /[ \t]*\)[ \t]*/uy;
const COMMA = /,/uy;
const QUOTED = /"((?:[^"\\]|\\.)*)"(?=[,)]|$)/suy;
const ARRAY = /\{[^{}]*\}/uy;
const BARE = /[^,)]*/uy;
