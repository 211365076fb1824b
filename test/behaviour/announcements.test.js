import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { openDestination } from '../../src/destination/open.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { startChain } from './chain.js';
import { RECIPE } from './versions.js';

/** @import { ObservedRequest } from '../../local-s3/faults.js' */

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const bounded = { timeout: 60_000 };
const deploy = () => chain.deploy({ SLUICE_RECIPE: RECIPE });

/** @param {Record<string, string>} files */
const zipOf = files => writeZip(Object.entries(files).map(([name, content]) => ({ name, content })));

/** @param {ObservedRequest} request */
const isManifest = ({ operation, key }) => operation === 'PutObject' && key.endsWith('/_manifest.json');

/**
 * Holds a function at the first request of a kind.
 *
 * @param {import('./chain.js').Deployed} deployed
 * @param {(request: ObservedRequest) => boolean} isIt
 */
function holdAt(deployed, isIt) {
  const reached = Promise.withResolvers();
  const released = Promise.withResolvers();
  let isReached = false;
  deployed.fault = async request => {
    if (isReached || !isIt(request)) return;
    isReached = true;
    reached.resolve(null);
    await released.promise;
  };
  return { reached: reached.promise, release: () => released.resolve(null) };
}

/** @param {Promise<unknown>} delivery */
const codeOf = delivery =>
  delivery.then(
    () => null,
    error => error.code,
  );

test('a job whose bytes came again, and were done meanwhile, leaves the later event’s manifest', bounded, async () => {
  const [before, first, between, last] = await Promise.all([1, 2, 3, 4].map(deploy));
  assert.ok(before && first && between && last);
  const key = 'come-again.zip';
  await before.deliver(await chain.upload(key, zipOf({ 'gone.txt': '0' })));

  const firstEvent = await chain.upload(key, zipOf({ 'a.txt': 'x' }));
  const atOutput = holdAt(first, ({ operation, key: its }) => operation === 'PutObject' && its === 'come-again/a.txt');
  const firstEnd = codeOf(first.deliver(firstEvent));
  await atOutput.reached;

  const betweenEvent = await chain.upload(key, zipOf({ 'b.txt': 'y' }));
  const atOther = holdAt(between, ({ operation, key: its }) => operation === 'PutObject' && its === 'come-again/b.txt');
  const betweenEnd = codeOf(between.deliver(betweenEvent));
  await atOther.reached;

  const lastEvent = await chain.upload(key, zipOf({ 'a.txt': 'x' }));
  await last.deliver(lastEvent);
  atOutput.release();
  assert.equal(await firstEnd, null);
  atOther.release();
  assert.equal(await betweenEnd, null);
  assert.equal(between.lines[0].outcome, 'superseded');

  assert.deepEqual(await chain.texts('come-again'), { 'come-again/a.txt': 'x' });
  const { status, archive } = await chain.manifest('come-again');
  assert.deepEqual([status, archive.sequencer], ['complete', lastEvent.Records[0].s3.object.sequencer]);
});

test('a second delivery that is behind does not write over what the first one says it has done', bounded, async () => {
  const [older, first, second] = await Promise.all([1, 2, 3].map(deploy));
  assert.ok(older && first && second);
  const rejected = '_rejected/behind/people.csv';
  const [olderEvent, newerEvent] = [
    await chain.upload('behind.zip', zipOf({ 'people.csv': 'id,notes\n1,a\n2\n' }), 'sluice-versioned'),
    await chain.upload('behind.zip', zipOf({ 'people.csv': 'id,notes\n3,c\n4,d\n' }), 'sluice-versioned'),
  ];
  const atRejected = holdAt(older, ({ operation, key }) => operation === 'PutObject' && key === rejected);
  const olderEnd = codeOf(older.deliver(olderEvent));
  await atRejected.reached;

  const atClaim = holdAt(second, isManifest);
  const secondEnd = codeOf(second.deliver(newerEvent));
  await atClaim.reached;

  // It has looked for bad records of the older version, and found none.
  let manifests = 0;
  const atEnd = holdAt(first, request => isManifest(request) && ++manifests === 3);
  const firstEnd = codeOf(first.deliver(newerEvent));
  await atEnd.reached;
  assert.ok(first.requests.some(({ operation, key }) => operation === 'HeadObject' && key === rejected));

  atClaim.release();
  assert.equal(await secondEnd, 'storage/conflict');
  atRejected.release();
  await olderEnd;
  atEnd.release();
  assert.equal(await firstEnd, null);

  assert.deepEqual(await chain.texts('behind'), { 'behind/people.csv': 'id\n3\n4\n' });
  assert.equal((await chain.manifest('behind')).status, 'complete');
});

test('who forces a job that another one ends meanwhile still gets it done', bounded, async () => {
  const source = memorySource(zipOf({ a: 'content' }), { outputFolder: 'forced' });
  const recipe = await compileRecipe();
  const open = () => openDestination('s3://sluice-out', { s3: () => chain.client });
  const destination = await open();
  const { begin } = destination;
  destination.begin = async how => {
    await begin(how);
    await processArchive({ source, recipe, destination: await open() });
    await chain.client.send(new DeleteObjectCommand({ Bucket: 'sluice-out', Key: 'forced/a' }));
  };
  const { result, manifest } = await processArchive({ source, recipe, destination, force: true });
  assert.deepEqual([result, manifest?.status], ['processed', 'complete']);
  assert.deepEqual(await chain.texts('forced'), { 'forced/a': 'content' });
});
