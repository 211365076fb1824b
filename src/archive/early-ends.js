import { tailStart } from './end-record.js';

/** @import { ByteSource, EarlyBytes } from './read-ahead.js' */

/**
 * Begins to read the end of a source while something else is waited for: an archive is opened with it, and the directory is there,
 * unless it is very long. Also its start, where the first entries are: then small ones need not be waited for either. For a small
 * archive, the end is all of it. A tar or gzip file needs only the tail, since every archive is first looked at as a zip.
 *
 * @template {ByteSource} Source
 * @param {Source} source
 * @param {{ withStart?: boolean, isNamedZip?: boolean }} [options] `withStart`: whether the first entries will be read. In a very large
 *   archive they are large too: then what was read would not be used. `isNamedZip`: false if the name says that it is something else.
 * @returns {Source & { early: EarlyBytes }}
 */
export function readEndsEarly(source, { withStart = true, isNamedZip = true } = {}) {
  const { bytes } = source;
  const end = isNamedZip ? Math.max(0, bytes - PIECE_BYTES) : tailStart(source);
  let pieces = [new EarlyPiece(source, end, bytes)];
  if (withStart && isNamedZip && end > 0 && bytes <= MAX_BYTES) pieces.push(new EarlyPiece(source, 0, PIECE_BYTES));
  return {
    ...source,
    early: {
      atHand: (start, end) => pieces.find(each => each.holds(start, end))?.read(start, end) ?? null,
      reach: start => pieces.find(each => each.holds(start, start + 1))?.end ?? start,
      letGo() {
        pieces = [];
      },
    },
  };
}

/** A range that is read before it is asked for. */
class EarlyPiece {
  #start;
  end;
  #bytes;

  /**
   * @param {ByteSource} source
   * @param {number} start
   * @param {number} end
   */
  constructor(source, start, end) {
    this.#start = start;
    this.end = end;
    this.#bytes = source
      .read(start, end)
      .toArray()
      .then(chunks => (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    // A failed read is reported to its reader. Without one it must not end the process.
    this.#bytes.catch(() => {});
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  holds(start, end) {
    return start >= this.#start && start <= end && end <= this.end;
  }

  /**
   * @param {number} start
   * @param {number} end
   * @returns {Promise<Buffer>} A copy.
   */
  async read(start, end) {
    const [from, to] = [start - this.#start, end - this.#start];
    return Buffer.from((await this.#bytes).subarray(from, to));
  }
}

/** As much as is read ahead for entries. */
const PIECE_BYTES = 1024 * 1024;
/** Of an archive whose start is read too. */
const MAX_BYTES = 64 * 1024 * 1024;
