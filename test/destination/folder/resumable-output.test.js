import assert from 'node:assert/strict';
import { link, mkdir, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { openDestination } from '../../../src/destination/open.js';
import { StoppedError } from '../../../src/errors.js';
import { GONE, nextTurn, settled, throughJson, turn, unlikeBytes } from '../resumable-fixture.js';
import { begun, JOB, tree } from './fixture.js';

const BYTES = unlikeBytes(300_000);

test('wherever it is suspended, and in however many turns, what comes out is what was written', async t => {
  const { root, destination } = await begun(t);
  const cuts = fc.array(fc.nat(BYTES.length), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      cuts,
      fc.nat(BYTES.length),
      fc.integer({ min: 1000, max: 99_999 }),
      async (places, length, chunk) => {
        const bytes = BYTES.subarray(0, length);
        /** @type {import('../../../src/destination/open.js').SuspendedOutput | null} */
        let suspended = null;
        let position = 0;
        for (const place of places.toSorted((one, other) => one - other)) {
          const end = Math.min(place, length);
          const later = await openDestination(root);
          await later.begin(JOB);
          // A turn that is killed has written more than the state knows, and perhaps less than there was.
          if (suspended) await (await turn(later, 'x/a', suspended, bytes.subarray(position, end + 99))).release();
          const output = await turn(later, 'x/a', suspended, bytes.subarray(position, end), chunk);
          suspended = throughJson(await output.suspend());
          await later.close();
          assert.deepEqual([suspended.state.bytes, suspended.rest.length], [end, 0]);
          position = end;
        }
        const output = await turn(destination, 'x/a', suspended, bytes.subarray(position), chunk);
        assert.equal(await output.commit(), 'written');
        assert.ok((await readFile(join(root, 'x/a'))).equals(bytes));
        assert.deepEqual(await readdir(join(root, 'x')), ['a']);
      },
    ),
    { numRuns: 30, seed: 6 },
  );
});

test('what a killed turn wrote beyond the end is cut off', async t => {
  const { root, destination } = await begun(t);
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, 1000))).suspend();
  await (await turn(destination, 'x/a', suspended, BYTES.subarray(0, 5000))).release();
  const output = await turn(destination, 'x/a', suspended, BYTES.subarray(1000, 1010));
  await output.commit();
  assert.ok((await readFile(join(root, 'x/a'))).equals(BYTES.subarray(0, 1010)));
});

test('two jobs that go on from one state do each other no harm', async t => {
  const { root, destination } = await begun(t);
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, 1000))).suspend();
  const slow = await nextTurn(destination, 'x/a', suspended, BYTES.subarray(1000, 2000), { end: false });
  const fast = await turn(destination, 'x/a', suspended, BYTES.subarray(1000));
  // A third one has only now begun, and loses nothing of what the others have written.
  const third = await nextTurn(destination, 'x/a', suspended, BYTES.subarray(1000, 1001), { end: false });
  assert.equal(await fast.commit(), 'written');
  assert.ok((await readFile(join(root, 'x/a'))).equals(BYTES));
  await settled(done => third.writable.end(done));
  await third.suspend();
  assert.ok((await readFile(join(root, 'x/a'))).equals(BYTES));
  await settled(done => slow.writable.end(BYTES.subarray(2000), done));
  assert.equal(await slow.commit(), 'written');
  assert.ok((await readFile(join(root, 'x/a'))).equals(BYTES));
  await assert.rejects(destination.resume('x/a', suspended, { declaredBytes: 0 }), GONE);
  assert.deepEqual(await tree(root), ['x', 'x/a']);
});

test('a temporary file that is gone when the output is committed, and was not published, is storage/output-gone', async t => {
  const { root, destination } = await begun(t);
  const suspended = await (await turn(destination, 'x/a', null, BYTES)).suspend();
  await writeFile(join(root, 'x/a'), 'before');
  const output = await turn(destination, 'x/a', suspended, Buffer.alloc(0));
  await destination.discard('x/a', suspended);
  await assert.rejects(output.commit(), GONE);
  await output.release();
  assert.equal(await readFile(join(root, 'x/a'), 'utf8'), 'before');
});

test('a temporary file that is missing, too short, or no file of its own is storage/output-gone', async t => {
  const { root, destination } = await begun(t);
  const entry = { declaredBytes: 0 };
  const suspended = await (await turn(destination, 'x/a', null, BYTES)).suspend();
  const temporary = join(root, 'x', suspended.state.temporary);
  const aside = join(root, 'aside');
  const refused = async (/** @type {string} */ why) => {
    await assert.rejects(destination.resume('x/a', suspended, entry), GONE, why);
    await rm(temporary, { recursive: true, force: true });
  };
  await rename(temporary, aside);
  await refused('missing');
  await symlink(aside, temporary);
  await refused('a symbolic link');
  await link(aside, temporary);
  await refused('a second name of another file');
  await mkdir(temporary);
  await refused('a folder');
  assert.ok((await readFile(aside)).equals(BYTES));
  await rename(aside, temporary);
  const resumed = await destination.resume('x/a', suspended, entry);
  await resumed.release();
  const before = await openFiles();
  await truncate(temporary, BYTES.length - 1);
  await refused('too short');
  assert.equal(await openFiles(), before);
  await rm(join(root, 'x'), { recursive: true });
  await assert.rejects(destination.resume('x/a', suspended, entry), GONE, 'no folder');
  await destination.discard('x/a', suspended);
});

test('a state names nothing but a temporary file of ours, beside the final path', async t => {
  const { root, destination } = await begun(t);
  await mkdir(join(root, 'x'));
  await writeFile(join(root, 'x/theirs'), 'theirs');
  for (const temporary of ['theirs', '../x/theirs', join(root, 'x/theirs'), '.sluice-part', undefined]) {
    const state = { storage: 'folder', temporary, bytes: 1 };
    const suspended = { state, rest: Buffer.alloc(0) };
    await assert.rejects(destination.resume('x/a', suspended, { declaredBytes: 0 }), GONE);
    await destination.discard('x/a', suspended);
  }
  await assert.rejects(destination.resume('x/a', { state: {}, rest: Buffer.alloc(0) }, { declaredBytes: 0 }), GONE);
  assert.equal(await readFile(join(root, 'x/theirs'), 'utf8'), 'theirs');
});

test('a link that leads out of the destination is not followed', async t => {
  const { root, destination } = await begun(t);
  const elsewhere = await begun(t);
  const suspended = await (await turn(elsewhere.destination, 'a', null, BYTES)).suspend();
  await symlink(elsewhere.root, join(root, 'x'));
  const refusal = { code: 'storage/outside-destination' };
  await assert.rejects(destination.resume('x/a', suspended, { declaredBytes: 0 }), refusal);
  await assert.rejects(destination.discard('x/a', suspended), refusal);
  assert.equal((await stat(join(elsewhere.root, suspended.state.temporary))).size, BYTES.length);
});

test('abort, release, discard and close leave what they should', async t => {
  const { root, destination } = await begun(t);
  await (await turn(destination, 'x/a', null, BYTES)).release();
  await nextTurn(destination, 'x/a', null, BYTES, { end: false });
  await destination.close();
  assert.deepEqual(await tree(root), []);

  const first = await turn(destination, 'x/a', null, BYTES);
  const suspended = await first.suspend();
  await first.abort();
  await first.release();
  await destination.close();
  await (await nextTurn(destination, 'x/a', suspended, BYTES, { end: false })).release();
  await nextTurn(destination, 'x/a', suspended, BYTES, { end: false });
  await destination.close();
  assert.deepEqual(await readdir(join(root, 'x')), [suspended.state.temporary]);
  await (await nextTurn(destination, 'x/a', suspended, BYTES, { end: false })).abort();
  assert.deepEqual(await readdir(join(root, 'x')), []);

  const another = await (await turn(destination, 'x/a', null, BYTES)).suspend();
  await destination.discard('x/a', another);
  await destination.discard('x/a', another);
  assert.deepEqual(await readdir(join(root, 'x')), []);
});

test('a commit that fails leaves a resumed output to the next turn', async t => {
  const { root, destination } = await begun(t);
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, 10))).suspend();
  await mkdir(join(root, 'x/a'));
  const output = await turn(destination, 'x/a', suspended, BYTES.subarray(10));
  await assert.rejects(output.commit(), { code: 'storage/name-in-the-way' });
  await output.release();
  await rm(join(root, 'x/a'), { recursive: true });
  await (await turn(destination, 'x/a', suspended, BYTES.subarray(10))).commit();
  assert.ok((await readFile(join(root, 'x/a'))).equals(BYTES));
});

test('a signal fails a resumed output, which is left for the next turn', async t => {
  const stop = new AbortController();
  const { root, destination } = await begun(t, { signal: stop.signal });
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, 10))).suspend();
  const output = await nextTurn(destination, 'x/a', suspended, BYTES.subarray(10, 20), { end: false });
  stop.abort();
  await new Promise(resolve => output.writable.once('close', resolve));
  await assert.rejects(output.suspend(), StoppedError);
  await destination.close();
  const later = await openDestination(root);
  await (await turn(later, 'x/a', suspended, BYTES.subarray(10))).commit();
  assert.ok((await readFile(join(root, 'x/a'))).equals(BYTES));
});

test('an output whose writing has not finished is neither committed nor suspended, and not cut', async t => {
  const { root, destination } = await begun(t);
  const suspended = await (await turn(destination, 'x/a', null, BYTES.subarray(0, 10))).suspend();
  await (await turn(destination, 'x/a', suspended, BYTES.subarray(10))).release();
  const output = await nextTurn(destination, 'x/a', suspended, BYTES.subarray(10, 20), { end: false });
  await assert.rejects(output.suspend());
  await assert.rejects(output.commit());
  await output.release();
  assert.equal((await stat(join(root, 'x', suspended.state.temporary))).size, BYTES.length);
});

/** How many files this process has open, where the system says so. */
async function openFiles() {
  const found = await readdir('/proc/self/fd').catch(() => []);
  return found.length;
}
