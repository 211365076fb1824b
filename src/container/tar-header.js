import { crc32 } from 'node:zlib';
import { badDirectory } from '../archive/bad-directory.js';
import { isTar } from '../archive/guard-other-formats.js';

/**
 * A block of 512 bytes that describes what follows.
 *
 * @typedef {object} TarHeader
 * @property {Buffer} name With ustar's prefix, as it came.
 * @property {string} type Its type flag; '0' for that of old archives, which is NUL.
 * @property {number} mode
 * @property {number | null} size Of what follows; null if the field is blank.
 * @property {boolean} isExtended Whether GNU tar's blocks of a sparse map follow.
 */

/**
 * Reads a header of any tar: v7, ustar, GNU or pax.
 *
 * @param {Buffer} block
 * @param {number} offset Where it is in the tar archive.
 * @returns {TarHeader}
 * @throws {ArchiveError} `archive/bad-directory`
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html and GNU tar's manual, "Basic Tar Format"
 */
export function readTarHeader(block, offset) {
  if (!isTar(block)) {
    throw badDirectory(
      `the tar header at byte ${offset} is damaged, or is none: its checksum is wrong; the archive was joined wrongly or damaged`,
    );
  }
  //   0 - name
  const name = text(block, 0, 100);
  // 100 - mode
  const mode = (readNumber(block, 100, 8, offset) ?? 0) & 0o7777;
  // 108 - user, 116 - group
  // 124 - size
  const size = readNumber(block, 124, 12, offset);
  // 136 - modification time, 148 - checksum
  // 156 - type flag
  const type = block[156] === 0 ? REGULAR : String.fromCharCode(block[156]);
  // 157 - name of the linked file
  // 257 - magic and version; GNU tar's are "ustar", two spaces and NUL
  const magic = block.toString('latin1', 257, 265);
  const isUstar = magic.startsWith('ustar\0');
  if (!isUstar && magic !== GNU_MAGIC && block[345] !== 0) {
    throw badDirectory(
      `the tar header at byte ${offset} has a prefix for its name, but is of no known format: programs differ in whether they take it`,
    );
  }
  // 265 - names of user and group, 329 - numbers of the device
  // 345 - prefix of the name; other things in GNU tar's format
  const prefix = isUstar ? text(block, 345, 155) : NOTHING;
  // 482 - GNU tar: whether the sparse map goes on in another block
  const isExtended = !isUstar && type === SPARSE && block[482] !== 0;
  return {
    name: prefix.length > 0 ? Buffer.concat([prefix, SLASH, name]) : Buffer.from(name),
    type,
    mode,
    size,
    isExtended,
  };
}

/**
 * @param {Buffer} head
 * @returns {boolean} Whether it begins like a tar archive, sound or damaged.
 */
export function beginsLikeTar(head) {
  return (
    isTar(head) || head.toString('latin1', 257, 262) === 'ustar' || NUMBERS.test(head.toString('latin1', 100, 156))
  );
}

/**
 * Whether a file is a tar without entries: zeros only, no more than one record of the size that programs write by default. A
 * longer file of zeros is no tar.
 *
 * @param {number} length
 * @param {number} crc Its CRC-32. No other file of that length that is not made for it has that of zeros.
 */
export function isEmptyTar(length, crc) {
  const isLikely = length >= 2 * BLOCK_BYTES && length <= RECORD_BYTES && length % BLOCK_BYTES === 0;
  return isLikely && crc === crc32(Buffer.alloc(length));
}

/**
 * @param {Buffer} block
 * @returns {boolean}
 */
export function isZeroBlock(block) {
  return block.every(byte => byte === 0);
}

/**
 * @param {Buffer} block
 * @param {number} start
 * @param {number} length
 */
function text(block, start, length) {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return end === -1 ? field : field.subarray(0, end);
}

/**
 * Reads a number in octal digits, or in base 256 if its first bit is set.
 *
 * @param {Buffer} block
 * @param {number} start
 * @param {number} length
 * @param {number} offset
 * @returns {number | null} Null if it is blank.
 */
function readNumber(block, start, length, offset) {
  const field = block.subarray(start, start + length);
  if (field[0] & 0x80) {
    let value = field[0] & 0x7f;
    for (const byte of field.subarray(1)) value = value * 256 + byte;
    if (Number.isSafeInteger(value)) return value;
  } else {
    const [, digits] = /^ *([0-7]*)[ \0]*$/.exec(field.toString('latin1').replace(/\0.*$/s, '')) ?? [];
    if (digits === '') return null;
    if (digits !== undefined) return Number.parseInt(digits, 8);
  }
  throw badDirectory(`the tar header at byte ${offset} has a number that cannot be read: ${field.toString('hex')}`);
}

/**
 * @param {number} length
 * @returns {number} The length with its padding to whole blocks.
 */
export function padded(length) {
  return Math.ceil(length / BLOCK_BYTES) * BLOCK_BYTES;
}

/** Type flags. */
export const REGULAR = '0';
export const HARD_LINK = '1';
export const SYMLINK = '2';
export const FOLDER = '5';
export const CONTIGUOUS = '7';
/** Of GNU tar's incremental backups: its bytes are the names of its files. */
export const DUMPED_FOLDER = 'D';
export const SPARSE = 'S';

const GNU_MAGIC = 'ustar  \0';
/** Mode, user, group; size and time; checksum, as octal digits. Other files hardly have them there. */
const NUMBERS = /^([ 0-7]{6}[ 0-7\0][ \0]){3}([ 0-7]{11}[ \0]){2}[ 0-7]{6}[ \0]{2}$/;

export const BLOCK_BYTES = 512;
export const RECORD_BYTES = 20 * BLOCK_BYTES;
const SLASH = Buffer.from('/');
const NOTHING = Buffer.alloc(0);
