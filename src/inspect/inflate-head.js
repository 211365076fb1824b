import { STORED } from '../archive/entry.js';
import { checkLocalHeader, LOCAL_HEADER_BYTES } from '../archive/local-header.js';
import { createVerifier } from '../archive/verifier.js';
import { Inflater } from '../engine/inflater.js';
import { StoredReader } from '../engine/stored-reader.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { Engine } from '../engine/engine.js' */
/** @import { Piece } from './read-pieces.js' */

/**
 * @param {Entry} entry
 * @param {number} compressedBytes How many of the entry's bytes are wanted.
 * @returns {Piece} Where its local header and they probably are in the archive.
 */
export function headPiece({ start, end, nameBytes }, compressedBytes) {
  return { start, end: Math.min(end, start + LOCAL_HEADER_BYTES + nameBytes + LIKELY_EXTRA_BYTES + compressedBytes) };
}

/**
 * Inflates the beginning of an entry, as far as its bytes reach.
 *
 * @param {Engine} engine Nothing else may use it until the generator is done.
 * @param {Entry} entry
 * @param {Buffer} bytes From the entry's local header.
 * @returns {Generator<{ bytes: Buffer, isEnd: boolean }, void>} `isEnd`: the entry ends here, and was verified. The bytes
 *   are valid until the next ones are asked for.
 * @throws {ArchiveError} What is wrong with the local header, or with the bytes.
 */
export function* inflateHead(engine, entry, bytes) {
  const headerBytes = checkLocalHeader(bytes, entry);
  if (headerBytes > bytes.length) return;
  const compressed = bytes.subarray(headerBytes, headerBytes + entry.compressedBytes);
  const isAll = compressed.length === entry.compressedBytes;
  const isDeflated = entry.method !== STORED && entry.compressedBytes > 0;
  const reader = isDeflated ? new Inflater(engine) : new StoredReader(engine);
  const verifier = createVerifier(entry);

  reader.give(compressed);
  for (let isFinished = false; ; ) {
    while (!reader.needsInput && !reader.isDone) {
      const { start, end } = reader.step();
      const inflated = engine.memory.subarray(start, end);
      verifier.add(inflated);
      if (inflated.length > 0) yield { bytes: inflated, isEnd: false };
      reader.keep(end);
      if (isFinished && !isDeflated) break;
    }
    if (isFinished || !isAll) break;
    reader.finish();
    isFinished = true;
  }
  if (!isAll) return;
  verifier.finish(reader.compressedBytes);
  yield { bytes: NOTHING, isEnd: true };
}

const NOTHING = Buffer.alloc(0);
/** Extra fields of a local header are rarely longer. */
const LIKELY_EXTRA_BYTES = 64;
