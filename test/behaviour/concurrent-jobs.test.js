import assert from 'node:assert/strict';
import { after, before, describe, it, test } from 'node:test';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { openDestination } from '../../src/destination/open.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { startChain } from './chain.js';
import { isManifestWrite, isOutputWrite, isPutOf, nth } from './stoppable-job.js';
import { OLD, oldTexts, RECIPE } from './versions.js';

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const bounded = { timeout: 300_000 };
const ENV = { SLUICE_RECIPE: RECIPE };

/** @param {unknown} event */
const begin = event => chain.begin(event, ENV);

/** @param {Record<string, string>} files */
const zipOf = files => writeZip(Object.entries(files).map(([name, content]) => ({ name, content })));

test('jobs that run concurrently on one event all succeed, and one manifest lists the outputs', bounded, async () => {
  const event = await chain.upload('concurrent.zip', OLD);
  const jobs = await Promise.all([1, 2, 3].map(() => begin(event)));
  assert.deepEqual(await Promise.all(jobs.map(job => job.run())), [null, null, null]);
  for (const { lines } of jobs) assert.equal(lines[0].status, 'complete');
  assert.deepEqual(await chain.texts('concurrent'), oldTexts('concurrent'));
  assert.deepEqual(await chain.unfinishedUploads('concurrent'), []);
});

describe('a claim', bounded, () => {
  it('that a later version has replaced is not mistaken for the job’s own', async () => {
    const older = await chain.upload('claimed.zip', zipOf({ a: '1' }), 'sluice-versioned');
    const newer = await chain.upload('claimed.zip', zipOf({ a: '2' }), 'sluice-versioned');
    const [one, same, later] = [await begin(older), await begin(older), await begin(newer)];
    assert.ok(await one.runTo(isManifestWrite));
    assert.ok(await same.runTo(isOutputWrite));
    // The claim of `one` is refused. It then reads the existing claim: that of another delivery of its own version.
    assert.ok(await one.runTo(({ operation, key }) => operation === 'GetObject' && key.endsWith('/_manifest.json')));
    assert.ok(await later.runTo(isOutputWrite));
    assert.equal(await one.run(), null);
    assert.equal(one.lines[0].outcome, 'superseded');
    assert.ok(!one.requests.some(isOutputWrite), 'it has published nothing');
    assert.equal(await later.run(), null);
    assert.deepEqual(await chain.texts('claimed'), { 'claimed/a': '2' });
    const { status, archive } = await chain.manifest('claimed');
    assert.deepEqual([status, archive.versionId], ['complete', newer.Records[0].s3.object.versionId]);
    assert.equal(await same.run(), null);
    assert.equal(same.lines[0].outcome, 'superseded');
    assert.deepEqual(await chain.texts('claimed'), { 'claimed/a': '2' });
  });

  it('that is lost ends the job, which removes what it was publishing at that moment', async () => {
    const older = await begin(await chain.upload('lost.zip', zipOf({ a: '1', b: '1', c: '1' }), 'sluice-versioned'));
    const newer = await begin(await chain.upload('lost.zip', zipOf({ a: '2' }), 'sluice-versioned'));
    assert.ok(await older.runTo(isPutOf('lost/a')));
    assert.ok(await newer.runTo(isOutputWrite));
    // Requests that were on their way when the claim was lost succeed, because their objects did not exist before.
    assert.equal(await older.run(), null);
    const requests = older.requests.filter(isOutputWrite).map(({ operation, key }) => `${operation} ${key}`);
    for (const key of ['lost/b', 'lost/c']) {
      assert.equal(requests.includes(`PutObject ${key}`), requests.includes(`DeleteObject ${key}`));
    }
    assert.ok(!requests.includes('DeleteObject lost/a'), 'the newer version has it');
    assert.equal(older.lines[0].outcome, 'superseded');
    await newer.run();
    await newer.redeliver();
    assert.deepEqual(await chain.texts('lost'), { 'lost/a': '2' });
  });

  it('that another delivery of the same event has taken over does not stop the job', async () => {
    const event = await chain.upload('shared.zip', zipOf({ a: '1', b: '1' }), 'sluice-versioned');
    const jobs = [await begin(event), await begin(event)];
    for (const job of jobs) assert.ok(await job.runTo(isOutputWrite));
    for (const job of jobs) {
      assert.equal(await job.run(), null);
      assert.equal(job.lines[0].status, 'complete');
    }
    assert.deepEqual(await chain.texts('shared'), { 'shared/a': '1', 'shared/b': '1' });
  });

  it('of a second delivery that lags behind does not overwrite the first one’s', async () => {
    const rejected = '_rejected/behind/people.csv';
    const [oldZip, newZip] = ['1,a\n2\n', '3,c\n4,d\n'].map(records => zipOf({ 'people.csv': `id,notes\n${records}` }));
    assert.ok(oldZip && newZip);
    const older = await begin(await chain.upload('behind.zip', oldZip, 'sluice-versioned'));
    const event = await chain.upload('behind.zip', newZip, 'sluice-versioned');
    const [first, second] = [await begin(event), await begin(event)];
    assert.ok(await older.runTo(isPutOf(rejected)));
    assert.ok(await second.runTo(isManifestWrite));
    // By then it has looked for rejected records of the older version, and found none.
    assert.ok(await first.runTo(nth(3, isManifestWrite)));
    assert.ok(first.requests.some(({ operation, key }) => operation === 'HeadObject' && key === rejected));
    assert.equal((await second.run())?.code, 'storage/conflict');
    await older.run();
    assert.equal(await first.run(), null);
    assert.deepEqual(await chain.texts('behind'), { 'behind/people.csv': 'id\n3\n4\n' });
    assert.equal((await chain.manifest('behind')).status, 'complete');
  });
});

test(
  'a job whose archive was uploaded again with the same bytes, and processed meanwhile, keeps the later event’s manifest',
  bounded,
  async () => {
    const key = 'come-again.zip';
    await (await begin(await chain.upload(key, zipOf({ 'gone.txt': '0' })))).run();
    const first = await begin(await chain.upload(key, zipOf({ 'a.txt': 'x' })));
    assert.ok(await first.runTo(isPutOf('come-again/a.txt')));
    const between = await begin(await chain.upload(key, zipOf({ 'b.txt': 'y' })));
    assert.ok(await between.runTo(isPutOf('come-again/b.txt')));
    const lastEvent = await chain.upload(key, zipOf({ 'a.txt': 'x' }));
    assert.equal(await (await begin(lastEvent)).run(), null);
    assert.equal(await first.run(), null);
    assert.equal(await between.run(), null);
    assert.equal(between.lines[0].outcome, 'superseded');
    assert.deepEqual(await chain.texts('come-again'), { 'come-again/a.txt': 'x' });
    const { status, archive } = await chain.manifest('come-again');
    assert.deepEqual([status, archive.sequencer], ['complete', lastEvent.Records[0].s3.object.sequencer]);
  },
);

test(
  'a job that removes its own outputs keeps those of a newer version that have the same bytes',
  bounded,
  async () => {
    const jobs = [];
    for (const version of [
      { a: '1', b: 'same', c: 'same too' },
      { d: 'only this' },
      { a: '2', b: 'same', c: 'same too' },
    ]) {
      jobs.push(await begin(await chain.upload('taken-back.zip', zipOf(version), 'sluice-versioned')));
    }
    const [first, second, third] = jobs;
    assert.ok(first && second && third);
    // It has published all of its outputs, and is about to record this.
    assert.ok(await first.runTo(isPutOf('taken-back/c')));
    assert.ok(await first.runTo(isManifestWrite));
    assert.ok(await second.runTo(isOutputWrite));
    // It has noticed that it was overtaken.
    assert.ok(await first.runTo(({ operation, key }) => operation === 'HeadObject' && key === 'taken-back/b'));
    assert.equal(await third.run(), null);
    assert.equal(await first.run(), null);
    assert.equal(first.lines[0].outcome, 'superseded');
    assert.ok((await second.run()) !== null || second.lines[0]?.outcome === 'superseded');
    assert.deepEqual(await chain.texts('taken-back'), {
      'taken-back/a': '2',
      'taken-back/b': 'same',
      'taken-back/c': 'same too',
    });
    assert.equal((await chain.manifest('taken-back')).status, 'complete');
  },
);

test('a forced job still does its work when another job completes meanwhile', bounded, async () => {
  const source = memorySource(zipOf({ a: 'content' }), { outputFolder: 'forced' });
  const recipe = await compileRecipe();
  const open = () => openDestination('s3://sluice-out', { s3: () => chain.client });
  const destination = await open();
  const { begin: beginDestination } = destination;
  destination.begin = async how => {
    await beginDestination(how);
    await processArchive({ source, recipe, destination: await open() });
    await chain.client.send(new DeleteObjectCommand({ Bucket: 'sluice-out', Key: 'forced/a' }));
  };
  const { result, manifest } = await processArchive({ source, recipe, destination, force: true });
  assert.deepEqual([result, manifest?.status], ['processed', 'complete']);
  assert.deepEqual(await chain.texts('forced'), { 'forced/a': 'content' });
});
