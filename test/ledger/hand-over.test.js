import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageError } from '../../src/errors.js';
import { forgetSuperseded, handOver } from '../../src/ledger/hand-over.js';
import { withSuperseded } from '../../src/ledger/superseded.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { COPY, manifestOf } from './fixture.js';

const CONFLICT = new StorageError('storage/conflict', 'changed');
const FULL = new StorageError('storage/disk-full', 'full');

/**
 * A job that a later version's manifest has superseded.
 *
 * @param {any} later
 * @param {(attempt: number) => void} [onCommit] May throw.
 */
function supersededJob(later, onCommit = () => {}) {
  let commits = 0;
  const destination = memoryDestination({
    fail(_path, act) {
      if (act === 'commit') onCommit(++commits);
    },
  });
  destination.files.set('x/_manifest.json', Buffer.from(JSON.stringify(later)));
  const source = memorySource(Buffer.of(), { uri: 's3://in/x.zip', etag: '0' });
  return {
    job: { source, destination, recipe: COPY, sequencer: '01' },
    named: () => JSON.parse(String(destination.files.get('x/_manifest.json'))).archive.superseded ?? [],
    commits: () => commits,
  };
}

test('a superseded version is named in the later manifest, once', async () => {
  const { job, named, commits } = supersededJob(withSuperseded(manifestOf('publishing', 'later'), ['v0']));
  for (const _ of [1, 2]) assert.equal(await handOver(job, 'v1'), 'named');
  assert.deepEqual([named(), commits()], [['v0', 'v1'], 1]);
});

test('if the later version is complete, nothing is written', async () => {
  const { job, commits } = supersededJob(manifestOf('complete', 'later'));
  assert.equal(await handOver(job, 'v1'), 'complete');
  assert.equal(commits(), 0);
});

test('naming a version is tried again after a conflict, ten times, and not after another fault', async () => {
  const twice = supersededJob(manifestOf('partial', 'later'), attempt => {
    if (attempt <= 2) throw CONFLICT;
  });
  assert.equal(await handOver(twice.job, 'v1'), 'named');
  assert.deepEqual([twice.named(), twice.commits()], [['v1'], 3]);
  const always = supersededJob(manifestOf('partial', 'later'), () => {
    throw CONFLICT;
  });
  await assert.rejects(handOver(always.job, 'v1'), { code: 'storage/conflict', message: /again and again/ });
  assert.equal(always.commits(), 10);
  const full = supersededJob(manifestOf('partial', 'later'), () => {
    throw FULL;
  });
  await assert.rejects(handOver(full.job, 'v1'), FULL);
  assert.equal(full.commits(), 1);
});

test('a job that is not superseded any more has to run again', async () => {
  const { job } = supersededJob({ ...manifestOf('earlier complete', 'other') });
  await assert.rejects(handOver({ ...job, sequencer: '02' }, 'v1'), { code: 'storage/conflict' });
});

test('a complete manifest forgets the versions that are cleared away, unless a later version has replaced it', async () => {
  const complete = withSuperseded(manifestOf('complete', 'ours'), ['v0']);
  const forgotten = supersededJob(complete);
  await forgetSuperseded(forgotten.job, complete);
  assert.deepEqual(forgotten.named(), []);
  const replaced = supersededJob(complete, () => {
    throw CONFLICT;
  });
  await forgetSuperseded(replaced.job, complete);
  assert.deepEqual(replaced.named(), ['v0']);
  const full = supersededJob(complete, () => {
    throw FULL;
  });
  await assert.rejects(forgetSuperseded(full.job, complete), FULL);
});
