import { pipeline } from 'node:stream/promises';
import { StorageError } from '../errors.js';
import { TERMINAL_MEMORY_BYTES } from '../memory/memory-plan.js';
import { checkpointPath } from '../output-paths.js';
import { printable } from '../printable.js';
import { declaredBytes, isCheckpoint } from './checkpoint.js';

/** @import { Destination } from '../destination/open.js' */

/**
 * Keeps a job's one checkpoint between two turns.
 *
 * @typedef {object} CheckpointStore
 * @property {() => Promise<Buffer | null>} read
 * @property {() => void} [prefetch] Says that it will be read soon.
 * @property {(bytes: Buffer[]) => Promise<void>} write Replaces what was last read or written; fails with
 *   `storage/conflict` if another job has replaced it meanwhile.
 * @property {() => Promise<void>} remove Fails with `storage/conflict` if it is not what was last read or written.
 */

/**
 * Keeps the checkpoint at the destination, beside the manifest.
 *
 * @param {Destination} destination
 * @param {string} outputFolder
 * @param {number} [memoryBytes] The function's. A checkpoint that this job could not have held is not read to its end.
 * @returns {CheckpointStore}
 */
export function destinationStore(destination, outputFolder, memoryBytes = TERMINAL_MEMORY_BYTES) {
  const path = checkpointPath(outputFolder);
  const maxBytes = memoryBytes * MEMORY_SHARE;
  return {
    prefetch: () => destination.prefetch(path),
    read: () => destination.read(path, chunks => readAll(chunks, maxBytes)),
    async write(bytes) {
      const declaredBytes = bytes.reduce((total, { length }) => total + length, 0);
      // It is never resumed itself, but a resumable output needs less memory than lib-storage, and this is when a job has least.
      const output = await destination.create(path, { declaredBytes, resumable: true });
      try {
        await pipeline(bytes, output.writable);
        if ((await output.commit()) === 'written') return;
      } catch (error) {
        await output.abort();
        throw error;
      }
      throw checkpointConflict(output.uri);
    },
    async remove() {
      await destination.removeAny(path, async isAsRead => {
        if (!isAsRead) throw checkpointConflict(destination.locate(path));
      });
    },
  };
}

/**
 * @param {string} where
 * @returns {StorageError} `storage/conflict`
 */
export function checkpointConflict(where) {
  return new StorageError(
    'storage/conflict',
    `another job has gone on from the checkpoint ${printable(where)} meanwhile; this one stops`,
  );
}

/**
 * Reads a checkpoint into memory of the size that its beginning tells.
 *
 * @param {AsyncIterable<Buffer>} chunks
 * @param {number} maxBytes
 * @returns {Promise<Buffer>} All of a checkpoint. Anything else may be of any size, and so may one that somebody else has written:
 *   only its beginning.
 */
async function readAll(chunks, maxBytes) {
  /** @type {Buffer} */
  let beginning = Buffer.alloc(0);
  /** @type {Buffer | null} */
  let whole = null;
  let length = 0;
  for await (const chunk of chunks) {
    if (whole !== null) {
      if (length + chunk.length > whole.length) return beginning;
      length += chunk.copy(whole, length);
      continue;
    }
    beginning = Buffer.concat([beginning, chunk]);
    length = beginning.length;
    if (length < BEGINNING_BYTES) continue;
    const bytes = isCheckpoint(beginning) ? declaredBytes(beginning) : 0;
    if (bytes === null && length <= MAX_HEAD_BYTES) continue;
    if (bytes === null || bytes > maxBytes || bytes < length) return beginning;
    whole = Buffer.alloc(bytes);
    beginning.copy(whole);
    beginning = beginning.subarray(0, BEGINNING_BYTES);
  }
  return whole === null ? beginning : whole.subarray(0, length);
}

/** Enough to recognize a checkpoint. */
const BEGINNING_BYTES = 64;
/** Room for the lengths of a hundred thousand sections. */
const MAX_HEAD_BYTES = 1024 ** 2;
/**
 * A checkpoint holds up to two parts, of at most an eighth of the memory each, one of 5 MiB, the beginning of a record, and what is
 * known of the archive. All of that was in memory.
 */
const MEMORY_SHARE = 1 / 2;
