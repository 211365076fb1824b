import { badDirectory } from './bad-directory.js';
import { readEntry } from './entry.js';
import { DIRECTORY_HEADER_BYTES, DIRECTORY_HEADER_SIGNATURE } from './locate-directory.js';

/** @import { Source } from '../source/open-source.js' */
/** @import { Directory } from './end-record.js' */
/** @import { Entry } from './entry.js' */
/** @import { nameReader } from './entry-name.js' */

/**
 * Reads the central directory as a stream: what is held is a header at a time. It has exactly as many entries, in
 * exactly as many bytes, as the end record says.
 *
 * @param {Source} source
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
    if (count === entries) break;
    rest = bytes.subarray(headerStart);
  }
  if (count === entries && position === end) return;
  throw badDirectory(
    `the end record says that the central directory has ${entries} entries and ${end - start} bytes, but there are ` +
      `${count} entries in ${position - start} bytes`,
  );
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
