import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { destinationStore } from '../../src/checkpoint/store.js';
import { openDestination } from '../../src/destination/open.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { failure } from '../support/cloud.js';
import { memoryDestination } from '../support/memory-destination.js';
import { fieldCount, reasonsOf } from '../support/reasons.js';
import { contentOf, localS3 } from '../support/s3.js';
import { writeZip } from '../support/zip-writer.js';
import { startChain } from './chain.js';
import { FILLER, lasting, takeTurn } from './turns.js';

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const bounded = { timeout: 300_000 };
const HEADER = ['id', 'notes'];

/** @param {object} [csv] */
const recipeOf = csv => ({ entries: [{ match: '*.csv', csv: { drop: ['notes'], ...csv } }] });

/**
 * @param {number} good
 * @param {number} bad At the end, behind the good ones.
 * @param {string} [record] A bad one.
 */
const tableOf = (good, bad, record = '2\n') => `id,notes\n${'1,x\n'.repeat(good)}${record.repeat(bad)}3,y\n`;

/**
 * @param {number} good
 * @param {number} bad
 * @param {string} [record] A bad one.
 */
const reasonsFor = (good, bad, record = '2\n') =>
  reasonsOf(
    'a.csv',
    HEADER,
    ...Array.from({ length: bad }, (_, index) => fieldCount(good + index + 1, 9 + 4 * good + record.length * index, 1)),
  );

for (const badRecords of /** @type {const} */ (['quarantine', 'skip'])) {
  test(
    `csv/too-many-bad: beyond the limit nothing of the entry is published, and the archive stays (${badRecords})`,
    bounded,
    async () => {
      const folder = `too-many-${badRecords}`;
      const recipe = recipeOf({ badRecords });
      const env = { SLUICE_RECIPE: JSON.stringify(recipe), SLUICE_SOURCE_AFTERWARDS: 'delete' };
      const { deliver } = await chain.deploy(env);
      const zip = writeZip([
        { name: 'a.csv', content: tableOf(88, 11) },
        { name: 'b.csv', content: 'id;notes\n1\n' },
        { name: 'c.csv', content: tableOf(8, 10) },
      ]);
      const event = await chain.upload(`${folder}.zip`, zip);
      for (let delivery = 0; delivery < 2; delivery++) {
        // It is final: nothing is delivered again.
        assert.deepEqual(await deliver(event), { batchItemFailures: [] });
        const { status, entries, totals } = await chain.manifest(folder);
        assert.deepEqual([status, totals.failed, totals.written, totals.recordsBad], ['partial', 2, 1, 22]);
        const [a, b, c] = entries;
        assert.deepEqual([a.error?.code, a.error?.record, a.error?.byte], ['csv/too-many-bad', 89, 9 + 4 * 88]);
        assert.match(String(a.error?.message), /^11 of 100 records are bad .*: 11 have 1 field instead of 2 \(first: /);
        assert.match(String(b.error?.message), /^the only record is bad/);
        assert.deepEqual([a.output, a.rejected, a.reasons, c.error], [null, null, null, null]);
        const keys = [...(await chain.outputs(folder)).keys()];
        assert.ok(
          keys.every(key => key.includes('c.csv')),
          String(keys),
        );
        assert.equal((await chain.archives(folder)).length, 1, 'the archive is kept');
      }
    },
  );
}

test('a limit that is just not exceeded lets the entry through, with all reasons', bounded, async () => {
  const { deliver } = await chain.deploy({ SLUICE_RECIPE: JSON.stringify(recipeOf()) });
  for (const [folder, good, bad] of /** @type {const} */ ([
    ['few', 3, 10],
    ['tenth', 107, 12],
  ])) {
    await deliver(await chain.upload(`${folder}.zip`, writeZip([{ name: 'a.csv', content: tableOf(good, bad) }])));
    assert.equal((await chain.manifest(folder)).status, 'complete');
    assert.deepEqual(await chain.texts(folder), {
      [`${folder}/a.csv`]: `id\n${'1\n'.repeat(good)}3\n`,
      [`_rejected/${folder}/a.csv`]: '2\n'.repeat(bad),
      [`_reasons/${folder}/a.csv.jsonl`]: reasonsFor(good, bad),
    });
  }
});

/** Their reasons have more than one part of an upload. */
const BAD = 80_000;
/** A quarter as long as its reason, so that each is listed. */
const BAD_RECORD = `${'2'.repeat(20)}\n`;
const REASONS = reasonsFor(5_000, BAD, BAD_RECORD);
const MANY = {
  zip: writeZip([{ name: 'a.csv', content: tableOf(5_000, BAD, BAD_RECORD), method: 0 }, FILLER]),
  recipe: await compileRecipe({
    entries: [...recipeOf({ maxBad: '100%' }).entries, { match: FILLER.name, skip: true }],
  }),
};

test('reasons of several parts are uploaded over several turns, each paused at another byte', bounded, async t => {
  const { client, s3 } = await localS3(t);
  const whole = await takeTurn({ ...MANY, destination: memoryDestination() });
  const chunkBytes = 79_193;
  let turns = 0;
  for (let manifest = null; manifest === null; turns += 1) {
    const destination = await openDestination('s3://bucket/out', { s3 });
    const store = destinationStore(destination, 'x');
    const turn = await takeTurn({ ...MANY, destination, store, chunkBytes, pauseAfter: 10 });
    await destination.close();
    if (turn.manifest === null) assert.equal(turn.error.code, 'job/stopped');
    else assert.deepEqual(lasting(turn.manifest), lasting(whole.manifest));
    ({ manifest } = turn);
  }
  assert.ok(turns > 2, `${turns} turns`);
  const reasons = String(await contentOf(client, 'out/_reasons/x/a.csv.jsonl'));
  assert.ok(reasons.length > 5 * 1024 ** 2);
  assert.ok(reasons === REASONS);
  assert.equal(String(await contentOf(client, 'out/_rejected/x/a.csv')), BAD_RECORD.repeat(BAD));
  assert.equal((await client.send(new ListMultipartUploadsCommand({ Bucket: 'bucket' }))).Uploads, undefined);
});

for (const [operation, status, code] of /** @type {const} */ ([
  ['CreateMultipartUpload', 403, 'storage/access-denied'],
  ['UploadPart', 500, 'storage/unavailable'],
  ['CompleteMultipartUpload', 500, 'storage/unavailable'],
])) {
  test(`${code}: reasons that cannot be written (${operation}) leave nothing behind`, bounded, async () => {
    const folder = `faulty-${operation}`;
    const deployed = await chain.deploy({ SLUICE_RECIPE: JSON.stringify(recipeOf({ maxBad: '100%' })) });
    const event = await chain.upload(`${folder}.zip`, MANY.zip);
    deployed.fault = request =>
      request.operation === operation && request.key.startsWith('_reasons/')
        ? { status, ...(status === 403 && { code: 'AccessDenied' }) }
        : undefined;
    const error = await failure(deployed.deliver(event));
    assert.equal(error.code, code);
    const keys = [...(await chain.outputs(folder)).keys()];
    // The other entry may be published while this one's outputs are on their way.
    assert.deepEqual(
      keys.filter(key => key !== `${folder}/${FILLER.name}`),
      [],
    );
    assert.deepEqual(await chain.unfinishedUploads(folder), []);
    deployed.recover();
    await deployed.deliver(event);
    assert.equal((await chain.manifest(folder)).status, 'complete');
    assert.ok(String(await chain.read(`_reasons/${folder}/a.csv.jsonl`)) === REASONS);
  });
}
