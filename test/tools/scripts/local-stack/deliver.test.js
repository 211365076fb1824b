import assert from 'node:assert/strict';
import { it } from 'node:test';
import { deliver } from '../../../../scripts/local-stack/deliver.js';

/** @import { Invocation } from '../../../../scripts/local-stack/invoke-function.js' */

it('an event that is handled is delivered once', async () => {
  assert.deepEqual(await run(['returned']), { result: { kind: 'returned', error: null, attempts: 1 }, retries: [] });
});

it('an event is redelivered with growing delays until it is handled', async () => {
  const { result, retries } = await run(['threw', 'died', 'returned']);
  assert.deepEqual(result, { kind: 'returned', error: null, attempts: 3 });
  assert.deepEqual(retries, [
    { attempt: 2, delayMs: 1, error: 'threw 1' },
    { attempt: 3, delayMs: 2, error: 'died 2' },
  ]);
});

it('an event is not redelivered after the third attempt', async () => {
  const { result } = await run(['threw', 'threw', 'threw', 'returned']);
  assert.deepEqual(result, { kind: 'threw', error: 'threw 3', attempts: 3 });
});

it('nothing is redelivered after an abort', async () => {
  const { result, retries } = await run(['stopped', 'returned']);
  assert.deepEqual([result.kind, result.attempts, retries], ['stopped', 1, []]);
});

/** @param {Invocation['kind'][]} kinds How the invocations end. */
async function run(kinds) {
  /** @type {unknown[]} */
  const retries = [];
  let count = 0;
  const result = await deliver({
    async invoke() {
      const kind = kinds[count++];
      return { kind, error: kind === 'returned' || kind === 'stopped' ? null : `${kind} ${count}` };
    },
    onRetry: next => retries.push(next),
    signal: new AbortController().signal,
    delayMs: 1,
  });
  return { result, retries };
}
