import { endRecordLength, parseEndRecord } from './end-record.js';
import { mayHoldEntries } from './locate-directory.js';
import { MODULUS } from './modulus.js';
import { DIRECTORY_HEADER_SIGNATURE, ZIP64_RECORD_SIGNATURE } from './signatures.js';
import { hasLocator, IN_ZIP64, LOCATOR_BYTES, parseLocator, ZIP64_RECORD_BYTES } from './zip64-record.js';

/** @import { EndRecord, Tail } from './end-record.js' */

/**
 * Whether an end record leads to no directory, as far as the tail alone can show. There may be tens of thousands of them, such as in
 * a comment, and to look for the directory of each, and to say why there is none, takes a hundred times as long.
 *
 * @param {Tail} tail
 * @param {number} position The end record's, in the tail.
 * @returns {boolean} False also if that is not certain.
 */
export function isHopeless(tail, position) {
  const record = parseEndRecord(tail, position);
  if (hasLocator(tail, position)) {
    const isReplaced = isReplacedBy64(tail, position, record);
    if (isReplaced !== false) return isReplaced === null;
  }
  const { disk, directoryDisk, entriesOnDisk, entries, size, offset, end } = record;
  if (disk !== 0 || directoryDisk !== 0 || entriesOnDisk !== entries) return true;
  if (offset + size > end || !mayHoldEntries(record)) return true;
  if (size > 0) return hasNoDirectory(tail, record);
  const isLast = position + endRecordLength(tail.bytes, position) === tail.bytes.length;
  return !isLast && (end - offset) % MODULUS !== 0;
}

/**
 * @param {Tail} tail
 * @param {number} position
 * @param {EndRecord} record
 * @returns {boolean | null} Whether a zip64 end record may replace it; null if that, or its lack, is an error.
 */
function isReplacedBy64({ bytes, start }, position, record) {
  const { recordOffset } = parseLocator(bytes, position);
  const locatorOffset = start + position - LOCATOR_BYTES;
  const before = locatorOffset - ZIP64_RECORD_BYTES;
  const found = [];
  for (const offset of before === recordOffset ? [before] : [before, recordOffset]) {
    if (offset < 0 || offset + ZIP64_RECORD_BYTES > start + bytes.length) continue;
    if (offset < start) return true;
    if (bytes.readUInt32LE(offset - start) === ZIP64_RECORD_SIGNATURE) found.push(offset);
  }
  if (found.length === 0) return record.offset === IN_ZIP64 || record.size === IN_ZIP64 ? null : false;
  const length = 12 + Number(bytes.readBigUInt64LE(found[0] - start + 4));
  return found.length === 1 && found[0] + length === locatorOffset ? true : null;
}

/**
 * @param {Tail} tail
 * @param {EndRecord} record Its directory has bytes, and room for them.
 */
function hasNoDirectory(tail, { size, offset, end }) {
  if (Math.min(end - size, offset) < tail.start) return false;
  const isBefore = isHeader(tail, end - size);
  const isAtOffset = offset !== end - size && isHeader(tail, offset);
  if (isBefore === isAtOffset) return true;
  // Further headers behind it.
  return isAtOffset && isHeader(tail, offset + size);
}

/**
 * @param {Tail} tail
 * @param {number} offset Not before the tail.
 */
function isHeader({ start, bytes }, offset) {
  return bytes.readUInt32LE(offset - start) === DIRECTORY_HEADER_SIGNATURE;
}
