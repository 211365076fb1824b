import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** @import { Directory } from './find-directory.js' */

/**
 * An archive's bytes, wherever they are.
 *
 * @typedef {{ bytes: number, read: ReadRange }} ByteSource `bytes`: its length.
 */

/**
 * @typedef {(start: number, end: number) => Readable} ReadRange The bytes `[start, end)` of a source. The chunks'
 *   memory belongs to the reader.
 */

/**
 * Reads ranges of an archive: those in the tail from memory, and small ones from a larger block that is read ahead, so
 * that a thousand small entries do not take a thousand requests.
 *
 * @param {ByteSource} source
 * @param {Directory} directory
 * @returns {ReadRange}
 */
export function readAhead(source, { start: directoryStart, tail }) {
  let block = tail;
  /**
   * @param {number} start
   * @param {number} end
   */
  async function* small(start, end) {
    if (start < block.start || end > block.start + block.bytes.length) {
      const blockEnd = Math.min(start + BLOCK_BYTES, directoryStart);
      block = { start, bytes: await buffer(source.read(start, blockEnd)) };
    }
    yield Buffer.from(block.bytes.subarray(start - block.start, end - block.start));
  }
  return (start, end) => {
    if (start >= tail.start) {
      return Readable.from([Buffer.from(tail.bytes.subarray(start - tail.start, end - tail.start))]);
    }
    return end - start <= SMALL_BYTES ? Readable.from(small(start, end)) : source.read(start, end);
  };
}

const SMALL_BYTES = 64 * 1024;
const BLOCK_BYTES = 1024 * 1024;
