import { ArchiveError } from '../errors.js';
import { badDirectory } from './bad-directory.js';
import { readZip64 } from './zip64-record.js';

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
 * @throws {ArchiveError} `archive/multi-disk`, `archive/encrypted`, `archive/bad-directory`
 */
export async function locateDirectory(tail, position, peek) {
  const said = await readZip64(readZip32(tail, position), tail, position, peek);
  if (said.isEncrypted) throw encryptedDirectory();
  guardDisks(said);
  const { entries, size } = said;
  if (size < entries * DIRECTORY_HEADER_BYTES || (entries === 0 && size > 0)) {
    throw badDirectory(`${entries} entries cannot have a central directory of ${size} bytes`);
  }
  return { ...(await placeDirectory(said, peek)), entries };
}

/**
 * What an end record says. `end` is where the directory has to end at the latest: at the end record, or at zip64's,
 * which is said to be at `claimedEnd`.
 *
 * @typedef {object} Said
 * @property {boolean} isEncrypted
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
export function readZip32({ bytes, start }, position) {
  return {
    isEncrypted: false,
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

export function encryptedDirectory() {
  return new ArchiveError(
    'archive/encrypted',
    "the archive's central directory is encrypted; send it without a password",
  );
}

/** @param {Said} said */
function guardDisks({ disk, directoryDisk, disks, entriesOnDisk, entries }) {
  if (disk !== 0 || directoryDisk !== 0 || disks > 1) {
    throw new ArchiveError(
      'archive/multi-disk',
      `the archive is one of several parts (the end record is on disk ${disk}, the directory begins on ${directoryDisk}, ` +
        `of ${Math.max(disks, disk + 1)}); join them into one file first`,
    );
  }
  if (entriesOnDisk !== entries) {
    throw badDirectory(`the end record counts ${entries} entries, but ${entriesOnDisk} on the only disk`);
  }
}

/**
 * Places the directory. Readers look for it right before the end record, at the said offset, and as far from that as the
 * zip64 record is from its own: a header may stand in only one of these places.
 *
 * @param {Said} said
 * @param {Peek} peek
 * @returns {Promise<{ start: number, end: number, archiveStart: number }>}
 */
async function placeDirectory({ entries, size, offset, end, claimedEnd }, peek) {
  // What stands before the archive shifts the directory as far as the zip64 record.
  const first = claimedEnd === null ? end - size : offset + end - claimedEnd;
  const places = [...new Set([first, end - size, offset])].filter(start => start >= 0 && start + size <= end);
  const found = [];
  for (const start of entries === 0 ? [] : places) {
    const signature = (await peek(start, 4)).readUInt32LE(0);
    if (signature === EXTRA_DATA_SIGNATURE) throw encryptedDirectory();
    if (signature === DIRECTORY_HEADER_SIGNATURE) found.push(start);
  }
  if (found.length > 1) {
    throw badDirectory(
      `central directories stand at bytes ${found.join(' and ')}, and the end record fits all of them`,
    );
  }
  const start = entries === 0 ? places[0] : found[0];
  const isElsewhere = claimedEnd !== null && start !== first;
  if (start === undefined || start < offset || isElsewhere) {
    throw badDirectory(
      `no central directory of ${size} bytes stands at offset ${offset}, where the end record (at ${end}) says it is; ` +
        'the archive was probably cut or joined wrongly: send it again',
    );
  }
  // Some readers count the headers in 16 bits, and read on.
  if (start + size < end && (await peek(start + size, 4)).readUInt32LE(0) === DIRECTORY_HEADER_SIGNATURE) {
    throw badDirectory(`the central directory goes on behind the ${size} bytes that the end record says it has`);
  }
  return { start, end: start + size, archiveStart: start - offset };
}

/** APPNOTE 4.3.12. */
export const DIRECTORY_HEADER_SIGNATURE = 0x02014b50;
/** Without its name, extra field and comment. */
export const DIRECTORY_HEADER_BYTES = 46;

/** APPNOTE 4.3.11: it stands before an encrypted directory. */
const EXTRA_DATA_SIGNATURE = 0x08064b50;
