/*
 * How a function's memory is divided, for Lambda's minimum of 128 MiB:
 *
 *     24  Node and the bundle, before the first archive
 *     16  the SDK, and the tables of phone numbers if the recipe needs them
 *     24  V8's garbage between collections, sockets
 *      8  the engine (1.25), blocks being filled or written (2), bytes read ahead (1)
 *    ---
 *     72  for any job (`BASE_BYTES`)
 *     40  two uploads, an entry's output and its rejected records, each with one part of 5 MiB at a time (2 × 4 × 5)
 *    ---
 *    112  planned; measured under a limit of 128 MiB: 87 to 96 with both uploads and phones, 70 to 75 with one output
 *
 * Resumable uploads reuse buffers of their own, so two take 20 (2 × 2 × 5); with 56, parts may have 14 MiB.
 *
 * Chunks do not grow with the memory, because larger ones are not faster. Parts grow with the entry. The number of
 * parts uploaded concurrently grows with the memory that is left.
 */

/**
 * The most memory that an upload holds. With lib-storage (measured with parts of 32 MiB), that is the part being joined
 * and its chunks, plus, for each concurrent request, its part and the chunks of a part that is not collected yet. A
 * resumable upload holds the part being filled and the part of each concurrent request.
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
 * @returns {number} The least memory in which an entry and its rejected records can be uploaded in such parts.
 */
export function neededBytes(partSizeBytes, isResumable) {
  const held = heldBytes(partSizeBytes, 1, isResumable);
  return Math.max(BASE_BYTES + UPLOADS * held, held / MEMORY_SHARE);
}

/**
 * @param {number} partSizeBytes
 * @param {number} memoryBytes
 * @returns {number} How many parts may be uploaded concurrently, at least one: `neededBytes` decides whether there is
 *   room for that. Resumable uploads get the same number; what they save goes into larger parts.
 */
export function affordableQueue(partSizeBytes, memoryBytes) {
  const spared = memoryBytes * PARALLEL_SHARE - heldBytes(partSizeBytes, 0);
  return Math.max(1, Math.floor(spared / (heldBytes(partSizeBytes, 1) - heldBytes(partSizeBytes, 0))));
}

const MIB = 1024 ** 2;
const BASE_BYTES = 72 * MIB;
const UPLOADS = 2;
// The share that makes an upload possible is larger than the share for concurrency: a small function has too little CPU
// time to feed several requests.
const MEMORY_SHARE = 1 / 4;
const PARALLEL_SHARE = 1 / 8;

/** The size of an output block. With Node's default of 16 KiB, the calls would cost as much as inflating. */
export const CHUNK_BYTES = MIB / 4;
