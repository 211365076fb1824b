import { listNames, printableWithin } from '../printable.js';

/**
 * Shows a value of a recipe in a message: shortened, on one line.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function shown(value) {
  if (typeof value === 'string') {
    const cut = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;
    return printableWithin(JSON.stringify(cut), MAX_ESCAPED);
  }
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
  return value !== null && typeof value === 'object' ? 'an object' : String(value);
}

/**
 * @param {readonly string[]} names
 * @returns {string} The names, of many the first ones.
 */
export function shownList(names) {
  return listNames(names, shown);
}

const MAX_SHOWN = 60;
const MAX_ESCAPED = 200;
