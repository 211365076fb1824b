import { AssertionError } from 'node:assert/strict';
import { drawStream64 } from '../engine/draw-stream.js';
import { judge64 } from '../engine/judge64.js';
import { randomOf } from '../support/random.js';

export const name = 'deflate64';

/**
 * Inflates one deflate64 stream with the engine, in random pieces and then from checkpoint to checkpoint, and compares with
 * zlib's `contrib/infback9`, and where that refuses more than it should, with 7-Zip.
 *
 * @param {number} seed 32 bits. It decides everything.
 * @returns {Promise<{ category: string, outcome: string }>}
 * @throws {AssertionError} The engine differs. It has the stream as `input`.
 */
export async function tryCase(seed) {
  const random = randomOf(seed);
  const { kind, bytes } = drawStream64(random);
  try {
    return { category: kind, outcome: judge64(bytes, random) };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw Object.assign(new AssertionError({ message: `deflate64, seed ${seed}: ${message} (${kind})` }), {
      input: bytes,
    });
  }
}
