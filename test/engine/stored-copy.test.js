import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { createVerifier } from '../../src/archive/verifier.js';
import { StoredCopy } from '../../src/engine/stored-copy.js';
import { pendingOutcome } from '../../src/entry-outcome.js';

/** @import { EngineState } from '../../src/engine/stage.js' */

const CHUNKS = [Buffer.from('some '), Buffer.from('bytes')];
const CONTENT = Buffer.concat(CHUNKS);

test('the chunks themselves come out, counted and verified, each when the next one arrives', () => {
  const { copy, outcome } = open();
  assert.deepEqual(copy.feed(CHUNKS[0]), [{ output: [], rejected: [], reasons: [] }]);
  assert.equal(copy.feed(CHUNKS[1])[0].output[0], CHUNKS[0]);
  const [{ output }] = copy.end();
  assert.equal(output.length, 1);
  assert.equal(output[0], CHUNKS[1]);
  assert.equal(outcome.bytesIn, CONTENT.length);
});

test('it can be suspended between any two chunks, and resumed', () => {
  const { copy } = open();
  copy.feed(CHUNKS[0]);
  assert.equal(copy.canSuspend, true);
  assert.deepEqual(copy.flush(), { output: [CHUNKS[0]], rejected: [], reasons: [] });
  const state = copy.snapshot();
  assert.deepEqual(state.reader, { position: 5 });
  const { copy: rest } = open({ state });
  rest.feed(CHUNKS[1]);
  assert.doesNotThrow(() => rest.end());
});

test('archive/crc-mismatch, archive/size-mismatch: it fails at the end, or with the first byte too many', () => {
  const { copy: wrong } = open({ crc: 1 });
  wrong.feed(CONTENT);
  assert.throws(() => wrong.end(), { code: 'archive/crc-mismatch' });
  const { copy: short } = open();
  short.feed(CHUNKS[0]);
  assert.throws(() => short.end(), { code: 'archive/size-mismatch' });
  assert.throws(() => short.feed(CONTENT), { code: 'archive/size-mismatch' });
});

/** @param {{ state?: EngineState, crc?: number }} [options] */
function open({ state, crc = crc32(CONTENT) } = {}) {
  const { length: bytes } = CONTENT;
  const entry = /** @type {any} */ ({ name: 'a', method: 0, bytes, compressedBytes: bytes, crc32: crc });
  const outcome = pendingOutcome(entry, 'copy');
  const verifier = createVerifier(entry, state?.verified);
  const position = state?.reader.position ?? 0;
  return { copy: new StoredCopy({ verifier, outcome, position }), outcome };
}
