import assert from 'node:assert/strict';
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { DEFLATE64, DEFLATED } from '../../src/archive/entry.js';
import { acquireEngine, releaseEngine } from '../../src/engine/engine.js';
import { Inflater, MAX_KEPT_BYTES } from '../../src/engine/inflater.js';
import { rowsText } from './streams.js';

/** @import { DeflateMethod } from '../../src/engine/inflater-snapshot.js' */
/** @import { Engine } from '../../src/engine/engine.js' */
/** @import { Random } from '../support/random.js' */

/**
 * @typedef {object} Inflated
 * @property {Buffer | null} bytes `null`: refused.
 * @property {string | null} error Its message.
 * @property {number | null} compressedBytes
 */

/**
 * Inflates a stream in random pieces. A random number of bytes is kept between steps, and must not change.
 *
 * @param {Uint8Array} stream
 * @param {Random} random
 * @param {object} [options]
 * @param {number} [options.checkpoints] The probability that a step is followed by a snapshot, from which another
 *   engine resumes.
 * @param {DeflateMethod} [options.method]
 * @returns {Inflated & { checkpoints: number }}
 */
export function inflateInPieces(stream, random, { checkpoints = 0, method = DEFLATED } = {}) {
  let engine = acquireDirty(random, method);
  let inflater = new Inflater(engine, method);
  const largest = Math.max(random.pick([1, 2, 8, 100, 5000, 200_000]), stream.length / MOST_PIECES);
  const mostKept = random.pick([0, 1, 1000, MAX_KEPT_BYTES]);
  /** @type {Buffer[]} */
  const parts = [];
  let given = 0;
  let taken = 0;
  let resumedAt = 0;
  try {
    while (!inflater.isDone) {
      if (inflater.needsInput) {
        const piece = stream.subarray(given, given + 1 + random.below(largest));
        given += piece.length;
        if (piece.length > 0) inflater.give(piece);
        else inflater.finish();
      }
      const { start, end } = inflater.step();
      assert.ok(end >= start && end === inflater.end && end < endOfWindow(engine));
      parts.push(Buffer.from(engine.memory.subarray(start, end)));
      // A header that is cut off is given again from its beginning, and may be cut off again before the next snapshot.
      if (taken < MOST_CHECKPOINTS && inflater.compressedBytes > resumedAt && random.chance(checkpoints)) {
        const snapshot = structuredClone(inflater.snapshot());
        assert.ok(snapshot.position <= given);
        given = snapshot.position;
        resumedAt = inflater.compressedBytes;
        const next = acquireDirty(random, method);
        releaseEngine(engine);
        engine = next;
        inflater = Inflater.restore(engine, snapshot, method);
        taken++;
      } else keepSome(inflater, engine, random.below(mostKept + 1));
    }
    return { bytes: Buffer.concat(parts), error: null, compressedBytes: inflater.compressedBytes, checkpoints: taken };
  } catch (failure) {
    const error = /** @type {Error & { code: string }} */ (failure);
    if (error.code !== 'archive/corrupt') throw error;
    return { bytes: null, error: error.message, compressedBytes: null, checkpoints: taken };
  } finally {
    releaseEngine(engine);
  }
}

/**
 * @param {Inflater} inflater
 * @param {Engine} engine
 * @param {number} bytes
 */
function keepSome(inflater, engine, bytes) {
  const { end } = inflater;
  const from = Math.max(engine.exports.WINDOW.value, end - bytes);
  const kept = Buffer.from(engine.memory.subarray(from, end));
  const moved = inflater.keep(from);
  assert.equal(inflater.end, end - moved);
  assert.ok(kept.equals(engine.memory.subarray(from - moved, end - moved)), 'what is kept is changed');
}

/** @param {Engine} engine A symbol that begins in the window may end behind it, and so may the next one. */
function endOfWindow({ exports }) {
  return exports.WINDOW.value + exports.WINDOW_BYTES.value + 2 * 258;
}

/**
 * An engine that holds nothing useful of earlier streams: another one, of the other method, was in it since.
 *
 * @param {Random} random
 * @param {DeflateMethod} method
 */
function acquireDirty(random, method) {
  const engine = acquireEngine();
  const inflater = new Inflater(engine, method === DEFLATED ? DEFLATE64 : DEFLATED);
  inflater.give(OTHER_STREAM);
  inflater.step();
  const { WINDOW, INPUT, LENGTHS } = engine.exports;
  for (const { value } of [WINDOW, INPUT]) engine.memory.fill(random.below(256), value, value + 2000);
  engine.memory.fill(random.below(256), LENGTHS.value, LENGTHS.value + 320);
  return engine;
}

/**
 * @param {Uint8Array} stream
 * @returns {Inflated} zlib's result, with the message that an inflater has to give.
 */
export function inflateByZlib(stream) {
  try {
    const { buffer, engine } = /** @type {any} */ (inflateRawSync(stream, { info: true, maxOutputLength: 2 ** 26 }));
    return { bytes: buffer, error: null, compressedBytes: engine.bytesWritten };
  } catch (failure) {
    const { code, message } = /** @type {Error & { code: string }} */ (failure);
    if (!code.startsWith('Z_')) throw failure;
    return { bytes: null, error: `the compressed bytes are damaged: ${message}`, compressedBytes: null };
  }
}

/**
 * @param {Inflated} ours
 * @param {Inflated} zlibs
 * @throws {assert.AssertionError}
 */
export function assertSame(ours, zlibs) {
  assert.equal(ours.error, zlibs.error);
  assert.equal(ours.compressedBytes, zlibs.compressedBytes, 'of other compressed bytes');
  if (ours.bytes && zlibs.bytes) assert.ok(ours.bytes.equals(zlibs.bytes), 'other bytes');
}

// Few enough that a stream takes a millisecond.
const MOST_PIECES = 200;
const MOST_CHECKPOINTS = 10;

// It ends in the middle of a stored block, behind one with codes of its own.
const OTHER_STREAM = Buffer.concat([
  deflateRawSync(rowsText().subarray(0, 900), { finishFlush: constants.Z_SYNC_FLUSH }),
  Buffer.from([0, 99, 0, 255 - 99, 255]),
]);
