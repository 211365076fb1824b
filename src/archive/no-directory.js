import { ArchiveError } from '../errors.js';
import { endRecordLength, parseEndRecord, TAIL_BYTES } from './end-record.js';
import { DIRECTORY_HEADER_BYTES, encryptedDirectory } from './locate-directory.js';
import { isSignature, LOCAL_HEADER_SIGNATURE, readSignature, SPLIT_SIGNATURE } from './signatures.js';
import { hasLocator } from './zip64-record.js';

/** @import { Tail } from './end-record.js' */
/** @import { Failed } from './find-directory.js' */
/** @import { Peek } from './peek.js' */
/** @import { ByteSource } from './read-ahead.js' */

/**
 * @param {ByteSource} source
 * @param {Tail} tail
 * @param {Failed[]} failed The end records that have no directory, the last one first.
 * @param {Peek} peek
 * @returns {Promise<unknown>} The error that best explains why there is no directory.
 */
export async function whyNoDirectory(source, tail, failed, peek) {
  const reason = failed.find(({ error }) => error !== null)?.error;
  if (reason === undefined) return noEndRecord(source);
  const first = await readSignature(source);
  if (first === SPLIT_SIGNATURE && !isMultiDisk(reason)) return firstPart();
  if (first === LOCAL_HEADER_SIGNATURE) {
    const header = await peek(0, 8);
    //  6 - general purpose bit flags (APPNOTE 4.3.7)
    const flags = header.readUInt16LE(6);
    return (flags & MASKED_FLAG) !== 0 ? encryptedDirectory() : reason;
  }
  const isArchive = isSignature(first) || failed.some(({ position }) => looksLikeArchive(tail, position));
  return isArchive ? reason : noEndRecord(source);
}

/**
 * @param {ByteSource} source
 * @returns {Promise<ArchiveError>} `archive/truncated`, `archive/multi-disk`, `archive/not-a-zip`
 */
async function noEndRecord(source) {
  const first = await readSignature(source);
  if (first === LOCAL_HEADER_SIGNATURE) {
    return new ArchiveError(
      'archive/truncated',
      `the archive begins like a zip but has no end record in its last ${Math.min(source.bytes, TAIL_BYTES)} bytes; ` +
        `it was probably cut off after ${source.bytes} bytes: send it again`,
    );
  }
  if (first === SPLIT_SIGNATURE) return firstPart();
  const what =
    source.bytes === 0
      ? 'the file is empty'
      : `the file has no zip end record in its ${source.bytes} bytes, and does not begin like a tar or gzip file`;
  return new ArchiveError('archive/not-a-zip', `${what}; send a zip, tar, tar.gz or gz`);
}

export function firstPart() {
  return new ArchiveError(
    'archive/multi-disk',
    'this is the first part of a split archive (such as x.z01), without its end; join all parts into one file first',
  );
}

/** @param {unknown} error */
function isMultiDisk(error) {
  return error instanceof ArchiveError && error.code === 'archive/multi-disk';
}

/**
 * Whether an end record without a directory still belongs to an archive, rather than being a chance match of its
 * signature.
 *
 * @param {Tail} tail
 * @param {number} position
 */
function looksLikeArchive(tail, position) {
  if (position + endRecordLength(tail.bytes, position) > tail.bytes.length) return false;
  if (hasLocator(tail, position)) return true;
  const { disk, directoryDisk, entriesOnDisk, entries, size, offset, end } = parseEndRecord(tail, position);
  if (entries === 0 || entriesOnDisk > entries || directoryDisk > disk) return false;
  if (disk > MOST_DISKS || size < entries * DIRECTORY_HEADER_BYTES || size > entries * LONGEST_HEADER_BYTES)
    return false;
  return directoryDisk < disk || offset + size <= end;
}

/** General purpose bit 13 (APPNOTE 4.4.4): the directory is encrypted, and the local headers are masked. */
const MASKED_FLAG = 1 << 13;
/** More than any split archive has. */
const MOST_DISKS = 1000;
/** Name, extra field and comment have at most 65,535 bytes each. */
const LONGEST_HEADER_BYTES = DIRECTORY_HEADER_BYTES + 3 * 0xffff;
