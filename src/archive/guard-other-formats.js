import { buffer } from 'node:stream/consumers';
import { badDirectory } from './bad-directory.js';
import { formatOf, imageOf } from './other-formats.js';

/** @import { Directory } from './find-directory.js' */
/** @import { ByteSource } from './read-ahead.js' */

/**
 * Refuses an archive that libarchive or 7-Zip takes for another format, ignoring the zip that follows. Most formats are
 * recognised by the file's first bytes, so only a zip with bytes before it can be mistaken for one. Tar archives and
 * ISO images are recognised by later bytes, which may belong to an entry. Those are checked only if that costs no extra
 * request.
 *
 * @param {number} before How many bytes precede the first entry.
 * @param {Directory} directory
 * @param {ByteSource} source
 * @throws {ArchiveError} `archive/bad-directory`
 */
export async function guardOtherFormats(before, { isUnseen, tail }, source) {
  if (before === 0 && !isUnseen && tail.start > 0) return;
  const readFirst = async (/** @type {number} */ length) =>
    tail.start === 0 ? tail.bytes.subarray(0, length) : buffer(source.read(0, Math.min(length, source.bytes)));
  const head = await readFirst(IMAGE_MARKS_END);
  if (isTar(head)) throw otherFormat('tar archive');
  // Without an end record, libarchive mistakes a block of zeros for the end of a tar archive.
  if (isUnseen && head.subarray(0, TAR_HEADER_BYTES).every(byte => byte === 0)) {
    throw otherFormat('an empty tar archive');
  }
  if (head.toString('latin1', ISO_MARK, IMAGE_MARKS_END).startsWith('CD001')) throw otherFormat('ISO image');
  if (before === 0) return;
  const text = (await readFirst(Math.min(before, SEARCHED_BYTES))).toString('latin1');
  // The mark of an image may be in an entry.
  const found = formatOf(text) ?? imageOf(head.toString('latin1'));
  if (found !== null) throw otherFormat(found);
}

/**
 * Whether bytes begin with a tar header: its checksum is right. The checksum's own eight bytes count as spaces.
 *
 * @param {Buffer} head
 */
export function isTar(head) {
  if (head.length < TAR_HEADER_BYTES) return false;
  const [, checksum] = /^[ 0]*([0-7]+)[ \0]/.exec(head.toString('latin1', 148, 156)) ?? [];
  if (checksum === undefined) return false;
  let unsigned = 8 * 0x20;
  let signed = unsigned;
  for (let position = 0; position < TAR_HEADER_BYTES; position++) {
    if (position >= 148 && position < 156) continue;
    unsigned += head.readUInt8(position);
    signed += head.readInt8(position);
  }
  const sum = Number.parseInt(checksum, 8);
  return sum === unsigned || sum === signed;
}

/** @param {string} format */
function otherFormat(format) {
  return badDirectory(
    `to other programs the file is another archive (${format}), not the zip archive at its end; send the zip archive alone`,
  );
}

const TAR_HEADER_BYTES = 512;
const ISO_MARK = 32 * 1024 + 1;
/** No mark of an image stands behind it. */
const IMAGE_MARKS_END = ISO_MARK + 7;
/** How far libarchive looks for a 7z archive in a program. */
const SEARCHED_BYTES = 0x60_006;
