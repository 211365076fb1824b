import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';
import { findExtraField } from './extra-field.js';

/** @import { Entry } from './entry.js' */

/**
 * How an entry's bytes are encrypted.
 *
 * @typedef {ZipCryptoEncryption | AesEncryption} Encryption
 *
 * @typedef {{ kind: 'zipcrypto', checkByte: number }} ZipCryptoEncryption Traditional PKWARE encryption (APPNOTE 6.1).
 *   `checkByte`: what the last byte of its header decrypts to.
 *
 * @typedef {{ kind: 'aes', version: 1 | 2, strength: 1 | 2 | 3 }} AesEncryption WinZip AES, of 128, 192 or 256 bits. Version 2
 *   (AE-2) declares no CRC-32.
 */

/**
 * Reads from a header how its entry is encrypted.
 *
 * @param {object} header
 * @param {string} header.name
 * @param {number} header.flags General purpose bit flags.
 * @param {number} header.method
 * @param {number} header.time MS-DOS time.
 * @param {number} header.crc32
 * @param {Buffer} header.extra
 * @returns {{ encryption: Encryption | null, method: number, error: ArchiveError | null }} `method`: the one of the decrypted
 *   bytes. `error`: `archive/encrypted`, `archive/unsupported-method`.
 */
export function readEncryption({ name, flags, method, time, crc32, extra }) {
  const isEncrypted = (flags & ENCRYPTED_FLAG) !== 0;
  const unreadable =
    (flags & MASKED_FLAG) !== 0
      ? 'has a masked header, as in an archive whose directory is encrypted'
      : isEncrypted && (flags & STRONG_FLAG) !== 0
        ? "is encrypted by PKWARE's strong encryption, which is not supported"
        : null;
  if (unreadable !== null) {
    const error = new ArchiveError(
      'archive/encrypted',
      `entry ${quoteName(name)} ${unreadable}; send it without a password, or with WinZip AES`,
    );
    return { encryption: null, method, error };
  }
  if (method === AES_METHOD) return readAes(name, isEncrypted, extra);
  if (!isEncrypted) return { encryption: null, method, error: null };
  // A writer that streams does not know the CRC-32 yet. Info-ZIP decides by the directory's flag too.
  const checkByte = (flags & DESCRIPTOR_FLAG) !== 0 ? time >>> 8 : crc32 >>> 24;
  return { encryption: { kind: 'zipcrypto', checkByte }, method, error: null };
}

/**
 * @param {{ name: string }} entry
 * @returns {ArchiveError} `archive/encrypted`
 */
export function noPassword({ name }) {
  return new ArchiveError(
    'archive/encrypted',
    `entry ${quoteName(name)} is encrypted, and there is no password; give it with --password-file FILE or ` +
      'SLUICE_ARCHIVE_PASSWORD (in the function, with SLUICE_PASSWORD_SECRET)',
  );
}

/**
 * Reads the AES extra data field (https://www.winzip.com/en/support/aes-encryption/).
 *
 * @param {string} name
 * @param {boolean} isEncrypted
 * @param {Buffer} extra
 * @returns {ReturnType<typeof readEncryption>}
 */
function readAes(name, isEncrypted, extra) {
  const field = findExtraField(extra, AES_FIELD);
  //  0 - version: 1 or 2
  const version = field?.length === AES_FIELD_BYTES ? field.readUInt16LE(0) : 0;
  //  2 - vendor ID: "AE"
  const vendor = field?.toString('latin1', 2, 4);
  //  4 - strength: 1, 2 or 3
  const strength = field?.[4] ?? 0;
  //  5 - compression method
  const method = version === 0 ? AES_METHOD : /** @type {Buffer} */ (field).readUInt16LE(5);
  const isSound =
    isEncrypted &&
    (version === 1 || version === 2) &&
    vendor === 'AE' &&
    (strength === 1 || strength === 2 || strength === 3) &&
    method !== AES_METHOD;
  if (isSound) return { encryption: { kind: 'aes', version, strength }, method, error: null };
  const error = new ArchiveError(
    'archive/unsupported-method',
    `entry ${quoteName(name)} is compressed by method ${AES_METHOD} (AES encryption), but ` +
      `${isEncrypted ? 'no valid AES extra field (0x9901)' : 'is not marked as encrypted'}; the archive was damaged, or made wrongly`,
  );
  return { encryption: null, method: AES_METHOD, error };
}

/**
 * How many of an entry's bytes in the archive are not its data: before it, the salt and what the password is checked with;
 * behind it, the authentication code.
 *
 * @param {Encryption | null} encryption
 * @returns {{ before: number, behind: number }}
 */
export function encryptionBytes(encryption) {
  if (!encryption) return { before: 0, behind: 0 };
  if (encryption.kind === 'zipcrypto') return { before: ZIP_CRYPTO_HEADER_BYTES, behind: 0 };
  return { before: saltBytes(encryption) + AES_CHECK_BYTES, behind: AES_CODE_BYTES };
}

/**
 * @param {Entry} entry
 * @returns {number} Its compressed bytes without those of its encryption.
 */
export function dataBytesOf({ compressedBytes, encryption }) {
  // Some programs mark an empty entry as encrypted, and write nothing for it.
  if (compressedBytes === 0) return 0;
  const { before, behind } = encryptionBytes(encryption);
  return compressedBytes - before - behind;
}

/**
 * @param {AesEncryption} encryption
 * @returns {number} Half as long as the key.
 */
export function saltBytes({ strength }) {
  return 4 + 4 * strength;
}

/**
 * @param {Encryption | null} encryption
 * @returns {number} 16 bits: the check byte in the upper half, 0 to 7 in the lower one.
 */
export function encodeEncryption(encryption) {
  if (!encryption) return 0;
  if (encryption.kind === 'zipcrypto') return (encryption.checkByte << 8) | 1;
  return 2 + 3 * (encryption.version - 1) + (encryption.strength - 1);
}

/**
 * The opposite of `encodeEncryption`.
 *
 * @param {number} code
 * @returns {Encryption | null}
 */
export function decodeEncryption(code) {
  const kind = code & 0xff;
  if (kind === 0) return null;
  if (kind === 1) return { kind: 'zipcrypto', checkByte: code >>> 8 };
  return {
    kind: 'aes',
    version: /** @type {1 | 2} */ (kind < 5 ? 1 : 2),
    strength: /** @type {1 | 2 | 3} */ (((kind - 2) % 3) + 1),
  };
}

// General purpose bit flags, APPNOTE 4.4.4.
const ENCRYPTED_FLAG = 1 << 0;
const DESCRIPTOR_FLAG = 1 << 3;
const STRONG_FLAG = 1 << 6;
const MASKED_FLAG = 1 << 13;
/** Those that say that an entry is encrypted. */
export const ENCRYPTION_FLAGS = ENCRYPTED_FLAG | MASKED_FLAG;

/** The method in the header of an entry that is encrypted by AES. */
const AES_METHOD = 99;
const AES_FIELD = 0x9901;
const AES_FIELD_BYTES = 7;
const AES_CHECK_BYTES = 2;
const AES_CODE_BYTES = 10;
export const ZIP_CRYPTO_HEADER_BYTES = 12;
