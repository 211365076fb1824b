import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { StorageError } from '../../src/errors.js';
import { landing } from '../../src/job/landing.js';

const FULL = new StorageError('storage/disk-full', 'full');
const PUBLISHED = { output: 'main', rejected: null, reasons: 'why' };
const OUTCOME = /** @type {any} */ ({ path: 'a.csv', status: 'pending', output: null, records: { written: 1 } });
const STEPS = /** @type {const} */ (['prepare', 'claim', 'commit']);

/** @param {string} [failing] The step that fails. */
async function land(failing) {
  /** @type {string[]} */
  const done = [];
  const step = (/** @type {string} */ name) => async () => {
    await turn();
    if (name === failing) throw FULL;
    done.push(name);
  };
  const outputs = /** @type {any} */ ({
    published: PUBLISHED,
    prepare: step('prepare'),
    commit: step('commit'),
    async giveUp(/** @type {unknown} */ error) {
      await turn();
      done.push(`give up: ${error === FULL}`);
    },
  });
  return { result: await landing(outputs, OUTCOME)(step('claim')), done };
}

test('outputs are checked before the claim, and committed after it', async () => {
  assert.deepEqual(await land(), {
    result: { kind: 'published', outcome: { ...OUTCOME, ...PUBLISHED, status: 'written' } },
    done: STEPS,
  });
});

test('after a step that fails comes no other, and the outputs are closed by the end of it', async () => {
  for (const [index, failing] of STEPS.entries()) {
    assert.deepEqual(await land(failing), {
      result: { kind: 'failed', outcome: { ...OUTCOME, ...PUBLISHED }, error: FULL },
      done: [...STEPS.slice(0, index), 'give up: true'],
    });
  }
});
