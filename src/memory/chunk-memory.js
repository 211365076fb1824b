import { CHUNK_BYTES } from './memory-plan.js';

/**
 * Memory of big chunks, given back by hand. Left to the garbage collector, the buffers that a job goes through pile up
 * to tens of megabytes, and looking for them costs a third of its CPU time: it knows little of what stands outside its
 * heap. Here whoever makes a buffer of its own says with which chunk it ends, and whoever uses that chunk last gives
 * the memory back. A chunk that nobody marked, or nobody releases, is left to the garbage collector.
 *
 * @type {WeakSet<Uint8Array>}
 */
const lastOfBuffer = new WeakSet();

/**
 * Marks a chunk behind which its buffer is not used any more: chunks before it on the same buffer are used up by then.
 *
 * @param {Buffer} chunk
 * @returns {Buffer}
 */
export function markLastOfBuffer(chunk) {
  lastOfBuffer.add(chunk);
  return chunk;
}

/**
 * Marks a chunk that is all of its buffer; any other stays unmarked.
 *
 * @param {Buffer} chunk
 * @returns {Buffer}
 */
export function markWhole(chunk) {
  return chunk.byteLength === chunk.buffer.byteLength ? markLastOfBuffer(chunk) : chunk;
}

/**
 * Gives back the buffer of a marked chunk, which must not be used any more.
 *
 * @param {Uint8Array} chunk
 */
export function releaseChunk(chunk) {
  if (!lastOfBuffer.delete(chunk)) return;
  const buffer = /** @type {ArrayBuffer} */ (chunk.buffer);
  // Two that had the same block would write over each other.
  if (spare.some(block => block.buffer === buffer)) return;
  if (buffer.byteLength === CHUNK_BYTES && spare.length < MAX_SPARE) spare.push(Buffer.from(buffer));
  else buffer.transfer(0);
}

/** @returns {Buffer} All of a buffer of `CHUNK_BYTES`, with whatever was in it. */
export function takeBlock() {
  return spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
}

/** @type {Buffer[]} */
const spare = [];
const MAX_SPARE = 8;

/**
 * For chunks of a stream that still touches the last one: gives each back, if it is all of its buffer, when the next one
 * has come.
 *
 * @returns {(chunk: Buffer) => void} To be told of every chunk, when it is used up.
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
 * Gives back a chunk, which must not be used any more, if it is all of its buffer.
 *
 * @param {Buffer} chunk
 */
export function releaseWhole({ buffer, byteLength }) {
  if (byteLength === buffer.byteLength) /** @type {ArrayBuffer} */ (buffer).transfer(0);
}
