import { LimitError } from '../errors.js';
import { TEXT_SHARE } from '../memory/parsed-bytes.js';
import { tooMuch } from './manifest-memory.js';

/**
 * The lines of a manifest: one of any length is not held in memory.
 *
 * @param {AsyncIterable<Buffer>} chunks
 * @param {number} maxBytes How much memory all of it may take.
 * @returns {AsyncGenerator<Buffer, void>} With their newlines.
 * @throws {LimitError} `limit/manifest`
 */
export async function* linesOf(chunks, maxBytes) {
  /** @type {Buffer[]} */
  let line = [];
  let length = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      line.push(chunk.subarray(start, end + 1));
      yield Buffer.concat(line);
      [line, length, start] = [[], 0, end + 1];
    }
    line.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > MAX_LENGTH) throw tooLong();
    if (2 * TEXT_SHARE * length > maxBytes) throw tooMuch(maxBytes);
  }
  yield Buffer.concat(line);
}

/** The error of what is longer than any manifest. */
export function tooLong() {
  return new LimitError(
    'limit/manifest',
    `what stands under the manifest's name is too long to be one (limit: ${MAX_LENGTH} characters beside the lines ` +
      `of its entries and outdated paths, ${MAX_ENTRIES_LENGTH} with them; if it was formatted anew, without such lines, ` +
      'all of it counts as beside them); move it away',
  );
}

const NEWLINE = 0x0a;
/** In bytes: of what is parsed as a whole, which holds the event loop. */
export const MAX_LENGTH = 16 * 1024 * 1024;
// About three million entries, at a hundred bytes of memory each.
export const MAX_ENTRIES_LENGTH = 1024 * 1024 * 1024;
