import { ArchiveError } from '../errors.js';
import { NameIndex } from '../memory/name-index.js';
import { quoteName } from '../printable.js';

/** @import { Turns } from '../streams/turns.js' */
/** @import { EntryList } from './entry-list.js' */

/**
 * Refuses two files with the same name, and a file with the name of another file's folder.
 *
 * @param {EntryList} files
 * @param {(name: string) => string} fold Maps names that cannot coexist in the output to the same string.
 * @param {Turns} turns
 * @throws {ArchiveError} `archive/duplicate-name`
 */
export async function guardNames(files, fold, turns) {
  const { names } = files;
  const byName = await NameIndex.inTurns(names.length, index => fold(names.get(index)), turns);
  for (let index = 0; index < names.length; index++) {
    const name = names.get(index);
    await turns.before(name.length);
    const folded = fold(name);
    const first = byName.find(folded);
    if (first !== index) throw duplicate(name, names.get(first));
    // Nothing is written for this entry, and its name may have very many parts.
    if (NAMELESS.has(files.errors.codeOf(index))) continue;
    const file = byName.findFolderOf(folded);
    if (file === -1) continue;
    throw new ArchiveError(
      'archive/duplicate-name',
      `entry ${quoteName(name)} is in a folder that has the name of the file ${quoteName(names.get(file))}`,
    );
  }
}

/**
 * Refuses a folder with the name of a file: libarchive's `bsdtar` then leaves out the file, without an error.
 *
 * @param {EntryList} entries Including folders.
 * @param {(name: string) => string} fold
 * @param {Turns} turns
 * @throws {ArchiveError} `archive/duplicate-name`
 */
export async function guardFolders(entries, fold, turns) {
  if (!entries.hasFolders()) return;
  /** @param {number} index */
  const nameAt = index => fold(entries.names.get(index).replace(/\/$/, ''));
  const byName = await NameIndex.inTurns(entries.length, nameAt, turns);
  for (let index = 0; index < entries.length; index++) {
    const name = nameAt(index);
    await turns.before(name.length);
    const first = byName.find(name);
    if (entries.isFolder(first) === entries.isFolder(index)) continue;
    const [one, other] = [first, index].map(each => quoteName(entries.names.get(each)));
    throw new ArchiveError('archive/duplicate-name', `of the entries ${one} and ${other}, one is a folder, one a file`);
  }
}

/** @type {Set<string | undefined>} Errors about an entry's name. */
const NAMELESS = new Set(['archive/unsafe-name', 'archive/header-mismatch']);

/**
 * @param {string} name
 * @param {string} other
 * @param {string} [met] The name that other programs give to both.
 */
export function duplicate(name, other, met) {
  let message = `entries ${quoteName(other)} and ${quoteName(name)} would be one file on many systems`;
  if (name === other) message = `two entries are named ${quoteName(name)}`;
  else if (met !== undefined)
    message = `entries ${quoteName(other)} and ${quoteName(name)} would both be ${quoteName(met)} to other programs`;
  return new ArchiveError('archive/duplicate-name', message);
}
