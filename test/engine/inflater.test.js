import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { constants, deflateRawSync } from 'node:zlib';
import { acquireEngine, createEngine, releaseEngine } from '../../src/engine/engine.js';
import { Inflater, MAX_KEPT_BYTES } from '../../src/engine/inflater.js';
import { randomOf } from '../support/random.js';
import { BitWriter } from './bit-writer.js';
import { drawStream } from './draw-stream.js';
import { assertSame, inflateByZlib, inflateInPieces } from './run-inflater.js';
import { rowsText } from './streams.js';

/** @import { Engine } from '../../src/engine/engine.js' */

const FIXTURES = new URL('../support/deflate/', import.meta.url);

suite('Inflater', () => {
  test('inflates the output of zlib, at every level and with every strategy', () => {
    const random = randomOf(1);
    const text = rowsText();
    const strategies = [constants.Z_DEFAULT_STRATEGY, constants.Z_FILTERED, constants.Z_HUFFMAN_ONLY];
    for (const strategy of [...strategies, constants.Z_RLE, constants.Z_FIXED]) {
      for (let level = 0; level <= 9; level++) {
        const [windowBits, memLevel] = [9 + random.below(7), 1 + random.below(9)];
        const stream = deflateRawSync(text, { level, strategy, windowBits, memLevel });
        const { bytes, compressedBytes } = inflateInPieces(stream, random, { checkpoints: 0.2 });
        assert.ok(bytes?.equals(text));
        assert.equal(compressedBytes, stream.length);
      }
    }
  });

  test('inflates the output of zopfli and libdeflate', () => {
    const names = readdirSync(FIXTURES);
    assert.deepEqual(names.toSorted(), ['libdeflate-1', 'libdeflate-12', 'libdeflate-6', 'zopfli']);
    for (const name of names) {
      const stream = readFileSync(new URL(name, FIXTURES));
      assert.ok(inflateInPieces(stream, randomOf(2), { checkpoints: 0.5 }).bytes?.equals(rowsText()), name);
    }
  });

  test('inflates random streams, whole and broken, as zlib does, also across checkpoints', async () => {
    const kinds = new Set();
    const errors = new Set();
    let checkpoints = 0;
    for (let seed = 0; seed < 2000; seed++) {
      const random = randomOf(seed);
      const { kind, bytes } = await drawStream(random);
      const wanted = inflateByZlib(bytes);
      try {
        assertSame(inflateInPieces(bytes, random), wanted);
        const resumed = inflateInPieces(bytes, random, { checkpoints: 0.5 });
        assertSame(resumed, wanted);
        checkpoints += resumed.checkpoints;
      } catch (error) {
        throw new Error(`seed ${seed}, ${kind}`, { cause: error });
      }
      kinds.add(kind);
      errors.add(wanted.error);
    }
    assert.equal(kinds.size, 16, 'every kind of stream has been there');
    // All of zlib's errors, and none.
    assert.equal(errors.size, 13, [...errors].join('\n'));
    assert.ok(checkpoints > 3000);
  });

  test('refuses a stream that is cut off at any byte', () => {
    const stream = deflateRawSync(rowsText().subarray(0, 700));
    for (let length = 0; length < stream.length; length++) {
      const { error } = inflateInPieces(stream.subarray(0, length), randomOf(length));
      assert.equal(error, 'the compressed bytes are damaged: unexpected end of file');
    }
  });

  test('a match reaches 32 KiB back, not before the beginning, and continues behind a full window', () => {
    const random = randomOf(3);
    const start = random.bytes(32768);
    for (const gap of [0, 1, 300]) {
      const text = Buffer.concat([start, random.bytes(gap), start, Buffer.alloc(700_000, 'ab'), start]);
      assertSame(inflateInPieces(deflateRawSync(text), random), inflateByZlib(deflateRawSync(text)));
    }
  });

  test('after a pause a match reaches up to 32 KiB back, and no farther', () => {
    const start = randomOf(5).bytes(32768);
    for (const stored of [32768, 32767]) {
      const stream = farthestMatch(start.subarray(0, stored));
      const wanted = inflateByZlib(stream);
      assert.equal(wanted.bytes === null, stored < 32768);
      assertSame(inflateInPieces(stream, randomOf(6)), wanted);
    }
    const stream = farthestMatch(start);
    for (const advance of [keepNothing, resumeElsewhere]) {
      const engine = acquireEngine();
      const inflater = new Inflater(engine);
      inflater.give(stream.subarray(0, 5 + start.length));
      inflater.step();
      const next = advance(inflater, engine);
      next.inflater.give(stream.subarray(5 + start.length));
      const { start: from, end } = next.inflater.step();
      assert.ok(next.inflater.isDone && start.subarray(0, 258).equals(next.engine.memory.subarray(from, end)));
    }
  });

  test('writes nothing behind its window', () => {
    const engine = createEngine();
    const { WINDOW, WINDOW_BYTES, SLACK_BYTES } = engine.exports;
    const behind = WINDOW.value + WINDOW_BYTES.value + SLACK_BYTES.value;
    engine.memory.fill(0x5a, behind, behind + 1000);
    for (const period of [1, 7, 40]) {
      const inflater = new Inflater(engine);
      inflater.give(deflateRawSync(Buffer.alloc(2 ** 21, randomOf(7).bytes(period))));
      for (let rounds = 0; !inflater.isDone; rounds++) inflater.keep(inflater.step().end - rounds);
    }
    assert.ok(engine.memory.subarray(behind, behind + 1000).every(byte => byte === 0x5a));
  });

  test('counts the compressed bytes that it used, and stops at the end of the stream', () => {
    const stream = deflateRawSync(rowsText());
    const engine = acquireEngine();
    const inflater = new Inflater(engine);
    assert.equal(inflater.compressedBytes, 0);
    inflater.give(stream.subarray(0, 1000));
    assert.equal(inflater.needsInput, false);
    inflater.step();
    assert.equal(inflater.needsInput, true);
    assert.ok(inflater.compressedBytes > 950 && inflater.compressedBytes <= 1000);
    inflater.give(Buffer.concat([stream.subarray(1000), Buffer.from('garbage')]));
    inflater.step();
    assert.deepEqual([inflater.isDone, inflater.needsInput], [true, false]);
    assert.equal(inflater.compressedBytes, stream.length);
    const { start, end } = inflater.step();
    assert.equal(end - start, 0);
    releaseEngine(engine);
  });

  test('keeps the bytes that it is asked to keep, as many as there is room for', () => {
    const text = randomOf(4).bytes(2 ** 20);
    const engine = acquireEngine();
    const inflater = new Inflater(engine);
    inflater.give(deflateRawSync(text));
    let { start, end } = inflater.step();
    assert.throws(() => inflater.keep(end - MAX_KEPT_BYTES - 1), RangeError);
    let total = end - start;
    while (!inflater.isDone) {
      const moved = inflater.keep(end - MAX_KEPT_BYTES);
      assert.ok(moved > 0);
      ({ start, end } = inflater.step());
      total += end - start;
      const kept = engine.memory.subarray(start - MAX_KEPT_BYTES, end);
      assert.ok(kept.equals(text.subarray(total - kept.length, total)));
    }
    assert.equal(total, text.length);
    releaseEngine(engine);
  });
});

/**
 * A stored block and then, in fixed codes, a match of 258 bytes at distance 32768.
 *
 * @param {Buffer} bytes
 */
function farthestMatch(bytes) {
  const writer = new BitWriter();
  writer.write(0, 3);
  writer.align();
  writer.write(bytes.length, 16);
  writer.write(bytes.length ^ 0xffff, 16);
  for (const byte of bytes) writer.write(byte, 8);
  writer.write(0b011, 3);
  writer.writeCode({ word: 0b11000101, length: 8 });
  writer.writeCode({ word: 29, length: 5 });
  writer.write(8191, 13);
  writer.writeCode({ word: 0, length: 7 });
  return writer.bytes();
}

/**
 * @param {Inflater} inflater
 * @param {Engine} engine
 */
function keepNothing(inflater, engine) {
  inflater.keep(inflater.end);
  return { inflater, engine };
}

/** @param {Inflater} inflater */
function resumeElsewhere(inflater) {
  const engine = createEngine();
  return { inflater: Inflater.restore(engine, inflater.snapshot()), engine };
}
