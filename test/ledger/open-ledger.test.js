import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { COPY, outputs, plain, work } from './fixture.js';

test('the same version and recipe is not processed again unless forced', async () => {
  for (const names of ['ab', 'aB']) {
    const destination = memoryDestination();
    const first = await work(destination, '1', names);
    destination.acts.length = 0;
    const second = await work(destination, '1', names);
    assert.equal(second.result, 'already-done');
    assert.deepEqual(plain(second.manifest), plain(first.manifest));
    assert.equal(destination.acts.length, 0);
    assert.equal((await work(destination, '1', names, { force: true })).result, 'processed');
    assert.ok(destination.acts.includes('commit x/a'));
  }
});

test('usage/place-taken: another file with the same size and time is another archive', async () => {
  const destination = memoryDestination();
  const zip = (/** @type {string} */ content) => writeZip([{ name: 'a', content }]);
  const source = (/** @type {string} */ uri, /** @type {string} */ content) =>
    memorySource(zip(content), { uri, etag: '1' });
  await processArchive({ source: source('/jan/x.zip', 'jan'), destination, recipe: COPY });
  const other = processArchive({ source: source('/feb/x.zip', 'feb'), destination, recipe: COPY });
  await assert.rejects(other, { code: 'usage/place-taken' });
  await processArchive({ source: source('s3://in/x.zip', 'jan'), destination, recipe: COPY, force: true });
  const moved = await processArchive({ source: source('s3://old/x.zip', 'jan'), destination, recipe: COPY });
  assert.equal(moved.result, 'already-done');
});

test('an event for the same bytes under another key does not supersede newer versions', async () => {
  const destination = memoryDestination();
  /** @param {string} uri @param {string} etag @param {string} sequencer */
  const arrive = (uri, etag, sequencer) => {
    const source = memorySource(writeZip([{ name: 'a', content: etag }]), { uri, etag });
    return processArchive({ source, destination, recipe: COPY, sequencer });
  };
  await arrive('s3://one/x.zip', '1', '01');
  assert.equal((await arrive('s3://two/x.zip', '1', '09')).result, 'already-done');
  assert.equal((await arrive('s3://one/x.zip', '2', '02')).result, 'processed');
  assert.equal(String(destination.files.get('x/a')), '2');
});

test('another version is processed, and so is another recipe', async () => {
  const destination = memoryDestination();
  await work(destination, '1', 'a');
  assert.equal((await work(destination, '2', 'a')).result, 'processed');
  const recipe = await compileRecipe({ entries: [{ match: 'a', skip: true }] });
  const { result, manifest } = await work(destination, '2', 'a', { recipe });
  assert.deepEqual([result, manifest?.totals.skipped], ['processed', 1]);
  assert.deepEqual(outputs(destination), [], 'what the new recipe skips is removed');
});

/** @type {[earlier: string | null, now: string | null, superseded: boolean][]} */
const SEQUENCERS = [
  ['0B', '0A', true],
  ['0a', '0B', false],
  ['0A', '0A', false],
  ['0A0', '0A', false],
  ['0A1', '0A', true],
  ['0A', '0A1', false],
  [null, '0A', false],
  ['0A', null, false],
];
for (const [earlier, now, superseded] of SEQUENCERS) {
  test(`behind sequencer ${earlier}, ${now} is ${superseded ? '' : 'not '}superseded`, async () => {
    const destination = memoryDestination();
    await work(destination, '1', 'a', { sequencer: earlier });
    destination.acts.length = 0;
    const { result, manifest } = await work(destination, '2', 'b', { sequencer: now });
    assert.equal(result, superseded ? 'superseded' : 'processed');
    if (superseded) assert.deepEqual([manifest, destination.acts], [null, []]);
  });
}
