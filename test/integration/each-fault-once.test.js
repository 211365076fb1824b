import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { writeZip } from '../fixtures/zip-writer.js';
import { bigTable, withoutNotes } from './big-table.js';
import { startChain } from './chain.js';
import { faultsOf, namesOf } from './faults-of.js';
import { NEW, newTexts, OLD, RECIPE } from './versions.js';

/** @import { TestContext } from 'node:test' */
/** @import { Fault, ObservedRequest } from '../../scripts/local-s3/faults.js' */

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const concurrent = { timeout: 60_000, concurrency: 4 };

test('each request of a job on small files may fail once', concurrent, async t => {
  const { operations, cases } = await sweep(t, {
    name: 'small',
    env: { SLUICE_RECIPE: RECIPE },
    prepare: place => chain.upload(`${place}.zip`, NEW),
    isTried: () => true,
  });
  assert.deepEqual(await chain.texts('small'), newTexts('small'));
  assert.deepEqual(operations, ['GetObject', 'HeadObject', 'ListObjectsV2', 'PutObject']);
  assert.ok(cases >= 55, `${cases} cases`);
});

test('each request that changes something of an earlier version may fail once', concurrent, async t => {
  const { deliver } = await chain.deploy({ SLUICE_RECIPE: RECIPE });
  const tried = ['DeleteObject', 'GetObjectTagging', 'HeadObject', 'PutObject', 'PutObjectTagging'];
  const { operations, cases } = await sweep(t, {
    name: 'changed',
    env: { SLUICE_RECIPE: RECIPE, SLUICE_SOURCE_AFTERWARDS: 'tag' },
    async prepare(place) {
      await deliver(await chain.upload(`${place}.zip`, OLD));
      return chain.upload(`${place}.zip`, NEW);
    },
    isTried: ({ operation, key }) => tried.includes(operation) && !key.endsWith('note.txt'),
  });
  assert.deepEqual(await chain.texts('changed'), newTexts('changed'));
  assert.deepEqual(operations, tried);
  assert.ok(cases >= 45, `${cases} cases`);
});

test('each request for an entry of several parts may fail once', concurrent, async t => {
  const table = bigTable(5.5 * 1024 * 1024);
  const archive = writeZip([
    { name: 'big.csv', content: table },
    { name: 'note.txt', content: 'after it' },
  ]);
  assert.ok(archive.length > 300_000, 'the entry is not read together with the directory');
  const tried = ['CompleteMultipartUpload', 'CreateMultipartUpload', 'GetObject', 'UploadPart'];
  const { operations, cases } = await sweep(t, {
    name: 'large',
    env: { SLUICE_RECIPE: RECIPE },
    prepare: place => chain.upload(`${place}.zip`, archive),
    isTried: ({ operation, key, query }) =>
      tried.includes(operation) && !key.endsWith('_manifest.json') && query.get('partNumber') !== '2',
  });
  assert.deepEqual(await chain.read('large/big.csv'), withoutNotes(table));
  assert.equal(String(await chain.read('large/note.txt')), 'after it');
  assert.deepEqual(operations, tried);
  assert.ok(cases >= 30, `${cases} cases`);
});

test('a source that is deleted afterwards may fail to be, once', concurrent, async t => {
  const { operations } = await sweep(t, {
    name: 'deleted',
    env: { SLUICE_RECIPE: RECIPE, SLUICE_SOURCE_AFTERWARDS: 'delete' },
    prepare: place => chain.upload(`${place}.zip`, NEW),
    isTried: ({ operation }) => operation === 'DeleteObject',
  });
  assert.deepEqual(operations, ['DeleteObject']);
  assert.deepEqual(await chain.archives('deleted'), []);
});

/**
 * Runs the job once without a fault, and then once for each fault that each of its requests can have: all of that has
 * to come to the same.
 *
 * @param {TestContext} t
 * @param {object} job
 * @param {string} job.name The first run's place, and the beginning of the others'.
 * @param {Record<string, string>} job.env
 * @param {(place: string) => Promise<any>} job.prepare Gives the event.
 * @param {(request: ObservedRequest) => boolean} job.isTried
 */
async function sweep(t, { name, env, prepare, isTried }) {
  const smooth = await chain.deploy(env);
  await smooth.deliver(await prepare(name));
  const reference = await resultOf(name);
  assert.equal(reference.manifest.status, 'complete');

  const nameOf = namesOf(name);
  const named = smooth.requests.map(request => ({ request, of: nameOf(request) }));
  const tried = named.filter(({ request }) => isTried(request));
  const cases = tried.flatMap(({ request, of }) => faultsOf(request).map(([title, fault]) => ({ of, title, fault })));
  await Promise.all(
    cases.map(({ of, title, fault }, index) =>
      t.test(`${of} ${title}`, { timeout: 10_000 }, async () => {
        const place = `${name}-${index}`;
        await runWith({ fault, of, env, place, event: await prepare(place) });
        assert.deepEqual(await resultOf(place), JSON.parse(JSON.stringify(reference).replaceAll(name, place)));
        // An upload of whose beginning nobody was told can only be left to the bucket's own rule.
        const isUnknown = of.startsWith('Create') && (fault.loseAnswer || fault.cutAfterBytes !== undefined);
        assert.equal((await chain.unfinishedUploads(place)).length, isUnknown ? 1 : 0);
      }),
    ),
  );
  return { operations: [...new Set(tried.map(({ request }) => request.operation))].sort(), cases: cases.length };
}

/**
 * @param {{ fault: Fault, of: string, env: Record<string, string>, place: string, event: unknown }} job
 */
async function runWith({ fault, of, env, place, event }) {
  const deployed = await chain.deploy(env);
  const nameOf = namesOf(place);
  let times = 0;
  deployed.fault = request => {
    if (nameOf(request) !== of) return;
    times += 1;
    return fault;
  };
  const start = performance.now();
  await deployed.deliver(event);
  assert.ok(performance.now() - start < 5_000);
  assert.equal(times, 1, 'the fault came to pass');
  assert.equal(deployed.lines[0].status, 'complete');
  assert.equal(deployed.socketsInUse(), 0);
}

/**
 * All that is there, but for what differs from one run to the next anyhow.
 *
 * @param {string} place
 */
async function resultOf(place) {
  const { durationMs, peakRssBytes, archive, ...manifest } = await chain.manifest(place);
  const { sequencer, ...version } = archive;
  return { manifest, version, outputs: [...(await chain.outputs(place))], source: await chain.archives(place) };
}
