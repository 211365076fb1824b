import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { startLocalStack } from '../../../../scripts/local-stack/start-local-stack.js';
import { zipOf } from '../../../support/cloud.js';
import { temporaryFolder } from '../../run-script.js';

/** @import { Delivery, Listeners } from '../../../../scripts/local-stack/start-local-stack.js' */

const bounded = { timeout: 300_000, concurrency: 2 };

describe('the local stack', bounded, () => {
  it('processes one archive after the other', async t => {
    /** @type {Set<string>} */
    const paths = new Set();
    const { put, started, delivered } = await start(t, { onProgress: ({ path }) => paths.add(path) });
    await Promise.all([put('a.zip', { 'a.txt': 'a' }), put('b.zip', { 'b.txt': 'b' })]);
    const deliveries = [await delivered(), await delivered()];
    assert.deepEqual(
      started,
      deliveries.map(({ key }) => key),
    );
    assert.deepEqual(
      deliveries.map(({ manifest }) => manifest?.status),
      ['complete', 'complete'],
    );
    assert.deepEqual([...paths].sort(), ['a.txt', 'b.txt']);
  });

  it('redelivers twice if the function is killed, then reports it', async t => {
    const { put, delivered, retries } = await start(t, { onProcess: child => child.kill('SIGKILL') });
    await put('a.zip', { 'a.txt': 'a' });
    const { invocation, log, manifest } = await delivered();
    assert.deepEqual([invocation.kind, invocation.attempts, log, manifest], ['died', 3, null, null]);
    assert.match(String(invocation.error), /^the process was killed \(SIGKILL\)/);
    assert.deepEqual(retries, [2, 3]);
  });

  it('completes after the function was killed once', async t => {
    let processes = 0;
    const { put, delivered } = await start(t, { onProcess: child => processes++ === 0 && child.kill('SIGKILL') });
    await put('a.zip', { 'a.txt': 'a' });
    const { invocation, manifest } = await delivered();
    assert.deepEqual([invocation.kind, invocation.attempts, manifest?.status], ['returned', 2, 'complete']);
  });

  it('reports the function’s error', async t => {
    const { put, delivered } = await start(t, {}, '/nowhere/recipe.json');
    await put('a.zip', { 'a.txt': 'a' });
    const { invocation } = await delivered();
    assert.deepEqual([invocation.kind, invocation.attempts], ['threw', 3]);
    assert.match(String(invocation.error), /SLUICE_RECIPE names a file that cannot be read/);
  });

  it('ends the running function when it is closed', async t => {
    const { promise: child, resolve } = Promise.withResolvers();
    const { put, close, waiting, deliveries } = await start(t, { onProcess: resolve });
    await put('a.zip', { 'a.txt': 'a' });
    const { pid } = await child;
    assert.equal(waiting(), 1);
    await close();
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
    assert.deepEqual(deliveries, []);
  });
});

/**
 * @param {import('node:test').TestContext} t
 * @param {Partial<Listeners>} [listeners]
 * @param {string} [recipePath]
 */
async function start(t, listeners = {}, recipePath) {
  const folder = await temporaryFolder(t);
  /** @type {string[]} */
  const started = [];
  /** @type {number[]} */
  const retries = [];
  /** @type {Delivery[]} */
  const deliveries = [];
  let notify = () => {};
  const { client, waiting, close } = await startLocalStack(
    { folder, recipePath, retryDelayMs: 1 },
    {
      onStart: key => started.push(key),
      onRetry: (_key, { attempt }) => retries.push(attempt),
      onDelivered: delivery => {
        deliveries.push(delivery);
        notify();
      },
      ...listeners,
    },
  );
  t.after(close);
  let taken = 0;
  return {
    started,
    retries,
    deliveries,
    waiting,
    close,

    /**
     * @param {string} Key
     * @param {Record<string, string>} files
     */
    async put(Key, files) {
      await client.send(new PutObjectCommand({ Bucket: 'sluice-in', Key, Body: await zipOf(files) }));
    },

    async delivered() {
      while (deliveries.length <= taken) await new Promise(resolve => (notify = () => resolve(undefined)));
      return deliveries[taken++];
    },
  };
}
