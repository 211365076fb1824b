import { dataBytesOf, encryptionBytes } from '../archive/encryption.js';
import { DEFLATED } from '../archive/entry.js';
import { isBytes } from '../storage/shape.js';
import { deflateMethodOf } from './open-work.js';
import { isResumable } from './stage.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { EngineState } from './stage.js' */

/**
 * Whether a suspended state can be one of an entry: it comes back from a checkpoint, which somebody may have written. Its shape is
 * right (`checkEngineState`).
 *
 * @param {EngineState} state
 * @param {Entry} entry
 * @param {EntryOutcome['action']} action
 */
export function fitsEntry({ reader, verified, blocks, decryption }, entry, action) {
  const dataBytes = dataBytesOf(entry);
  const mostBytes = entry.isModulo ? Number.POSITIVE_INFINITY : entry.bytes;
  return (
    isResumable(entry) &&
    verified.bytes <= mostBytes &&
    reader.position <= dataBytes &&
    methodOf(reader) === deflateMethodOf(entry) &&
    (blocks != null) === (action === 'csv') &&
    (blocks == null || blocks.position + blocks.rest.length <= mostBytes) &&
    (decryption == null ? !isDecrypted(entry) : isDecrypted(entry) && fitsEncryption(decryption, entry))
  );
}

/** @param {EngineState['reader']} reader */
function methodOf(reader) {
  return 'window' in reader ? (reader.method ?? DEFLATED) : null;
}

/** @param {Entry} entry */
function isDecrypted({ encryption, compressedBytes }) {
  return encryption !== null && compressedBytes > 0;
}

/**
 * @param {NonNullable<EngineState['decryption']>} decryption
 * @param {Entry} entry
 */
function fitsEncryption({ position, header, trailer, cipher }, { encryption, compressedBytes }) {
  const { before, behind } = encryptionBytes(encryption);
  return (
    position >= before &&
    position <= compressedBytes &&
    header.length === before &&
    trailer.length <= behind &&
    (encryption?.kind === 'aes' ? isAes(cipher) : isZipCrypto(cipher))
  );
}

/** @param {any} cipher */
function isAes({ position, hmac }) {
  return (
    isCount(position) &&
    areIntegers(hmac?.state, 5) &&
    isBytes(hmac.rest) &&
    hmac.rest.length < HMAC_BLOCK_BYTES &&
    isCount(hmac.bytes)
  );
}

/** @param {any} cipher */
function isZipCrypto({ keys }) {
  return areIntegers(keys, 3);
}

/** @param {unknown} value */
function isCount(value) {
  return Number.isSafeInteger(value) && /** @type {number} */ (value) >= 0;
}

/**
 * @param {unknown} value
 * @param {number} length
 */
function areIntegers(value, length) {
  return Array.isArray(value) && value.length === length && value.every(Number.isInteger);
}

const HMAC_BLOCK_BYTES = 64;
