import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acquireEngine, createEngine, releaseEngine } from '../../src/engine/engine.js';

test('a released engine is used again, and an acquired one is never shared', () => {
  const [one, other] = [acquireEngine(), acquireEngine()];
  assert.notEqual(one, other);
  releaseEngine(one);
  assert.equal(acquireEngine(), one);
  assert.notEqual(createEngine().memory.buffer, one.memory.buffer);
});

test('a released engine holds nothing of what its user worked with', () => {
  const engine = acquireEngine();
  const mine = () => 1;
  Object.assign(engine, { changeField: mine, testField: mine, fitsType: mine });
  releaseEngine(engine);
  assert.ok(!Object.values(engine).includes(mine));
});

test('its regions do not overlap, and lie within its memory', () => {
  const { exports, memory } = createEngine();
  const {
    INPUT,
    INPUT_BYTES,
    UNUSED_BYTES,
    WINDOW,
    WINDOW_BYTES,
    OUTPUT,
    OUTPUT_BYTES,
    TEXT,
    TEXT_BYTES,
    SLACK_BYTES,
  } = Object.fromEntries(Object.entries(exports).map(([name, { value }]) => [name, value]));
  assert.ok(INPUT - UNUSED_BYTES > 0);
  assert.ok(INPUT + INPUT_BYTES + SLACK_BYTES <= WINDOW);
  assert.ok(WINDOW + WINDOW_BYTES + SLACK_BYTES <= OUTPUT);
  assert.ok(OUTPUT + OUTPUT_BYTES + SLACK_BYTES <= TEXT);
  assert.ok(TEXT + TEXT_BYTES + SLACK_BYTES <= memory.length);
});
