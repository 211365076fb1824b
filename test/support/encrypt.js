import { createCipheriv, createHmac, pbkdf2Sync } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import { fields } from './zip-fields.js';

/** @import { Encryption } from '../../src/archive/encryption.js' */
/** @import { ZipEntry } from './zip-writer.js' */

/**
 * Encrypts an entry for `writeZip`, byte by byte from the specifications.
 *
 * @param {ZipEntry} entry With a content.
 * @param {'zipcrypto' | `ae${1 | 2}-${128 | 192 | 256}`} kind
 * @param {string | Buffer} password
 * @param {Buffer} salt 16 bytes; for ZipCrypto, its header's first 11.
 * @returns {ZipEntry}
 */
export function encrypted(entry, kind, password, salt = Buffer.from('0123456789abcdef')) {
  const { method = 8 } = entry;
  const content = Buffer.from(entry.content ?? '');
  const crc = crc32(content);
  const compressed = entry.raw ?? (method === 8 ? deflateRawSync(content) : content);
  const common = { ...entry, crc32: crc, size: content.length, flags: (entry.flags ?? 0) | 1 };
  if (kind === 'zipcrypto') {
    // The time that `writeZip` writes is midnight.
    const checkByte = entry.descriptor ? 0 : crc >>> 24;
    const encryption = { kind: /** @type {const} */ ('zipcrypto'), checkByte };
    return { ...common, method, raw: encryptBytes(compressed, encryption, Buffer.from(password), salt) };
  }
  const version = /** @type {1 | 2} */ (Number(kind[2]));
  const strength = /** @type {1 | 2 | 3} */ (Number(kind.slice(4)) / 64 - 1);
  const raw = encryptBytes(compressed, { kind: 'aes', version, strength }, Buffer.from(password), salt);
  const field = Buffer.concat([
    fields([2, 0x9901], [2, 7], [2, version]),
    Buffer.from('AE'),
    fields([1, strength], [2, method]),
  ]);
  return {
    ...common,
    crc32: version === 2 ? 0 : crc,
    method: 99,
    raw,
    extra: Buffer.concat([field, entry.extra ?? Buffer.alloc(0)]),
    localExtra: Buffer.concat([field, entry.localExtra ?? Buffer.alloc(0)]),
  };
}

/**
 * @param {Buffer} bytes
 * @param {Encryption} encryption
 * @param {Buffer} password
 * @param {Buffer} salt
 * @returns {Buffer} As an archive has them.
 */
export function encryptBytes(bytes, encryption, password, salt) {
  if (encryption.kind === 'zipcrypto') return zipCrypto(bytes, encryption.checkByte, password, salt);
  const saltBytes = 4 + 4 * encryption.strength;
  const keyBytes = 2 * saltBytes;
  const own = salt.subarray(0, saltBytes);
  const keys = pbkdf2Sync(password, own, 1000, 2 * keyBytes + 2, 'sha1');
  const counters = Buffer.alloc(16 * Math.ceil(bytes.length / 16));
  for (let block = 0; block < counters.length / 16; block++) counters.writeUInt32LE(block + 1, 16 * block);
  const aes = createCipheriv(`aes-${8 * keyBytes}-ecb`, keys.subarray(0, keyBytes), null).setAutoPadding(false);
  const stream = aes.update(counters);
  const data = Buffer.allocUnsafe(bytes.length);
  for (let index = 0; index < bytes.length; index++) data[index] = bytes[index] ^ stream[index];
  const code = createHmac('sha1', keys.subarray(keyBytes, 2 * keyBytes))
    .update(data)
    .digest()
    .subarray(0, 10);
  return Buffer.concat([own, keys.subarray(2 * keyBytes), data, code]);
}

/**
 * APPNOTE 6.1.
 *
 * @param {Buffer} bytes
 * @param {number} checkByte
 * @param {Buffer} password
 * @param {Buffer} salt
 */
function zipCrypto(bytes, checkByte, password, salt) {
  const keys = [0x12345678, 0x23456789, 0x34567890];
  /** @param {number} byte */
  const update = byte => {
    keys[0] = crcOf(keys[0], byte);
    keys[1] = (Math.imul(keys[1] + (keys[0] & 0xff), 134775813) + 1) >>> 0;
    keys[2] = crcOf(keys[2], keys[1] >>> 24);
  };
  for (const byte of password) update(byte);
  const data = Buffer.concat([salt.subarray(0, 11), Buffer.from([checkByte]), bytes]);
  for (let index = 0; index < data.length; index++) {
    const byte = data[index];
    const half = (keys[2] | 2) & 0xffff;
    data[index] = byte ^ (Math.imul(half, half ^ 1) >>> 8);
    update(byte);
  }
  return data;
}

/** Of each byte. */
const CRCS = Uint32Array.from({ length: 256 }, (_, byte) => ~crc32(Buffer.from([byte]), 0xffff_ffff));

/** @param {number} crc @param {number} byte */
function crcOf(crc, byte) {
  return (CRCS[(crc ^ byte) & 0xff] ^ (crc >>> 8)) >>> 0;
}
