import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDestination } from '../../src/destination/open.js';
import { JOB } from './fixture.js';
import { temporaryFolder, tree } from './folder/fixture.js';

test('a held output of a dry run counts as published, and nothing is written', async t => {
  const root = await temporaryFolder(t);
  await mkdir(join(root, 'x/taken'), { recursive: true });
  const before = await tree(root);
  const destination = await openDestination(root, { dryRun: true });
  await destination.begin(JOB);
  const held = await destination.hold('x/new/a.csv', Buffer.from('a'));
  assert.equal(held.uri, destination.locate('x/new/a.csv'));
  assert.equal(await destination.removeOwn('x/new/a.csv'), false);
  assert.equal(await held.commit(), 'written');
  assert.equal(await destination.removeOwn('x/new/a.csv'), true);
  await assert.rejects(destination.hold('x/taken', Buffer.from('b')), { code: 'storage/name-in-the-way' });
  assert.deepEqual(await tree(root), before);
});

test('a held output of a dry run is not published after the signal', async t => {
  const stop = new AbortController();
  const destination = await openDestination(await temporaryFolder(t), { dryRun: true, signal: stop.signal });
  await destination.begin(JOB);
  const held = await destination.hold('x/a', Buffer.from('a'));
  stop.abort();
  await assert.rejects(held.commit(), { code: 'job/stopped' });
});
