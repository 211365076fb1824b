import { Turns } from '../streams/turns.js';
import { guessType } from './guess-type.js';
import { findPersonalData } from './personal-data.js';

/** @import { Column } from './inspection.js' */

/**
 * Guesses what a table's columns hold.
 *
 * @param {readonly (string | null)[]} names
 * @param {readonly (readonly string[])[]} values Column by column.
 * @param {Turns} [turns] One for all tables: there may be very many small ones.
 * @returns {Promise<Pick<Column, 'type' | 'formats' | 'examples' | 'personal'>[]>} One for each column.
 */
export async function guessColumns(names, values, turns = new Turns()) {
  const columns = [];
  for (const [position, name] of names.entries()) {
    await turns.before(WORK_OF_A_COLUMN + values[position].length * WORK_OF_A_VALUE);
    const trimmed = values[position].map(value => value.trim());
    columns.push({ name, values: trimmed, ...guessType(trimmed) });
  }
  const personal = await findPersonalData(columns, turns);
  return columns.map(({ type, formats, values }, position) => {
    const examples = new Set(values);
    examples.delete('');
    return { type, formats, examples: [...examples].slice(0, EXAMPLES), personal: personal[position] };
  });
}

/** Of guessing what its name stands for, and its type (see `Turns`). */
const WORK_OF_A_COLUMN = 2048;
const WORK_OF_A_VALUE = 256;
const EXAMPLES = 3;
