import { ArchiveError } from '../errors.js';
import { badDirectory } from './bad-directory.js';

/** @import { Peek } from './end-record.js' */
/** @import { Tail } from './find-end-record.js' */

/**
 * Where things are in an archive. Offsets are the source's, from its first byte.
 *
 * @typedef {object} DirectoryPlace
 * @property {number} entries How many entries the central directory says it has.
 * @property {number} start Where the central directory begins.
 * @property {number} end Where it ends.
 * @property {number} archiveStart Where the archive itself begins: what stands before it (a program that unpacks it,
 *   say) does not count in its own offsets.
 */

/**
 * Finds the central directory of an end record.
 *
 * @param {Tail} tail
 * @param {number} position The end record's, in the tail.
 * @param {Peek} peek
 * @returns {Promise<DirectoryPlace>}
 * @throws {ArchiveError} `archive/multi-disk`, `archive/bad-directory`
 */
export async function locateDirectory(tail, position, peek) {
  const said = await readZip64(readZip32(tail, position), tail, position, peek);
  if (said.disk !== 0 || said.directoryDisk !== 0 || said.entriesOnDisk !== said.entries || said.disks > 1) {
    throw new ArchiveError('archive/multi-disk', 'the archive is one of several parts; join them into one file first');
  }
  if (said.size < said.entries * DIRECTORY_HEADER_BYTES || (said.entries === 0 && said.size > 0)) {
    throw badDirectory(`${said.entries} entries cannot have a central directory of ${said.size} bytes`);
  }
  return { ...(await placeDirectory(said, peek)), entries: said.entries };
}

/**
 * What an end record says. `end` is where the directory has to end at the latest: at the end record, or at zip64's,
 * which is said to be at `claimedEnd`.
 *
 * @typedef {object} Said
 * @property {number} disk
 * @property {number} directoryDisk
 * @property {number} disks How many there are.
 * @property {number} entriesOnDisk
 * @property {number} entries
 * @property {number} size The directory's, in bytes.
 * @property {number} offset The directory's, from the archive's beginning.
 * @property {number} end
 * @property {number | null} claimedEnd From the archive's beginning.
 */

/**
 * @param {Tail} tail
 * @param {number} position
 * @returns {Said}
 */
function readZip32({ bytes, start }, position) {
  return {
    disk: bytes.readUInt16LE(position + 4),
    directoryDisk: bytes.readUInt16LE(position + 6),
    disks: 1,
    entriesOnDisk: bytes.readUInt16LE(position + 8),
    entries: bytes.readUInt16LE(position + 10),
    size: bytes.readUInt32LE(position + 12),
    offset: bytes.readUInt32LE(position + 16),
    end: start + position,
    claimedEnd: null,
  };
}

/**
 * The zip64 end record stands before its locator, which says where, counted from the archive's beginning: where other
 * bytes stand before that, the record is looked for right before the locator. It may not say anything else than the old
 * one, as far as that says anything: readers differ in which of the two they believe.
 *
 * @param {Said} said
 * @param {Tail} tail
 * @param {number} position
 * @param {Peek} peek
 * @returns {Promise<Said>}
 */
async function readZip64(said, { bytes, start }, position, peek) {
  const locator = position - LOCATOR_BYTES;
  if (locator < 0 || bytes.readUInt32LE(locator) !== LOCATOR_SIGNATURE) return said;
  const offset = Number(bytes.readBigUInt64LE(locator + 8));
  const before = start + locator - ZIP64_RECORD_BYTES;
  for (const place of [offset, before]) {
    if (place < 0 || place > before) continue;
    const record = await peek(place, ZIP64_RECORD_BYTES);
    if (record.readUInt32LE(0) !== ZIP64_RECORD_SIGNATURE) continue;
    // Nothing stands between the two: else there could be another one, which other readers would take.
    if (place + 12 + Number(record.readBigUInt64LE(4)) !== start + locator) continue;
    const said64 = {
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
  throw badDirectory(`the zip64 end record is not where its locator says (offset ${offset})`);
}

/**
 * @param {Said} said
 * @param {Said} said64
 */
function guardAgreement(said, said64) {
  for (const key of /** @type {const} */ (['entries', 'size', 'offset'])) {
    const inZip64 = key === 'entries' ? 0xffff : 0xffffffff;
    if (said[key] === inZip64 || said[key] === said64[key]) continue;
    throw badDirectory(`the end record says ${said[key]} for the directory's ${key}, the zip64 one ${said64[key]}`);
  }
}

/**
 * Places the directory: as far from the said place as zip64's end record is from its own; without one, right before the
 * end record, or, where something stands between the two, at the said place.
 *
 * @param {Said} said
 * @param {Peek} peek
 * @returns {Promise<{ start: number, end: number, archiveStart: number }>}
 */
async function placeDirectory({ entries, size, offset, end, claimedEnd }, peek) {
  const places = claimedEnd === null ? [end - size, offset] : [offset + end - claimedEnd];
  for (const start of places) {
    if (start < offset || start + size > end) continue;
    if (entries > 0) {
      const signature = await peek(start, 4);
      if (signature.readUInt32LE(0) !== DIRECTORY_HEADER_SIGNATURE) continue;
    }
    return { start, end: start + size, archiveStart: start - offset };
  }
  throw badDirectory(
    `no central directory of ${size} bytes stands at offset ${offset}, where the end record (at ${end}) says it is; ` +
      'the archive was probably cut or joined wrongly: send it again',
  );
}

/** APPNOTE 4.3.12. */
export const DIRECTORY_HEADER_SIGNATURE = 0x02014b50;
/** Without its name, extra field and comment. */
export const DIRECTORY_HEADER_BYTES = 46;

const ZIP64_RECORD_SIGNATURE = 0x06064b50;
const ZIP64_RECORD_BYTES = 56;
const LOCATOR_SIGNATURE = 0x07064b50;
const LOCATOR_BYTES = 20;
