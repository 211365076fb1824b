import { crc32, deflateRawSync } from 'node:zlib';
import { fields } from '../../support/zip-fields.js';
import { writeZip } from '../../support/zip-writer.js';

/** @import { ZipEntry } from '../../support/zip-writer.js' */

/**
 * David Fifield, "A better zip bomb" (2019), in small: many directory entries that share the same bytes.
 *
 * @param {number} count
 * @returns {Buffer}
 */
export function fullOverlapBomb(count) {
  const kernel = { name: 'a', content: KERNEL };
  const [first] = fileOf(kernel);
  const entries = Array.from({ length: count }, (_, index) => ({ ...kernel, name: String.fromCharCode(97 + index) }));
  return join(
    first,
    entries.map(entry => ({ ...entry, offset: 0 })),
  );
}

/**
 * The same with distinct local headers: an entry's compressed bytes begin with a stored block that holds the next entry's
 * local header, and continue as that entry's bytes.
 *
 * @param {number} count
 * @returns {Buffer}
 */
export function quotedOverlapBomb(count) {
  /** @type {ZipEntry[]} */
  const entries = [];
  /** @type {Buffer} */
  let body = Buffer.alloc(0);
  let raw = deflateRawSync(KERNEL);
  let content = KERNEL;
  for (let index = count - 1; index >= 0; index--) {
    const entry = { name: `entry ${index}`, content, raw };
    const [file, header] = fileOf(entry);
    entries.unshift({ ...entry, compressedSize: raw.length, size: content.length, crc32: crc32(content) });
    body = file;
    const quote = Buffer.concat([fields([1, 0], [2, header.length], [2, ~header.length]), header]);
    raw = Buffer.concat([quote, raw]);
    content = Buffer.concat([header, content]);
  }
  // Each begins at its header quoted in the previous one.
  let offset = 0;
  const laidOut = entries.map(entry => {
    const start = offset;
    offset += fileOf(entry)[1].length + QUOTE_BYTES;
    return { ...entry, offset: start };
  });
  return join(body, laidOut);
}

/**
 * @param {ZipEntry} entry
 * @returns {[file: Buffer, header: Buffer]}
 */
function fileOf(entry) {
  const zip = writeZip([entry]);
  const directory = zip.readUInt32LE(zip.length - 6);
  return [zip.subarray(0, directory), zip.subarray(0, 30 + zip.readUInt16LE(26))];
}

/**
 * @param {Buffer} files
 * @param {ZipEntry[]} entries Their directory comes behind the files; they themselves do not.
 */
function join(files, entries) {
  const zip = writeZip(entries.map(entry => ({ ...entry, raw: entry.raw ?? deflateRawSync(KERNEL) })));
  const start = zip.readUInt32LE(zip.length - 6);
  const tail = Buffer.from(zip.subarray(start));
  tail.writeUInt32LE(files.length, tail.length - 6);
  return Buffer.concat([files, tail]);
}

const KERNEL = Buffer.alloc(20_000);
const QUOTE_BYTES = 5;
