import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { createVerifier } from '../../src/archive/verifier.js';
import { CopiedBlocks } from '../../src/engine/copied-blocks.js';
import { createEngine } from '../../src/engine/engine.js';
import { EntryWork } from '../../src/engine/entry-work.js';
import { Inflater } from '../../src/engine/inflater.js';
import { pendingOutcome } from '../../src/entry-outcome.js';

/** @import { EngineState } from '../../src/engine/stage.js' */

const CONTENT = Buffer.from('some bytes, '.repeat(100_000));
const COMPRESSED = deflateRawSync(CONTENT);
const HALF = COMPRESSED.length >> 1;

test('chunks go in and blocks come out, without waiting', () => {
  const { work, outcome, released } = open();
  const blocks = [...work.feed(COMPRESSED.subarray(0, HALF)), ...work.feed(COMPRESSED.subarray(HALF)), ...work.end()];
  assert.ok(outputOf(blocks).equals(CONTENT));
  assert.equal(outcome.bytesIn, CONTENT.length);
  assert.deepEqual(
    released.map(({ length }) => length),
    [HALF, COMPRESSED.length - HALF],
  );
});

test('it can be suspended between any two blocks behind the first byte, and resumed in another engine', () => {
  const { work } = open();
  assert.equal(work.canSuspend, false);
  const blocks = [];
  for (const block of work.feed(COMPRESSED)) {
    blocks.push(block);
    assert.equal(work.canSuspend, true);
    break;
  }
  blocks.push(work.flush());
  const state = work.snapshot();
  assert.equal(outputOf(blocks).length, state.verified.bytes);
  const { work: rest } = open({ state });
  blocks.push(...rest.feed(COMPRESSED.subarray(state.reader.position)));
  assert.equal(rest.canSuspend, false);
  blocks.push(...rest.end());
  assert.ok(outputOf(blocks).equals(CONTENT));
});

test('archive/crc-mismatch, archive/corrupt: it fails at the end', () => {
  const { work: wrong } = open({ crc: 1 });
  assert.throws(() => [...wrong.feed(COMPRESSED), ...wrong.end()], { code: 'archive/crc-mismatch' });
  const { work: cut } = open();
  assert.throws(() => [...cut.feed(COMPRESSED.subarray(0, -1)), ...cut.end()], { code: 'archive/corrupt' });
});

/** @param {{ state?: EngineState, crc?: number }} [options] */
function open({ state, crc = crc32(CONTENT) } = {}) {
  const engine = createEngine();
  const sizes = { bytes: CONTENT.length, compressedBytes: COMPRESSED.length };
  const entry = /** @type {any} */ ({ name: 'a', method: 8, ...sizes, crc32: crc });
  const outcome = pendingOutcome(entry, 'copy');
  /** @type {Buffer[]} */
  const released = [];
  const work = new EntryWork({
    engine,
    reader: state ? Inflater.restore(engine, /** @type {any} */ (state.reader)) : new Inflater(engine),
    verifier: createVerifier(entry, state?.verified),
    blocks: new CopiedBlocks(engine),
    outcome,
    release: chunk => void released.push(chunk),
  });
  return { work, outcome, released };
}

/** @param {{ output: Buffer[] }[]} blocks */
function outputOf(blocks) {
  return Buffer.concat(blocks.flatMap(({ output }) => output));
}
