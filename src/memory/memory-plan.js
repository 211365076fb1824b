/*
 * How a function's memory is divided, in one place. Of the least that Lambda has, 128 MiB:
 *
 *     24  Node and the bundle, before the first archive
 *     16  the SDK, and the tables of phone numbers where a recipe asks for them
 *     24  V8's garbage between two collections, sockets
 *      8  chunks on their way: the engine (1.25), blocks being filled or written (2), what is read ahead (1)
 *    ---
 *     72  whatever the job is (`BASE_BYTES`)
 *     40  two uploads, an entry's output and its rejected records, with parts of 5 MiB, one at a time each (2 × 4 × 5)
 *    ---
 *    112  planned; measured under a limit of 128 MiB: 87 to 96 with both uploads and phones, 70 to 75 with an output alone
 *
 * Resumable uploads fill buffers of their own and use them again, so two take 20 (2 × 2 × 5), and 56 are parts of 14 MiB.
 *
 * Chunks do not grow with the memory: larger ones are not faster. Parts do with the entry, and how many go up at once
 * with what is left.
 */

/**
 * What lib-storage holds at its worst, as measured with parts of 32 MiB: the part being joined and the chunks it is
 * joined from, and for each uploader its part and the chunks of one that the garbage collector has not seen yet. A
 * resumable upload holds the part being filled, and for each uploader its part.
 *
 * @param {number} partSizeBytes
 * @param {number} queueSize
 * @param {boolean} [isResumable]
 */
export function heldBytes(partSizeBytes, queueSize, isResumable = false) {
  return (isResumable ? 1 : 2) * (1 + queueSize) * partSizeBytes;
}

/**
 * @param {number} partSizeBytes
 * @param {boolean} [isResumable]
 * @returns {number} The least memory in which an entry can be uploaded in such parts, and its rejected records too.
 */
export function neededBytes(partSizeBytes, isResumable) {
  const held = heldBytes(partSizeBytes, 1, isResumable);
  return Math.max(BASE_BYTES + UPLOADS * held, held / MEMORY_SHARE);
}

/**
 * @param {number} partSizeBytes
 * @param {number} memoryBytes
 * @returns {number} How many parts may go up at once; at least one, since `neededBytes` decides whether it may at all.
 *   Resumable or not: what memory that saves is left to the parts' size.
 */
export function affordableQueue(partSizeBytes, memoryBytes) {
  const spared = memoryBytes * PARALLEL_SHARE - heldBytes(partSizeBytes, 0);
  return Math.max(1, Math.floor(spared / (heldBytes(partSizeBytes, 1) - heldBytes(partSizeBytes, 0))));
}

const MIB = 1024 ** 2;
const BASE_BYTES = 72 * MIB;
const UPLOADS = 2;
// What makes an upload possible at all may take more than what only makes it faster: a small function has little CPU
// time to feed several uploads with.
const MEMORY_SHARE = 1 / 4;
const PARALLEL_SHARE = 1 / 8;

/** Of blocks of output. With Node's own 16 KiB the calls cost as much as the inflating does. */
export const CHUNK_BYTES = MIB / 4;
