import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { StorageError } from '../../src/errors.js';
import { Claim } from '../../src/ledger/claim.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { COPY, manifestOf } from './fixture.js';

/** @import { JobOutcome } from '../../src/ledger/open-ledger.js' */

const FULL = new StorageError('storage/disk-full', 'full');

/** @param {{ force?: boolean, isOwn?: boolean }} [how] */
function claimOf({ force = false, isOwn = true } = {}) {
  const destination = { ...memoryDestination(), isOwn: async () => isOwn };
  return new Claim({ source: memorySource(Buffer.of()), destination, recipe: COPY, force });
}

/** @param {string} stage @returns {JobOutcome} */
const standing = stage => ({ result: 'processed', manifest: manifestOf(stage, 'somebody') });

test('an unfinished manifest is the right to publish', async () => {
  const claim = claimOf();
  assert.deepEqual([claim.state, claim.jobOutcome], [{ kind: 'none' }, null]);
  const written = standing('publishing');
  assert.equal(await claim.write(async () => written), written.manifest);
  assert.deepEqual([claim.state, claim.jobOutcome], [{ kind: 'written', outcome: written }, null]);
});

test('a claim that could not be written is unknown, also after one that was', async () => {
  const claim = claimOf();
  await claim.write(async () => standing('publishing'));
  await assert.rejects(
    claim.write(async () => {
      assert.deepEqual(claim.state, { kind: 'writing' });
      throw FULL;
    }),
    FULL,
  );
  assert.deepEqual([claim.state, claim.jobOutcome], [{ kind: 'writing' }, null]);
});

test('a claim that could not be written holds for nobody, whatever is there', async () => {
  const claim = claimOf();
  await assert.rejects(
    claim.write(() => Promise.reject(FULL)),
    FULL,
  );
  await assert.rejects(claim.confirm(), FULL);
  const refused = claimOf();
  await assert.rejects(refused.write(async () => standing('complete')));
  await assert.rejects(refused.confirm(), { message: /^another job is done/ });
});

test('a claim that finds the job of another done, or superseded, is refused, and has its outcome', async () => {
  for (const stage of ['complete', 'partial']) {
    const claim = claimOf();
    await assert.rejects(claim.write(async () => standing(stage)));
    assert.deepEqual(claim.jobOutcome, { result: 'already-done', manifest: manifestOf(stage, 'somebody') });
    const forced = claimOf({ force: true });
    await forced.write(async () => standing(stage));
    assert.equal(forced.jobOutcome, null);
  }
  for (const force of [false, true]) {
    const claim = claimOf({ force });
    await assert.rejects(claim.write(async () => ({ result: 'superseded', manifest: null })));
    assert.deepEqual(claim.jobOutcome, { result: 'superseded', manifest: null });
  }
});

test('a claim holds as long as the manifest is of this version and recipe', async () => {
  await claimOf().confirm();
  await assert.rejects(claimOf({ isOwn: false }).confirm(), {
    code: 'storage/conflict',
    message: /memory\/x\/_manifest\.json meanwhile/,
  });
});

test('whoever asks while the claim is being written waits for its answer, and asks the storage nothing', async () => {
  for (const answer of ['standing', 'refused']) {
    const claim = claimOf();
    claim.job.destination.isOwn = () => assert.fail('it looks');
    const { promise, resolve, reject } = Promise.withResolvers();
    const written = claim.write(() => promise);
    written.catch(() => {});
    /** @type {string[]} */
    const answers = [];
    const asked = [1, 2].map(number =>
      claim.confirm().then(
        () => answers.push(`${number} may publish`),
        error => answers.push(`${number} ${error.code}`),
      ),
    );
    await setImmediate();
    assert.deepEqual(answers, []);
    if (answer === 'standing') resolve(standing('publishing'));
    else reject(FULL);
    await Promise.all([...asked, written.catch(() => {})]);
    const [one, two] =
      answer === 'standing' ? ['1 may publish', '2 may publish'] : [`1 ${FULL.code}`, `2 ${FULL.code}`];
    assert.deepEqual(answers, [one, two]);
  }
});
