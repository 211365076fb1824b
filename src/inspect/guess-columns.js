import { guessType } from './guess-type.js';

/** @import { Column } from './inspection.js' */

/**
 * Guesses what a table's columns hold.
 *
 * @param {readonly (string | null)[]} names
 * @param {readonly (readonly string[])[]} values Column by column.
 * @returns {Promise<Pick<Column, 'type' | 'examples' | 'personal'>[]>} One for each column.
 */
export async function guessColumns(names, values) {
  return names.map((_name, position) => {
    const trimmed = values[position].map(value => value.trim());
    const examples = [...new Set(trimmed)].filter(value => value !== '').slice(0, EXAMPLES);
    return { type: guessType(trimmed).type, examples, personal: null };
  });
}

const EXAMPLES = 3;
