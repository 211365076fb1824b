import { crc32 } from 'node:zlib';

/** @import { Destination, SuspendedOutput } from '../../src/destination/open.js' */

export const GONE = { name: 'StorageError', code: 'storage/output-gone' };

/**
 * Bytes that are nowhere the same, so that none can be in another's place unnoticed.
 *
 * @param {number} length
 * @param {number} [seed]
 */
export function unlikeBytes(length, seed = 1) {
  const bytes = Buffer.alloc(length);
  let value = seed;
  for (let position = 0; position + 4 <= length; position += 4) {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    bytes.writeUInt32LE(crc32(String(value >>> 16), value) >>> 0, position);
    if (position % 65_536 === 0) value = (value + position) >>> 0;
  }
  return bytes;
}

/**
 * One turn: opens the output, or goes on with it, and writes what is given in chunks, to the end.
 *
 * @param {Destination} destination
 * @param {string} path
 * @param {SuspendedOutput | null} suspended
 * @param {Buffer} bytes
 * @param {number} [chunkBytes]
 */
export async function turn(destination, path, suspended, bytes, chunkBytes) {
  return nextTurn(destination, path, suspended, bytes, { chunkBytes });
}

/**
 * @param {Destination} destination
 * @param {string} path
 * @param {SuspendedOutput | null} suspended
 * @param {Buffer} bytes
 * @param {{ chunkBytes?: number | undefined, end?: boolean }} [options]
 */
export async function nextTurn(destination, path, suspended, bytes, { chunkBytes = 250_000, end = true } = {}) {
  const declared = { declaredBytes: 0 };
  const output = await (suspended
    ? destination.resume(path, suspended, declared)
    : destination.create(path, { ...declared, resumable: true }));
  const { writable } = output;
  for (let position = 0; position < bytes.length; position += chunkBytes) {
    const chunk = bytes.subarray(position, position + chunkBytes);
    await settled(done => writable.write(chunk, done));
  }
  if (end) await settled(done => writable.end(done));
  return output;
}

/** @param {(done: (error?: Error | null) => void) => void} act */
export function settled(act) {
  return new Promise((resolve, reject) => {
    act(error => (error ? reject(error) : resolve(undefined)));
  });
}

/**
 * A state as another process reads it.
 *
 * @param {SuspendedOutput} suspended
 * @returns {SuspendedOutput}
 */
export function throughJson({ state, rest }) {
  return { state: JSON.parse(JSON.stringify(state)), rest: Buffer.from(rest) };
}
