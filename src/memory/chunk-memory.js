import { CHUNK_BYTES } from './memory-plan.js';

/**
 * The memory of large chunks is freed by hand. The garbage collector knows little about memory outside its heap: left
 * to it, a job's buffers pile up to tens of megabytes, and finding them takes a third of the CPU time. So the code that
 * makes a buffer marks the last chunk on it, and the last user of that chunk releases it. A chunk that is not marked or
 * not released is left to the garbage collector.
 *
 * @type {WeakSet<Uint8Array>}
 */
const lastOfBuffer = new WeakSet();

/**
 * Marks a chunk as the last one on its buffer. Other chunks on that buffer must not be used once it is released.
 *
 * @param {Buffer} chunk
 * @returns {Buffer}
 */
export function markLastOfBuffer(chunk) {
  lastOfBuffer.add(chunk);
  return chunk;
}

/**
 * Marks a chunk if it spans its whole buffer.
 *
 * @param {Buffer} chunk
 * @returns {Buffer}
 */
export function markWhole(chunk) {
  return chunk.byteLength === chunk.buffer.byteLength ? markLastOfBuffer(chunk) : chunk;
}

/**
 * Frees the buffer of a chunk if the chunk is marked. The chunk must not be used afterwards.
 *
 * @param {Uint8Array} chunk
 */
export function releaseChunk(chunk) {
  if (!lastOfBuffer.delete(chunk)) return;
  const buffer = /** @type {ArrayBuffer} */ (chunk.buffer);
  // Never store a block twice: two takers would overwrite each other's bytes.
  if (spare.some(block => block.buffer === buffer)) return;
  if (buffer.byteLength === CHUNK_BYTES && spare.length < MAX_SPARE) spare.push(Buffer.from(buffer));
  else buffer.transfer(0);
}

/** @returns {Buffer} A whole buffer of `CHUNK_BYTES`, with old content. */
export function takeBlock() {
  return spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
}

/** Frees the blocks that nobody has taken, before something else needs much memory. */
export function releaseSpareBlocks() {
  for (const { buffer } of spare.splice(0)) /** @type {ArrayBuffer} */ (buffer).transfer(0);
}

/** @type {Buffer[]} */
const spare = [];
const MAX_SPARE = 8;

/**
 * Frees the chunks of a stream that may still use its latest one: each chunk that spans its whole buffer is freed when
 * the next one has been used up.
 *
 * @returns {(chunk: Buffer) => void} Call it with each chunk that is used up.
 */
export function releaseOneLater() {
  /** @type {Buffer | null} */
  let used = null;
  return chunk => {
    if (used !== null) releaseWhole(used);
    used = chunk;
  };
}

/**
 * Frees a chunk if it spans its whole buffer. It must not be used afterwards.
 *
 * @param {Buffer} chunk
 */
export function releaseWhole({ buffer, byteLength }) {
  if (byteLength === buffer.byteLength) /** @type {ArrayBuffer} */ (buffer).transfer(0);
}
