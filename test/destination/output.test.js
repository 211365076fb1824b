import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { openOutput } from '../../src/destination/output.js';
import { StoppedError } from '../../src/errors.js';

/** @import { Draft } from '../../src/destination/output.js' */

const FAULT = new Error('fault');

/**
 * An output whose draft records its steps.
 *
 * @param {{ isResumable?: boolean, signal?: AbortSignal, draft?: Partial<Draft> }} [options]
 */
function recorded({ isResumable = false, signal, draft } = {}) {
  /** @type {string[]} */
  const steps = [];
  const output = openOutput(
    {
      writable: new Writable(),
      async commit() {
        steps.push('commit');
        return 'written';
      },
      async suspend() {
        steps.push('suspend');
        return { state: {}, rest: Buffer.alloc(0) };
      },
      async release() {
        steps.push('release');
      },
      async abort() {
        await turn();
        steps.push('abort');
      },
      stop: error => void steps.push(`stop: ${error.name}`),
      ...draft,
    },
    { uri: 'uri', isResumable, signal, onClosed: () => void steps.push('closed') },
  );
  return { output, steps };
}

for (const step of /** @type {const} */ (['commit', 'suspend', 'release', 'abort'])) {
  test(`${step} ends an output once: release and abort do nothing afterwards`, async () => {
    const { output, steps } = recorded();
    await output[step]();
    await output.release();
    await output.abort();
    assert.deepEqual(steps, [step, 'closed']);
  });
}

test('a failed commit aborts the output, and leaves a resumable one open', async () => {
  for (const isResumable of [false, true]) {
    const { output, steps } = recorded({ isResumable, draft: { commit: () => Promise.reject(FAULT) } });
    await assert.rejects(output.commit(), FAULT);
    assert.deepEqual(steps, isResumable ? [] : ['abort', 'closed']);
    await output.release();
    assert.deepEqual(steps, isResumable ? ['release', 'closed'] : ['abort', 'closed']);
  }
});

test('a failed suspend leaves the output open', async () => {
  const { output, steps } = recorded({ draft: { suspend: () => Promise.reject(FAULT) } });
  await assert.rejects(output.suspend(), FAULT);
  await output.abort();
  assert.deepEqual(steps, ['abort', 'closed']);
});

test('aborting or releasing an output that is being aborted waits for it', async () => {
  /** @type {PromiseWithResolvers<void>} */
  const aborted = Promise.withResolvers();
  const { output, steps } = recorded({ draft: { abort: () => aborted.promise } });
  const ends = [output.abort(), output.release()].map(end => end.then(() => steps.push('ended')));
  await new Promise(setImmediate);
  assert.deepEqual(steps, []);
  aborted.resolve();
  await Promise.all(ends);
  assert.deepEqual(steps, ['closed', 'ended', 'ended']);
});

test('the signal stops an open output, but not one that has ended, or was opened after it', async () => {
  const stop = new AbortController();
  const open = recorded({ signal: stop.signal });
  const ended = recorded({ signal: stop.signal });
  await ended.output.commit();
  const reason = new StoppedError();
  stop.abort(reason);
  assert.deepEqual(open.steps, ['stop: StoppedError']);
  assert.deepEqual(ended.steps, ['commit', 'closed']);
  const later = recorded({ signal: stop.signal });
  assert.equal(await later.output.commit(), 'written');
  assert.deepEqual(later.steps, ['commit', 'closed']);
});
