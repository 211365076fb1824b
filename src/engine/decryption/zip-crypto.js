import { ZIP_CRYPTO_HEADER_BYTES } from '../../archive/encryption.js';
import { wrongPassword } from './wrong-password.js';

/** @import { ZipCryptoEncryption } from '../../archive/encryption.js' */
/** @import { Entry } from '../../archive/entry.js' */
/** @import { Engine } from '../engine.js' */
/** @import { Cipher } from './decryption.js' */

/**
 * Traditional PKWARE encryption (APPNOTE 6.1), decrypted by the engine's module: each byte's key depends on all bytes before
 * it, which is slow in JavaScript.
 *
 * @implements {Cipher}
 */
export class ZipCrypto {
  #engine;
  #entry;
  #encryption;

  /**
   * @param {Engine} engine
   * @param {Entry} entry
   * @param {ZipCryptoEncryption} encryption
   * @param {Buffer} password
   */
  constructor(engine, entry, encryption, password) {
    this.#engine = engine;
    this.#entry = entry;
    this.#encryption = encryption;
    const { exports, memory } = engine;
    const { CIPHER, CIPHER_BYTES, beginKeys, takePassword } = exports;
    beginKeys(0x12345678, 0x23456789, 0x34567890);
    for (let used = 0; used < password.length; used += CIPHER_BYTES.value) {
      const copied = password.copy(memory, CIPHER.value, used, used + CIPHER_BYTES.value);
      takePassword(CIPHER.value, CIPHER.value + copied);
      memory.fill(0, CIPHER.value, CIPHER.value + copied);
    }
  }

  /** @param {Buffer} header */
  begin(header) {
    const { memory, exports } = this.#engine;
    const start = exports.CIPHER.value;
    header.copy(memory, start);
    exports.decryptZipCrypto(start, start + ZIP_CRYPTO_HEADER_BYTES);
    if (memory[start + ZIP_CRYPTO_HEADER_BYTES - 1] !== this.#encryption.checkByte) throw wrongPassword(this.#entry);
  }

  /** @param {Buffer} bytes */
  decrypt(bytes) {
    const { memory, exports } = this.#engine;
    const start = exports.CIPHER.value;
    const end = start + bytes.copy(memory, start);
    exports.decryptZipCrypto(start, end);
    return memory.subarray(start, end);
  }

  /** The entry has no authentication code. Its CRC-32 decides. */
  finish() {}

  /** @returns {{ keys: number[] }} */
  snapshot() {
    const { key0, key1, key2 } = this.#engine.exports;
    return { keys: [key0.value, key1.value, key2.value] };
  }

  /** @param {any} snapshot */
  restore({ keys: [first, second, third] }) {
    this.#engine.exports.beginKeys(first, second, third);
  }
}
