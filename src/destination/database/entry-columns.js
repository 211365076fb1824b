import { DatabaseError } from '../../errors.js';
import { listNames, printable } from '../../printable.js';

/** @import { Table } from '../../recipe/recipe.js' */
/** @import { RowColumn } from './open.js' */

/**
 * Checks the columns of each entry of a load before anything of it is sent.
 *
 * @param {Readonly<Table>} table
 * @param {number} [ownColumns] How many more columns the rows get on their way. By default, under `merge`, they go through a table
 *   with one more.
 * @returns {(columns: readonly RowColumn[]) => readonly RowColumn[]} The same columns. Throws a DatabaseError
 *   `database/wrong-columns`, if Postgres allows fewer, or if the key has other columns than in earlier entries.
 */
export function checkEntryColumns({ schema, name, mode }, ownColumns = mode === 'merge' ? 1 : 0) {
  const named = printable([schema, name].filter(Boolean).join('.'));
  const most = MAX_COLUMNS - ownColumns;
  /** @type {string[] | null} */
  let keyBefore = null;
  return columns => {
    if (columns.length > most) {
      throw new DatabaseError(
        'database/wrong-columns',
        `the entry has ${columns.length} columns for the table ${named}, and Postgres takes at most ${most}` +
          `${ownColumns > 0 ? ' where they are staged' : ''}; drop fields in the recipe`,
      );
    }
    const key = columns.filter(({ isKey }) => isKey).map(column => column.name);
    keyBefore ??= key;
    if (key.toSorted().join('\0') !== keyBefore.toSorted().join('\0')) {
      throw new DatabaseError(
        'database/wrong-columns',
        `the key of the table ${named} has the columns ${listed(key)} in this entry, and ${listed(keyBefore)} in those before it; ` +
          'give these fields the same names in "rename"',
      );
    }
    return columns;
  };
}

/** Of a table in Postgres, whatever their types. */
const MAX_COLUMNS = 1_600;

/**
 * @param {readonly string[]} names
 * @returns {string} The first of them, for a message.
 */
export function listed(names) {
  return listNames(names) || 'none';
}
