import { ArchiveError } from '../errors.js';
import { badDirectory } from './bad-directory.js';
import { endRecordLength, findEndRecords, readTail } from './end-record.js';
import { guardForwardSearch, isUnseen } from './libarchive-search.js';
import { locateDirectory } from './locate-directory.js';
import { firstPart, whyNoDirectory } from './no-directory.js';
import { isFirm, mayBeTaken } from './other-readers.js';
import { NOT_IN_TAIL, peekInto } from './peek.js';
import { isSignature, SPLIT_SIGNATURE, UNSPLIT_SIGNATURE } from './signatures.js';

/** @import { Tail } from './end-record.js' */
/** @import { DirectoryLocation } from './locate-directory.js' */
/** @import { Peek } from './peek.js' */
/** @import { ByteSource } from './read-ahead.js' */

/**
 * @typedef {object} Found
 * @property {number[]} rivals Offsets of other end records that could be the archive's, the last one first. They are
 *   honest only inside an entry, as where an archive is stored in this one, or inside the directory.
 * @property {Tail} tail The end of the source, as far as it was read for this.
 * @property {boolean} isUnseen Whether libarchive does not find the end record, and reads the archive as a stream.
 *
 * @typedef {DirectoryLocation & Found} Directory
 */

/**
 * Finds the central directory by the archive's end record, zip64 or not: the last end record for which a directory as
 * large as it says can be where it says. Refuses an archive in which another program would take a different one.
 *
 * @param {ByteSource} source
 * @returns {Promise<Directory>}
 * @throws {ArchiveError} `archive/not-a-zip`, `archive/truncated`, `archive/multi-disk`, `archive/encrypted`,
 *   `archive/bad-directory`
 */
export async function findDirectory(source) {
  const tail = await readTail(source);
  const peeks = peekInto(source, tail);
  const { peek } = peeks;
  const { found, failed, rivals } = await searchTail(tail, peeks);
  if (found === null) throw await whyNoDirectory(source, tail, failed, peek);
  const { position, ...location } = found;
  await guardFailed(tail, position, failed, peek);
  if (rivals.length > 0 && !(await isFirm(tail, position, peek))) {
    throw badDirectory(
      `other programs pass over the end record at byte ${tail.start + position}, because of the bytes behind it, and ` +
        `take the one at byte ${rivals[0]}`,
    );
  }
  await guardBeginning(location.archiveStart, peek);
  if (location.entries > 0) await guardForwardSearch(tail, position, location, peek);
  else await guardEmpty(location.start, peek);
  return { ...location, rivals, tail, isUnseen: await isUnseen(tail, position, peek) };
}

/**
 * An end record, at a position in the tail, that has no directory; `error` is null if it is cut off.
 *
 * @typedef {{ position: number, error: unknown }} Failed
 */

/**
 * @param {Tail} tail
 * @param {ReturnType<typeof peekInto>} peeks
 * @returns {Promise<{ found: (DirectoryLocation & { position: number }) | null, failed: Failed[], rivals: number[] }>}
 *   `failed`: the records behind the one that was found.
 */
async function searchTail(tail, { peek, peekInTail, isExhausted }) {
  /** @type {Failed[]} */
  const failed = [];
  /** @type {(DirectoryLocation & { position: number }) | null} */
  let found = null;
  /** @type {number[]} */
  const rivals = [];
  for (const position of findEndRecords(tail.bytes)) {
    if (position + endRecordLength(tail.bytes, position) > tail.bytes.length) {
      if (found === null) failed.push({ position, error: null });
      continue;
    }
    try {
      const directory = await locateDirectory(tail, position, found === null ? peek : peekInTail);
      // Of an empty archive between other bytes, these 22 bytes are all there is to believe.
      const isNothing = directory.entries === 0 && directory.archiveStart > 0 && !isLast(tail, position);
      if (isNothing) throw badDirectory(`the end record at byte ${tail.start + position} says that there is nothing`);
      if (found === null) found = { ...directory, position };
      else if (directory.start !== found.start || directory.end !== found.end) rivals.push(tail.start + position);
    } catch (error) {
      // Its directory would lie where nothing was read yet. Count it: an honest one lies in an entry.
      if (error === NOT_IN_TAIL) rivals.push(tail.start + position);
      else if (!(error instanceof ArchiveError) || isExhausted()) throw error;
      else if (found === null) failed.push({ position, error });
    }
  }
  return { found, failed, rivals };
}

/**
 * @param {Tail} tail
 * @param {number} position
 */
function isLast({ bytes }, position) {
  return position + endRecordLength(bytes, position) === bytes.length;
}

/**
 * Judges the end records behind the one that was found. One behind its comment is an error of the archive; one inside
 * the comment only if another program may take it.
 *
 * @param {Tail} tail
 * @param {number} position Of the record that was found.
 * @param {Failed[]} failed
 * @param {Peek} peek
 */
async function guardFailed(tail, position, failed, peek) {
  for (const { position: other, error } of failed) {
    const isBehind = other >= position + endRecordLength(tail.bytes, position);
    if (isBehind && error !== null) throw error;
    if (!(await mayBeTaken(tail, other, peek))) continue;
    throw badDirectory(
      `an end record at byte ${tail.start + other}, behind the archive's own at ${tail.start + position}, is the one that ` +
        'other programs go by; the archive was joined wrongly, or forged',
    );
  }
}

/**
 * If an archive was cut off behind another archive that it holds uncompressed, or if several were joined, the end record
 * is only that of the last one. A program in front of an archive does not begin like an archive.
 *
 * @param {number} archiveStart
 * @param {Peek} peek
 */
async function guardBeginning(archiveStart, peek) {
  if (archiveStart < 4) return;
  const first = (await peek(0, 4)).readUInt32LE(0);
  if (first === SPLIT_SIGNATURE) throw firstPart();
  const isMark = first === UNSPLIT_SIGNATURE && archiveStart === 4;
  if (isMark || !isSignature(first)) return;
  throw badDirectory(
    `the end record is that of an archive inside this one, from byte ${archiveStart} on; ` +
      'this one was probably cut off, or several were joined: send it again',
  );
}

/**
 * A program that reads an archive as a stream sees entries that an empty directory does not list.
 *
 * @param {number} end Of the bytes that may be entries.
 * @param {Peek} peek
 */
async function guardEmpty(end, peek) {
  if (end < 4 || !isSignature((await peek(0, 4)).readUInt32LE(0))) return;
  throw badDirectory(
    'the archive begins with a record, but its directory lists nothing; it was joined wrongly, or forged',
  );
}
