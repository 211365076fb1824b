import { LimitError } from '../errors.js';
import { affordableQueue, neededBytes } from '../memory-plan.js';

/**
 * Chooses the part size and the parallelism of an upload from what the entry declares and what the memory carries: parts
 * so large that 10,000 of them hold twice the declared size, and as many at once as the memory permits.
 * S3's limits: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
 *
 * @param {object} upload
 * @param {number} upload.declaredBytes What the archive's directory says. The output may be larger than that: quotes
 *   are added, phones get longer.
 * @param {number | undefined} [upload.memoryBytes] The function's whole memory; undefined on a terminal.
 * @returns {{ partSizeBytes: number, queueSize: number }}
 * @throws {LimitError} `limit/memory`, `limit/object-size`
 */
export function planParts({ declaredBytes, memoryBytes = TERMINAL_MEMORY_BYTES }) {
  if (declaredBytes > MAX_OBJECT_BYTES) {
    throw new LimitError(
      'limit/object-size',
      `an entry of ${declaredBytes} bytes does not fit into one S3 object (limit: ${MAX_OBJECT_BYTES} bytes)`,
    );
  }
  const expectedBytes = Math.min(2 * declaredBytes, MAX_OBJECT_BYTES);
  const partSizeBytes = Math.max(MIN_PART_BYTES, Math.ceil(expectedBytes / MAX_PARTS / MIB) * MIB);
  if (neededBytes(partSizeBytes) > memoryBytes) {
    throw new LimitError('limit/memory', memoryMessage({ declaredBytes, partSizeBytes, memoryBytes }));
  }
  if (expectedBytes < partSizeBytes) return { partSizeBytes, queueSize: 1 };
  return { partSizeBytes, queueSize: Math.min(MAX_QUEUE, affordableQueue(partSizeBytes, memoryBytes)) };
}

/**
 * The most that an upload with this plan can hold.
 *
 * @param {{ partSizeBytes: number }} plan
 * @returns {number}
 */
export function capacityBytes({ partSizeBytes }) {
  return Math.min(partSizeBytes * MAX_PARTS, MAX_OBJECT_BYTES);
}

/** @param {{ declaredBytes: number, partSizeBytes: number, memoryBytes: number }} plan */
function memoryMessage({ declaredBytes, partSizeBytes, memoryBytes }) {
  const needed = toMib(neededBytes(partSizeBytes));
  return (
    `an entry of ${declaredBytes} bytes has to be uploaded in parts of ${toMib(partSizeBytes)} MiB, which takes ` +
    `${needed} MiB of memory (limit: ${toMib(memoryBytes)} MiB); give the function more, or split the entry`
  );
}

/** @param {number} bytes */
function toMib(bytes) {
  return Math.ceil(bytes / MIB);
}

const MIB = 1024 ** 2;
const MIN_PART_BYTES = 5 * MIB;
const MAX_PARTS = 10_000;
const MAX_OBJECT_BYTES = 5 * 1024 ** 4;
const MAX_QUEUE = 4;
const TERMINAL_MEMORY_BYTES = 2048 * MIB;
