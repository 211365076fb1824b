import { printable } from '../../../printable.js';

/**
 * @param {string[]} values
 * @returns {string} A record's first values, shortened, for a message.
 */
export function shownRecord(values) {
  const shown = values.slice(0, SHOWN_FIELDS).map(value => `"${printable(value.slice(0, SHOWN_CHARACTERS))}"`);
  return `${shown.join(' ')}${values.length > shown.length ? ' …' : ''}`;
}

const SHOWN_FIELDS = 5;
const SHOWN_CHARACTERS = 40;
