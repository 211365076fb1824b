import { ArchiveError } from '../errors.js';
import { NameIndex } from '../name-index.js';
import { quoteName } from '../printable.js';

/** @import { EntryList } from './entry-list.js' */

/**
 * Refuses two files of one name, and a file where another one needs a folder.
 *
 * @param {EntryList} files
 * @param {(name: string) => string} fold What is the same for two names that cannot both be there.
 * @throws {ArchiveError} `archive/duplicate-name`
 */
export function guardNames(files, fold) {
  const { names } = files;
  const places = new NameIndex(names.length, index => fold(names.get(index)));
  for (let index = 0; index < names.length; index++) {
    const name = names.get(index);
    const folded = fold(name);
    const first = places.find(folded);
    if (first !== index) throw duplicate(name, names.get(first));
    // It goes nowhere; and it may be made of very many parts.
    if (NAMELESS.has(files.errors.get(index)?.code)) continue;
    const file = places.findFolderOf(folded);
    if (file === -1) continue;
    throw new ArchiveError(
      'archive/duplicate-name',
      `entry ${quoteName(name)} is in a folder that has the name of the file ${quoteName(names.get(file))}`,
    );
  }
}

/** @type {Set<string | undefined>} What is wrong with a name. */
const NAMELESS = new Set(['archive/unsafe-name', 'archive/header-mismatch']);

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
