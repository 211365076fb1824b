import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { openDestination } from '../../src/destination/open.js';
import { uploadsLeft } from '../support/s3.js';
import { called, throughJson, turn } from './fixture.js';
import { openFolder, tree } from './folder/fixture.js';
import { MIB, openBucket } from './s3/fixture.js';

/** @import { TestContext } from 'node:test' */
/** @import { Destination } from '../../src/destination/open.js' */

const BYTES = Buffer.alloc(6 * MIB, 'more than a part');

/**
 * One of each kind of output. `left` lists what is there and is not published.
 *
 * @type {{ kind: string, resumable: boolean, open: (t: TestContext) => Promise<Opened> }[]}
 */
const KINDS = [
  { kind: 'in a folder', resumable: false, open: inFolder },
  { kind: 'in a folder, resumable', resumable: true, open: inFolder },
  { kind: 'in S3', resumable: false, open: inS3 },
  { kind: 'in S3, resumable', resumable: true, open: inS3 },
];

/** @typedef {{ destination: Destination, left: () => Promise<unknown[]> }} Opened */

/**
 * @param {TestContext} t
 * @returns {Promise<Opened>}
 */
async function inFolder(t) {
  const { root, destination } = await openFolder(t);
  return { destination, left: async () => (await tree(root)).filter(path => !path.endsWith('x/a') && path !== 'x') };
}

/**
 * @param {TestContext} t
 * @returns {Promise<Opened>}
 */
async function inS3(t) {
  const { client, destination } = await openBucket(t);
  return { destination, left: () => uploadsLeft(client) };
}

for (const { kind, resumable, open } of KINDS) {
  /**
   * @param {Destination} destination
   * @param {{ end: boolean }} how
   */
  const written = async (destination, { end }) => {
    const output = await destination.create('x/a', { declaredBytes: BYTES.length, resumable });
    await called(done => output.writable.write(BYTES, done));
    if (end) await called(done => output.writable.end(done));
    return output;
  };

  test(`an output ${kind} is published by its commit, and not before`, async t => {
    const { destination, left } = await open(t);
    const output = await written(destination, { end: true });
    assert.equal(output.uri, destination.locate('x/a'));
    assert.equal(await destination.read('x/a', text), null);
    assert.equal(await output.commit(), 'written');
    await output.abort();
    await output.release();
    assert.equal(await destination.read('x/a', text), String(BYTES));
    assert.deepEqual(await left(), []);
  });

  test(`an unfinished output ${kind} cannot be committed or suspended`, async t => {
    const { destination, left } = await open(t);
    for (const step of /** @type {const} */ (['suspend', 'commit'])) {
      const output = await written(destination, { end: false });
      await assert.rejects(output[step]());
      await output.abort();
      assert.equal(await destination.read('x/a', text), null);
      assert.deepEqual(await left(), []);
    }
  });

  test(`nothing is left of an output ${kind} that is aborted, released or closed`, { timeout: 300_000 }, async t => {
    const { destination, left } = await open(t);
    for (const end of [false, true]) {
      for (const step of /** @type {const} */ (['abort', 'release', 'close'])) {
        const output = await written(destination, { end });
        await (step === 'close' ? destination.close() : output[step]());
        await output.abort();
        await output.release();
        assert.equal(await destination.read('x/a', text), null);
        assert.deepEqual(await left(), [], `${step} after ${end ? 'the end' : 'a write'}`);
      }
    }
  });

  if (!resumable) continue;

  test(`an output ${kind} that was suspended can be resumed until it is published or discarded`, async t => {
    const { destination, left } = await open(t);
    const suspended = throughJson(await (await written(destination, { end: true })).suspend());
    assert.equal((await left()).length, 1);
    for (const step of /** @type {const} */ (['release', 'suspend'])) {
      await (await turn(destination, 'x/a', suspended, BYTES))[step]();
      assert.equal((await left()).length, 1, step);
    }
    assert.equal(await (await turn(destination, 'x/a', suspended, BYTES)).commit(), 'written');
    assert.equal(await destination.read('x/a', text), String(BYTES).repeat(2));
    assert.deepEqual(await left(), []);
    assert.equal(await destination.removeOwn('x/a'), true);

    const other = throughJson(await (await written(destination, { end: true })).suspend());
    for (let count = 0; count < 2; count += 1) await destination.discard('x/a', other);
    assert.equal(await destination.read('x/a', text), null);
    assert.deepEqual(await left(), []);
  });
}

test('the scheme decides where a destination is, whatever its case', async () => {
  const folder = await openDestination('/tmp/out');
  assert.equal(folder.locate('x/a'), '/tmp/out/x/a');
  assert.equal(folder.isConditional, false);
  await assert.rejects(openDestination('S3://bucket'), { name: 'UsageError', code: 'usage/bad-uri' });
});
