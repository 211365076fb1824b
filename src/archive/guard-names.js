import { ArchiveError } from '../errors.js';
import { NameIndex } from '../memory/name-index.js';
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

/**
 * Refuses a folder with the name of a file: libarchive's `bsdtar` leaves the file out then, without an error.
 *
 * @param {EntryList} entries With folders.
 * @param {(name: string) => string} fold
 * @throws {ArchiveError} `archive/duplicate-name`
 */
export function guardFolders(entries, fold) {
  if (!entries.hasFolders()) return;
  /** @param {number} index */
  const placeOf = index => fold(entries.names.get(index).replace(/\/$/, ''));
  const places = new NameIndex(entries.length, placeOf);
  for (let index = 0; index < entries.length; index++) {
    const first = places.find(placeOf(index));
    if (entries.isFolder(first) === entries.isFolder(index)) continue;
    const [name, other] = [first, index].map(place => quoteName(entries.names.get(place)));
    throw new ArchiveError(
      'archive/duplicate-name',
      `of the entries ${name} and ${other}, one is a folder, one a file`,
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
