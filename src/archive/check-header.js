import { Readable } from 'node:stream';
import { checkLocalHeader, localHeaderLength } from './local-header.js';

/** @import { Entry } from './entry.js' */

/**
 * Checks the local header at the beginning of a stream before the stream's other reader sees it.
 *
 * @param {Readable} range Begins with the local header.
 * @param {Entry} entry
 * @param {(error: Error | null, length: number) => void} done Called with the header's length.
 */
export function checkHeaderInPassing(range, entry, done) {
  let head = Buffer.alloc(0);
  /** @param {Buffer} chunk */
  const check = chunk => {
    head = Buffer.concat([head, chunk]);
    try {
      if (checkLocalHeader(head, entry) > head.length) return;
      finish(null, localHeaderLength(head));
    } catch (error) {
      finish(/** @type {Error} */ (error));
    }
  };
  const end = () => finish(new Error('FILE_ENDED'));
  /**
   * @param {Error | null} error
   * @param {number} [length]
   */
  const finish = (error, length = 0) => {
    range.off('data', check).off('end', end);
    done(error, length);
  };
  range.on('data', check).on('end', end);
}

/**
 * @param {Readable} range Begins with the local header.
 * @param {Entry} entry
 * @returns {Promise<number>} The length of the local header, once it has been checked.
 */
export async function readHeader(range, entry) {
  let head = Buffer.alloc(0);
  for await (const chunk of range) {
    head = Buffer.concat([head, chunk]);
    if (checkLocalHeader(head, entry) <= head.length) return localHeaderLength(head);
  }
  throw new Error('FILE_ENDED');
}

/**
 * @param {Readable} range Begins with the local header.
 * @param {Entry} entry Has no compressed bytes.
 * @param {(length: number) => void} setLength Called with the header's length.
 * @returns {Readable} Empty. It ends once the header has been checked.
 */
export function nothingBehindHeader(range, entry, setLength) {
  const nothing = new Readable({ read() {} });
  checkHeaderInPassing(range, entry, (error, length) => {
    if (error) return nothing.destroy(error);
    setLength(length);
    nothing.push(null);
  });
  range.on('error', error => nothing.destroy(error));
  return nothing;
}
