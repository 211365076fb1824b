import { crc32 } from 'node:zlib';

/**
 * @typedef {object} Header
 * @property {Buffer} rawName
 * @property {string} name
 * @property {boolean} isFolder By its name (empty, if that ends with a backslash), or empty and by its attributes.
 * @property {boolean} isLikeFile By its size or its attributes.
 * @property {number} flags
 * @property {number} method
 * @property {number} crc32
 * @property {number} compressedSize
 * @property {number} size
 * @property {number} offset
 *
 * @typedef {{ headers: Header[], start: number, shift: number }} Directory `shift`: how many bytes stand before the
 *   archive.
 */

/**
 * The central directory, if it is unambiguous: among the end records whose directory is where they say, there must be only
 * one that does not lie in the contents of another one's entries, and no other may follow it.
 *
 * @param {Buffer} bytes
 * @returns {Directory | null}
 */
export function readDirectory(bytes) {
  const candidates = [];
  const first = Math.max(0, bytes.length - 22 - 2 * 65_535);
  for (let at = bytes.indexOf(SIGNATURE, first); at >= 0; at = bytes.indexOf(SIGNATURE, at + 1)) {
    if (at > bytes.length - 22) break;
    const end = at + 22 + bytes.readUInt16LE(at + 20);
    if (end <= bytes.length) candidates.push({ at, end, directory: directoryBefore(bytes, at) });
  }
  const fitting = candidates.flatMap(({ at, end, directory }) => (directory ? [{ at, end, ...directory }] : []));
  const outer = fitting.filter(({ at }) => !fitting.some(({ shift, start }) => at >= shift && at < start));
  const last = outer.at(-1);
  const isSure =
    outer.every(({ start }) => start === last?.start) && !candidates.some(({ at }) => at >= (last?.end ?? 0));
  return last && isSure ? last : null;
}

/**
 * @param {Buffer} bytes
 * @param {number} at Where the end record is.
 * @returns {Directory | null}
 */
function directoryBefore(bytes, at) {
  const declared = zip64Before(bytes, at) ?? {
    count: bytes.readUInt16LE(at + 10),
    size: bytes.readUInt32LE(at + 12),
    offset: bytes.readUInt32LE(at + 16),
    end: at,
  };
  for (const start of [declared.end - declared.size, declared.offset]) {
    if (start < declared.offset || start + declared.size > declared.end) continue;
    const headers = readHeaders(bytes.subarray(start, start + declared.size), declared.count);
    if (headers !== null) return { headers, start, shift: start - declared.offset };
  }
  return null;
}

/**
 * @param {Buffer} bytes
 * @param {number} at
 */
function zip64Before(bytes, at) {
  const locator = at - 20;
  if (locator < 0 || bytes.readUInt32LE(locator) !== 0x07064b50) return null;
  const declared = Number(bytes.readBigUInt64LE(locator + 8));
  const record = [declared, locator - 56].find(
    offset => offset >= 0 && offset + 56 <= locator && bytes.readUInt32LE(offset) === 0x06064b50,
  );
  if (record === undefined) return null;
  return {
    count: Number(bytes.readBigUInt64LE(record + 32)),
    size: Number(bytes.readBigUInt64LE(record + 40)),
    offset: Number(bytes.readBigUInt64LE(record + 48)),
    end: record,
  };
}

/**
 * @param {Buffer} bytes The directory's, and nothing else.
 * @param {number} count
 * @returns {Header[] | null} Null where they are not as many, or not as long.
 */
function readHeaders(bytes, count) {
  const headers = [];
  let at = 0;
  while (at < bytes.length) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) return null;
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
    const end = extraEnd + bytes.readUInt16LE(at + 32);
    if (end > bytes.length) return null;
    headers.push(
      readHeader(bytes.subarray(at, end), bytes.subarray(at + 46, nameEnd), bytes.subarray(nameEnd, extraEnd)),
    );
    at = end;
  }
  return headers.length === count ? headers : null;
}

/**
 * @param {Buffer} bytes
 * @param {Buffer} rawName
 * @param {Buffer} extra
 * @returns {Header}
 */
function readHeader(bytes, rawName, extra) {
  const blocks = readBlocks(extra);
  const wide = blocks.get(1) ?? Buffer.alloc(0);
  let used = 0;
  const [size, compressedSize, offset] = [24, 20, 42].map(at => {
    const value = bytes.readUInt32LE(at);
    if (value !== 0xffffffff || used + 8 > wide.length) return value;
    used += 8;
    return Number(wide.readBigUInt64LE(used - 8));
  });
  const flags = bytes.readUInt16LE(8);
  const path = (flags & 0x800) === 0 ? unicodePath(blocks.get(0x7075), rawName) : null;
  const name = path?.replaceAll('\\', '/') ?? nameOf(rawName, flags);
  const endsWithBackslash = path?.endsWith('\\') ?? rawName.at(-1) === BACKSLASH;
  const type = [3, 19].includes(bytes[5]) ? bytes[41] >> 4 : 0;
  const saysFolder = type === 4 || (type === 0 && (bytes[38] & 0x10) !== 0);
  return {
    rawName,
    name,
    isFolder: name.endsWith('/') ? !(endsWithBackslash && size > 0) : saysFolder && size === 0,
    isLikeFile: size > 0 || ![0, 4].includes(type),
    flags,
    method: bytes.readUInt16LE(10),
    crc32: bytes.readUInt32LE(16),
    compressedSize,
    size,
    offset,
  };
}

/**
 * @param {Buffer} extra
 * @returns {Map<number, Buffer>} The first of each kind.
 */
function readBlocks(extra) {
  const blocks = new Map();
  for (let at = 0; at + 4 <= extra.length; ) {
    const id = extra.readUInt16LE(at);
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (end > extra.length) break;
    if (!blocks.has(id)) blocks.set(id, extra.subarray(at + 4, end));
    at = end;
  }
  return blocks;
}

/**
 * @param {Buffer | undefined} block
 * @param {Buffer} rawName
 */
function unicodePath(block, rawName) {
  if (block === undefined || block.length < 5 || block[0] !== 1) return null;
  return block.readUInt32LE(1) === crc32(rawName) ? block.toString('utf8', 5) : null;
}

/**
 * @param {Buffer} rawName
 * @param {number} flags
 */
function nameOf(rawName, flags) {
  const text = rawName.toString('utf8');
  if ((flags & 0x800) !== 0 || Buffer.from(text).equals(rawName)) return text.replaceAll('\\', '/');
  const name = Array.from(rawName, byte => (byte < 128 ? String.fromCharCode(byte) : UPPER[byte - 128])).join('');
  const isDoubtful = rawName.some((byte, at) => byte === 0x5c && at > 0 && rawName[at - 1] > 127);
  return isDoubtful ? name : name.replaceAll('\\', '/');
}

const SIGNATURE = Buffer.from('PK\x05\x06');

// Code page 437.
const UPPER = Array.from(
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
);

const BACKSLASH = 0x5c;
