import { encryptionBytes } from '../../archive/encryption.js';

/** @import { Entry } from '../../archive/entry.js' */
/** @import { Engine } from '../engine.js' */

/**
 * How an entry is decrypted. Its state may be in the engine.
 *
 * @typedef {object} Cipher
 * @property {(header: Buffer) => void} begin Takes what stands before the data. Fails with `archive/wrong-password`.
 * @property {(bytes: Buffer) => Buffer} decrypt The next bytes of the data, at most as many as fit. The result is in the
 *   engine's memory, until the next call.
 * @property {(trailer: Buffer) => void} finish Takes what stands behind the data. Fails with `archive/hmac-mismatch`.
 * @property {() => any} snapshot Plain data.
 * @property {(snapshot: any, header: Buffer) => void} restore Instead of `begin`.
 */

/**
 * Where the decryption of an entry stands: plain data.
 *
 * @typedef {object} CipherState
 * @property {number} position How many bytes of the entry, as the archive has them, were taken. Reading resumes there.
 * @property {Buffer} header What stands before the data.
 * @property {Buffer} trailer As much as was taken of what stands behind it.
 * @property {any} cipher
 */

/** Decrypts an entry's bytes, as the archive has them: the header of its encryption, its data, and an authentication code. */
export class Decryption {
  #engine;
  #entry;
  #cipher;
  #header;
  #trailer;
  #dataEnd;
  #position = 0;

  /**
   * @param {Engine} engine
   * @param {Entry} entry
   * @param {Cipher} cipher
   */
  constructor(engine, entry, cipher) {
    this.#engine = engine;
    this.#entry = entry;
    this.#cipher = cipher;
    const { before, behind } = encryptionBytes(entry.encryption);
    this.#header = Buffer.alloc(before);
    this.#trailer = Buffer.alloc(behind);
    this.#dataEnd = entry.compressedBytes - behind;
  }

  /**
   * @param {Buffer} chunk
   * @returns {Generator<Buffer, void>} Pieces in the engine's memory, each until the next one is asked for.
   * @throws {ArchiveError} `archive/wrong-password`
   */
  *decrypt(chunk) {
    let used = 0;
    while (used < chunk.length) {
      const bytes = chunk.subarray(used, used + this.#pieceBytes());
      used += bytes.length;
      const start = this.#position;
      this.#position += bytes.length;
      if (start < this.#header.length) {
        bytes.copy(this.#header, start);
        if (this.hasBegun) this.#cipher.begin(this.#header);
      } else if (start < this.#dataEnd) {
        yield this.#cipher.decrypt(bytes);
      } else {
        bytes.copy(this.#trailer, start - this.#dataEnd);
      }
    }
  }

  /**
   * Nothing of the entry may be published before this.
   *
   * @throws {ArchiveError} `archive/hmac-mismatch`; or unzipper's own `FILE_ENDED`
   */
  finish() {
    if (this.#position !== this.#entry.compressedBytes) throw new Error('FILE_ENDED');
    this.#cipher.finish(this.#trailer);
  }

  /** Whether the password was found to be right. */
  get hasBegun() {
    return this.#position >= this.#header.length;
  }

  /** @returns {CipherState} */
  snapshot() {
    return {
      position: this.#position,
      header: this.#header,
      trailer: this.#trailer.subarray(0, Math.max(0, this.#position - this.#dataEnd)),
      cipher: this.#cipher.snapshot(),
    };
  }

  /** @param {CipherState} state */
  restore({ position, header, trailer, cipher }) {
    this.#position = position;
    header.copy(this.#header);
    trailer.copy(this.#trailer);
    this.#cipher.restore(cipher, this.#header);
  }

  /** How many of the next bytes belong together, and fit into the engine's memory. */
  #pieceBytes() {
    if (!this.hasBegun) return this.#header.length - this.#position;
    if (this.#position >= this.#dataEnd) return Number.POSITIVE_INFINITY;
    return Math.min(this.#dataEnd - this.#position, this.#engine.exports.CIPHER_BYTES.value);
  }
}

/**
 * @param {Buffer} bytes
 * @returns {Buffer} With memory of its own, which can be freed.
 */
export function copyOf(bytes) {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}
