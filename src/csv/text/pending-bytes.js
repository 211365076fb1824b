import { markLastOfBuffer, releaseChunk } from '../../memory/chunk-memory.js';

/**
 * The bytes of an entry that are not used yet: of its opening, or of a record that is still incomplete. They are kept in
 * one buffer, which is freed by hand, so that a long record takes its own size and not that of its history.
 *
 * It also says when the bytes are worth another attempt, so that each byte is scanned a bounded number of times, however
 * long a record is and however small the chunks are.
 */
export class PendingBytes {
  /** @type {Buffer} */
  #buffer = EMPTY;
  /** How many bytes the last attempt has left. */
  #tried = 0;
  #hasNewline = false;

  #likelyBytes;

  length = 0;

  /** @param {number} maxBytes How long a record may be. */
  constructor(maxBytes) {
    // Behind its end, a chunk's bytes may follow.
    this.#likelyBytes = Math.min(maxBytes, LIKELY_BYTES) + LONG_BYTES;
  }

  /** A view, until the next call of another method. */
  get bytes() {
    return this.#buffer.subarray(0, this.length);
  }

  /** @param {Uint8Array} bytes They are copied. */
  append(bytes) {
    this.#hasNewline ||= bytes.includes(LF);
    this.#reserve(this.length + bytes.length);
    this.#buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Whether a record may be complete that was not when the last attempt was made. */
  get isDue() {
    return this.#hasNewline && this.hasGrown;
  }

  /** Whether there are enough new bytes for an attempt. */
  get hasGrown() {
    return this.length >= GROWTH * this.#tried;
  }

  /**
   * Notes an attempt.
   *
   * @param {number} used How many bytes are done with.
   */
  drop(used) {
    this.#hasNewline = false;
    this.length -= used;
    this.#tried = this.length;
    if (this.length === 0) this.#giveBack();
    else if (used > 0) this.#buffer.copyWithin(0, used, used + this.length);
  }

  /** @param {number} length How many bytes to keep at most. */
  truncate(length) {
    this.length = Math.min(this.length, length);
  }

  clear() {
    this.drop(this.length);
  }

  /** @param {number} bytes */
  #reserve(bytes) {
    if (bytes <= this.#buffer.length) return;
    // A long record gets its last buffer at once, because those that it outgrew would leave holes in the process's memory.
    // It is not zeroed, so that only what is used of it takes memory.
    const isLong = bytes > LONG_BYTES && bytes <= this.#likelyBytes;
    const larger =
      2 * bytes <= LEAST_BYTES ? takeLeast() : Buffer.allocUnsafeSlow(isLong ? this.#likelyBytes : 2 * bytes);
    larger.set(this.bytes);
    this.#free();
    this.#buffer = larger;
  }

  #giveBack() {
    if (this.#buffer.length !== LEAST_BYTES || spare !== null) return this.#free();
    spare = this.#buffer;
    this.#buffer = EMPTY;
  }

  #free() {
    if (this.#buffer.length > 0) releaseChunk(markLastOfBuffer(this.#buffer));
    this.#buffer = EMPTY;
  }
}

function takeLeast() {
  const taken = spare ?? Buffer.allocUnsafeSlow(LEAST_BYTES);
  spare = null;
  return taken;
}

/** The memory of an earlier entry, for the next one: small entries come by the thousand. @type {Buffer | null} */
let spare = null;
const EMPTY = Buffer.alloc(0);
const LF = 0x0a;
/** Smaller steps would scan more often; larger ones would keep more of the records that follow. */
const GROWTH = 1.25;
const LEAST_BYTES = 64 * 1024;
const LONG_BYTES = 1024 ** 2;
const LIKELY_BYTES = 16 * 1024 ** 2;
