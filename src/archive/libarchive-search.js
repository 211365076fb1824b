import { badDirectory } from './bad-directory.js';
import { parseEndRecord } from './end-record.js';
import { DIRECTORY_HEADER_BYTES } from './locate-directory.js';
import { peekSignature } from './peek.js';
import {
  DIRECTORY_HEADER_SIGNATURE,
  END_RECORD_SIGNATURE,
  LOCAL_HEADER_SIGNATURE,
  ZIP64_RECORD_SIGNATURE,
} from './signatures.js';
import { hasLocator, LOCATOR_BYTES, parseLocator, ZIP64_RECORD_BYTES } from './zip64-record.js';

/** @import { EndRecord, Tail } from './end-record.js' */
/** @import { DirectoryLocation } from './locate-directory.js' */
/** @import { Peek } from './peek.js' */

/**
 * Refuses an archive in which libarchive finds another directory, or none, without an error. libarchive does not expect
 * the directory exactly at the stated offset: from there it searches for the first header, then reads headers up to an
 * end record. If its search begins anywhere but at the directory, the search must fail.
 *
 * @param {Tail} tail
 * @param {number} position The end record's, in the tail.
 * @param {DirectoryLocation} directory
 * @param {Peek} peek
 * @throws {ArchiveError} `archive/bad-directory`
 */
export async function guardForwardSearch(tail, position, directory, peek) {
  const search = isFarFromEnd(tail, position) ? null : await searchStart(tail, position, peek);
  // It cannot seek to before the file, which is an error.
  if (search === null || search.start < 0) return;
  const isShiftedAlike = directory.start - search.offset === directory.archiveStart;
  if (isShiftedAlike && search.start === directory.start) return;
  const fileEnd = tail.start + tail.bytes.length;
  const searched = Math.min(fileEnd - search.start, SEARCHED_BYTES);
  const bytes = searched < 4 ? Buffer.alloc(0) : await peek(search.start, searched);
  const found = firstSignature(bytes);
  if (found === null && (searched < SEARCHED_BYTES || isInZip64(tail, position))) return;
  // It passes over the locator of OneDrive, which says that there are 0 disks, and finds only end records behind the directory.
  if (found?.isHeader === false && hasLocator(tail, position)) {
    if ((await peekSignature(directory.end, peek)) === ZIP64_RECORD_SIGNATURE) return;
  }
  if (found?.isHeader && found.position + DIRECTORY_HEADER_BYTES <= bytes.length) {
    const start = search.start + found.position;
    if (isShiftedAlike && start === directory.start) return;
    // 42 - offset of the local header
    const local = bytes.readUInt32LE(found.position + 42) + start - search.offset;
    if (local < 0 || local >= fileEnd) return;
    if ((await peekSignature(local, peek)) !== LOCAL_HEADER_SIGNATURE) return;
  }
  throw badDirectory(
    `the end record says that the directory ends at it, at byte ${tail.start + position}, but it ends at ${directory.end}: ` +
      'what stands between the two, such as a digital signature, makes other programs read another archive',
  );
}

/**
 * Whether libarchive misses this end record, or cannot tell from it where the directory is. It then reads the archive
 * as a stream, from the first byte.
 *
 * @param {Tail} tail
 * @param {number} position The end record's, in the tail.
 * @param {Peek} peek
 * @returns {Promise<boolean>}
 */
export async function isUnseen(tail, position, peek) {
  return isFarFromEnd(tail, position) || (await searchStart(tail, position, peek)) === null;
}

/**
 * @param {Tail} tail
 * @param {number} position
 */
function isFarFromEnd({ bytes }, position) {
  return bytes.length - position >= SEEN_BYTES;
}

/**
 * Whether the end record only says that the numbers are in the zip64 one. libarchive takes them literally.
 *
 * @param {Tail} tail
 * @param {number} position
 */
function isInZip64(tail, position) {
  return hasLocator(tail, position) && parseEndRecord(tail, position).size === 0xffffffff;
}

/**
 * libarchive's test of an end record, with its 32-bit sum.
 *
 * @param {EndRecord} record
 */
export function isAccepted({ disk, directoryDisk, entriesOnDisk, entries, size, offset, end }) {
  return disk === 0 && directoryDisk === 0 && entriesOnDisk === entries && (offset + size) >>> 0 <= end;
}

/**
 * @param {Tail} tail
 * @param {number} position
 * @param {Peek} peek
 * @returns {Promise<{ start: number, offset: number } | null>} Where in the source libarchive begins to search for the
 *   directory, and which offset in the archive it takes this for; null if it does not search.
 */
async function searchStart(tail, position, peek) {
  const { bytes, start } = tail;
  if (hasLocator(tail, position) && bytes.length - position + LOCATOR_BYTES <= SEEN_BYTES) {
    const { recordDisk, recordOffset, disks } = parseLocator(bytes, position);
    if (recordDisk === 0 && disks === 1 && recordOffset + ZIP64_RECORD_BYTES <= start + bytes.length) {
      const offset = acceptedOffset(await peek(recordOffset, ZIP64_RECORD_BYTES));
      if (offset !== null) return { start: offset, offset };
    }
  }
  const record = parseEndRecord(tail, position);
  return isAccepted(record) ? { start: record.end - record.size, offset: record.offset } : null;
}

/**
 * libarchive's test of a zip64 end record. It ignores the signature.
 *
 * @param {Buffer} record Laid out as in `zip64-record.js`.
 * @returns {number | null} The directory's offset.
 */
function acceptedOffset(record) {
  const length = 12 + Number(record.readBigUInt64LE(4));
  if (length < ZIP64_RECORD_BYTES || length > 16_384) return null;
  if (record.readUInt32LE(16) !== 0 || record.readUInt32LE(20) !== 0) return null;
  if (record.readBigUInt64LE(24) !== record.readBigUInt64LE(32)) return null;
  return Number(record.readBigUInt64LE(48));
}

/**
 * @param {Buffer} bytes
 * @returns {{ position: number, isHeader: boolean } | null} The first directory header or end record.
 */
function firstSignature(bytes) {
  for (let position = bytes.indexOf('PK'); position >= 0 && position + 4 <= bytes.length; ) {
    const signature = bytes.readUInt32LE(position);
    if (signature === DIRECTORY_HEADER_SIGNATURE) return { position, isHeader: true };
    if (signature === END_RECORD_SIGNATURE || signature === ZIP64_RECORD_SIGNATURE) {
      return { position, isHeader: false };
    }
    position = bytes.indexOf('PK', position + 1);
  }
  return null;
}

/** libarchive searches for an end record in the last 16 KiB of a file, except for the first byte of these. */
const SEEN_BYTES = 16 * 1024;
const SEARCHED_BYTES = 64 * 1024;
