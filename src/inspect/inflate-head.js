import { dataBytesOf } from '../archive/encryption.js';
import { ZSTD } from '../archive/entry.js';
import { checkLocalHeader, LOCAL_HEADER_BYTES } from '../archive/local-header.js';
import { createVerifier } from '../archive/verifier.js';
import { copyOf } from '../engine/decryption/decryption.js';
import { openDecryption } from '../engine/decryption/open-decryption.js';
import { inflateZstd } from '../engine/inflate-zstd.js';
import { Inflater } from '../engine/inflater.js';
import { deflateMethodOf } from '../engine/open-work.js';
import { StoredReader } from '../engine/stored-reader.js';
import { MAX_BYTES } from './take-sample.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { Engine } from '../engine/engine.js' */
/** @import { Piece } from './read-pieces.js' */

/**
 * @typedef {{ bytes: Buffer, isEnd: boolean }} InflatedPiece `isEnd`: the entry ends here, and was verified. The bytes are
 *   valid until the next ones are asked for.
 */

/**
 * @param {Entry} entry
 * @param {number} compressedBytes How many of the entry's bytes are wanted.
 * @param {boolean} [hasLocalHeader]
 * @returns {Piece} Where its local header and they probably are in the archive.
 */
export function headPiece({ start, end, nameBytes }, compressedBytes, hasLocalHeader = true) {
  if (!hasLocalHeader) return { start, end: Math.min(end, start + compressedBytes) };
  return { start, end: Math.min(end, start + LOCAL_HEADER_BYTES + nameBytes + LIKELY_EXTRA_BYTES + compressedBytes) };
}

/**
 * The beginning of an entry, inflated as far as its bytes reach.
 *
 * @param {Engine} engine Nothing else may use it until the last iterator is done.
 * @param {Entry} entry
 * @param {Buffer} bytes From the entry's local header, if it has one, or from its first byte.
 * @param {{ hasLocalHeader?: boolean, password?: Buffer | null }} [options]
 * @returns {Promise<() => Iterable<InflatedPiece>>} May be called again for the same bytes. An iterator may fail with an
 *   ArchiveError: what is wrong with the bytes.
 * @throws {ArchiveError | LimitError} What is wrong with the local header, or the password; of a zstd entry, also with the bytes.
 */
export async function openHead(engine, entry, bytes, { hasLocalHeader = true, password = null } = {}) {
  const headerBytes = hasLocalHeader ? checkLocalHeader(bytes, entry) : 0;
  if (headerBytes > bytes.length) return () => [];
  const raw = bytes.subarray(headerBytes, headerBytes + entry.compressedBytes);
  const isAll = raw.length === entry.compressedBytes;
  const compressed = decryptHead(engine, entry, raw, password);
  if (entry.method !== ZSTD) return () => inflateHead(engine, entry, compressed, isAll);
  const pieces = await zstdHead(entry, compressed, isAll);
  return () => pieces;
}

/**
 * @param {Engine} engine
 * @param {Entry} entry
 * @param {Buffer} raw
 * @param {Buffer | null} password
 * @returns {Buffer} Verified, if it is the whole entry and has an authentication code.
 */
function decryptHead(engine, entry, raw, password) {
  const decryption = openDecryption(engine, entry, password, false);
  if (decryption === null) return raw;
  const pieces = Array.from(decryption.decrypt(raw), copyOf);
  if (raw.length === entry.compressedBytes) decryption.finish();
  return Buffer.concat(pieces);
}

/**
 * @param {Entry} entry
 * @param {Buffer} compressed
 * @param {boolean} isAll
 */
async function zstdHead(entry, compressed, isAll) {
  /** @type {InflatedPiece[]} */
  const pieces = [];
  const verifier = verifierOf(entry);
  let length = 0;
  // A copy, because its memory is freed.
  const chunks = compressed.length > 0 ? [Buffer.from(compressed)] : [];
  for await (const inflated of inflateZstd(chunks, entry, { isCut: !isAll || compressed.length === 0 })) {
    verifier.add(inflated);
    pieces.push({ bytes: Buffer.from(inflated), isEnd: false });
    length += inflated.length;
    if (length > MAX_BYTES) return pieces;
  }
  if (!isAll) return pieces;
  verifier.finish(compressed.length);
  return [...pieces, { bytes: NOTHING, isEnd: true }];
}

/**
 * @param {Engine} engine Nothing else may use it until the generator is done.
 * @param {Entry} entry
 * @param {Buffer} compressed
 * @param {boolean} isAll
 * @returns {Generator<InflatedPiece, void>}
 * @throws {ArchiveError} What is wrong with the bytes.
 */
function* inflateHead(engine, entry, compressed, isAll) {
  const method = deflateMethodOf(entry);
  const reader = method === null ? new StoredReader(engine) : new Inflater(engine, method);
  const verifier = verifierOf(entry);

  reader.give(compressed);
  for (let isFinished = false; ; ) {
    while (!reader.needsInput && !reader.isDone) {
      const { start, end } = reader.step();
      const inflated = engine.memory.subarray(start, end);
      verifier.add(inflated);
      if (inflated.length > 0) yield { bytes: inflated, isEnd: false };
      reader.keep(end);
      if (isFinished && method === null) break;
    }
    if (isFinished || !isAll) break;
    reader.finish();
    isFinished = true;
  }
  if (!isAll) return;
  verifier.finish(reader.compressedBytes);
  yield { bytes: NOTHING, isEnd: true };
}

/** @param {Entry} entry */
function verifierOf(entry) {
  return createVerifier({ ...entry, compressedBytes: dataBytesOf(entry) });
}

const NOTHING = Buffer.alloc(0);
/** Extra fields of a local header are rarely longer. */
const LIKELY_EXTRA_BYTES = 64;
