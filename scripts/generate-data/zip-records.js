/**
 * The records of a zip archive (APPNOTE.TXT 6.3.10, section 4.3): deflated entries with data descriptors, and zip64
 * (section 4.5.3) where a size, an offset or the number of entries requires it.
 *
 * @typedef {object} Entry
 * @property {Buffer} name
 * @property {number} offset The local header's.
 * @property {number} crc
 * @property {number} bytes
 * @property {number} deflated In bytes.
 */

/** @param {Entry} entry */
export function localHeader({ name }) {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeCommon(header, 4);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

/** @param {Entry} entry */
export function dataDescriptor({ crc, bytes, deflated }) {
  const large = bytes >= FULL_32 || deflated >= FULL_32;
  const descriptor = Buffer.alloc(large ? 24 : 16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  if (large) {
    descriptor.writeBigUInt64LE(BigInt(deflated), 8);
    descriptor.writeBigUInt64LE(BigInt(bytes), 16);
  } else {
    descriptor.writeUInt32LE(deflated, 8);
    descriptor.writeUInt32LE(bytes, 12);
  }
  return descriptor;
}

/** @param {Entry} entry */
export function directoryRecord({ name, offset, crc, bytes, deflated }) {
  const large = [bytes, deflated, offset].filter(value => value >= FULL_32);
  const extra = Buffer.alloc(large.length > 0 ? 4 + 8 * large.length : 0);
  if (large.length > 0) {
    extra.writeUInt16LE(0x0001, 0);
    extra.writeUInt16LE(8 * large.length, 2);
    for (const [index, value] of large.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  }
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(MADE_BY_UNIX | VERSION, 4);
  writeCommon(record, 6);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(Math.min(deflated, FULL_32), 20);
  record.writeUInt32LE(Math.min(bytes, FULL_32), 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE((0o100644 << 16) >>> 0, 38);
  record.writeUInt32LE(Math.min(offset, FULL_32), 42);
  return Buffer.concat([record, name, extra]);
}

/**
 * @param {number} entries
 * @param {number} start
 * @param {number} bytes
 */
export function endOfDirectory(entries, start, bytes) {
  const zip64 = Buffer.alloc(start >= FULL_32 || entries >= FULL_16 ? 56 + 20 : 0);
  if (zip64.length > 0) {
    zip64.writeUInt32LE(0x06064b50, 0);
    zip64.writeBigUInt64LE(44n, 4);
    zip64.writeUInt16LE(MADE_BY_UNIX | VERSION, 12);
    zip64.writeUInt16LE(VERSION, 14);
    zip64.writeBigUInt64LE(BigInt(entries), 24);
    zip64.writeBigUInt64LE(BigInt(entries), 32);
    zip64.writeBigUInt64LE(BigInt(bytes), 40);
    zip64.writeBigUInt64LE(BigInt(start), 48);
    zip64.writeUInt32LE(0x07064b50, 56);
    zip64.writeBigUInt64LE(BigInt(start + bytes), 64);
    zip64.writeUInt32LE(1, 72);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries, FULL_16), 8);
  end.writeUInt16LE(Math.min(entries, FULL_16), 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(Math.min(start, FULL_32), 16);
  return Buffer.concat([zip64, end]);
}

/**
 * The fields that both headers share: version needed, flags, method, time.
 *
 * @param {Buffer} header
 * @param {number} at
 */
function writeCommon(header, at) {
  header.writeUInt16LE(VERSION, at);
  header.writeUInt16LE(SIZES_FOLLOW | NAME_IS_UTF8, at + 2);
  header.writeUInt16LE(DEFLATE, at + 4);
  header.writeUInt16LE(0, at + 6);
  header.writeUInt16LE(MODIFIED, at + 8);
}

const FULL_16 = 0xffff;
const FULL_32 = 0xffffffff;
const VERSION = 45;
const MADE_BY_UNIX = 3 << 8;
const SIZES_FOLLOW = 1 << 3;
const NAME_IS_UTF8 = 1 << 11;
const DEFLATE = 8;

// 2025-01-01 00:00 for every entry. DOS dates have no time zone, so the bytes are the same everywhere.
const MODIFIED = ((2025 - 1980) << 9) | (1 << 5) | 1;
