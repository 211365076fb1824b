import { badDirectory } from './bad-directory.js';
import { readPiece } from './read-ahead.js';

/** @import { Tail } from './end-record.js' */
/** @import { ByteSource } from './read-ahead.js' */

/**
 * Reads a few bytes at an offset in the source, fewer at its end.
 *
 * @typedef {(offset: number, length: number) => Promise<Buffer>} Peek
 */

/**
 * Limits the number of reads: any four bytes may look like an end record, and each one has to be followed to its
 * directory.
 *
 * @param {ByteSource} source
 * @param {Tail} tail
 * @returns {{ peek: Peek, peekInTail: Peek, isExhausted: () => boolean }} `peek` fails with `archive/bad-directory`
 *   once it `isExhausted`. `peekInTail` throws `NOT_IN_TAIL` rather than read from the source.
 */
export function peekInto(source, tail) {
  let reads = 0;
  const isExhausted = () => reads > MAX_READS;
  /** @type {Peek} */
  const peek = async (offset, length) => {
    if (offset >= tail.start) return tail.bytes.subarray(offset - tail.start, offset - tail.start + length);
    reads += 1;
    if (isExhausted())
      throw badDirectory("there are many end records, each of which could be the archive's; it was forged");
    return readPiece(source, offset, Math.min(offset + length, source.bytes));
  };
  /** @type {Peek} */
  const peekInTail = async (offset, length) => {
    if (offset < tail.start) throw NOT_IN_TAIL;
    return peek(offset, length);
  };
  return { peek, peekInTail, isExhausted };
}

/**
 * @param {number} offset
 * @param {Peek} peek
 * @returns {Promise<number>} The four bytes there, or 0 if there are fewer.
 */
export async function peekSignature(offset, peek) {
  const bytes = await peek(offset, 4);
  return bytes.length < 4 ? 0 : bytes.readUInt32LE(0);
}

export const NOT_IN_TAIL = new Error('not in the tail');
const MAX_READS = 16;
