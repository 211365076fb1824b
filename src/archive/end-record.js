import { buffer } from 'node:stream/consumers';
import { ArchiveError } from '../errors.js';
import { badDirectory } from './bad-directory.js';
import {
  endRecordLength,
  findEndRecords,
  firstPart,
  isSignature,
  LOCAL_HEADER_SIGNATURE,
  noEndRecord,
  readSignature,
  readTail,
  SPLIT_SIGNATURE,
  UNSPLIT_SIGNATURE,
} from './find-end-record.js';
import { encryptedDirectory, locateDirectory } from './locate-directory.js';
import { guardForwardSearch, isFirm, isUnseen, looksLikeArchive, mayBeTaken } from './other-readers.js';

/** @import { ByteSource } from './read-ahead.js' */
/** @import { Tail } from './find-end-record.js' */
/** @import { DirectoryPlace } from './locate-directory.js' */

/**
 * @typedef {object} Found
 * @property {number[]} rivals Where else an end record stands that could be the archive's. It is honest only as a part of
 *   an entry, as where an archive is stored in this one, or of the directory.
 * @property {Tail} tail The end of the source, as far as it was read for this.
 * @property {boolean} isUnseen Whether libarchive does not find the end record, and reads the archive as a stream.
 *
 * @typedef {DirectoryPlace & Found} Directory
 */

/**
 * Finds the end of central directory record (APPNOTE 4.3.16) and what it says, also in zip64 (4.3.14, 4.3.15): the last
 * one for which there can be a directory as large as it says where it says. No other program may take another one.
 *
 * @param {ByteSource} source
 * @returns {Promise<Directory>}
 * @throws {ArchiveError} `archive/not-a-zip`, `archive/truncated`, `archive/multi-disk`, `archive/encrypted`,
 *   `archive/bad-directory`
 */
export async function readEndRecord(source) {
  const tail = await readTail(source);
  const { peek, glance, isExhausted } = peekInto(source, tail);
  const positions = [...findEndRecords(tail.bytes)];
  /** @type {{ position: number, error: unknown }[]} */
  const failed = [];
  /** @type {(DirectoryPlace & { position: number }) | null} */
  let found = null;
  /** @type {number[]} */
  const rivals = [];
  for (const position of positions) {
    if (position + endRecordLength(tail.bytes, position) > tail.bytes.length) {
      if (found === null) failed.push({ position, error: null });
      continue;
    }
    try {
      const directory = await locateDirectory(tail, position, found === null ? peek : glance);
      // Of an empty archive in the middle of other bytes there is nothing but these 22 bytes to believe it.
      const isNothing = directory.entries === 0 && directory.archiveStart > 0 && !isLast(tail, position);
      if (isNothing) throw badDirectory(`the end record at byte ${tail.start + position} says that there is nothing`);
      if (found === null) found = { ...directory, position };
      else if (directory.start !== found.start || directory.end !== found.end) rivals.push(tail.start + position);
    } catch (error) {
      // Where its directory should be, nothing was read yet; it counts as one, since an honest one lies in an entry.
      if (error === OUT_OF_SIGHT) rivals.push(tail.start + position);
      else if (!(error instanceof ArchiveError) || isExhausted()) throw error;
      else if (found === null) failed.push({ position, error });
    }
  }
  if (found === null) throw await whyNone(source, tail, failed, peek);
  const { position, ...place } = found;
  for (const { position: other, error } of failed) {
    const isBehind = other >= position + endRecordLength(tail.bytes, position);
    if (isBehind && error !== null) throw error;
    if (!(await mayBeTaken(tail, other, peek))) continue;
    throw badDirectory(
      `an end record at byte ${tail.start + other}, behind the archive's own at ${tail.start + position}, is the one that ` +
        'other programs go by; the archive was joined wrongly, or forged',
    );
  }
  if (rivals.length > 0 && !(await isFirm(tail, position, peek))) {
    throw badDirectory(
      `other programs pass over the end record at byte ${tail.start + position}, because of the bytes behind it, and ` +
        `take the one at byte ${rivals[0]}`,
    );
  }
  await guardBeginning(found.archiveStart, peek);
  if (place.entries > 0) await guardForwardSearch(tail, position, place, peek);
  else await guardEmpty(place.start, peek);
  return { ...place, rivals, tail, isUnseen: await isUnseen(tail, position, peek) };
}

/**
 * @param {Tail} tail
 * @param {number} position
 */
function isLast({ bytes }, position) {
  return position + endRecordLength(bytes, position) === bytes.length;
}

/**
 * @param {ByteSource} source
 * @param {Tail} tail
 * @param {{ position: number, error: unknown }[]} failed The last one first.
 * @param {Peek} peek
 * @returns {Promise<unknown>} Why there is no directory.
 */
async function whyNone(source, tail, failed, peek) {
  const reason = failed.find(({ error }) => error !== null)?.error;
  if (reason === undefined) return noEndRecord(source);
  const first = await readSignature(source);
  if (first === SPLIT_SIGNATURE && !isMultiDisk(reason)) return firstPart();
  if (first === LOCAL_HEADER_SIGNATURE) {
    const flags = (await peek(0, 8)).readUInt16LE(6);
    return (flags & MASKED_FLAG) !== 0 ? encryptedDirectory() : reason;
  }
  const isArchive = isSignature(first) || failed.some(({ position }) => looksLikeArchive(tail, position));
  return isArchive ? reason : noEndRecord(source);
}

/** @param {unknown} error */
function isMultiDisk(error) {
  return error instanceof ArchiveError && error.code === 'archive/multi-disk';
}

/**
 * Reads a few bytes, anywhere.
 *
 * @typedef {(start: number, length: number) => Promise<Buffer>} Peek
 */

/**
 * What looks like an end record may be anybody's, and each would have to be followed to where its directory should be.
 *
 * @param {ByteSource} source
 * @param {Tail} tail
 * @returns {{ peek: Peek, glance: Peek, isExhausted: () => boolean }} `glance` reads nothing: it throws `OUT_OF_SIGHT`.
 */
function peekInto(source, tail) {
  let reads = 0;
  const isExhausted = () => reads > MAX_READS;
  /** @type {Peek} */
  const peek = async (start, length) => {
    if (start >= tail.start) return tail.bytes.subarray(start - tail.start, start - tail.start + length);
    reads += 1;
    if (isExhausted()) throw badDirectory('there are many end records, each of which could be the one; it was forged');
    return buffer(source.read(start, Math.min(start + length, source.bytes)));
  };
  /** @type {Peek} */
  const glance = async (start, length) => {
    if (start < tail.start) throw OUT_OF_SIGHT;
    return peek(start, length);
  };
  return { peek, glance, isExhausted };
}

/**
 * Where an archive was cut off behind another one that it holds uncompressed, or several were joined, the end record is
 * only that of the last one. A program before the archive does not begin like an archive.
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
 * A program that reads an archive as a stream sees the entries that an empty directory does not list.
 *
 * @param {number} end Of what may be entries.
 * @param {Peek} peek
 */
async function guardEmpty(end, peek) {
  if (end < 4 || !isSignature((await peek(0, 4)).readUInt32LE(0))) return;
  throw badDirectory(
    'the archive begins with a record, but its directory lists nothing; it was joined wrongly, or forged',
  );
}

const MAX_READS = 16;
const OUT_OF_SIGHT = new Error('not in the tail');
/** General purpose bit 13, APPNOTE 4.4.4: the directory is encrypted, and the local headers are masked. */
const MASKED_FLAG = 1 << 13;
