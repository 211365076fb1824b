import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { invokeFunction } from '../../../../scripts/local-stack/invoke-function.js';

const bounded = { timeout: 300_000, concurrency: 2 };

describe('an invocation', bounded, () => {
  it('reports that the function ran out of memory', async () => {
    const Records = Array.from({ length: 1_000_000 }, () => ({}));
    const { kind, error } = await invokeFunction({ Records }, { ...HOW, memoryMegabytes: 32 });
    assert.equal(kind, 'died');
    assert.match(String(error), /^the process .*: it ran out of memory$/);
  });

  it('is killed at its timeout', async () => {
    // Importing the function alone takes longer.
    const { kind, error } = await invokeFunction({}, { ...HOW, timeoutMs: 10 });
    assert.deepEqual([kind, error], ['died', 'timed out after 0.01 s']);
  });

  it('ends when it is aborted', async () => {
    const stop = new AbortController();
    const invocation = invokeFunction({}, { ...HOW, signal: stop.signal, onStart: () => stop.abort() });
    assert.deepEqual(await invocation, { kind: 'stopped', error: null });
    assert.deepEqual(await invokeFunction({}, { ...HOW, signal: stop.signal }), { kind: 'stopped', error: null });
  });

  it('returns the function’s error', async () => {
    const { kind, error } = await invokeFunction({ hello: 'world' }, { ...HOW });
    assert.equal(kind, 'threw');
    assert.match(String(error), /unknown event/);
  });

  it('has only the given environment', async () => {
    process.env.SLUICE_UNKNOWN = 'of the invoking process';
    const { error } = await invokeFunction({ Event: 's3:TestEvent' }, { ...HOW });
    delete process.env.SLUICE_UNKNOWN;
    assert.equal(error, null);
  });
});

const HOW = {
  env: { SLUICE_DESTINATION: 's3://sluice-out', AWS_REGION: 'us-east-1' },
  memoryMegabytes: 256,
  timeoutMs: 60_000,
  signal: new AbortController().signal,
  onProgress: () => {},
  onLog: () => {},
};
