import { NameIndex } from '../memory/name-index.js';
import { withoutVersion } from './entry-name.js';
import { duplicate } from './guard-names.js';

/** @import { Turns } from '../streams/turns.js' */
/** @import { EntryList } from './entry-list.js' */

/**
 * Refuses two files that get one name from other programs. Those write entries whose names are refused here, under names
 * that they make harmless in different ways.
 *
 * @param {EntryList} files
 * @param {(name: string) => string} fold Maps names that cannot coexist in the output to the same string.
 * @param {Turns} turns
 * @throws {ArchiveError} `archive/duplicate-name`
 */
export async function guardMeetingNames({ names }, fold, turns) {
  for (const rename of RENAMINGS) {
    if (!(await isRenamed(names, rename, turns))) continue;
    const nameAt = (/** @type {number} */ index) => fold(rename(names.get(index)));
    const byName = await NameIndex.inTurns(names.length, nameAt, turns);
    for (let index = 0; index < names.length; index++) {
      const name = nameAt(index);
      await turns.before(name.length);
      const first = byName.find(name);
      // Nobody writes a file without a name, or with that of a folder.
      if (name !== '' && first !== index) throw duplicate(names.get(index), names.get(first), rename(names.get(index)));
    }
  }
}

/**
 * @param {EntryList['names']} names
 * @param {(name: string) => string} rename
 * @param {Turns} turns
 */
async function isRenamed(names, rename, turns) {
  for (let index = 0; index < names.length; index++) {
    const name = names.get(index);
    await turns.before(name.length);
    // Of a name that has none of these, every program makes the same.
    if (ODD_NAME.test(name) && rename(name) !== name) return true;
  }
  return false;
}

/**
 * What other programs make of a name, as observed: they cut off what follows a NUL, the beginning of an absolute name, a
 * drive and, on VMS and in unzip, the version. `..` is cut out, or leads back.
 *
 * @type {((name: string) => string)[]}
 */
const RENAMINGS = [cut, resolved, name => cut(withoutShare(name))];

/** @param {string} name */
function cut(name) {
  return withoutMarks(partsOf(name).filter(part => part !== '..'));
}

/** @param {string} name */
function resolved(name) {
  /** @type {string[]} */
  const path = [];
  for (const part of partsOf(name)) {
    if (part === '..') path.pop();
    else path.push(part);
  }
  return withoutMarks(path);
}

/**
 * @param {string} name
 * @returns {string} Without the host and the share of a Windows network path.
 */
function withoutShare(name) {
  return name.replace(/^\/\/[^/]+\/[^/]+(?=\/)/, '');
}

/** @param {string} name */
function partsOf(name) {
  if (name.endsWith('/')) return [];
  const end = name.indexOf('\0');
  return (end < 0 ? name : name.slice(0, end)).split('/').filter(part => part !== '' && part !== '.');
}

/** @param {string[]} parts */
function withoutMarks(parts) {
  return withoutVersion(parts.join('/').replace(/^[a-z]:\/?/i, ''));
}

/** Whether a name has a NUL, an empty part, `.` or `..`, a drive letter, a backslash at its end, or a version. */
const ODD_NAME = /\0|(^|\/)\.{0,2}(\/|$)|^[a-z]:|;\d*$/i;
