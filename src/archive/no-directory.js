import { ArchiveError } from '../errors.js';
import { appendedBytes } from './appended-bytes.js';
import { endRecordLength, parseEndRecord, TAIL_BYTES } from './end-record.js';
import { DIRECTORY_HEADER_BYTES, encryptedDirectory } from './locate-directory.js';
import {
  END_RECORD_SIGNATURE,
  isSignature,
  LOCAL_HEADER_SIGNATURE,
  readSignature,
  SPLIT_SIGNATURE,
} from './signatures.js';
import { hasLocator } from './zip64-record.js';

/** @import { Tail } from './end-record.js' */
/** @import { Failed, FaultOf } from './find-directory.js' */
/** @import { Peek } from './peek.js' */
/** @import { ByteSource } from './read-ahead.js' */

/**
 * @param {ByteSource} source
 * @param {Tail} tail
 * @param {Failed[]} failed The end records that have no directory, the last one first.
 * @param {{ peek: Peek, faultOf: FaultOf }} reading
 * @returns {Promise<unknown>} The error that best explains why there is no directory.
 */
export async function whyNoDirectory(source, tail, failed, { peek, faultOf }) {
  const whole = failed.find(({ isCut }) => !isCut);
  const reason = whole && (await faultOf(whole));
  const first = await readSignature(source);
  if (reason === undefined) {
    const isWhole = first === END_RECORD_SIGNATURE && tail.start === 0;
    const cut = failed.find(({ position }) => (isWhole && position === 0) || describesDirectory(tail, position));
    return cut === undefined ? noEndRecord(source, peek) : commentPastEnd(tail, cut.position);
  }
  if (first === SPLIT_SIGNATURE && !isMultiDisk(reason)) return firstPart();
  if (first === LOCAL_HEADER_SIGNATURE) {
    const header = await peek(0, 8);
    //  6 - general purpose bit flags (APPNOTE 4.3.7)
    const flags = header.readUInt16LE(6);
    return (flags & MASKED_FLAG) !== 0 ? encryptedDirectory() : reason;
  }
  const isArchive = isSignature(first) || failed.some(({ position }) => looksLikeArchive(tail, position));
  return isArchive ? reason : noEndRecord(source, peek);
}

/**
 * @param {Tail} tail
 * @param {number} position Of an end record whose comment runs past the end of the file.
 * @returns {ArchiveError} `archive/truncated`
 */
export function commentPastEnd(tail, position) {
  const end = tail.start + position + endRecordLength(tail.bytes, position);
  return new ArchiveError(
    'archive/truncated',
    `the end record at byte ${tail.start + position} has a comment that would reach to byte ${end}, but the file ends at ` +
      `${tail.start + tail.bytes.length}; it was cut off in its comment, or damaged: send it again`,
  );
}

/**
 * @param {ByteSource} source
 * @param {Peek} peek
 * @returns {Promise<ArchiveError>} `archive/truncated`, `archive/bad-directory`, `archive/multi-disk`, `archive/not-a-zip`
 */
async function noEndRecord(source, peek) {
  const first = await readSignature(source);
  const seen = source.bytes > TAIL_BYTES ? `last ${TAIL_BYTES}` : `${source.bytes}`;
  const appended = isSignature(first) || isProgram(first) ? await appendedBytes(source, peek) : null;
  if (appended !== null) return appended;
  if (first === LOCAL_HEADER_SIGNATURE) {
    return new ArchiveError(
      'archive/truncated',
      `the archive begins like a zip but has no end record in its ${seen} bytes; it was probably cut off after ` +
        `${source.bytes} bytes: send it again, or if it is only the first part of a split archive (.001), join the parts`,
    );
  }
  if (first === SPLIT_SIGNATURE) return firstPart();
  const what =
    source.bytes === 0
      ? 'the file is empty'
      : `the file has no zip end record in its ${seen} bytes, and does not begin like a tar or gzip file`;
  return new ArchiveError('archive/not-a-zip', `${what}; send a zip, tar, tar.gz or gz`);
}

/** @param {number} first The first four bytes of a file that may be a program, with an archive behind it. */
function isProgram(first) {
  return first === ELF || PROGRAMS.includes(first & 0xffff);
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
  return describesDirectory(tail, position);
}

/**
 * @param {Tail} tail
 * @param {number} position The position of an end record.
 * @returns {boolean} Whether what it says of its directory may be true.
 */
export function describesDirectory(tail, position) {
  if (hasLocator(tail, position)) return true;
  const { disk, directoryDisk, entriesOnDisk, entries, size, offset, end } = parseEndRecord(tail, position);
  if (entries === 0 || entriesOnDisk > entries || directoryDisk > disk) return false;
  if (disk > MOST_DISKS || size < entries * DIRECTORY_HEADER_BYTES || size > entries * LONGEST_HEADER_BYTES)
    return false;
  return directoryDisk < disk || offset + size <= end;
}

const ELF = 0x464c457f;
/** `MZ`, and `#!` of a script. */
const PROGRAMS = [0x5a4d, 0x2123];
/** General purpose bit 13 (APPNOTE 4.4.4): the directory is encrypted, and the local headers are masked. */
const MASKED_FLAG = 1 << 13;
/** More than any split archive has. */
const MOST_DISKS = 1000;
/** Name, extra field and comment have at most 65,535 bytes each. */
const LONGEST_HEADER_BYTES = DIRECTORY_HEADER_BYTES + 3 * 0xffff;
