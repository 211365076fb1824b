import assert from 'node:assert/strict';
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDestination } from '../../../src/destination/open.js';
import { StoppedError } from '../../../src/errors.js';
import fc, { caseCount } from '../../support/fast-check.js';
import { called, GONE, JOB, throughJson, turn, unlikeBytes } from '../fixture.js';
import { openFiles, openFolder, tree } from './fixture.js';

const BYTES = unlikeBytes(300_000);

test('an output suspended anywhere, any number of times, holds exactly what was written', async t => {
  const { root, destination } = await openFolder(t);
  const cuts = fc.array(fc.nat(BYTES.length), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      cuts,
      fc.nat(BYTES.length),
      fc.integer({ min: 1000, max: 99_999 }),
      async (cutsAt, length, chunk) => {
        const bytes = BYTES.subarray(0, length);
        /** @type {import('../../../src/destination/open.js').SuspendedOutput | null} */
        let suspended = null;
        let position = 0;
        for (const cut of cutsAt.toSorted((one, other) => one - other)) {
          const end = Math.min(cut, length);
          const later = await openDestination(root);
          await later.begin(JOB);
          // A killed turn has written beyond what the state covers.
          if (suspended) await (await turn(later, 'x/a', suspended, bytes.subarray(position, end + 99))).release();
          const output = await turn(later, 'x/a', suspended, bytes.subarray(position, end), { chunkBytes: chunk });
          suspended = throughJson(await output.suspend());
          await later.close();
          assert.deepEqual([suspended.state.bytes, suspended.rest.length], [end, 0]);
          position = end;
        }
        const output = await turn(destination, 'x/a', suspended, bytes.subarray(position), { chunkBytes: chunk });
        assert.equal(await output.commit(), 'written');
        assert.ok((await readFile(join(root, 'x/a'))).equals(bytes));
        assert.deepEqual(await readdir(join(root, 'x')), ['a']);
      },
    ),
    { numRuns: caseCount(30) },
  );
});

test('bytes that a killed turn wrote beyond the end are cut off', async t => {
  const { root, destination } = await openFolder(t);
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, 1000))).suspend();
  await (await turn(destination, 'x/a', suspended, BYTES.subarray(0, 5000))).release();
  const output = await turn(destination, 'x/a', suspended, BYTES.subarray(1000, 1010));
  await output.commit();
  assert.ok((await readFile(join(root, 'x/a'))).equals(BYTES.subarray(0, 1010)));
});

test('an output is cut off and on the disk before it is named or suspended', async t => {
  const { root, destination } = await openFolder(t);
  const handle = await open(join(root, 'beside'), 'w');
  await handle.close();
  /** @type {string[]} */
  const steps = [];
  for (const [step, ms] of /** @type {const} */ ([
    ['truncate', 60],
    ['datasync', 20],
  ])) {
    const prototype = Object.getPrototypeOf(handle);
    const act = prototype[step];
    /** @this {any} @param {unknown[]} args */
    const late = async function (...args) {
      // What does not wait for it goes on meanwhile.
      await new Promise(resolve => setTimeout(resolve, ms));
      await act.apply(this, args);
      const isNamed = (await readdir(join(root, 'x'))).includes('a');
      steps.push(`${step}${isNamed ? ' after the name' : ''}`);
    };
    t.mock.method(prototype, step, late);
  }
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, 10))).suspend();
  assert.deepEqual(steps.splice(0), ['datasync']);
  assert.deepEqual(await openFiles(root), []);
  await (await turn(destination, 'x/a', suspended, BYTES.subarray(10))).commit();
  assert.deepEqual(steps, ['truncate', 'datasync']);
  assert.deepEqual(await openFiles(root), []);
});

test('two jobs that resume the same state do each other no harm', async t => {
  const { root, destination } = await openFolder(t);
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, 1000))).suspend();
  const slow = await turn(destination, 'x/a', suspended, BYTES.subarray(1000, 2000), { end: false });
  const fast = await turn(destination, 'x/a', suspended, BYTES.subarray(1000));
  // A third one has only now started, and must not cut off what the others have written.
  const third = await turn(destination, 'x/a', suspended, BYTES.subarray(1000, 1001), { end: false });
  assert.equal(await fast.commit(), 'written');
  assert.ok((await readFile(join(root, 'x/a'))).equals(BYTES));
  await called(done => third.writable.end(done));
  await third.suspend();
  assert.ok((await readFile(join(root, 'x/a'))).equals(BYTES));
  await called(done => slow.writable.end(BYTES.subarray(2000), done));
  assert.equal(await slow.commit(), 'written');
  assert.ok((await readFile(join(root, 'x/a'))).equals(BYTES));
  await assert.rejects(destination.resume('x/a', suspended, { declaredBytes: 0 }), GONE);
  assert.deepEqual(await tree(root), ['x', 'x/a']);
});

test('a commit whose temporary file is gone, and was not published, is storage/output-gone', async t => {
  const { root, destination } = await openFolder(t);
  const suspended = await (await turn(destination, 'x/a', null, BYTES)).suspend();
  await writeFile(join(root, 'x/a'), 'before');
  const output = await turn(destination, 'x/a', suspended, Buffer.alloc(0));
  await destination.discard('x/a', suspended);
  await assert.rejects(output.commit(), GONE);
  await output.release();
  assert.equal(await readFile(join(root, 'x/a'), 'utf8'), 'before');
});

test('abort and discard remove a suspended output; release and close keep it, and remove a new one', async t => {
  const { root, destination } = await openFolder(t);
  await (await turn(destination, 'x/a', null, BYTES)).release();
  await turn(destination, 'x/a', null, BYTES, { end: false });
  await destination.close();
  assert.deepEqual(await tree(root), []);

  const first = await turn(destination, 'x/a', null, BYTES);
  const suspended = await first.suspend();
  await first.abort();
  await first.release();
  await destination.close();
  await (await turn(destination, 'x/a', suspended, BYTES, { end: false })).release();
  await turn(destination, 'x/a', suspended, BYTES, { end: false });
  await destination.close();
  assert.deepEqual(await readdir(join(root, 'x')), [suspended.state.temporary]);
  await (await turn(destination, 'x/a', suspended, BYTES, { end: false })).abort();
  assert.deepEqual(await openFiles(root), []);
  assert.deepEqual(await readdir(join(root, 'x')), []);

  const another = await (await turn(destination, 'x/a', null, BYTES)).suspend();
  await destination.discard('x/a', another);
  await destination.discard('x/a', another);
  assert.deepEqual(await readdir(join(root, 'x')), []);
});

test('a failed commit leaves a resumed output to the next turn', async t => {
  const { root, destination } = await openFolder(t);
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, 10))).suspend();
  await mkdir(join(root, 'x/a'));
  const output = await turn(destination, 'x/a', suspended, BYTES.subarray(10));
  await assert.rejects(output.commit(), { code: 'storage/name-in-the-way' });
  await output.release();
  await rm(join(root, 'x/a'), { recursive: true });
  await (await turn(destination, 'x/a', suspended, BYTES.subarray(10))).commit();
  assert.ok((await readFile(join(root, 'x/a'))).equals(BYTES));
});

test('the signal fails a resumed output, and leaves it to the next turn', async t => {
  const stop = new AbortController();
  const { root, destination } = await openFolder(t, { signal: stop.signal });
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, 10))).suspend();
  const output = await turn(destination, 'x/a', suspended, BYTES.subarray(10, 20), { end: false });
  stop.abort();
  await new Promise(resolve => output.writable.once('close', resolve));
  await assert.rejects(output.suspend(), StoppedError);
  await destination.close();
  const later = await openDestination(root);
  await (await turn(later, 'x/a', suspended, BYTES.subarray(10))).commit();
  assert.ok((await readFile(join(root, 'x/a'))).equals(BYTES));
});

test('an unfinished output is neither committed nor suspended, and its file is not truncated', async t => {
  const { root, destination } = await openFolder(t);
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, 10))).suspend();
  await (await turn(destination, 'x/a', suspended, BYTES.subarray(10))).release();
  const output = await turn(destination, 'x/a', suspended, BYTES.subarray(10, 20), { end: false });
  await assert.rejects(output.suspend());
  await assert.rejects(output.commit());
  await output.release();
  assert.equal((await stat(join(root, 'x', suspended.state.temporary))).size, BYTES.length);
});
