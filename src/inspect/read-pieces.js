import { releaseWhole } from '../memory/chunk-memory.js';

/** @import { ByteSource } from '../archive/read-ahead.js' */

/**
 * A range of an archive: the bytes `[start, end)`.
 *
 * @typedef {{ start: number, end: number }} Piece
 */

/**
 * Reads pieces of an archive. Neighbours are read in one range, and several ranges at a time, so that ten thousand pieces do
 * not take ten thousand requests, one after the other.
 *
 * @param {ByteSource} source
 * @param {Piece[]} pieces Sorted by their start.
 * @returns {AsyncGenerator<Buffer, void>} The pieces' bytes, in order. They are valid until the next ones are asked for.
 */
export async function* readPieces(source, pieces) {
  const ranges = joinNeighbours(pieces);
  /** @type {Promise<Buffer>[]} */
  const reading = [];
  let started = 0;
  let held = 0;
  const readOn = () => {
    for (; started < ranges.length && reading.length < AT_A_TIME; started++) {
      const range = ranges[started];
      const length = range.end - range.start;
      if (reading.length > 0 && held + length > MAX_HELD_BYTES) return;
      held += length;
      const bytes = readRange(source, range);
      // Its error counts once it is this range's turn. Until then, and if nobody waits any more, it is not unhandled.
      bytes.catch(() => {});
      reading.push(bytes);
    }
  };
  for (const { start, end, pieces } of ranges) {
    readOn();
    const bytes = await /** @type {Promise<Buffer>} */ (reading.shift());
    for (const piece of pieces) yield bytes.subarray(piece.start - start, piece.end - start);
    releaseWhole(bytes);
    held -= end - start;
  }
}

/**
 * @param {Piece[]} pieces
 * @returns {(Piece & { pieces: Piece[] })[]}
 */
function joinNeighbours(pieces) {
  /** @type {(Piece & { pieces: Piece[] })[]} */
  const ranges = [];
  for (const piece of pieces) {
    const last = ranges.at(-1);
    const end = Math.max(last?.end ?? 0, piece.end);
    if (last && piece.start - last.end <= GAP_BYTES && end - last.start <= RANGE_BYTES) {
      last.end = end;
      last.pieces.push(piece);
    } else {
      ranges.push({ start: piece.start, end: piece.end, pieces: [piece] });
    }
  }
  return ranges;
}

/**
 * @param {ByteSource} source
 * @param {Piece} range
 * @returns {Promise<Buffer>} It has a buffer of its own.
 */
async function readRange(source, { start, end }) {
  const bytes = Buffer.allocUnsafeSlow(end - start);
  let length = 0;
  for await (const chunk of source.read(start, end)) {
    chunk.copy(bytes, length);
    length += chunk.length;
    releaseWhole(chunk);
  }
  return bytes;
}

const AT_A_TIME = 32;
const MAX_HELD_BYTES = 1.5 * 1024 ** 2;
/** A range is longer only if its one piece is. Larger ones would take more memory, and hardly fewer requests. */
const RANGE_BYTES = 288 * 1024;
/** As many bytes take less time than another request. */
const GAP_BYTES = 32 * 1024;
