import { crc32, inflateRawSync } from 'node:zlib';
import { readDirectory } from './reference-directory.js';

/** @import { Header } from './reference-directory.js' */

/**
 * Reads a whole archive in memory as APPNOTE specifies, in the simplest way, and refuses anything ambiguous. It shares no
 * code with what is tested.
 *
 * @param {Buffer} bytes
 * @returns {Map<string, Buffer | null> | null} By name, without folders: the content, or null where it is not what the
 *   directory declares. null if no directory is unambiguous.
 */
export function readByReference(bytes) {
  const directory = readDirectory(bytes);
  if (directory === null) return null;
  /** @type {Map<string, Buffer | null>} */
  const contents = new Map();
  for (const header of directory.headers) {
    if (header.isFolder && !(header.isLikeFile && !hasSameName(bytes, header, directory))) continue;
    contents.set(header.name, contents.has(header.name) ? null : contentOf(bytes, header, directory));
  }
  return contents;
}

/**
 * @param {Buffer} bytes
 * @param {Header} header
 * @param {{ shift: number, start: number }} directory
 */
function hasSameName(bytes, { offset, rawName }, { shift, start }) {
  const at = offset + shift;
  if (at + 30 > start || bytes.readUInt32LE(at) !== 0x04034b50) return false;
  return bytes.subarray(at + 30, at + 30 + bytes.readUInt16LE(at + 26)).equals(rawName);
}

/**
 * @param {Buffer} bytes
 * @param {Header} header
 * @param {{ shift: number, start: number }} directory
 * @returns {Buffer | null}
 */
function contentOf(bytes, header, directory) {
  const at = header.offset + directory.shift;
  if (at + 30 > directory.start || bytes.readUInt32LE(at) !== 0x04034b50) return null;
  const nameEnd = at + 30 + bytes.readUInt16LE(at + 26);
  const start = nameEnd + bytes.readUInt16LE(at + 28);
  const end = start + header.compressedSize;
  if (end > directory.start || !bytes.subarray(at + 30, nameEnd).equals(header.rawName)) return null;
  if (bytes.readUInt16LE(at + 8) !== header.method) return null;
  if (((bytes.readUInt16LE(at + 6) ^ header.flags) & 1) !== 0) return null;
  const content = inflated(bytes.subarray(start, end), header);
  return content?.length === header.size && crc32(content) === header.crc32 ? content : null;
}

/**
 * @param {Buffer} raw
 * @param {Header} header
 * @returns {Buffer | null}
 */
function inflated(raw, { method, size }) {
  if (method === 0) return raw;
  if (method !== 8) return null;
  try {
    /** @type {any} */
    const options = { maxOutputLength: Math.max(1, size), info: true };
    const { buffer, engine } = /** @type {any} */ (inflateRawSync(raw, options));
    return engine.bytesWritten === raw.length ? buffer : null;
  } catch {
    return null;
  }
}
