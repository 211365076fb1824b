import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { acquireEngine, createEngine, releaseEngine } from '../../src/engine/engine.js';
import { Inflater } from '../../src/engine/inflater.js';
import { rowsText } from './streams.js';

/** @import { InflaterSnapshot } from '../../src/engine/inflater-snapshot.js' */

suite('Inflater', () => {
  test('a snapshot holds the type of the block that it was taken in', () => {
    const text = rowsText();
    /** @type {[string, Buffer][]} */
    const streams = [
      ['stored', deflateRawSync(text, { level: 0 })],
      ['fixed', deflateRawSync(text, { strategy: constants.Z_FIXED })],
      ['dynamic', deflateRawSync(text)],
    ];
    for (const [type, stream] of streams) {
      const { snapshot } = pauseAfter(stream, 2000);
      assert.equal(snapshot.block?.type, type);
      assert.equal(snapshot.block?.type !== 'end' && snapshot.block?.final, true);
      assert.ok(snapshot.position <= 2000 && snapshot.position > 1980);
      assert.ok(
        inflateRawSync(stream)
          .subarray(0, 32768)
          .includes(Buffer.from(snapshot.window.subarray(0, 100))),
      );
    }
    assert.equal(pauseAfter(streams[2][1], 20).snapshot.block, null, 'in the middle of a header');
    assert.deepEqual(pauseAfter(streams[2][1], 10_000).snapshot.block, { type: 'end' });
  });

  test('resumes in an engine that has not seen the stream, and gives only the bytes that follow', () => {
    const text = rowsText();
    const stream = deflateRawSync(text);
    const { snapshot, bytes } = pauseAfter(stream, 2000);
    const engine = createEngine();
    const inflater = Inflater.restore(engine, snapshot);
    assert.equal(inflater.compressedBytes, snapshot.position + Number(snapshot.bitOffset > 0));
    inflater.give(stream.subarray(snapshot.position));
    const { start, end } = inflater.step();
    assert.equal(inflater.isDone, true);
    assert.equal(Buffer.concat([bytes, engine.memory.subarray(start, end)]).toString(), text.toString());
    assert.equal(inflater.compressedBytes, stream.length);
  });

  test('resumes at the end of the stream too', () => {
    const { snapshot } = pauseAfter(deflateRawSync(rowsText()), 10_000);
    const inflater = Inflater.restore(acquireEngine(), snapshot);
    assert.deepEqual([inflater.isDone, inflater.needsInput], [true, false]);
    const { start, end } = inflater.step();
    assert.equal(end - start, 0);
  });

  test('refuses what is not a snapshot, before anything is written outside of its region', () => {
    const { snapshot } = pauseAfter(deflateRawSync(rowsText()), 2000);
    const block = /** @type {any} */ (snapshot.block);
    /** @type {[string, Record<string, unknown>][]} */
    const changes = [
      ['position', { position: -1 }],
      ['position', { position: 0.5 }],
      ['bitOffset', { bitOffset: 8 }],
      ['window', { window: new Uint8Array(32769) }],
      ['block.type', { block: { type: 'other', final: false } }],
      ['block.left', { bitOffset: 0, block: { type: 'stored', left: 65536, final: false } }],
      ['block.left', { bitOffset: 1, block: { type: 'stored', left: 1, final: false } }],
      ['block.literals', { block: { ...block, literals: 256 } }],
      ['block.distances', { block: { ...block, distances: 31 } }],
      ['block.lengths', { block: { ...block, lengths: block.lengths.subarray(1) } }],
      ['block.lengths', { block: { ...block, lengths: block.lengths.map(() => 16) } }],
      ['block.lengths', { block: { ...block, lengths: block.lengths.map(() => 1) } }],
    ];
    const engine = acquireEngine();
    for (const [field, change] of changes) {
      assert.throws(
        () => Inflater.restore(engine, /** @type {InflaterSnapshot} */ ({ ...snapshot, ...change })),
        new RangeError(`this is not a snapshot of an inflater: ${field}`),
      );
    }
    releaseEngine(engine);
  });
});

/**
 * @param {Buffer} stream
 * @param {number} bytes
 */
function pauseAfter(stream, bytes) {
  const engine = acquireEngine();
  const inflater = new Inflater(engine);
  inflater.give(stream.subarray(0, bytes));
  const { start, end } = inflater.step();
  const inflated = Buffer.from(engine.memory.subarray(start, end));
  const snapshot = structuredClone(inflater.snapshot());
  releaseEngine(engine);
  return { snapshot, bytes: inflated };
}
