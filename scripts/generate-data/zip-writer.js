/** @import { Entry } from './zip-records.js' */
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { dataDescriptor, directoryRecord, endOfDirectory, localHeader } from './zip-records.js';

/**
 * Writes a zip archive front to back. Unlike packages for this, it accepts parts that were deflated on other cores:
 * deflating takes twice as long as generating the rows.
 */
export class ZipWriter {
  /** @param {(bytes: Uint8Array) => Promise<unknown> | void} write Receives the archive's bytes, in order. */
  constructor(write) {
    this.offset = 0;
    this.#write = write;
  }

  /**
   * @param {string} name
   * @param {Uint8Array} bytes
   */
  async add(name, bytes) {
    await this.begin(name);
    await this.part(bytes);
    await this.end();
  }

  /**
   * Begins an entry. Call `part` and `end` for it before the next `begin`.
   *
   * @param {string} name
   */
  async begin(name) {
    this.#entry = { name: Buffer.from(name), offset: this.offset, crc: 0, bytes: 0, deflated: 0 };
    await this.#put(localHeader(this.#entry));
  }

  /**
   * @param {Uint8Array} bytes
   * @param {Uint8Array} [deflated] The same bytes, by `deflatePart`.
   */
  async part(bytes, deflated = deflatePart(bytes)) {
    this.#entry.crc = crc32(bytes, this.#entry.crc);
    this.#entry.bytes += bytes.length;
    this.#entry.deflated += deflated.length;
    await this.#put(deflated);
  }

  async end() {
    await this.part(new Uint8Array(), LAST_PART);
    await this.#put(dataDescriptor(this.#entry));
    this.#entries.push(this.#entry);
  }

  /** Writes the central directory. */
  async finish() {
    const start = this.offset;
    for (const entry of this.#entries) await this.#put(directoryRecord(entry));
    await this.#put(endOfDirectory(this.#entries.length, start, this.offset - start));
  }

  /** @param {Uint8Array} bytes */
  async #put(bytes) {
    this.offset += bytes.length;
    await this.#write(bytes);
  }

  #write;
  /** @type {Entry} */
  #entry = { name: Buffer.alloc(0), offset: 0, crc: 0, bytes: 0, deflated: 0 };
  /** @type {Entry[]} */
  #entries = [];
}

/**
 * Deflates bytes to a part of a raw deflate stream. Parts can be concatenated: a part does not refer to earlier ones, ends
 * at a byte boundary, and does not set the final bit (RFC 1951, section 3.2.3).
 *
 * @param {Uint8Array} bytes
 */
export function deflatePart(bytes) {
  return deflateRawSync(bytes, {
    level: 6,
    memLevel: 9,
    chunkSize: 256 * 1024,
    finishFlush: constants.Z_SYNC_FLUSH,
  });
}

// An empty final block with fixed Huffman codes (RFC 1951, section 3.2.6).
const LAST_PART = Uint8Array.of(0x03, 0x00);
