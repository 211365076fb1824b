import { badDirectory } from './bad-directory.js';

/** @import { Peek } from './end-record.js' */
/** @import { Tail } from './find-end-record.js' */
/** @import { Said } from './locate-directory.js' */

/**
 * Reads the zip64 end record (APPNOTE 4.3.14) that belongs to an end record, if there is one.
 *
 * Readers look for it in two places: where its locator says, and right before the locator. So only one of the two may
 * hold one. It reaches up to the locator, and agrees with whatever the end record says itself. Where neither place holds
 * one, what looks like a locator is a part of something else: of the last entry's name, say.
 *
 * @param {Said} said What the end record says.
 * @param {Tail} tail
 * @param {number} position The end record's, in the tail.
 * @param {Peek} peek
 * @returns {Promise<Said>}
 * @throws {ArchiveError} `archive/bad-directory`
 */
export async function readZip64(said, { bytes, start }, position, peek) {
  const locator = position - LOCATOR_BYTES;
  if (locator < 0 || bytes.readUInt32LE(locator) !== LOCATOR_SIGNATURE) return said;
  const offset = Number(bytes.readBigUInt64LE(locator + 8));
  const before = start + locator - ZIP64_RECORD_BYTES;
  const found = [];
  for (const place of new Set([before, offset])) {
    if (place < 0 || place + ZIP64_RECORD_BYTES > start + bytes.length) continue;
    const record = await peek(place, ZIP64_RECORD_BYTES);
    if (record.readUInt32LE(0) === ZIP64_RECORD_SIGNATURE) found.push({ place, record });
  }
  if (found.length > 1) {
    throw badDirectory(`there are two zip64 end records, at bytes ${found[0].place} and ${found[1].place}`);
  }
  if (found.length === 0) {
    if (said.offset !== IN_ZIP64 && said.size !== IN_ZIP64) return said;
    throw badDirectory(`the zip64 end record is not where its locator says (offset ${offset})`);
  }
  const [{ place, record }] = found;
  // Nothing stands between the two: else there could be another one, which other readers would take.
  const length = 12 + Number(record.readBigUInt64LE(4));
  if (place + length !== start + locator) {
    throw badDirectory(`the zip64 end record at byte ${place} does not end at its locator, at byte ${start + locator}`);
  }
  const said64 = {
    ...said,
    isEncrypted: length > ZIP64_RECORD_BYTES && record.readUInt16LE(14) >= ENCRYPTING_VERSION,
    disk: record.readUInt32LE(16),
    directoryDisk: record.readUInt32LE(20),
    disks: bytes.readUInt32LE(locator + 16),
    entriesOnDisk: Number(record.readBigUInt64LE(24)),
    entries: Number(record.readBigUInt64LE(32)),
    size: Number(record.readBigUInt64LE(40)),
    offset: Number(record.readBigUInt64LE(48)),
    end: place,
    claimedEnd: offset,
  };
  guardAgreement(said, said64);
  return said64;
}

/**
 * @param {Said} said
 * @param {Said} said64
 */
function guardAgreement(said, said64) {
  for (const key of /** @type {const} */ (['entries', 'size', 'offset'])) {
    const inZip64 = key === 'entries' ? 0xffff : IN_ZIP64;
    if (said[key] === inZip64 || said[key] === said64[key]) continue;
    throw badDirectory(`the end record says ${said[key]} for the directory's ${key}, the zip64 one ${said64[key]}`);
  }
}

export const ZIP64_RECORD_BYTES = 56;
/** APPNOTE 4.3.15. */
export const LOCATOR_SIGNATURE = 0x07064b50;
export const LOCATOR_BYTES = 20;
export const ZIP64_RECORD_SIGNATURE = 0x06064b50;
/** What is needed for a version 2 record (APPNOTE 7.3.4), which has more fields and goes with an encrypted directory. */
const ENCRYPTING_VERSION = 62;
/** In place of a number that stands in the zip64 record. */
const IN_ZIP64 = 0xffffffff;
