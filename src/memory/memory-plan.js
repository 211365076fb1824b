/*
 * How a function's memory is divided, for Lambda's minimum of 128 MiB:
 *
 *     24  Node and the bundle, before the first archive
 *     16  the SDK, and the tables of phone numbers if the recipe needs them
 *     24  V8's garbage between collections, sockets
 *      8  the engine (1.25), blocks being filled or written (2), bytes read ahead (1; 3 at the start)
 *    ---
 *     72  for any job (`BASE_BYTES`)
 *     20  the upload of an entry's output, with one part of 5 MiB at a time (4 × 5)
 *      5  that of its rejected records, from one buffer
 *      5  that of their reasons, from one buffer
 *    ---
 *    102  planned
 *     26  left for the entry's header and its longest record: 1,000 columns and 10 MiB, or 65,536 columns and 2.4 MiB;
 *        if it has to be decoded or translated, 1,000 columns and 3.6 MiB, or 65,536 columns and 0.8 MiB
 *    ---
 *    128
 *
 * A zstd entry takes 16 of these 26: its window (8), what is being inflated, Node's streams. A gzip archive takes 2.5: an engine
 * of its own (1.25), and up to 35 places in it from which it can be inflated (1.25).
 *
 * Each archive that is opened in another one takes as much as a gzip archive, and 1 for what is read ahead in it, if it is compressed;
 * at most three are open. Places in those that are closed take 1.
 *
 * A resumable upload reuses buffers of its own: 2 × 5 for the output. So parts may have 16 MiB with 128.
 *
 * Chunks do not grow with the memory, because larger ones are not faster. Parts grow with the entry. The number of
 * parts uploaded concurrently grows with the memory.
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
 * What is planned for everything but an entry's header and records: the job and its three uploads.
 *
 * @param {{ partSizeBytes: number, queueSize: number }} plan Of the output.
 * @param {boolean} [isResumable]
 */
export function plannedBytes(plan, isResumable) {
  return BASE_BYTES + outputsBytes(plan, isResumable);
}

/**
 * What is planned for the three uploads of an entry.
 *
 * @param {{ partSizeBytes: number, queueSize: number }} plan Of the output.
 * @param {boolean} [isResumable]
 */
function outputsBytes({ partSizeBytes, queueSize }, isResumable) {
  const output = heldBytes(partSizeBytes, queueSize, isResumable);
  const rejected = heldBytes(partSizeBytes, sideQueue(queueSize), true);
  const reasons = heldBytes(MIN_PART_BYTES, sideQueue(queueSize), true);
  return output + rejected + reasons;
}

/**
 * @param {number} queueSize How many parts of the output are sent concurrently.
 * @returns {number} The same for what is written beside it. With 0, a part is filled when the one before it was sent.
 */
export function sideQueue(queueSize) {
  return queueSize - 1;
}

/**
 * @param {number} partSizeBytes
 * @param {boolean} [isResumable]
 * @returns {number} The least memory in which an entry, its rejected records and their reasons can be uploaded in such parts.
 */
export function neededBytes(partSizeBytes, isResumable) {
  const held = heldBytes(partSizeBytes, 1, isResumable);
  return Math.max(plannedBytes({ partSizeBytes, queueSize: 1 }, isResumable), held / MEMORY_SHARE);
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

/**
 * What an entry's records take. A long record is held once as it came and once as it is written, and while a field of it is
 * quoted anew, that field once more. A column is its name, found by name, and its position.
 *
 * @param {number} maxRecordBytes
 * @param {number} columns
 * @param {boolean} [isForeign] Whether the records are decoded or translated. Then a record is also held decoded and translated,
 *   as it came in up to two bytes a character, and with the room in which its buffers grow.
 */
export function recordsBytes(maxRecordBytes, columns, isForeign = false) {
  return Math.ceil(shareOf(isForeign) * maxRecordBytes) + COLUMN_BYTES * columns;
}

/**
 * @param {number} bytes
 * @param {number} columns
 * @param {boolean} [isForeign]
 * @returns {number} How long the records may be in that much memory. Negative if not even the columns fit.
 */
export function affordableRecordBytes(bytes, columns, isForeign = false) {
  return Math.floor((bytes - COLUMN_BYTES * columns) / shareOf(isForeign));
}

/** @param {boolean} isForeign */
function shareOf(isForeign) {
  return isForeign ? FOREIGN_RECORD_SHARE : RECORD_SHARE;
}

/**
 * The most memory that the outputs of an entry take. Those of a small one take no more than their bytes: the main output twice
 * and once more if it grows, what is written beside it once.
 *
 * @param {{ partSizeBytes: number, queueSize: number }} plan Of the main output.
 * @param {number} declaredBytes
 */
export function entryOutputsBytes(plan, declaredBytes) {
  return Math.min(outputsBytes(plan), SMALL_OUTPUTS_SHARE * declaredBytes + 3 * REQUEST_BYTES);
}

/**
 * The most memory that outputs may take while they are on their way and the next entries are processed. Sixteen small ones in
 * the least function: it has too little CPU time for more. An entry whose outputs take more is alone on its way.
 *
 * @param {number} memoryBytes
 */
export function inFlightBytes(memoryBytes) {
  return memoryBytes * IN_FLIGHT_SHARE;
}

const MIB = 1024 ** 2;

/** What is assumed where no limit is known. */
export const TERMINAL_MEMORY_BYTES = 2048 * MIB;

/** The largest window of a zstd entry: what every decoder should support (RFC 8878, section 3.1.1.1.2), and `zstd -19` uses. */
export const ZSTD_WINDOW_BYTES = 8 * MIB;
/** What inflating a zstd entry takes. */
export const ZSTD_BYTES = 2 * ZSTD_WINDOW_BYTES;

const BASE_BYTES = 72 * MIB;
/** S3's limit: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
export const MIN_PART_BYTES = 5 * MIB;
// The share that makes an upload possible is larger than the share for concurrency: a small function has too little CPU
// time to feed several requests.
const MEMORY_SHARE = 1 / 4;
const PARALLEL_SHARE = 1 / 8;
const IN_FLIGHT_SHARE = 1 / 32;
const SMALL_OUTPUTS_SHARE = 6;
const RECORD_SHARE = 2.5;
const FOREIGN_RECORD_SHARE = 7;
const COLUMN_BYTES = 320;

/** What a small output takes while it is on its way, besides its bytes: a request and its answer, buffers of a socket. */
export const REQUEST_BYTES = MIB / 4;

/** The size of an output block. With Node's default of 16 KiB, the calls would cost as much as inflating. */
export const CHUNK_BYTES = MIB / 4;
