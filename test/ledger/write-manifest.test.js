import assert from 'node:assert/strict';
import { test } from 'node:test';
import { supersededBy, withSuperseded } from '../../src/ledger/superseded.js';
import { writeManifest } from '../../src/ledger/write-manifest.js';
import { memoryDestination } from '../support/memory-destination.js';
import { manifestOf } from './fixture.js';

/**
 * Of two jobs on the same version and recipe, whose manifest stands where theirs got there first.
 *
 * @type {Record<string, Record<string, 'theirs' | 'ours' | 'conflict'>>}
 */
const STANDS = {
  publishing: { publishing: 'theirs', tidying: 'ours', complete: 'ours', failed: 'ours' },
  tidying: { publishing: 'conflict', tidying: 'theirs', complete: 'ours', failed: 'ours' },
  complete: { publishing: 'theirs', tidying: 'theirs', complete: 'theirs', failed: 'theirs' },
  partial: { publishing: 'theirs', tidying: 'theirs', complete: 'theirs', failed: 'theirs' },
  failed: { publishing: 'conflict', tidying: 'conflict', complete: 'conflict', failed: 'conflict' },
  // Of an earlier event.
  'earlier publishing': { publishing: 'ours', tidying: 'ours', complete: 'ours', failed: 'ours' },
  'earlier tidying': { publishing: 'conflict', tidying: 'ours', complete: 'ours', failed: 'ours' },
  'earlier complete': { publishing: 'ours', tidying: 'ours', complete: 'ours', failed: 'ours' },
  'earlier failed': { publishing: 'ours', tidying: 'ours', complete: 'ours', failed: 'ours' },
};
for (const [theirs, row] of Object.entries(STANDS)) {
  for (const [ours, expected] of Object.entries(row)) {
    test(`a manifest that is ${theirs} got there before ours, which is ${ours}: ${expected}`, async () => {
      const destination = overtaken(manifestOf(theirs, 'theirs'));
      const end = await writeManifest(destination, 'x', manifestOf(ours, 'ours')).catch(error => error);
      if (expected === 'conflict') assert.equal(end.code, 'storage/conflict');
      else assert.equal(end.by, expected);
      const there = JSON.parse(String(destination.files.get('x/_manifest.json')));
      assert.equal(there.by, expected === 'ours' ? 'ours' : 'theirs');
    });
  }
}

/** @type {[title: string, theirs: any, ours: any, by: string][]} */
const PROGRESS = [
  ['the one with more pending entries is replaced', { pending: 2 }, { pending: 1 }, 'ours'],
  ['the one with fewer pending entries stands', { pending: 1 }, { pending: 2 }, 'theirs'],
  ['the one with fewer turns is replaced', { pending: 1, turns: 2 }, { pending: 1, turns: 3 }, 'ours'],
  ['the one with more turns stands', { pending: 1, turns: 3 }, { pending: 1, turns: 2 }, 'theirs'],
];
for (const [title, theirs, ours, by] of PROGRESS) {
  test(`of two unfinished manifests for the same version, ${title}`, async () => {
    const [there, here] = [theirs, ours].map(({ pending, ...more }, index) => {
      const manifest = { ...manifestOf('publishing', index === 0 ? 'theirs' : 'ours'), ...more };
      for (const [at, entry] of manifest.entries.entries()) entry.status = at < pending ? 'pending' : 'written';
      return manifest;
    });
    assert.equal(/** @type {any} */ (await writeManifest(overtaken(there), 'x', here)).by, by);
  });
}

test('a manifest that replaces another job’s names the superseded versions of both', async () => {
  const destination = overtaken(withSuperseded(manifestOf('publishing', 'theirs'), ['v0', 'v1']));
  const written = await writeManifest(destination, 'x', withSuperseded(manifestOf('complete', 'ours'), ['v1', 'v2']));
  assert.deepEqual(supersededBy(written), ['v0', 'v1', 'v2']);
  const there = JSON.parse(String(destination.files.get('x/_manifest.json')));
  assert.deepEqual([there.status, there.archive.superseded], ['complete', ['v0', 'v1', 'v2']]);
});

/** @param {any} manifest Another job's, which gets there first. */
function overtaken(manifest) {
  const destination = memoryDestination();
  const { create } = destination;
  let isFirst = true;
  destination.create = async (path, entry) => {
    const output = await create(path, entry);
    const commit = async () => {
      if (!isFirst) return output.commit();
      isFirst = false;
      destination.files.set(path, Buffer.from(JSON.stringify(manifest)));
      return 'adopted';
    };
    return { ...output, commit: /** @type {typeof output.commit} */ (commit) };
  };
  return destination;
}
