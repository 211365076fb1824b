import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { stride } from '../support/cases.js';
import { writeZip } from '../support/zip-writer.js';
import { bigTable, withoutNotes } from './big-table.js';
import { startJobProcesses } from './job-processes.js';
import { ledgerModel } from './ledger-model.js';
import { archiveOf, RECIPES } from './ledger-versions.js';

/** @type {import('./job-processes.js').JobProcesses} */
let processes;
before(async () => {
  processes = await startJobProcesses();
});
after(() => processes?.close());

const ENV = { SLUICE_RECIPE: RECIPES[0]?.text ?? '' };

/** @type {import('./ledger-versions.js').Content[]} One has outputs that the next one lacks, some that stay, and some that change. */
const CONTENTS = [
  { 'a.csv': 1, 'b.csv': 3 },
  { 'a.csv': 1, 'c.txt': 4 },
  { 'c.txt': 4, 'b.csv': 5 },
];

/**
 * @param {string} folder
 * @param {'sluice-in' | 'sluice-versioned'} bucket
 */
async function prepare(folder, bucket) {
  const model = ledgerModel(processes, folder);
  return {
    model,
    folder,
    upload: async (/** @type {import('./ledger-versions.js').Content} */ content) =>
      model.uploaded(await processes.upload(bucket, `${folder}.zip`, archiveOf(content)), content),
  };
}

/**
 * Carries out a number of a job's requests.
 *
 * @param {import('./job-processes.js').Job} job
 * @param {number} [count]
 */
async function run(job, count = Number.POSITIVE_INFINITY) {
  let done = 0;
  for (; done < count && job.end === null; done += 1) await processes.release(job);
  return done;
}

/** @param {any} event @param {Record<string, string>} env */
async function complete(event, env) {
  for (let tries = 0; tries < 5; tries += 1) {
    const job = await processes.deliver(1, event, env);
    await processes.finish(job);
    if (typeof job.end === 'object' && job.end?.error === null) return job.end;
  }
  assert.fail('it never succeeds');
}

test('a job may be killed at any of its requests, be redelivered or not, and be followed by a newer version', {
  timeout: 300_000,
}, async t => {
  // With all cases each configuration takes every other request: together they cover all of a job's.
  for (const [first, bucket, afterwards] of /** @type {const} */ ([
    [0, 'sluice-in', 'delete'],
    [1, 'sluice-versioned', 'delete'],
  ])) {
    const env = { ...ENV, SLUICE_SOURCE_AFTERWARDS: afterwards };
    await t.test(`${bucket}, ${afterwards}`, async () => {
      // The number of requests of a job on each version.
      const probe = await prepare(`probe-${bucket}-${afterwards}`, bucket);
      const counts = [];
      for (const content of CONTENTS.slice(0, 2)) {
        counts.push(await run(await processes.deliver(0, (await probe.upload(content)).event, env)));
      }
      assert.ok(counts.every(count => count > 10));

      const folders = [];
      for (const [index, count] of counts.entries()) {
        for (let at = first; at < count; at += 2 * stride(0.4)) {
          folders.push({ index, at, ...(await prepare(`killed-${bucket}-${afterwards}-${index}-${at}`, bucket)) });
        }
      }
      await Promise.all(
        folders.map(async ({ index, at, model, upload }) => {
          for (const content of CONTENTS.slice(0, index)) await complete((await upload(content)).event, env);
          const { event } = await upload(/** @type {any} */ (CONTENTS[index]));
          await run(await processes.deliver(0, event, env), at);
          await model.look();
        }),
      );
      await processes.kill(0);
      await Promise.all(
        folders.map(async ({ index, model, folder, upload }, nth) => {
          await model.look();
          // Half of them are redelivered before a newer version comes, the others are not.
          const last = /** @type {any} */ (model.versions.at(-1));
          if (nth % 2 === 0) {
            await complete(last.event, env);
            await model.look();
            model.assertFinal(0);
          }
          const next = CONTENTS[index + 1];
          await complete((await upload(/** @type {any} */ (next))).event, env);
          await complete(last.event, env);
          await model.look();
          model.assertFinal(0);
          const { Versions = [] } = await processes.client.send(
            new ListObjectVersionsCommand({ Bucket: bucket, Prefix: `${folder}.zip` }),
          );
          assert.deepEqual(Versions, [], 'no version of the archive is left');
        }),
      );
    });
  }
});

test('a job that is killed in a large output leaves at most an upload, which is not mistaken for an output', {
  timeout: 300_000,
}, async () => {
  const table = bigTable(5.5 * 1024 * 1024);
  const archive = writeZip([{ name: 'big.csv', content: table }]);
  /** @type {[operation: string, left: number][]} What the job is about to ask, and how many uploads it has begun. */
  const points = [
    ['CreateMultipartUpload', 0],
    ['UploadPart', 1],
    ['CompleteMultipartUpload', 1],
    ['PutObject', 0],
  ];
  const folders = await Promise.all(
    points.map(async ([operation, left]) => {
      const folder = `killed-large-${operation}`;
      const event = await processes.upload('sluice-in', `${folder}.zip`, archive);
      const job = await processes.deliver(0, event, ENV);
      // The last PutObject is the manifest's, after the large output.
      const isThere = () => job.held[0]?.request.operation === operation && (operation !== 'PutObject' || claimed > 0);
      let claimed = 0;
      while (!isThere()) {
        assert.equal(job.end, null, operation);
        if (job.held[0]?.request.operation === 'PutObject') claimed += 1;
        await processes.release(job);
      }
      return { operation, left, folder, event };
    }),
  );
  await processes.kill(0);
  for (const { operation, left, folder, event } of folders) {
    assert.deepEqual(await processes.unfinishedUploads(folder), Array(left).fill(`${folder}/big.csv`), operation);
    assert.deepEqual(
      [...(await processes.outputs(folder)).keys()],
      operation === 'PutObject' ? [`${folder}/big.csv`] : [],
    );
    await complete(event, ENV);
    assert.deepEqual(await processes.read(`${folder}/big.csv`), withoutNotes(table), operation);
    assert.equal((await processes.manifest(folder)).status, 'complete');
    // Nothing knows of these uploads: the bucket's lifecycle rule removes them.
    assert.equal((await processes.unfinishedUploads(folder)).length, left, operation);
  }
});
