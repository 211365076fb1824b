import { ArchiveError } from '../errors.js';
import { badDirectory } from './bad-directory.js';
import { parseEndRecord } from './end-record.js';
import { COUNT_MODULUS, MODULUS } from './modulus.js';
import { peekSignature } from './peek.js';
import { DIRECTORY_HEADER_SIGNATURE, EXTRA_DATA_SIGNATURE, LOCAL_HEADER_SIGNATURE } from './signatures.js';
import { readZip64 } from './zip64-record.js';

/** @import { EndRecord, Tail } from './end-record.js' */
/** @import { Peek } from './peek.js' */

/**
 * Where the central directory is, in offsets of the source.
 *
 * @typedef {object} DirectoryLocation
 * @property {number} entries The declared number of entries.
 * @property {number} start
 * @property {number} end
 * @property {number} archiveStart Where the archive begins; its own offsets count from here. A program that unpacks it
 *   may precede it.
 * @property {boolean} isZip64 Whether a zip64 end record says so.
 * @property {Buffer | null} [bytes] Its bytes, if it is short: they are read where it is looked for, without a request of their own.
 * @property {number} wraps How many times 4 GiB the offset in the end record may lack: only a Mac's programs leave these out.
 */

/**
 * Finds the central directory that an end record describes.
 *
 * @param {Tail} tail
 * @param {number} position The end record's, in the tail.
 * @param {Peek} peek
 * @returns {Promise<DirectoryLocation>}
 * @throws {ArchiveError} `archive/multi-disk`, `archive/encrypted`, `archive/bad-directory`
 */
export async function locateDirectory(tail, position, peek) {
  const record = await readZip64(parseEndRecord(tail, position), tail, position, peek);
  if (record.isEncrypted) throw encryptedDirectory();
  guardDisks(record);
  const { entries, size } = record;
  const isZip64 = record.claimedEnd !== null;
  if (!mayHoldEntries(record)) {
    throw badDirectory(`${entries} entries cannot have a central directory of ${size} bytes`);
  }
  const { archiveStart, ...place } = await findStart(record, peek);
  const wraps = isZip64 ? 0 : await countWraps(archiveStart, peek);
  return { ...place, archiveStart: archiveStart - wraps * MODULUS, entries, isZip64, wraps };
}

/** @param {EndRecord} record */
export function mayHoldEntries({ entries, size, claimedEnd }) {
  if (entries > 0) return size >= entries * DIRECTORY_HEADER_BYTES;
  // On a Mac, 65,536 entries are counted as 0.
  return size === 0 || (claimedEnd === null && size >= COUNT_MODULUS * DIRECTORY_HEADER_BYTES);
}

/**
 * @param {number} archiveStart Where the archive would begin by the offset in its end record.
 * @param {Peek} peek
 * @returns {Promise<number>} How many times 4 GiB that offset lacks if the archive begins with the file, as it then seems to.
 */
async function countWraps(archiveStart, peek) {
  if (archiveStart === 0 || archiveStart % MODULUS !== 0) return 0;
  return (await peekSignature(0, peek)) === LOCAL_HEADER_SIGNATURE ? archiveStart / MODULUS : 0;
}

export function encryptedDirectory() {
  return new ArchiveError(
    'archive/encrypted',
    "the archive's central directory is encrypted; send it without a password",
  );
}

/** @param {EndRecord} record */
function guardDisks({ disk, directoryDisk, disks, entriesOnDisk, entries }) {
  if (disk !== 0 || directoryDisk !== 0 || disks > 1) {
    throw new ArchiveError(
      'archive/multi-disk',
      `the archive is one of several parts (the end record is on disk ${disk}, the directory begins on ${directoryDisk}, ` +
        `of ${Math.max(disks, disk + 1)}); join them into one file first`,
    );
  }
  if (entriesOnDisk !== entries) {
    throw badDirectory(`the end record counts ${entries} entries, but ${entriesOnDisk} on the only disk`);
  }
}

/**
 * Readers look for the directory right before the end record, at the offset in the end record, or at that offset
 * shifted as far as the zip64 record is from its stated offset. Only one of these positions may have a header.
 *
 * @param {EndRecord} record
 * @param {Peek} peek
 * @returns {Promise<Pick<DirectoryLocation, 'start' | 'end' | 'archiveStart' | 'bytes'>>}
 */
async function findStart({ size, offset, end, claimedEnd }, peek) {
  // Bytes before the archive shift the directory as far as the zip64 record.
  const expected = claimedEnd === null ? end - size : offset + end - claimedEnd;
  const candidates = [...new Set([expected, end - size, offset])].filter(start => start >= 0 && start + size <= end);
  const isShort = size <= SHORT_BYTES;
  /** @type {Buffer | null} */
  let bytes = null;
  const found = [];
  for (const start of size === 0 ? [] : candidates) {
    const seen = await peek(start, Math.max(4, isShort ? size : 0));
    const signature = seen.readUInt32LE(0);
    if (signature === EXTRA_DATA_SIGNATURE) throw encryptedDirectory();
    if (signature !== DIRECTORY_HEADER_SIGNATURE) continue;
    found.push(start);
    bytes = isShort ? seen.subarray(0, size) : null;
  }
  if (found.length > 1) {
    throw badDirectory(
      `central directories stand at bytes ${found.join(' and ')}, and the end record fits all of them; archives were joined, or ` +
        'this one was forged: send each archive alone',
    );
  }
  const start = size === 0 ? candidates[0] : found[0];
  const isElsewhere = claimedEnd !== null && start !== expected;
  if (start === undefined || start < offset || isElsewhere) {
    throw badDirectory(
      `no central directory of ${size} bytes stands at offset ${offset}, where the end record (at ${end}) says it is; ` +
        'the archive was probably cut or joined wrongly: send it again',
    );
  }
  // Some readers count the headers in 16 bits and would read on.
  if (start + size < end && (await peek(start + size, 4)).readUInt32LE(0) === DIRECTORY_HEADER_SIGNATURE) {
    throw badDirectory(`the central directory goes on behind the ${size} bytes that the end record says it has`);
  }
  return { start, end: start + size, archiveStart: start - offset, bytes };
}

/** Some 4,000 entries. Of a forged archive, a few directories may be read that are none. */
const SHORT_BYTES = 256 * 1024;
/** Without its name, extra field and comment (APPNOTE 4.3.12). */
export const DIRECTORY_HEADER_BYTES = 46;
