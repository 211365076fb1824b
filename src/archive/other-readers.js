import { badDirectory } from './bad-directory.js';
import { endRecordLength, LOCAL_HEADER_SIGNATURE } from './find-end-record.js';
import { DIRECTORY_HEADER_BYTES, DIRECTORY_HEADER_SIGNATURE, readZip32 } from './locate-directory.js';
import { LOCATOR_BYTES, LOCATOR_SIGNATURE, ZIP64_RECORD_BYTES } from './zip64-record.js';

/** @import { Peek } from './end-record.js' */
/** @import { Tail } from './find-end-record.js' */
/** @import { DirectoryPlace, Said } from './locate-directory.js' */

// How other programs find the directory, where that differs from how it is done here: seen of Python's zipfile, Go's
// archive/zip, Java's ZipFile, Info-ZIP's unzip, 7-Zip and libarchive.

/**
 * Whether another program may take an end record for the archive's that is not: one behind it, that was found not to be
 * true. Many take the last one, and some of them, where nothing stands where it says, read an empty archive.
 *
 * @param {Tail} tail
 * @param {number} position
 * @param {Peek} peek
 * @returns {Promise<boolean>}
 */
export async function mayBeTaken(tail, position, peek) {
  const said = readZip32(tail, position);
  const { entries, size, offset, end } = said;
  if (size === 0 || hasLocator(tail, position) || isAccepted(said)) return true;
  if (entries === 0 && size <= end) return true;
  for (const place of [end - size, offset]) {
    if (place >= 0 && place + 4 <= end && (await signatureAt(place, peek)) === DIRECTORY_HEADER_SIGNATURE) return true;
  }
  return false;
}

/**
 * libarchive's test of an end record. The sum has 32 bits there.
 *
 * @param {Said} said
 */
function isAccepted({ disk, directoryDisk, entriesOnDisk, entries, size, offset, end }) {
  return disk === 0 && directoryDisk === 0 && entriesOnDisk === entries && (offset + size) >>> 0 <= end;
}

/**
 * Whether every other program takes this end record, and none before it. Java passes over one with bytes behind it, but
 * where a directory and an entry begin where it says without zip64.
 *
 * @param {Tail} tail
 * @param {number} position
 * @param {Peek} peek
 * @returns {Promise<boolean>}
 */
export async function isFirm(tail, position, peek) {
  if (position + endRecordLength(tail.bytes, position) === tail.bytes.length) return true;
  const { size, offset, end } = readZip32(tail, position);
  const [directory, archive] = [end - size, end - size - offset];
  if (archive < 0 || (await signatureAt(directory, peek)) !== DIRECTORY_HEADER_SIGNATURE) return false;
  return (await signatureAt(archive, peek)) === LOCAL_HEADER_SIGNATURE;
}

/**
 * Refuses an archive in which libarchive finds another directory, or none, without an error. It does not take it for
 * certain that the directory begins where the end record says: it looks for the first header from there on, and reads the
 * headers up to an end record. Where it begins to look elsewhere than at the directory, it has to fail.
 *
 * @param {Tail} tail
 * @param {number} position The end record's, in the tail.
 * @param {DirectoryPlace} directory
 * @param {Peek} peek
 * @throws {ArchiveError} `archive/bad-directory`
 */
export async function guardForwardSearch(tail, position, directory, peek) {
  const search = await searchStart(tail, position, peek);
  if (search === null) return;
  const isShiftedAlike = directory.start - search.offset === directory.archiveStart;
  if (isShiftedAlike && search.start === directory.start) return;
  const fileEnd = tail.start + tail.bytes.length;
  const searched = Math.min(fileEnd - search.start, SEARCHED_BYTES);
  const bytes = searched < 4 ? Buffer.alloc(0) : await peek(search.start, searched);
  const found = firstSignature(bytes);
  if (found === null && searched < SEARCHED_BYTES) return;
  if (found?.isHeader && found.at + DIRECTORY_HEADER_BYTES <= bytes.length) {
    const place = search.start + found.at;
    if (isShiftedAlike && place === directory.start) return;
    const local = bytes.readUInt32LE(found.at + 42) + place - search.offset;
    if (local < 0 || local >= fileEnd) return;
    if ((await signatureAt(local, peek)) !== LOCAL_HEADER_SIGNATURE) return;
  }
  throw badDirectory(
    `the end record says that the directory ends at it, at byte ${tail.start + position}, but it ends at ${directory.end}: ` +
      'what stands between the two, such as a digital signature, makes other programs read another archive',
  );
}

/**
 * Whether libarchive does not find this end record, or not where its directory is. It then reads the archive as a stream,
 * from the first byte on.
 *
 * @param {Tail} tail
 * @param {number} position
 * @param {Peek} peek
 * @returns {Promise<boolean>}
 */
export async function isUnseen(tail, position, peek) {
  return tail.bytes.length - position >= SEEN_BYTES || (await searchStart(tail, position, peek)) === null;
}

/**
 * @param {Tail} tail
 * @param {number} position
 * @param {Peek} peek
 * @returns {Promise<{ start: number, offset: number } | null>} Where libarchive begins to look for the directory, and
 *   where it takes that to be from the archive's beginning. Null where it does not look for one.
 */
async function searchStart(tail, position, peek) {
  const { bytes, start } = tail;
  if (hasLocator(tail, position) && bytes.length - position + LOCATOR_BYTES <= SEEN_BYTES) {
    const locator = position - LOCATOR_BYTES;
    const place = Number(bytes.readBigUInt64LE(locator + 8));
    const isOneDisk = bytes.readUInt32LE(locator + 4) === 0 && bytes.readUInt32LE(locator + 16) === 1;
    if (isOneDisk && place + ZIP64_RECORD_BYTES <= start + bytes.length) {
      const offset = acceptedOffset(await peek(place, ZIP64_RECORD_BYTES));
      if (offset !== null) return { start: offset, offset };
    }
  }
  const said = readZip32(tail, position);
  return isAccepted(said) ? { start: said.end - said.size, offset: said.offset } : null;
}

/**
 * libarchive's test of a zip64 end record. It does not look at the signature.
 *
 * @param {Buffer} record
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
 * @returns {{ at: number, isHeader: boolean } | null} The first header of a directory, or end record.
 */
function firstSignature(bytes) {
  for (let at = bytes.indexOf('PK'); at >= 0 && at + 4 <= bytes.length; at = bytes.indexOf('PK', at + 1)) {
    const signature = bytes.readUInt32LE(at);
    if (signature === DIRECTORY_HEADER_SIGNATURE) return { at, isHeader: true };
    if (signature === 0x06054b50 || signature === 0x06064b50) return { at, isHeader: false };
  }
  return null;
}

/**
 * Whether an end record without its directory still is that of an archive, and not four bytes of something else.
 *
 * @param {Tail} tail
 * @param {number} position
 */
export function looksLikeArchive(tail, position) {
  if (position + endRecordLength(tail.bytes, position) > tail.bytes.length) return false;
  if (hasLocator(tail, position)) return true;
  const { disk, directoryDisk, entriesOnDisk, entries, size, offset, end } = readZip32(tail, position);
  if (entries === 0 || entriesOnDisk > entries || directoryDisk > disk) return false;
  if (disk > MOST_DISKS || size < entries * DIRECTORY_HEADER_BYTES || size > entries * LONGEST_HEADER_BYTES)
    return false;
  return directoryDisk < disk || offset + size <= end;
}

/**
 * @param {Tail} tail
 * @param {number} position Of an end record.
 */
function hasLocator({ bytes }, position) {
  return position >= LOCATOR_BYTES && bytes.readUInt32LE(position - LOCATOR_BYTES) === LOCATOR_SIGNATURE;
}

/**
 * @param {number} place
 * @param {Peek} peek
 */
async function signatureAt(place, peek) {
  const bytes = await peek(place, 4);
  return bytes.length < 4 ? 0 : bytes.readUInt32LE(0);
}

/** libarchive looks for an end record in so many bytes at the end of a file, and not in the first place of these. */
const SEEN_BYTES = 16 * 1024;
const SEARCHED_BYTES = 64 * 1024;
/** More than any split archive has. */
const MOST_DISKS = 1000;
/** Name, extra field and comment have at most 64 KiB each. */
const LONGEST_HEADER_BYTES = DIRECTORY_HEADER_BYTES + 3 * 0xffff;
