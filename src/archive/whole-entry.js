import { findRecord, notListed } from './guard-gap.js';
import { checkLocalHeader, LOCAL_HEADER_BYTES, localHeaderLength } from './local-header.js';

/** @import { Entry } from './entry.js' */
/** @import { Directory } from './find-directory.js' */

/**
 * Finds an entry's compressed bytes in its part of the archive, with the checks that `EntryReader` and `guardGap` make of an
 * entry that is streamed.
 *
 * @param {Buffer} bytes From the entry's `start` to its `end`.
 * @param {Entry} entry
 * @param {Pick<Directory, 'tail'>} directory
 * @returns {Buffer} A view.
 * @throws {ArchiveError} `archive/header-mismatch`, `archive/overlapping-entries`, `archive/bad-directory`; or unzipper's own
 *   `FILE_ENDED`
 */
export function wholeEntry(bytes, entry, { tail }) {
  if (checkLocalHeader(bytes, entry) > bytes.length) throw new Error('FILE_ENDED');
  const dataStart = localHeaderLength(bytes);
  const dataEnd = dataStart + entry.compressedBytes;
  // `guardLocalHeaders` has checked the tail. A data descriptor is shorter than a local header.
  if (entry.start < tail.start && bytes.length - dataEnd >= LOCAL_HEADER_BYTES) {
    const position = findRecord(bytes, dataEnd);
    if (position >= 0) throw notListed(entry.start + position, entry, bytes.subarray(position));
  }
  return bytes.subarray(dataStart, dataEnd);
}
