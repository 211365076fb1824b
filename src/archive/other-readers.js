import { endRecordLength, parseEndRecord } from './end-record.js';
import { isAccepted } from './libarchive-search.js';
import { peekSignature } from './peek.js';
import { DIRECTORY_HEADER_SIGNATURE, LOCAL_HEADER_SIGNATURE } from './signatures.js';
import { hasLocator } from './zip64-record.js';

/** @import { Tail } from './end-record.js' */
/** @import { Peek } from './peek.js' */

// Which end record other programs use where that differs from ours. Observed with Python's zipfile, Go's archive/zip,
// Java's ZipFile, Info-ZIP's unzip, 7-Zip and libarchive.

/**
 * Whether another program may use an end record after the archive's own that we found to be wrong. Many use the last
 * one, and some see an empty archive if there is no directory at its offset.
 *
 * @param {Tail} tail
 * @param {number} position The end record's, in the tail.
 * @param {Peek} peek
 * @returns {Promise<boolean>}
 */
export async function mayBeTaken(tail, position, peek) {
  const { starts, isTaken } = seenDirectories(tail, position);
  if (isTaken) return true;
  for (const start of starts) {
    if ((await peekSignature(start, peek)) === DIRECTORY_HEADER_SIGNATURE) return true;
  }
  return false;
}

/**
 * Whether its numbers alone show that `mayBeTaken` is false: a comment may have very many such end records.
 *
 * @param {Tail} tail
 * @param {number} position The end record's, in the tail.
 */
export function isPassedOver(tail, position) {
  const { starts, isTaken } = seenDirectories(tail, position);
  return !isTaken && starts.length === 0;
}

/**
 * @param {Tail} tail
 * @param {number} position
 * @returns {{ starts: number[], isTaken: boolean }} `starts`: where a directory may be; `isTaken`: whether it is taken without one.
 */
function seenDirectories(tail, position) {
  const record = parseEndRecord(tail, position);
  const { entries, size, offset, end } = record;
  const isTaken = size === 0 || hasLocator(tail, position) || isAccepted(record) || (entries === 0 && size <= end);
  return { starts: [end - size, offset].filter(start => start >= 0 && start + 4 <= end), isTaken };
}

/**
 * Whether every other program uses this end record rather than an earlier one. Java skips one with bytes after it,
 * unless a directory and an entry begin at the offsets that it states, ignoring zip64.
 *
 * @param {Tail} tail
 * @param {number} position The end record's, in the tail.
 * @param {Peek} peek
 * @returns {Promise<boolean>}
 */
export async function isFirm(tail, position, peek) {
  if (position + endRecordLength(tail.bytes, position) === tail.bytes.length) return true;
  const { size, offset, end } = parseEndRecord(tail, position);
  const [directory, archive] = [end - size, end - size - offset];
  if (archive < 0 || (await peekSignature(directory, peek)) !== DIRECTORY_HEADER_SIGNATURE) return false;
  return (await peekSignature(archive, peek)) === LOCAL_HEADER_SIGNATURE;
}
