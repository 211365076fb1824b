import { createCipheriv, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import { saltBytes } from '../../archive/encryption.js';
import { ArchiveError } from '../../errors.js';
import { releaseWhole } from '../../memory/chunk-memory.js';
import { quoteName } from '../../printable.js';
import { ResumableHmac } from './resumable-hmac.js';
import { wrongPassword } from './wrong-password.js';

/** @import { AesEncryption } from '../../archive/encryption.js' */
/** @import { Entry } from '../../archive/entry.js' */
/** @import { Engine } from '../engine.js' */
/** @import { Cipher } from './decryption.js' */

/**
 * WinZip AES (https://www.winzip.com/en/support/aes-encryption/): AES in counter mode, and an HMAC-SHA1 over the encrypted
 * bytes at their end. Node's AES encrypts the counters, the engine's module does the XOR.
 *
 * @implements {Cipher}
 */
export class WinZipAes {
  #engine;
  #entry;
  #encryption;
  #password;
  #isResumable;
  /** @type {import('node:crypto').Cipheriv | null} */
  #aes = null;
  /** @type {import('node:crypto').Hmac | ResumableHmac | null} */
  #hmac = null;
  /** How many bytes have been decrypted. */
  #position = 0;

  /**
   * @param {Engine} engine
   * @param {Entry} entry
   * @param {AesEncryption} encryption
   * @param {Buffer} password
   * @param {boolean} isResumable Whether a snapshot may be taken.
   */
  constructor(engine, entry, encryption, password, isResumable) {
    this.#engine = engine;
    this.#entry = entry;
    this.#encryption = encryption;
    this.#password = password;
    this.#isResumable = isResumable;
  }

  /** @param {Buffer} header The salt, and two bytes to check the password with. */
  begin(header) {
    const check = this.#useKeys(header);
    if (!timingSafeEqual(check, header.subarray(-check.length))) throw wrongPassword(this.#entry);
  }

  /**
   * @param {Buffer} header
   * @returns {Buffer} What the check should be.
   */
  #useKeys(header) {
    const salt = header.subarray(0, saltBytes(this.#encryption));
    const keyBytes = 2 * salt.length;
    const keys = pbkdf2Sync(this.#password, salt, ROUNDS, 2 * keyBytes + CHECK_BYTES, 'sha1');
    this.#aes = createCipheriv(`aes-${8 * keyBytes}-ecb`, keys.subarray(0, keyBytes), null).setAutoPadding(false);
    const hmacKey = keys.subarray(keyBytes, 2 * keyBytes);
    this.#hmac = this.#isResumable ? new ResumableHmac(this.#engine, hmacKey) : createHmac('sha1', hmacKey);
    return keys.subarray(2 * keyBytes);
  }

  /** @param {Buffer} bytes */
  decrypt(bytes) {
    const { memory, exports } = this.#engine;
    const aes = /** @type {import('node:crypto').Cipheriv} */ (this.#aes);
    const [start, counters] = [exports.CIPHER.value, exports.KEYSTREAM.value];
    // Within its first block.
    const skipped = this.#position % BLOCK_BYTES;
    const end = start + skipped + bytes.copy(memory, start + skipped);
    const piece = memory.subarray(start + skipped, end);
    this.#hmac?.update(piece);
    const blocks = Math.ceil((skipped + bytes.length) / BLOCK_BYTES);
    // The first counter is 1.
    exports.writeCounters((this.#position - skipped) / BLOCK_BYTES + 1, blocks);
    const keystream = aes.update(memory.subarray(counters, counters + blocks * BLOCK_BYTES));
    keystream.copy(memory, counters);
    releaseWhole(keystream);
    exports.applyKeystream(skipped + bytes.length);
    this.#position += bytes.length;
    return piece;
  }

  /** @param {Buffer} code The first ten bytes of the HMAC. */
  finish(code) {
    const hmac = /** @type {import('node:crypto').Hmac | ResumableHmac} */ (this.#hmac).digest();
    if (timingSafeEqual(hmac.subarray(0, code.length), code)) return;
    throw new ArchiveError(
      'archive/hmac-mismatch',
      `entry ${quoteName(this.#entry.name)} does not have the authentication code that its encrypted bytes should have; ` +
        'it was damaged or tampered with: send it again',
    );
  }

  /** @returns {{ position: number, hmac: ReturnType<ResumableHmac['snapshot']> }} */
  snapshot() {
    return { position: this.#position, hmac: /** @type {ResumableHmac} */ (this.#hmac).snapshot() };
  }

  /**
   * @param {any} snapshot
   * @param {Buffer} header
   */
  restore({ position, hmac }, header) {
    this.#isResumable = true;
    this.#useKeys(header);
    this.#position = position;
    /** @type {ResumableHmac} */ (this.#hmac).restore(hmac);
  }
}

const ROUNDS = 1000;
const BLOCK_BYTES = 16;
const CHECK_BYTES = 2;
