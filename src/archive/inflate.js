import { createInflateRaw } from 'node:zlib';
import { markLastOfBuffer, releaseOneLater } from '../memory/chunk-memory.js';
import { CHUNK_BYTES, ROOM_BYTES } from '../memory/memory-plan.js';
import { STORED } from './entry.js';
import { createVerifier } from './verifier.js';

/** @import { Entry } from './entry.js' */

/**
 * The stages that an entry's raw bytes go through, for `stream.pipeline`: inflated in big chunks, and verified, so that
 * an entry which is not what its directory declares never comes to a good end.
 *
 * @param {Entry} entry What comes in has to be the reader's bytes of it: their buffers are not there any more afterwards.
 * @param {(bytes: number) => void} [onBytes] Told of each inflated chunk's length.
 * @returns {any[]} One or two stages. They fail with an ArchiveError, or with zlib's own error where the compressed
 *   bytes are damaged.
 */
export function inflateStages(entry, onBytes = () => {}) {
  if (entry.method === STORED || entry.compressedBytes === 0)
    return [verify(entry, () => entry.compressedBytes, onBytes)];
  const inflate = createInflateRaw(optionsFor(entry.bytes));
  releaseWhatIsInflated(inflate);
  return [inflate, verify(entry, () => inflate.bytesWritten, onBytes)];
}

/**
 * unzipper copies what it reads into buffers of its own, one after the other. Those that it passes on whole can be given
 * back when they are inflated and it has gone on to the next one; the collector would come late for them.
 *
 * @param {import('node:zlib').InflateRaw} inflate
 */
function releaseWhatIsInflated(inflate) {
  const transform = inflate._transform;
  const release = releaseOneLater();
  inflate._transform = (chunk, encoding, done) => {
    // At its end zlib calls this with an empty one, behind which unzipper may still be with the last.
    if (chunk.length > 0) release(chunk);
    transform.call(inflate, chunk, encoding, done);
  };
}

/**
 * Passes bytes through and fails, before the end is passed on, unless they are what the directory declares.
 *
 * @param {Entry} entry
 * @param {() => number} compressedBytes How many have been used up.
 * @param {(bytes: number) => void} onBytes
 */
function verify(entry, compressedBytes, onBytes) {
  const isInflated = entry.method !== STORED;
  /** @param {AsyncIterable<Buffer>} chunks */
  return async function* verified(chunks) {
    const verifier = createVerifier(entry);
    for await (const chunk of chunks) {
      verifier.add(chunk);
      onBytes(chunk.length);
      yield isInflated && endsBuffer(chunk) ? markLastOfBuffer(chunk) : chunk;
    }
    verifier.finish(compressedBytes());
  };
}

/**
 * zlib cuts several chunks from a buffer, and takes a new one when it is full. (What stands in a buffer of this size but
 * is not zlib's, since the entry is stored, may be unzipper's, which goes on using it.)
 *
 * @param {Buffer} chunk
 */
function endsBuffer({ buffer, byteOffset, byteLength }) {
  return buffer.byteLength === CHUNK_BYTES && byteOffset + byteLength === CHUNK_BYTES;
}

/**
 * @param {number} bytes What the entry is declared to inflate to: a great many small ones would each leave behind a big
 *   buffer that was hardly used.
 * @returns {import('node:zlib').ZlibOptions & import('node:stream').TransformOptions}
 */
function optionsFor(bytes) {
  return {
    chunkSize: Math.max(LEAST_CHUNK_BYTES, Math.min(CHUNK_BYTES, bytes + 1)),
    readableHighWaterMark: ROOM_BYTES,
    writableHighWaterMark: ROOM_BYTES,
  };
}

/** As little as zlib takes. */
const LEAST_CHUNK_BYTES = 64;
