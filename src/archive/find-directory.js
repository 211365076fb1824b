import { ArchiveError } from '../errors.js';
import { badDirectory } from './bad-directory.js';
import { endRecordLength, findEndRecords, parseEndRecord, readTail } from './end-record.js';
import { isHopeless } from './is-hopeless.js';
import { guardForwardSearch, isUnseen } from './libarchive-search.js';
import { locateDirectory } from './locate-directory.js';
import { commentPastEnd, describesDirectory, firstPart, whyNoDirectory } from './no-directory.js';
import { isFirm, isPassedOver, mayBeTaken } from './other-readers.js';
import { NOT_IN_TAIL, peekInto } from './peek.js';
import { isSignature, SPLIT_SIGNATURE, UNSPLIT_SIGNATURE } from './signatures.js';
import { hasLocator } from './zip64-record.js';

/** @import { Tail } from './end-record.js' */
/** @import { DirectoryLocation } from './locate-directory.js' */
/** @import { Peek } from './peek.js' */
/** @import { ByteSource } from './read-ahead.js' */

/**
 * @typedef {object} Found
 * @property {number[]} rivals Offsets of other end records that could be the archive's, the last one first. They are
 *   legitimate only inside an entry, such as an archive stored in this one, or inside the directory.
 * @property {number} endRecord The offset of the archive's own end record.
 * @property {Tail} tail The end of the source, as read to find the end record.
 * @property {boolean} isUnseen Whether libarchive misses the end record and reads the archive as a stream.
 *
 * @typedef {DirectoryLocation & Found} Directory
 */

/**
 * Finds the central directory through the archive's end record, zip64 or not: the last end record whose directory can
 * have the size and the offset that it states. Refuses an archive in which another program would use a different one.
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
  const faultOf = faultsIn(tail, peek);
  if (found === null) throw await whyNoDirectory(source, tail, failed, { peek, faultOf });
  const { position, ...location } = found;
  await guardFailed(tail, found, failed, { peek, faultOf });
  if (rivals.length > 0 && !(await isFirm(tail, position, peek))) {
    throw badDirectory(
      `other programs pass over the end record at byte ${tail.start + position}, because of the bytes behind it, and ` +
        `take the one at byte ${rivals[0]}`,
    );
  }
  await guardBeginning(location.archiveStart, peek);
  if (location.start < location.end) await guardForwardSearch(tail, position, location, peek);
  else await guardEmpty(location.start, peek);
  return {
    ...location,
    endRecord: tail.start + position,
    rivals,
    tail,
    isUnseen: await isUnseen(tail, position, peek),
  };
}

/**
 * An end record without a directory. `position` is in the tail; `isCut`: its comment would reach beyond the end of the file; `error`:
 * null if there is none yet, because it was hopeless.
 *
 * @typedef {{ position: number, isCut: boolean, error: ArchiveError | null }} Failed
 *
 * @typedef {(failed: Failed) => Promise<unknown>} FaultOf Why an end record that is not cut has no directory.
 */

/**
 * @param {Tail} tail
 * @param {ReturnType<typeof peekInto>} peeks
 * @returns {Promise<{ found: (DirectoryLocation & { position: number }) | null, failed: Failed[], rivals: number[] }>}
 *   `failed`: the records after the one that was found.
 */
async function searchTail(tail, { peek, peekInTail, isExhausted }) {
  /** @type {Failed[]} */
  const failed = [];
  /** @type {(DirectoryLocation & { position: number }) | null} */
  let found = null;
  /** @type {number[]} */
  const rivals = [];
  for (const position of findEndRecords(tail.bytes)) {
    const isCut = position + endRecordLength(tail.bytes, position) > tail.bytes.length;
    if (isCut || isHopeless(tail, position)) {
      if (found === null) failed.push({ position, isCut, error: null });
      continue;
    }
    try {
      const directory = await locate(tail, position, found === null ? peek : peekInTail);
      if (found === null) found = { ...directory, position };
      else if (directory.start !== found.start || directory.end !== found.end) rivals.push(tail.start + position);
    } catch (error) {
      // Its directory would be in a part that has not been read. Count it: a legitimate one lies in an entry.
      if (error === NOT_IN_TAIL) rivals.push(tail.start + position);
      else if (!(error instanceof ArchiveError) || isExhausted()) throw error;
      else if (found === null) failed.push({ position, isCut, error });
    }
  }
  return { found, failed, rivals };
}

/**
 * @param {Tail} tail
 * @param {number} position
 * @param {Peek} peek
 */
async function locate(tail, position, peek) {
  const directory = await locateDirectory(tail, position, peek);
  // 22 bytes with other bytes before and after them are too little evidence of an empty archive.
  const isNothing = directory.start === directory.end && directory.archiveStart > 0 && !isLast(tail, position);
  if (isNothing) throw badDirectory(`the end record at byte ${tail.start + position} says that there is nothing`);
  return directory;
}

/**
 * @param {Tail} tail
 * @param {Peek} peek
 * @returns {FaultOf}
 */
function faultsIn(tail, peek) {
  return ({ position, error }) =>
    error === null ? locate(tail, position, peek).catch(fault => fault) : Promise.resolve(error);
}

/**
 * @param {Tail} tail
 * @param {number} position
 */
function isLast({ bytes }, position) {
  return position + endRecordLength(bytes, position) === bytes.length;
}

/**
 * Checks the end records after the one that was found. One after its comment is an error of the archive; one inside the
 * comment is an error only if another program may use it.
 *
 * @param {Tail} tail
 * @param {DirectoryLocation & { position: number }} found
 * @param {Failed[]} failed
 * @param {{ peek: Peek, faultOf: FaultOf }} reading
 */
async function guardFailed(tail, { position, archiveStart }, failed, { peek, faultOf }) {
  for (const fault of failed) {
    const other = fault.position;
    const isBehind = other >= position + endRecordLength(tail.bytes, position);
    if (isBehind && !fault.isCut) throw await faultOf(fault);
    if (isPassedOver(tail, other) || !(await mayBeTaken(tail, other, peek))) continue;
    if (isBehind && holdsArchive(tail, other, archiveStart)) throw commentPastEnd(tail, other);
    throw badDirectory(
      `an end record at byte ${tail.start + other}, behind the archive's own at ${tail.start + position}, is the one that ` +
        'other programs go by; the archive was joined wrongly, or forged',
    );
  }
}

/**
 * Whether the record that was found is that of an archive in an entry of the other one's archive.
 *
 * @param {Tail} tail
 * @param {number} other The position of the other one.
 * @param {number} archiveStart
 */
function holdsArchive(tail, other, archiveStart) {
  const { size, offset, end } = parseEndRecord(tail, other);
  // In zip64 the two are elsewhere.
  const start = hasLocator(tail, other) ? 0 : end - size - offset;
  return start >= 0 && start < archiveStart && describesDirectory(tail, other);
}

/**
 * If several archives were joined, or an archive was cut off after one that it stores uncompressed, the end record
 * belongs only to the last one. Then the source begins like an archive, which a program before an archive does not.
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
  throw innerArchive(archiveStart);
}

/** @param {number} archiveStart */
export function innerArchive(archiveStart) {
  return badDirectory(
    `the end record is that of an archive inside this one, from byte ${archiveStart} on; ` +
      'this one was probably cut off, or several were joined: send it again',
  );
}

/**
 * A program that reads an archive as a stream sees entries that an empty directory does not list.
 *
 * @param {number} end Where the bytes that may be entries end.
 * @param {Peek} peek
 */
async function guardEmpty(end, peek) {
  if (end < 4 || !isSignature((await peek(0, 4)).readUInt32LE(0))) return;
  throw badDirectory(
    'the archive begins with a record, but its directory lists nothing; it was joined wrongly, or forged',
  );
}
