import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';

/** @import { Entry } from './entry.js' */

/**
 * Refuses two files of one name, and a file where another one needs a folder.
 *
 * @param {Entry[]} files
 * @param {(name: string) => string} fold What is the same for two names that cannot both be there.
 * @throws {ArchiveError} `archive/duplicate-name`
 */
export function guardNames(files, fold) {
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const { name } of files) {
    const folded = fold(name);
    const other = names.get(folded);
    if (other !== undefined) throw duplicate(name, other);
    names.set(folded, name);
  }
  for (const { name, error } of files) {
    // It goes nowhere; and if it is very long, all its beginnings take very long to look up.
    if (error?.code === 'archive/unsafe-name') continue;
    const folded = fold(name);
    for (let slash = folded.indexOf('/'); slash !== -1; slash = folded.indexOf('/', slash + 1)) {
      const other = names.get(folded.slice(0, slash));
      if (other === undefined) continue;
      throw new ArchiveError(
        'archive/duplicate-name',
        `entry ${quoteName(name)} is in a folder that has the name of the file ${quoteName(other)}`,
      );
    }
  }
}

/**
 * @param {string} name
 * @param {string} other
 */
function duplicate(name, other) {
  const said =
    name === other
      ? `two entries are named ${quoteName(name)}`
      : `entries ${quoteName(other)} and ${quoteName(name)} would be one file on many systems`;
  return new ArchiveError('archive/duplicate-name', said);
}
