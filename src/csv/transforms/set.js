/** @import { CsvRule } from '../../recipe/recipe.js' */

/**
 * Where an entry's records come from.
 *
 * @typedef {object} Facts
 * @property {string} archive Its address.
 * @property {string} entry Its path.
 * @property {Date | null} time When the archive was last modified.
 */

/**
 * The columns that a rule adds, with what stands in them.
 *
 * @param {CsvRule['set']} set
 * @param {Facts} facts
 * @returns {{ name: string, value: Buffer | 'record' }[]} `record` stands for the record's number.
 */
export function columnsToAdd(set, facts) {
  return set.map(([name, written]) => ({
    name,
    value: written === '$record' ? 'record' : Buffer.from(textOf(written, facts)),
  }));
}

/**
 * @param {string} written
 * @param {Facts} facts
 * @returns {string}
 */
function textOf(written, { archive, entry, time }) {
  switch (written) {
    case '$archive':
      return archive;
    case '$entry':
      return entry;
    case '$time':
      return time?.toISOString() ?? '';
    default:
      return written.startsWith('$$') ? written.slice(1) : written;
  }
}
