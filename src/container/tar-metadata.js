import { badDirectory } from '../archive/bad-directory.js';
import { ArchiveError } from '../errors.js';

/** @import { ForwardReader } from './forward-reader.js' */

/** Reads what follows a header, and its padding, in constant memory. */
export class MetadataReader {
  #reader;
  #padding;
  /** Bytes that were taken from the reader, but not from here. @type {Buffer} */
  #ahead = NOTHING;
  /** How many bytes were not taken. */
  left;

  /**
   * @param {ForwardReader} reader
   * @param {number} length Without the padding.
   * @param {number} padding
   */
  constructor(reader, length, padding) {
    this.#reader = reader;
    this.left = length;
    this.#padding = padding;
  }

  /**
   * @param {number} length At most a few KiB.
   * @returns {Promise<Buffer>} The next bytes, without taking them; fewer at the end.
   */
  async peek(length) {
    const wanted = Math.min(length, this.left);
    while (this.#ahead.length < wanted) await this.#readAhead();
    return this.#ahead.subarray(0, wanted);
  }

  /**
   * @param {number} length At most `left`.
   * @returns {Promise<Buffer>} A copy.
   */
  async take(length) {
    const parts = [];
    for (let wanted = length; wanted > 0; ) {
      if (this.#ahead.length === 0) await this.#readAhead();
      const part = this.#use(wanted);
      parts.push(part);
      wanted -= part.length;
    }
    return Buffer.concat(parts);
  }

  /** @param {number} length At most `left`. */
  async pass(length) {
    for (let wanted = length; wanted > 0; ) {
      if (this.#ahead.length === 0) await this.#readAhead();
      wanted -= this.#use(wanted).length;
    }
  }

  /** Passes over what is left, and the padding. */
  async end() {
    await this.pass(this.left);
    if ((await this.#reader.take(this.#padding)).length < this.#padding) throw endsIn(this.#reader, 'a header');
  }

  /** @param {number} length */
  #use(length) {
    const part = this.#ahead.subarray(0, length);
    this.#ahead = this.#ahead.subarray(part.length);
    this.left -= part.length;
    return part;
  }

  async #readAhead() {
    const bytes = await this.#reader.take(Math.min(PIECE_BYTES, this.left - this.#ahead.length));
    if (bytes.length === 0) throw endsIn(this.#reader, 'a header');
    this.#ahead = this.#ahead.length === 0 ? bytes : Buffer.concat([this.#ahead, bytes]);
  }
}

/**
 * @param {number} length Of a name in the metadata.
 * @param {number} offset Where the metadata is in the tar archive.
 * @throws {ArchiveError} `archive/bad-directory`, if no zip could have it. Shorter names pass the guards of those in a zip.
 */
export function guardMetadataName(length, offset) {
  if (length <= MAX_NAME_BYTES) return;
  throw badDirectory(
    `the tar header at byte ${offset} has a name of ${length} bytes (limit: ${MAX_NAME_BYTES}); rename the entry`,
  );
}

/**
 * @param {ForwardReader} reader
 * @param {string} where
 */
export function endsIn({ position }, where) {
  return new ArchiveError(
    'archive/truncated',
    `the tar archive ends at byte ${position}, in ${where}; it was cut off: send it again`,
  );
}

const NOTHING = Buffer.alloc(0);
const PIECE_BYTES = 64 * 1024;
const MAX_NAME_BYTES = 0xffff;
