import { badDirectory } from './bad-directory.js';
import { LOCATOR_SIGNATURE, ZIP64_RECORD_SIGNATURE } from './signatures.js';

/** @import { EndRecord, Tail } from './end-record.js' */
/** @import { Peek } from './peek.js' */

/**
 * Reads the zip64 end record that belongs to an end record, if there is one.
 *
 * Readers look for it at the offset in its locator, or right before the locator. So only one of the two may hold a
 * record, which must reach up to the locator and agree with the end record. If neither does, what looks like a locator
 * is part of something else, such as the last entry's name.
 *
 * @param {EndRecord} record
 * @param {Tail} tail
 * @param {number} position The end record's, in the tail.
 * @param {Peek} peek
 * @returns {Promise<EndRecord>} The given record if there is no zip64 record.
 * @throws {ArchiveError} `archive/bad-directory`
 */
export async function readZip64(record, tail, position, peek) {
  if (!hasLocator(tail, position)) return record;
  const { bytes, start } = tail;
  const locator = parseLocator(bytes, position);
  const locatorOffset = start + position - LOCATOR_BYTES;
  const found = [];
  for (const offset of new Set([locatorOffset - ZIP64_RECORD_BYTES, locator.recordOffset])) {
    if (offset < 0 || offset + ZIP64_RECORD_BYTES > start + bytes.length) continue;
    const zip64 = await peek(offset, ZIP64_RECORD_BYTES);
    if (zip64.readUInt32LE(0) === ZIP64_RECORD_SIGNATURE) found.push({ offset, zip64 });
  }
  if (found.length > 1) {
    throw badDirectory(`there are two zip64 end records, at bytes ${found[0].offset} and ${found[1].offset}`);
  }
  if (found.length === 0) {
    if (record.offset !== IN_ZIP64 && record.size !== IN_ZIP64) return record;
    throw badDirectory(`the zip64 end record is not where its locator says (offset ${locator.recordOffset})`);
  }
  const [{ offset, zip64 }] = found;
  const { length, ...fields } = parseZip64Record(zip64);
  // A gap before the locator could hold another record, which other readers would use.
  if (offset + length !== locatorOffset) {
    throw badDirectory(`the zip64 end record at byte ${offset} does not end at its locator, at byte ${locatorOffset}`);
  }
  const record64 = { ...fields, disks: locator.disks, end: offset, claimedEnd: locator.recordOffset };
  guardAgreement(record, record64);
  return record64;
}

/**
 * @param {Tail} tail
 * @param {number} position The position of an end record.
 * @returns {boolean} Whether the bytes before it look like a locator.
 */
export function hasLocator({ bytes }, position) {
  return position >= LOCATOR_BYTES && bytes.readUInt32LE(position - LOCATOR_BYTES) === LOCATOR_SIGNATURE;
}

/**
 * Reads a zip64 end of central directory locator (APPNOTE 4.3.15).
 *
 * @param {Buffer} bytes
 * @param {number} position The position of the end record that follows it.
 */
export function parseLocator(bytes, position) {
  const start = position - LOCATOR_BYTES;
  return {
    //  0 - zip64 end of central directory locator signature
    //  4 - number of the disk with the zip64 end record
    recordDisk: bytes.readUInt32LE(start + 4),
    //  8 - offset of the zip64 end record
    recordOffset: Number(bytes.readBigUInt64LE(start + 8)),
    // 16 - number of disks
    disks: bytes.readUInt32LE(start + 16),
  };
}

/**
 * Reads a zip64 end of central directory record (APPNOTE 4.3.14).
 *
 * @param {Buffer} record Its fixed part.
 */
function parseZip64Record(record) {
  //  0 - zip64 end of central directory signature
  //  4 - size of the rest of this record
  const length = 12 + Number(record.readBigUInt64LE(4));
  return {
    length,
    // 12 - version made by
    // 14 - version needed to extract
    isEncrypted: length > ZIP64_RECORD_BYTES && record.readUInt16LE(14) >= ENCRYPTING_VERSION,
    // 16 - number of this disk
    disk: record.readUInt32LE(16),
    // 20 - number of the disk on which the central directory starts
    directoryDisk: record.readUInt32LE(20),
    // 24 - entries in the central directory on this disk
    entriesOnDisk: Number(record.readBigUInt64LE(24)),
    // 32 - entries in the central directory
    entries: Number(record.readBigUInt64LE(32)),
    // 40 - size of the central directory
    size: Number(record.readBigUInt64LE(40)),
    // 48 - offset of the central directory on its first disk
    offset: Number(record.readBigUInt64LE(48)),
    // 56 - extensible data sector, not read
  };
}

/**
 * @param {EndRecord} record
 * @param {EndRecord} record64
 */
function guardAgreement(record, record64) {
  for (const key of /** @type {const} */ (['entries', 'size', 'offset'])) {
    const inZip64 = key === 'entries' ? 0xffff : IN_ZIP64;
    if (record[key] === inZip64 || record[key] === record64[key]) continue;
    throw badDirectory(`the end record says ${record[key]} for the directory's ${key}, the zip64 one ${record64[key]}`);
  }
}

/** Without its extensible data sector. */
export const ZIP64_RECORD_BYTES = 56;
export const LOCATOR_BYTES = 20;
/** The version of a version 2 record (APPNOTE 7.3.4), which has more fields and implies an encrypted directory. */
const ENCRYPTING_VERSION = 62;
/** Marks a number that is in the zip64 record. */
export const IN_ZIP64 = 0xffffffff;
