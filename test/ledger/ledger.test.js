import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pendingOutcome } from '../../src/entry-outcome.js';
import { ArchiveError, StoppedError, StorageError } from '../../src/errors.js';
import { openLedger } from '../../src/ledger/open-ledger.js';
import { Outcomes } from '../../src/ledger/outcomes.js';
import { addressesOf } from '../../src/output-paths.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import fc, { caseCount } from '../support/fast-check.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { COPY, manifestOf, outputs, work } from './fixture.js';

test('a version with fewer entries removes what only the earlier one had', async () => {
  const destination = memoryDestination();
  await work(destination, '1', 'abc');
  await work(destination, '2', 'ad');
  assert.deepEqual(outputs(destination), ['x/a', 'x/d']);
});

test('what only an earlier version had is removed once a later one is complete, whatever came in between', async () => {
  const destination = memoryDestination();
  await work(destination, '1', 'abc');
  const failed = await work(destination, '2', '');
  assert.deepEqual(failed.manifest?.outdated, ['x/a', 'x/b', 'x/c']);
  const partial = await work(destination, '3', 'aD');
  assert.deepEqual(partial.manifest?.outdated, ['x/b', 'x/c']);
  assert.equal(partial.manifest?.status, 'partial');
  const stop = new AbortController();
  const stopped = work(destination, '4', 'ad', { signal: stop.signal, onProgress: () => stop.abort() });
  await assert.rejects(stopped, { code: 'job/stopped' });
  assert.deepEqual(outputs(destination), ['x/a', 'x/b', 'x/c']);
  const { manifest } = await work(destination, '4', 'ad');
  assert.equal(manifest?.status, 'complete');
  assert.ok(!('outdated' in /** @type {any} */ (manifest)));
  assert.deepEqual(outputs(destination), ['x/a', 'x/d']);
});

test('a removal that fails leaves the job unfinished, and the next turn removes the rest', async () => {
  let isBroken = true;
  const destination = memoryDestination({
    fail(_path, act) {
      if (act === 'remove' && isBroken) throw new StorageError('storage/failed', 'broken');
    },
  });
  await work(destination, '1', 'ab');
  await assert.rejects(work(destination, '2', 'a'), { code: 'storage/failed' });
  isBroken = false;
  destination.acts.length = 0;
  const { result, manifest } = await work(destination, '2', 'a');
  assert.deepEqual([result, manifest?.status], ['processed', 'complete']);
  assert.deepEqual(outputs(destination), ['x/a']);
  assert.ok(!destination.acts.includes('create x/a'));
});

test('a job without an event, forced or not, keeps the sequencer of its version', async () => {
  for (const force of [false, true]) {
    const destination = memoryDestination();
    await work(destination, '2', 'aB', { sequencer: '02' });
    const recipe = force ? COPY : await compileRecipe({ entries: [{ match: 'b', skip: true }] });
    const { result, manifest } = await work(destination, '2', 'aB', { force, recipe });
    assert.deepEqual([result, manifest?.archive.sequencer], ['processed', '02']);
    assert.equal((await work(destination, '1', 'c', { sequencer: '01' })).result, 'superseded');
    const other = await work(destination, '3', 'c', { force });
    assert.equal(other.manifest?.archive.sequencer, null, 'of another version nothing is known');
  }
});

const FULL = new StorageError('storage/disk-full', 'full');
const CHANGED = new ArchiveError('archive/changed', 'changed');
const COMMIT = 'commit x/_manifest.json';

/**
 * The open ledger of a job on two entries.
 *
 * @param {ReturnType<typeof memoryDestination>} [destination]
 * @param {import('../../src/ledger/open-ledger.js').LedgerJob['force']} [force]
 */
async function opened(destination = memoryDestination(), force = false) {
  const job = { source: memorySource(Buffer.of(), { etag: '1' }), destination, recipe: COPY, force };
  const opening = await openLedger(job);
  assert.ok(opening.kind === 'open');
  const { ledger } = opening;
  const outcomes = new Outcomes(addressesOf(destination, 'x'));
  for (const name of ['a', 'b']) {
    outcomes.push(pendingOutcome(/** @type {any} */ ({ name, bytes: 1, crc32: 1 }), 'copy'));
  }
  ledger.begin(outcomes);
  /** @param {number} index */
  const publish = index => {
    const outcome = outcomes.get(index);
    outcomes.set(index, { ...outcome, status: 'written', output: destination.locate(`x/${outcome.path}`) });
  };
  return { destination, ledger, outcomes, publish };
}

/** @param {ReturnType<typeof memoryDestination>} destination */
const manifestAt = ({ files }) => JSON.parse(String(files.get('x/_manifest.json')));

test('the first claim writes the manifest; later ones only check that it is still there', async () => {
  const { destination, ledger } = await opened();
  let held = 0;
  destination.isOwn = async () => {
    held += 1;
    return held < 2;
  };
  await ledger.claim();
  assert.deepEqual([manifestAt(destination).status, held], ['unfinished', 0]);
  await ledger.claim();
  await assert.rejects(ledger.claim(), { code: 'storage/conflict' });
  assert.deepEqual([destination.acts.filter(act => act === COMMIT).length, held], [1, 2]);
});

test('entries that are ready at the same time share the write of the claim; those ready meanwhile share a look', async () => {
  const { destination, ledger } = await opened();
  let looks = 0;
  destination.isOwn = async () => {
    assert.equal(manifestAt(destination).status, 'unfinished');
    looks += 1;
    return true;
  };
  const claims = [ledger.claim(), ledger.claim()];
  while (destination.acts.length === 0) await Promise.resolve();
  claims.push(...Array.from({ length: 100 }, () => ledger.claim()));
  await Promise.all(claims);
  assert.deepEqual([destination.acts.filter(act => act === COMMIT).length, looks], [1, 1]);
});

test('if the claim cannot be written, all entries that wait for it fail, and so do later ones, without another request', async () => {
  const destination = memoryDestination({
    fail(_path, act) {
      if (act === 'commit') throw FULL;
    },
  });
  const { ledger } = await opened(destination);
  destination.isOwn = () => assert.fail('it looks');
  const first = [ledger.claim(), ledger.claim()];
  for (const claim of first) claim.catch(() => {});
  while (destination.acts.length === 0) await Promise.resolve();
  const waiting = [ledger.claim(), ledger.claim()];
  for (const claim of [...first, ...waiting]) await assert.rejects(claim, FULL);
  await assert.rejects(ledger.claim(), FULL);
  destination.acts.length = 0;
  await assert.rejects(ledger.closeAfter(FULL), FULL);
  assert.deepEqual(destination.acts, []);
});

test('if another job is done, no entry that waits is published, and the job ends as already done', async () => {
  const { destination, ledger } = await opened();
  const other = await opened(destination);
  for (const index of [0, 1]) other.publish(index);
  await other.ledger.close();
  destination.isOwn = () => assert.fail('it looks');
  const { create } = destination;
  destination.create = async (path, options) => ({ ...(await create(path, options)), commit: async () => 'adopted' });
  destination.acts.length = 0;
  const first = ledger.claim();
  first.catch(() => {});
  while (destination.acts.length === 0) await Promise.resolve();
  const waiting = ledger.claim();
  for (const claim of [first, waiting]) await assert.rejects(claim, { message: /^another job is done/ });
  const end = await ledger.closeAfter(new Error('another job is done'));
  assert.deepEqual([end.result, end.manifest?.status], ['already-done', 'complete']);
});

test('a job that does not know whether its claim was written writes nothing more', async () => {
  const destination = memoryDestination({
    fail(_path, act) {
      if (act === 'commit') throw FULL;
    },
  });
  const { ledger } = await opened(destination);
  await assert.rejects(ledger.claim(), FULL);
  destination.acts.length = 0;
  await assert.rejects(ledger.closeAfter(FULL), FULL);
  assert.deepEqual(destination.acts, []);
});

test('after a final error the manifest is failed; after any other it is unfinished, and the error is thrown', async () => {
  const damaged = new ArchiveError('archive/corrupt', 'damaged');
  const failed = await opened();
  const { result, manifest } = await failed.ledger.closeAfter(damaged);
  assert.deepEqual([result, manifest?.status, manifest?.error?.code], ['processed', 'failed', damaged.code]);
  const stopped = await opened();
  stopped.publish(0);
  await assert.rejects(stopped.ledger.closeAfter(FULL), FULL);
  const { status, error, turns } = manifestAt(stopped.destination);
  assert.deepEqual([status, error.code, turns], ['unfinished', FULL.code, 1]);
});

test('a stopped job that made progress is to be resumed soon, if the manifest says so', async () => {
  const { ledger } = await opened();
  ledger.advance();
  await assert.rejects(ledger.closeAfter(new StoppedError()), { code: 'job/stopped', isSoon: true });
  const destination = memoryDestination({
    fail(_path, act) {
      if (act === 'commit') throw FULL;
    },
  });
  const unwritten = await opened(destination);
  unwritten.ledger.advance();
  await assert.rejects(unwritten.ledger.closeAfter(new StoppedError()), { code: 'job/stopped', isSoon: false });
});

test('if the archive was replaced, a manifest is written only if something is published', async () => {
  const { destination, ledger, publish } = await opened();
  await assert.rejects(ledger.closeAfter(CHANGED), CHANGED);
  assert.equal(destination.files.size, 0);
  publish(0);
  await assert.rejects(ledger.closeAfter(CHANGED), CHANGED);
  assert.equal(manifestAt(destination).status, 'unfinished');
});

test('a job that stops does not replace the manifest of one that has finished in the same folder, unless forced', async () => {
  for (const force of [false, true]) {
    const { destination, ledger, publish } = await opened(memoryDestination(), force);
    const other = await opened(destination);
    for (const index of [0, 1]) other.publish(index);
    assert.equal((await other.ledger.close()).manifest?.status, 'complete');
    publish(0);
    await assert.rejects(ledger.closeAfter(FULL), FULL);
    assert.equal(manifestAt(destination).status, force ? 'unfinished' : 'complete');
  }
});

test('what an earlier turn has recorded is done, unless the job is forced', async () => {
  const first = await opened();
  first.publish(0);
  await assert.rejects(first.ledger.closeAfter(FULL), FULL);
  const second = await opened(first.destination);
  assert.deepEqual([second.ledger.isResumed, [...second.ledger.earlierOutcomes].length], [true, 2]);
  const forced = await opened(first.destination, true);
  assert.deepEqual([forced.ledger.isResumed, [...forced.ledger.earlierOutcomes].length], [true, 0]);
});

/**
 * A job that has published its entries, and has outdated outputs to remove.
 *
 * @param {number} outdated How many.
 */
async function tidying(outdated) {
  const destination = memoryDestination();
  const paths = Array.from({ length: outdated }, (_, index) => `x/old ${index}`);
  const archive = { uri: '/somewhere/x.zip', etag: 'older', sequencer: null };
  const previous = { ...manifestOf('partial', 'before'), archive, entries: [], outdated: paths };
  destination.files.set('x/_manifest.json', Buffer.from(JSON.stringify(previous)));
  for (const path of paths) destination.files.set(path, Buffer.from(''));
  const job = await opened(destination);
  for (const index of [0, 1]) job.publish(index);
  return { ...job, paths };
}

test('an output is only removed after a look that began once it had been seen, and found the claim', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 80 }),
      fc.option(fc.integer({ min: 0, max: 9 })),
      async (scheduler, count, lostAtLook) => {
        const { destination, ledger, paths } = await tidying(count);
        const request = (/** @type {string} */ label) => scheduler.schedule(Promise.resolve(), label);
        /** @type {{ began: number, ended: number, isFound: boolean }[]} */
        const looks = [];
        let now = 0;
        destination.isOwn = async () => {
          const look = { began: now++, ended: Number.POSITIVE_INFINITY, isFound: looks.length !== lostAtLook };
          looks.push(look);
          await request('look');
          look.ended = now++;
          return look.isFound;
        };
        /** @type {string[]} */
        const removed = [];
        destination.removeAny = async (path, check) => {
          await request(`HEAD ${path}`);
          const seen = now++;
          await check(true);
          const deleted = now++;
          assert.ok(looks.some(look => look.isFound && look.began > seen && look.ended < deleted));
          removed.push(path);
          await request(`DELETE ${path}`);
          return true;
        };
        const end = await scheduler.waitFor(
          ledger.removeOutdated().then(
            () => null,
            error => error,
          ),
        );
        const isLost = lostAtLook !== null && lostAtLook < looks.length;
        assert.equal(end?.code, isLost ? 'storage/conflict' : undefined);
        assert.equal(ledger.isTidy, !isLost);
        if (!isLost) assert.deepEqual(removed.sort(), paths.sort());
      },
    ),
    { numRuns: caseCount(50) },
  );
});

test('outputs that are removed at the same time share their looks', async () => {
  const { destination, ledger } = await tidying(1000);
  let looks = 0;
  destination.isOwn = async () => {
    looks += 1;
    await new Promise(resolve => setImmediate(resolve));
    return true;
  };
  await ledger.removeOutdated();
  assert.deepEqual(outputs(destination), []);
  assert.ok(looks < 100, `${looks} looks`);
});

test('a job that is stopped begins no further removal', async () => {
  const { destination, ledger } = await tidying(1000);
  const stop = new AbortController();
  ledger.job.signal = stop.signal;
  let begun = 0;
  let ended = 0;
  destination.removeAny = async () => {
    begun += 1;
    if (begun === 100) stop.abort();
    await new Promise(resolve => setImmediate(resolve));
    ended += 1;
    return true;
  };
  await assert.rejects(ledger.removeOutdated(), { code: 'job/stopped' });
  assert.deepEqual([begun, ended, ledger.isTidy], [100, 100, false]);
});
