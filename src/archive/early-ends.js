import { promptReadable } from '../streams/prompt-readable.js';

/** @import { ByteSource } from './read-ahead.js' */

/**
 * Begins to read the end of a source while something else is waited for: an archive is opened with it, and the directory is there,
 * unless it is very long. Also its start, where the first entries are: then they need not be waited for either. Of a small archive
 * that is all.
 *
 * @template {ByteSource} Source
 * @param {Source} source
 * @param {{ withStart?: boolean }} [options] `withStart`: whether the first entries will be read. In a very large archive they are
 *   large too: then what was read would not be used.
 * @returns {Source} Reads within the two come from memory, until one of many bytes is not within. Should an early read fail, so does
 *   the first of them.
 */
export function readEndsEarly(source, { withStart = true } = {}) {
  const { bytes } = source;
  let early = [new EarlyPiece(source, Math.max(0, bytes - PIECE_BYTES), bytes)];
  if (withStart && bytes > PIECE_BYTES && bytes <= MAX_BYTES) early.push(new EarlyPiece(source, 0, PIECE_BYTES));
  return {
    ...source,
    read(start, end) {
      const piece = early.find(each => each.holds(start, end));
      if (piece !== undefined) {
        return promptReadable(() =>
          piece.read(start, end, () => {
            early = [];
          }),
        );
      }
      if (end - start > PEEK_BYTES) early = [];
      return source.read(start, end);
    },
  };
}

/** A range that is read before it is asked for. */
class EarlyPiece {
  #start;
  #end;
  #bytes;

  /**
   * @param {ByteSource} source
   * @param {number} start
   * @param {number} end
   */
  constructor(source, start, end) {
    this.#start = start;
    this.#end = end;
    this.#bytes = source.read(start, end).toArray();
    // A failed read is reported to its reader. Without one it must not end the process.
    this.#bytes.catch(() => {});
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  holds(start, end) {
    return start >= this.#start && start <= end && end <= this.#end;
  }

  /**
   * @param {number} start
   * @param {number} end
   * @param {() => void} onError
   * @returns {AsyncGenerator<Buffer, void>} Copies, because the memory of a chunk belongs to its reader.
   */
  async *read(start, end, onError) {
    try {
      let position = this.#start;
      for (const chunk of await this.#bytes) {
        const [from, to] = [Math.max(start - position, 0), Math.min(end - position, chunk.length)];
        if (from < to) yield Buffer.from(chunk.subarray(from, to));
        position += chunk.length;
      }
    } catch (error) {
      onError();
      throw error;
    }
  }
}

/** As many as are read ahead of entries. */
const PIECE_BYTES = 1024 * 1024;
/** Of an archive whose start is read too. */
const MAX_BYTES = 64 * 1024 * 1024;
/** What is looked at before any entry is read: the first record, the bytes before the directory. */
const PEEK_BYTES = 64 * 1024;
