/** @import { Line } from './batch-line.js' */

/** Rows that nobody has asked for yet. Where they are many, the socket is not read. */
export class HeldRows {
  /** @type {Buffer[]} */
  #blocks = [];
  #bytes = 0;
  #isPaused = false;
  #connection;

  /** @param {Pick<Line, 'pause' | 'resume'>} connection */
  constructor(connection) {
    this.#connection = connection;
  }

  get isEmpty() {
    return this.#blocks.length === 0;
  }

  /** @param {Buffer} block */
  add(block) {
    this.#blocks.push(block);
    this.#bytes += block.length;
    if (this.#bytes < HELD_BYTES) return;
    this.#isPaused = true;
    this.#connection.pause();
  }

  /** @returns {Buffer} All of them. */
  take() {
    const block = this.#blocks.length === 1 ? this.#blocks[0] : Buffer.concat(this.#blocks);
    this.drop();
    this.readOn();
    return block;
  }

  drop() {
    this.#blocks = [];
    this.#bytes = 0;
  }

  readOn() {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#connection.resume();
  }
}

/** How much of a reply is read ahead of who asks for it; what becomes of a chunk of the socket's (64 KiB) can be on top. */
const HELD_BYTES = 65_536;
