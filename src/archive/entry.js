import { decodeName } from './entry-name.js';

/** @import { ArchiveError, LimitError } from '../errors.js' */
/** @import { File } from 'unzipper' */

/**
 * An entry as the central directory describes it.
 *
 * @typedef {object} Entry
 * @property {string} name With `/` between its parts.
 * @property {boolean} isFolder
 * @property {number} compressedBytes
 * @property {number} bytes Inflated.
 * @property {number} crc32 Of the inflated bytes.
 * @property {number} method How it is compressed (APPNOTE 4.4.5).
 * @property {boolean} isEncrypted
 * @property {number} unixMode With its type, 0 where the entry was not made on Unix.
 * @property {number} start Where its local header begins in the source.
 * @property {number} end Where it ends at the latest: the next entry's or the directory's beginning.
 * @property {ArchiveError | LimitError | null} error Why it is refused.
 * @property {File} file unzipper's.
 */

/**
 * @param {File} file
 * @param {number} archiveStart
 * @returns {Entry}
 */
export function toEntry(file, archiveStart) {
  const madeBy = file.versionMadeBy >> 8;
  const name = decodeName(Buffer.from(file.pathBuffer), { isUtf8: (file.flags & UTF8_FLAG) !== 0, madeBy });
  return {
    name,
    isFolder: name.endsWith('/') && file.uncompressedSize === 0,
    compressedBytes: file.compressedSize,
    bytes: file.uncompressedSize,
    crc32: file.crc32,
    method: file.compressionMethod,
    isEncrypted: (file.flags & ENCRYPTED_FLAGS) !== 0,
    unixMode: madeBy === MADE_BY_UNIX ? file.externalFileAttributes >>> 16 : 0,
    start: file.offsetToLocalFileHeader + archiveStart,
    end: 0,
    error: null,
    file,
  };
}

const MADE_BY_UNIX = 3;

// General purpose bit flags, APPNOTE 4.4.4.
const UTF8_FLAG = 1 << 11;
const ENCRYPTED_FLAGS = (1 << 0) | (1 << 13);
