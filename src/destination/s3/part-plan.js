import { LimitError } from '../../errors.js';
import { affordableQueue, MIN_PART_BYTES, neededBytes, TERMINAL_MEMORY_BYTES } from '../../memory/memory-plan.js';

/**
 * Chooses the part size of an upload, and how many parts are sent concurrently. Parts are so large that 10,000 of them hold
 * twice the entry's declared size; as many are sent as the memory permits.
 * S3's limits: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
 *
 * @param {object} upload
 * @param {number} upload.declaredBytes From the archive's directory. The output may be larger: quotes are added, phone
 *   numbers get longer.
 * @param {number | undefined} [upload.memoryBytes] The function's whole memory; undefined on a terminal.
 * @param {boolean | undefined} [upload.resumable] A resumable upload takes half the memory.
 * @param {number | undefined} [upload.resumedPartBytes] The part size of an earlier turn, which cannot change.
 * @returns {{ partSizeBytes: number, queueSize: number }}
 * @throws {LimitError} `limit/memory`, `limit/object-size`
 */
export function planParts({ declaredBytes, memoryBytes = TERMINAL_MEMORY_BYTES, resumable = false, resumedPartBytes }) {
  if (declaredBytes > MAX_OBJECT_BYTES) {
    throw new LimitError(
      'limit/object-size',
      `an entry of ${declaredBytes} bytes does not fit into one S3 object (limit: ${MAX_OBJECT_BYTES} bytes)`,
    );
  }
  const expectedBytes = Math.min(2 * declaredBytes, MAX_OBJECT_BYTES);
  const partSizeBytes = resumedPartBytes ?? Math.max(MIN_PART_BYTES, Math.ceil(expectedBytes / MAX_PARTS / MIB) * MIB);
  const needed = neededBytes(partSizeBytes, resumable);
  if (needed > memoryBytes) {
    throw new LimitError('limit/memory', memoryMessage({ declaredBytes, partSizeBytes, needed, memoryBytes }));
  }
  if (expectedBytes < partSizeBytes) return { partSizeBytes, queueSize: 1 };
  return { partSizeBytes, queueSize: Math.min(MAX_QUEUE, affordableQueue(partSizeBytes, memoryBytes)) };
}

/**
 * @param {{ partSizeBytes: number }} plan
 * @returns {number} The largest object that can be uploaded with this plan.
 */
export function capacityBytes({ partSizeBytes }) {
  return Math.min(partSizeBytes * MAX_PARTS, MAX_OBJECT_BYTES);
}

/** @param {{ declaredBytes: number, partSizeBytes: number, needed: number, memoryBytes: number }} plan */
function memoryMessage({ declaredBytes, partSizeBytes, needed, memoryBytes }) {
  return (
    `an entry of ${declaredBytes} bytes has to be uploaded in parts of ${toMib(partSizeBytes)} MiB, which takes ` +
    `${toMib(needed)} MiB of memory (limit: ${toMib(memoryBytes)} MiB); give the function more, or split the entry`
  );
}

/** @param {number} bytes */
function toMib(bytes) {
  return Math.ceil(bytes / MIB);
}

const MIB = 1024 ** 2;
export const MAX_PARTS = 10_000;
const MAX_OBJECT_BYTES = MAX_PARTS * 5 * 1024 ** 3;
const MAX_QUEUE = 4;
