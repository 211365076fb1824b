import { buffer } from 'node:stream/consumers';
import { ArchiveError } from '../errors.js';
import { END_RECORD_BYTES, findEndRecord, LOCAL_HEADER_SIGNATURE } from './find-end-record.js';

/** @import { Source } from '../source/open-source.js' */
/** @import { Tail } from './find-end-record.js' */

/**
 * Where things are in an archive. Offsets are the source's, from its first byte.
 *
 * @typedef {object} Directory
 * @property {number} entries How many entries the central directory says it has.
 * @property {number} start Where the central directory begins.
 * @property {number} end Where it ends.
 * @property {number} archiveStart Where the archive itself begins: what stands before it (a program that unpacks it,
 *   say) does not count in its own offsets.
 * @property {number} archiveEnd Where the end record and its comment end.
 * @property {number} endRecordBytes The length of the end record with its comment.
 * @property {Tail} tail The end of the source, as far as it was read for this.
 */

/**
 * Finds the end of central directory record (APPNOTE 4.3.16) and what it says, also in zip64 (4.3.14, 4.3.15), and
 * checks that a directory as large as it says can be where it says.
 *
 * @param {Source} source
 * @returns {Promise<Directory>}
 * @throws {ArchiveError} `archive/not-a-zip`, `archive/truncated`, `archive/multi-disk`, `archive/bad-directory`
 */
export async function readEndRecord(source) {
  const { tail, position } = await findEndRecord(source);
  const { bytes } = tail;
  const locator = position - LOCATOR_BYTES;
  const isZip64 = locator >= 0 && bytes.readUInt32LE(locator) === LOCATOR_SIGNATURE;
  const said = isZip64 ? await readZip64(source, tail, locator) : readZip32(bytes, position, tail.start);
  if (said.disk !== 0 || said.directoryDisk !== 0) {
    throw new ArchiveError('archive/multi-disk', 'the archive is one of several parts; join them into one file first');
  }
  if (said.size < said.entries * HEADER_BYTES || (said.entries === 0 && said.size > 0)) {
    throw badDirectory(`${said.entries} entries cannot have a central directory of ${said.size} bytes`);
  }
  const commentBytes = bytes.readUInt16LE(position + 20);
  const endRecordBytes = END_RECORD_BYTES + commentBytes;
  const place = await placeDirectory(source, tail, said);
  await guardBeginning(source, tail, place.archiveStart);
  return {
    ...place,
    entries: said.entries,
    archiveEnd: tail.start + position + endRecordBytes,
    endRecordBytes,
    tail,
  };
}

/**
 * What an end record says. `end` is where the directory has to end at the latest.
 *
 * @typedef {object} Said
 * @property {number} disk
 * @property {number} directoryDisk
 * @property {number} entries
 * @property {number} size The directory's, in bytes.
 * @property {number} offset The directory's, from the archive's beginning.
 * @property {number} end
 */

/**
 * @param {Buffer} bytes
 * @param {number} position
 * @param {number} tailStart
 * @returns {Said}
 */
function readZip32(bytes, position, tailStart) {
  return {
    disk: bytes.readUInt16LE(position + 4),
    directoryDisk: bytes.readUInt16LE(position + 6),
    entries: bytes.readUInt16LE(position + 10),
    size: bytes.readUInt32LE(position + 12),
    offset: bytes.readUInt32LE(position + 16),
    end: tailStart + position,
  };
}

/**
 * The zip64 end record stands before its locator, which says where, counted from the archive's beginning: where other
 * bytes stand before that, the record is looked for right before the locator.
 *
 * @param {Source} source
 * @param {Tail} tail
 * @param {number} locator
 * @returns {Promise<Said>}
 */
async function readZip64(source, tail, locator) {
  const offset = Number(tail.bytes.readBigUInt64LE(locator + 8));
  const before = tail.start + locator - ZIP64_RECORD_BYTES;
  for (const place of [offset, before]) {
    if (place < 0 || place > before) continue;
    const record = await readAt(source, tail, place, ZIP64_RECORD_BYTES);
    if (record.readUInt32LE(0) !== ZIP64_RECORD_SIGNATURE) continue;
    return {
      disk: record.readUInt32LE(16),
      directoryDisk: record.readUInt32LE(20),
      entries: Number(record.readBigUInt64LE(32)),
      size: Number(record.readBigUInt64LE(40)),
      offset: Number(record.readBigUInt64LE(48)),
      end: place,
    };
  }
  throw badDirectory(`the zip64 end record is not where its locator says (offset ${offset})`);
}

/**
 * Places the directory: right before the end record, as far from the said place as the archive is from the source's
 * beginning; or, where something stands between the two, at the said place.
 *
 * @param {Source} source
 * @param {Tail} tail
 * @param {Said} said
 * @returns {Promise<{ start: number, end: number, archiveStart: number }>}
 */
async function placeDirectory(source, tail, { entries, size, offset, end }) {
  for (const start of [end - size, offset]) {
    if (start < offset || start + size > end) continue;
    if (entries > 0) {
      const signature = await readAt(source, tail, start, 4);
      if (signature.readUInt32LE(0) !== HEADER_SIGNATURE) continue;
    }
    return { start, end: start + size, archiveStart: start - offset };
  }
  throw badDirectory(
    `no central directory of ${size} bytes stands at offset ${offset}, where the end record (at ${end}) says it is; ` +
      'the archive was probably cut or joined wrongly: send it again',
  );
}

/**
 * Where an archive was cut off behind another one that it holds uncompressed, or several were joined, the end record is
 * only that of the last one. A program before the archive does not begin like an archive.
 *
 * @param {Source} source
 * @param {Tail} tail
 * @param {number} archiveStart
 */
async function guardBeginning(source, tail, archiveStart) {
  if (archiveStart < 4) return;
  const first = await readAt(source, tail, 0, 4);
  if (first.readUInt32LE(0) !== LOCAL_HEADER_SIGNATURE) return;
  throw badDirectory(
    `the end record is that of an archive inside this one, from byte ${archiveStart} on; ` +
      'this one was probably cut off, or several were joined: send it again',
  );
}

/**
 * @param {Source} source
 * @param {Tail} tail
 * @param {number} start
 * @param {number} length
 * @returns {Promise<Buffer>}
 */
async function readAt(source, tail, start, length) {
  if (start >= tail.start) return tail.bytes.subarray(start - tail.start, start - tail.start + length);
  return buffer(source.read(start, start + length));
}

/**
 * @param {string} message
 * @param {{ cause?: unknown }} [options]
 */
export function badDirectory(message, options) {
  return new ArchiveError('archive/bad-directory', message, options);
}

const HEADER_SIGNATURE = 0x02014b50;
const HEADER_BYTES = 46;
const ZIP64_RECORD_SIGNATURE = 0x06064b50;
const ZIP64_RECORD_BYTES = 56;
const LOCATOR_SIGNATURE = 0x07064b50;
const LOCATOR_BYTES = 20;
