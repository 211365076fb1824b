import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomOf } from '../support/random.js';

/** @import { Destination, SuspendedOutput } from '../../src/destination/open.js' */

export const JOB = { prefixes: ['x/'], provenance: { source: 's3://in/ü x.zip#1', recipe: 'abc', outputFolder: 'x' } };
export const CONFLICT = { name: 'StorageError', code: 'storage/conflict' };
export const GONE = { name: 'StorageError', code: 'storage/output-gone' };

/**
 * Creates an output that cannot be suspended, and writes it to its end.
 *
 * @param {Destination} destination
 * @param {string} path
 * @param {string | Buffer} content
 */
export async function write(destination, path, content) {
  const bytes = Buffer.from(content);
  const output = await destination.create(path, { declaredBytes: bytes.length });
  const chunks = Array.from({ length: Math.ceil(bytes.length / 100_000) }, (_, index) =>
    bytes.subarray(index * 100_000, (index + 1) * 100_000),
  );
  await pipeline(Readable.from(chunks), output.writable);
  return output;
}

/**
 * One turn: creates a resumable output, or resumes one, and writes the bytes to it.
 *
 * @param {Destination} destination
 * @param {string} path
 * @param {SuspendedOutput | null} suspended
 * @param {Buffer} bytes
 * @param {{ chunkBytes?: number, end?: boolean }} [options]
 */
export async function turn(destination, path, suspended, bytes, { chunkBytes = 250_000, end = true } = {}) {
  const declared = { declaredBytes: 0 };
  const output = await (suspended
    ? destination.resume(path, suspended, declared)
    : destination.create(path, { ...declared, resumable: true }));
  const { writable } = output;
  for (let position = 0; position < bytes.length; position += chunkBytes) {
    const chunk = bytes.subarray(position, position + chunkBytes);
    await called(done => writable.write(chunk, done));
  }
  if (end) await called(done => writable.end(done));
  return output;
}

/**
 * Waits for a callback.
 *
 * @param {(done: (error?: Error | null) => void) => void} act
 */
export function called(act) {
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

/**
 * Bytes that never repeat, so that bytes at a wrong offset are noticed.
 *
 * @param {number} length
 * @param {number} [seed]
 */
export function unlikeBytes(length, seed = 1) {
  const { next } = randomOf(seed);
  const bytes = Buffer.alloc(length);
  for (let position = 0; position + 4 <= length; position += 4) bytes.writeUInt32LE(next(), position);
  return bytes;
}
