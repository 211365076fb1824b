import { pipeline } from 'node:stream/promises';
import { StorageError } from '../errors.js';
import { checkpointPath } from '../output-paths.js';
import { printable } from '../printable.js';
import { isCheckpoint } from './checkpoint.js';

/** @import { CheckpointStore } from './checkpoints.js' */
/** @import { Destination } from '../destination/open.js' */

/**
 * Keeps the checkpoint at the destination, beside the manifest.
 *
 * @param {Destination} destination
 * @param {string} outputFolder
 * @returns {CheckpointStore}
 */
export function destinationStore(destination, outputFolder) {
  const path = checkpointPath(outputFolder);
  return {
    read: () => destination.read(path, readCheckpoint),
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
 * @param {AsyncIterable<Buffer>} chunks
 * @returns {Promise<Buffer>} All of a checkpoint. Anything else may be of any size: only its beginning.
 */
async function readCheckpoint(chunks) {
  const parts = [];
  let length = 0;
  let isKnown = false;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (isKnown || length < BEGINNING_BYTES) continue;
    if (!isCheckpoint(Buffer.concat(parts))) break;
    isKnown = true;
  }
  return Buffer.concat(parts);
}

/** Enough to recognize a checkpoint. */
const BEGINNING_BYTES = 64;
