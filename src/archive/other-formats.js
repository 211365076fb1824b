/**
 * Which other format of an archive, a compressed file or a disk's image begins like that.
 *
 * @param {string} text A file's first bytes, as Latin-1.
 * @returns {string | null}
 */
export function formatOf(text) {
  return nameOf(FORMATS, text) ?? imageOf(text);
}

/**
 * The same of formats with a mark that stands behind the first bytes.
 *
 * @param {string} text
 * @returns {string | null}
 */
export function imageOf(text) {
  return nameOf(IMAGES, text);
}

/**
 * @param {[format: string, pattern: RegExp][]} formats
 * @param {string} text
 */
function nameOf(formats, text) {
  return formats.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

/** What libarchive and 7-Zip know by a file's first bytes. @type {[format: string, pattern: RegExp][]} */
const FORMATS = [
  ['gzip', /^\x1f\x8b/],
  ['bzip2', /^BZh/],
  ['xz', /^\xfd7zXZ/],
  ['lzma', /^\x5d\0\0/],
  ['lzma86', /^[\0\x01]\x5d\0\0/],
  ['lzip', /^LZIP/],
  ['lz4', /^(\x04"M\x18|\x02!L\x18)/],
  ['lzop', /^\x89LZO\0\r\n\x1a\n/],
  ['lrzip', /^LRZI/],
  ['grzip', /^GRZipII/],
  ['zstandard', /^\x28\xb5\x2f\xfd/],
  ['compress', /^\x1f\x9d/],
  ['PPMd', /^\x8f\xaf\xac\x84/],
  ['MS-DOS compress', /^SZDD\x88\xf0'3/],
  ['7z', /^7z\xbc\xaf'\x1c/],
  ['7z in a program', /^(MZ|\x7fELF).*7z\xbc\xaf'\x1c/s],
  ['rar', /^Rar!/],
  ['rar in a program', /^(MZ|\x7fELF).*Rar!\x1a\x07/s],
  ['cabinet', /^MSCF/],
  ['cabinet in a program', /^MZ.*MSCF\0\0\0\0/s],
  ['NSIS', /^.{4}\xef\xbe\xad\xdeNullsoftInst/s],
  ['NSIS in a program', /^MZ.*\xef\xbe\xad\xdeNullsoftInst/s],
  ['OLE document', /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/],
  ['ar', /^!<arch>\n/],
  ['arj', /^`\xea.[\0-\x0a]/s],
  ['rpm', /^\xed\xab\xee\xdb/],
  ['wim', /^MSWIM\0\0\0/],
  ['LHA', /^..-l[hz].-/s],
  ['xar', /^xar!/],
  ['cpio', /^(07070[127]|\xc7\x71|\x71\xc7)/],
  ['mtree', /^#mtree/],
  ['WARC', /^WARC\//],
  ['uuencode', /(^|\n)begin(-base64)? [0-7]{3,4} /],
  ['help file', /^(ITSF\x03\0\0\0|ITOLITLS)/],
  ['Flash', /^([FCZ]WS[\x01-\x7f]|FLV\x01)/],
  ['universal program of macOS', /^\xca\xfe\xba\xbe\0\0\0/],
  ['SquashFS image', /^(hsqs|sqsh|shsq|qshs)/],
  ['Apple partition map', /^ER[\x02-\x10]\0/],
  ['virtual disk', /^(QFI\xfb|conectix|vhdxfile|KDMV)/],
  ['sparse image', /^:\xff&\xed/],
];

/** What they know by bytes further on. @type {[format: string, pattern: RegExp][]} */
const IMAGES = [
  ['NTFS image', /^.{3}NTFS {4}\0/s],
  ['CramFS image', /^.{16}Compressed ROMFS/s],
  ['APFS image', /^.{32}NXSB/s],
  ['virtual disk', /^.{64}\x7f\x10\xda\xbe/s],
  ['GPT image', /^.{512}EFI PART/s],
  ['disk image', /^.{510}U\xaa/s],
  ['HFS image', /^.{1024}(BD.{122}H\+|H\+\0\x04|HX\0\x05)/s],
  ['ext image', /^.{1080}S\xef/s],
  ['Android partition image', /^.{4096}gDla4\0\0\0/s],
  ['UDF image', /^.{32768}\0BEA01\x01\0/s],
  ['ISO image', /^.{32769}CD001/s],
];
