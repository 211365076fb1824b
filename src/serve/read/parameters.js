import { ServeError } from '../serve-error.js';
import { shortened } from './cursor.js';

/**
 * The parameters of a request, by what they are for.
 *
 * @typedef {object} Parameters
 * @property {string | null} select
 * @property {string | null} order
 * @property {string | null} limit
 * @property {string | null} offset
 * @property {{ name: string, value: string }[]} trees `and`, `or`, `not.and`, `not.or`.
 * @property {{ name: string, value: string }[]} filters All others: columns.
 */

/**
 * @param {string} search What follows the `?`.
 * @returns {Parameters}
 * @throws {ServeError} 400, 414
 */
export function readParameters(search) {
  if (search.length > MOST_CHARACTERS) {
    throw new ServeError(414, 'PGRST100', `the query has ${search.length} characters (limit: ${MOST_CHARACTERS})`);
  }
  /** @type {Parameters} */
  const parameters = { select: null, order: null, limit: null, offset: null, trees: [], filters: [] };
  const text = search.startsWith('?') ? search.slice(1) : search;
  for (const part of text.split('&')) {
    if (part === '') continue;
    const middle = part.indexOf('=');
    const name = decoded(middle === -1 ? part : part.slice(0, middle));
    if (middle === -1) throw badParameter(name, 'has no "="');
    add(parameters, name, decoded(part.slice(middle + 1)));
  }
  return parameters;
}

/**
 * @param {Parameters} parameters
 * @param {string} name
 * @param {string} value
 */
function add(parameters, name, value) {
  switch (name) {
    case 'select':
    case 'order':
    case 'limit':
    case 'offset':
      if (parameters[name] !== null) throw badParameter(name, 'is there more than once');
      parameters[name] = value;
      return;
    case 'and':
    case 'or':
    case 'not.and':
    case 'not.or':
      parameters.trees.push({ name, value });
      return;
    case 'columns':
    case 'on_conflict':
      throw badParameter(name, `is for writing; a column of that name is written in double quotes: "${name}"`);
    default:
      parameters.filters.push({ name, value });
  }
}

/**
 * @param {string} text
 * @returns {string}
 */
function decoded(text) {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  let value = spaced;
  if (spaced.includes('%')) {
    try {
      value = decodeURIComponent(spaced);
    } catch {
      throw new ServeError(400, 'PGRST100', `"${shortened(text)}" is not percent-encoded UTF-8`);
    }
  }
  if (value.includes('\0'))
    throw new ServeError(400, 'PGRST100', 'a parameter contains NUL, which Postgres cannot store');
  // A client's library may hand over what never was UTF-8.
  if (!value.isWellFormed()) throw new ServeError(400, 'PGRST100', `"${shortened(text)}" is not percent-encoded UTF-8`);
  return value;
}

/**
 * @param {string} name
 * @param {string} problem
 */
function badParameter(name, problem) {
  return new ServeError(400, 'PGRST100', `the parameter "${shortened(name)}" ${problem}`);
}

const MOST_CHARACTERS = 16_384;
