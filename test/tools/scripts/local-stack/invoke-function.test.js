import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { invokeFunction } from '../../../../scripts/local-stack/invoke-function.js';

const bounded = { timeout: 60_000, concurrency: 2 };

describe('an invocation', bounded, () => {
  it('of a function that needs more memory than it has says so', async () => {
    const Records = Array.from({ length: 1_000_000 }, () => ({}));
    const { kind, error } = await invokeFunction({ Records }, { ...HOW, memoryMegabytes: 32 });
    assert.equal(kind, 'died');
    assert.match(String(error), /^the process .*: it ran out of memory$/);
  });

  it('that takes too long is ended', async () => {
    // The import of the function alone takes longer.
    const { kind, error } = await invokeFunction({}, { ...HOW, timeoutMs: 10 });
    assert.deepEqual([kind, error], ['died', 'timed out after 0.01 s']);
  });

  it('that is stopped ends', async () => {
    const stop = new AbortController();
    const invocation = invokeFunction({}, { ...HOW, signal: stop.signal, onStart: () => stop.abort() });
    assert.deepEqual(await invocation, { kind: 'stopped', error: null });
    assert.deepEqual(await invokeFunction({}, { ...HOW, signal: stop.signal }), { kind: 'stopped', error: null });
  });

  it('hands back what the function throws', async () => {
    const { kind, error } = await invokeFunction({ hello: 'world' }, { ...HOW });
    assert.equal(kind, 'threw');
    assert.match(String(error), /unknown event/);
  });

  it('has no settings but those that it is given', async () => {
    process.env.SLUICE_UNKNOWN = 'of the one who invokes it';
    const { error } = await invokeFunction({ Event: 's3:TestEvent' }, { ...HOW });
    delete process.env.SLUICE_UNKNOWN;
    assert.equal(error, null);
  });
});

const HOW = {
  env: { SLUICE_DESTINATION: 's3://sluice-out', AWS_REGION: 'us-east-1' },
  memoryMegabytes: 256,
  timeoutMs: 10_000,
  signal: new AbortController().signal,
  onProgress: () => {},
  onLog: () => {},
};
