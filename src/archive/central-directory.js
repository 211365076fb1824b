import { badDirectory } from './bad-directory.js';
import { readEntry } from './entry.js';
import { DIRECTORY_HEADER_BYTES, DIRECTORY_HEADER_SIGNATURE } from './locate-directory.js';

/** @import { ByteSource } from './read-ahead.js' */
/** @import { Directory } from './end-record.js' */
/** @import { Entry } from './entry.js' */
/** @import { nameReader } from './entry-name.js' */

/**
 * Reads the central directory as a stream: what is held is a header at a time. It has exactly as many entries, in
 * exactly as many bytes, as the end record says; a digital signature may be a part of it.
 *
 * @param {ByteSource} source
 * @param {Directory} directory
 * @param {ReturnType<typeof nameReader>} readName
 * @returns {AsyncGenerator<Entry, void>} With folders.
 * @throws {ArchiveError | StorageError} `archive/bad-directory`
 */
export async function* readCentralDirectory(source, { entries, start, end, archiveStart, tail }, readName) {
  let count = 0;
  let position = start;
  let rest = Buffer.alloc(0);
  const isRead = start >= tail.start;
  for await (const chunk of isRead
    ? [tail.bytes.subarray(start - tail.start, end - tail.start)]
    : source.read(start, end)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let headerStart = 0;
    for (; count < entries; count++) {
      const length = headerLength(bytes, headerStart);
      if (length === null)
        throw badDirectory(
          `the central directory is damaged at byte ${position}, after ${count} of ${entries} entries`,
        );
      if (headerStart + length > bytes.length) break;
      yield readEntry(bytes.subarray(headerStart, headerStart + length), archiveStart, readName);
      position += length;
      headerStart += length;
    }
    rest = bytes.subarray(headerStart);
    // All that may follow is a signature, which is no longer than this.
    if (count === entries && rest.length > SIGNATURE_BYTES + 0xffff) break;
  }
  if (count === entries && (position === end || isSignature(rest, end - position))) return;
  throw badDirectory(
    `the end record says that the central directory has ${entries} entries and ${end - start} bytes, but there are ` +
      `${count} entries in ${position - start} bytes`,
  );
}

/**
 * Whether the directory ends with its digital signature (APPNOTE 4.3.13), which nobody checks.
 *
 * @param {Buffer} bytes
 * @param {number} length Of all that stands behind the last header.
 */
function isSignature(bytes, length) {
  if (bytes.length < SIGNATURE_BYTES || bytes.readUInt32LE(0) !== SIGNATURE_SIGNATURE) return false;
  return SIGNATURE_BYTES + bytes.readUInt16LE(4) === length;
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @returns {number | null} Of the whole header, as far as it can be told; null where there is none.
 */
function headerLength(bytes, start) {
  if (start + DIRECTORY_HEADER_BYTES > bytes.length) return DIRECTORY_HEADER_BYTES;
  if (bytes.readUInt32LE(start) !== DIRECTORY_HEADER_SIGNATURE) return null;
  const name = bytes.readUInt16LE(start + 28);
  const extra = bytes.readUInt16LE(start + 30);
  return DIRECTORY_HEADER_BYTES + name + extra + bytes.readUInt16LE(start + 32);
}

const SIGNATURE_SIGNATURE = 0x05054b50;
/** Without its data. */
const SIGNATURE_BYTES = 6;
