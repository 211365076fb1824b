import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { releaseWhole } from '../memory/chunk-memory.js';
import { promptReadable } from '../streams/prompt-readable.js';

/** @import { Directory } from './find-directory.js' */

/**
 * An archive's bytes, wherever they are.
 *
 * @typedef {{ bytes: number, read: ReadRange, early?: EarlyBytes }} ByteSource `bytes`: its length. `early`: what was read before it was
 *   asked for.
 */

/**
 * @typedef {(start: number, end: number) => Readable} ReadRange The bytes `[start, end)` of a source. The chunks'
 *   memory belongs to the reader.
 */

/**
 * @typedef {object} EarlyBytes
 * @property {(start: number, end: number) => Promise<Buffer> | null} atHand A range without a further request, in memory of the reader's
 *   own; null if it was not read early. Fails as the early read did.
 * @property {(start: number) => number} reach The end of what is at hand from there on without a gap; `start` for nothing.
 * @property {() => void} letGo Frees their memory: others are read from here on.
 */

/**
 * @param {ByteSource} source
 * @param {number} start
 * @param {number} end
 * @returns {Promise<Buffer>} A short range in one piece.
 */
export function readPiece(source, start, end) {
  return source.early?.atHand(start, end) ?? buffer(source.read(start, end));
}

/**
 * Reads ranges of an archive: those in the tail from memory, and small ones from a larger block that is read ahead, so
 * that a thousand small entries do not take a thousand requests.
 *
 * @param {ByteSource} source
 * @param {Pick<Directory, 'start' | 'tail'>} directory
 * @returns {{ readRange: ReadRange, readView: (start: number, end: number) => Promise<Buffer> }} `readView`: a range of at most
 *   `MAX_WHOLE_BYTES`, not copied. It stays valid until the next read.
 */
export function readAhead(source, { start: directoryStart, tail }) {
  let block = tail;
  /** Where each block is read to. @type {Buffer | null} */
  let memory = null;

  /**
   * @param {number} start
   * @param {number} needed The block's least end.
   */
  const readBlock = async (start, needed) => {
    const reach = source.early?.reach(start) ?? start;
    const end = Math.min(start + BLOCK_BYTES, directoryStart, reach < needed ? Number.POSITIVE_INFINITY : reach);
    const early = source.early?.atHand(start, end);
    // The last entries are before the directory.
    if (!early || end === directoryStart) source.early?.letGo();
    if (early) {
      block = { start, bytes: await early };
      return;
    }
    // There may be very many small archives in an archive.
    memory ??= Buffer.allocUnsafeSlow(Math.min(BLOCK_BYTES, directoryStart));
    block = { start, bytes: memory.subarray(0, 0) };
    let length = 0;
    for await (const chunk of source.read(start, end)) {
      length += chunk.copy(memory, length);
      releaseWhole(chunk);
    }
    block = { start, bytes: memory.subarray(0, length) };
  };
  /** @type {(start: number, end: number) => Promise<Buffer>} */
  const readView = async (start, end) => {
    const { start: from, bytes } = start >= tail.start ? tail : block;
    if (start >= from && end <= from + bytes.length) return bytes.subarray(start - from, end - from);
    await readBlock(start, end);
    return block.bytes.subarray(0, end - start);
  };
  /**
   * @param {number} start
   * @param {number} end
   */
  async function* small(start, end) {
    yield Buffer.from(await readView(start, end));
  }
  /**
   * @param {number} start
   * @param {number} end
   * @param {AbortSignal} signal
   */
  async function* large(start, end, signal) {
    let position = start;
    while (position < end) {
      const next = Math.min(position + SMALL_BYTES, source.early?.reach(position) ?? position, end);
      const early = next > position ? source.early?.atHand(position, next) : null;
      if (!early) break;
      yield await early;
      position = next;
    }
    // What is behind a long range, or in the tail, is not read from there.
    if (position < end || end >= tail.start) source.early?.letGo();
    if (position === end) return;
    const rest = source.read(position, end);
    signal.addEventListener('abort', () => rest.destroy());
    yield* rest;
  }
  return {
    readView,
    readRange(start, end) {
      if (start >= tail.start) {
        return Readable.from([Buffer.from(tail.bytes.subarray(start - tail.start, end - tail.start))]);
      }
      if (end - start <= SMALL_BYTES) return Readable.from(small(start, end));
      // Without a beginning that is at hand, there is nothing to add to the source's own stream.
      if ((source.early?.reach(start) ?? start) > start) return promptReadable(signal => large(start, end, signal));
      source.early?.letGo();
      return source.read(start, end);
    },
  };
}

/**
 * @param {ByteSource} source
 * @returns {Pick<Directory, 'start' | 'tail'>} Of a source of which nothing was read.
 */
export function unknownEnd({ bytes }) {
  return { start: bytes, tail: { start: bytes, bytes: NOTHING } };
}

const NOTHING = Buffer.alloc(0);
const SMALL_BYTES = 64 * 1024;
const BLOCK_BYTES = 1024 * 1024;
/** The longest range that is read from a block even if nothing behind it is needed. */
export const MAX_WHOLE_BYTES = BLOCK_BYTES / 2;
