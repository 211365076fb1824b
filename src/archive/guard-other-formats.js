import { buffer } from 'node:stream/consumers';
import { badDirectory } from './bad-directory.js';

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
  const head = await readFirst(ISO_MARK + 5);
  if (isTar(head)) throw otherFormat('tar archive');
  // Without an end record, libarchive mistakes a block of zeros for the end of a tar archive.
  if (isUnseen && head.subarray(0, TAR_HEADER_BYTES).every(byte => byte === 0)) {
    throw otherFormat('an empty tar archive');
  }
  if (head.subarray(ISO_MARK).toString('latin1') === 'CD001') throw otherFormat('ISO image');
  if (before === 0) return;
  const text = (await readFirst(Math.min(before, SEARCHED_BYTES))).toString('latin1');
  const found = formatOf(text);
  if (found !== null) throw otherFormat(found);
}

/**
 * @param {string} text A file's first bytes, as Latin-1.
 * @returns {string | null} Which other format of an archive begins like that.
 */
export function formatOf(text) {
  return FORMATS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
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

/** @type {[format: string, pattern: RegExp][]} */
const FORMATS = [
  ['gzip', /^\x1f\x8b/],
  ['bzip2', /^BZh/],
  ['xz', /^\xfd7zXZ/],
  ['lzma', /^\x5d\0\0/],
  ['lzip', /^LZIP/],
  ['lz4', /^(\x04"M\x18|\x02!L\x18)/],
  ['zstandard', /^\x28\xb5\x2f\xfd/],
  ['compress', /^\x1f\x9d/],
  ['7z', /^7z\xbc\xaf'\x1c/],
  ['7z in a program', /^(MZ|\x7fELF).*7z\xbc\xaf'\x1c/s],
  ['rar', /^Rar!/],
  ['rar in a program', /^(MZ|\x7fELF).*Rar!\x1a\x07/s],
  ['cabinet', /^MSCF/],
  ['cabinet in a program', /^MZ.*MSCF\0\0\0\0/s],
  ['OLE document', /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/],
  ['ar', /^!<arch>\n/],
  ['wim', /^MSWIM\0\0\0/],
  ['LHA', /^..-l[hz].-/],
  ['xar', /^xar!/],
  ['cpio', /^(07070[127]|\xc7\x71|\x71\xc7)/],
  ['mtree', /^#mtree/],
  ['uuencode', /(^|\n)begin(-base64)? [0-7]{3,4} /],
];

const TAR_HEADER_BYTES = 512;
const ISO_MARK = 32 * 1024 + 1;
/** How far libarchive looks for a 7z archive in a program. */
const SEARCHED_BYTES = 0x60_006;
