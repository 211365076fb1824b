import { AssertionError } from 'node:assert/strict';
import { drawStream } from '../engine/draw-stream.js';
import { assertSame, inflateByZlib, inflateInPieces } from '../engine/run-inflater.js';
import { randomOf } from '../support/random.js';

export const name = 'deflate';

/**
 * Inflates one stream with the engine, in random pieces and then from checkpoint to checkpoint, and compares with zlib.
 *
 * @param {number} seed 32 bits. It decides everything.
 * @returns {Promise<{ category: string, outcome: string }>}
 * @throws {AssertionError} The engine differs from zlib. It has the stream as `input`.
 */
export async function tryCase(seed) {
  const random = randomOf(seed);
  const { kind, bytes } = await drawStream(random, { tools: true });
  try {
    const wanted = inflateByZlib(bytes);
    assertSame(inflateInPieces(bytes, random), wanted);
    const resumed = inflateInPieces(bytes, random, { checkpoints: random.pick([0.05, 0.5]) });
    assertSame(resumed, wanted);
    if (wanted.error !== null) return { category: kind, outcome: wanted.error };
    return { category: kind, outcome: resumed.checkpoints > 0 ? 'right bytes, over checkpoints too' : 'right bytes' };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw Object.assign(new AssertionError({ message: `deflate, seed ${seed}: ${message} (${kind})` }), {
      input: bytes,
    });
  }
}
