import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { destinationStore } from '../../src/checkpoint/store.js';
import { checkpointFile } from '../../src/cli/checkpoint-file.js';
import { openDestination } from '../../src/destination/open.js';
import { StorageError } from '../../src/errors.js';
import { randomOf } from '../support/random.js';
import { filesIn } from '../support/run-cli.js';
import { localS3, contentOf as objectOf } from '../support/s3.js';
import { drawJob, lasting, takeTurn } from './turns.js';

/** @import { TestContext } from 'node:test' */
/** @import { Random } from '../support/random.js' */

// More by hand: TURNS_JOBS=100 TURNS_SEED=7 node test/behaviour/turns.long.test.js
const JOBS = Number(process.env.TURNS_JOBS ?? 6);
const SEED = Number(process.env.TURNS_SEED ?? 1);
const bounded = { timeout: 300_000 * Math.max(1, JOBS / 6) };
const COMMAND = { archive: 'x.zip', to: 'out', folder: null, recipe: null };

/** @param {TestContext} t */
async function folderOf(t) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-turns-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/**
 * Every file in a folder except the manifest.
 *
 * @param {string} root
 */
async function contentOf(root) {
  const names = (await filesIn(root)).filter(name => name !== 'x/_manifest.json');
  return new Map(
    await Promise.all(names.map(async name => /** @type {const} */ ([name, await readFile(join(root, name))]))),
  );
}

/**
 * @param {Random} random
 * @param {() => Promise<Parameters<typeof takeTurn>[0]>} again What the next turn gets, as a new process would.
 */
async function takeTurns(random, again) {
  for (let turns = 1; ; turns += 1) {
    const chunkBytes = random.pick([50, 300, 3000, 20_000]);
    const pauseAfter = random.below(random.pick([2, 20, 100]));
    const failAfter = random.chance(0.2) ? random.below(60) : Infinity;
    const fault = new StorageError('storage/unreachable', 'a fault of the storage');
    const turn = await takeTurn({ ...(await again()), chunkBytes, pauseAfter, failAfter, fault });
    if (turn.manifest) return { manifest: turn.manifest, turns };
    assert.match(turn.error.code ?? String(turn.error.stack), /^(job\/stopped|storage\/unreachable)$/);
    assert.ok(turns < 3000, 'it comes to an end');
  }
}

test(
  'any job in any number of turns, some with a fault, leaves the same files and manifest as in one turn',
  bounded,
  async t => {
    const random = randomOf(SEED);
    let taken = 0;
    for (let index = 0; index < JOBS; index += 1) {
      const folder = await folderOf(t);
      const [whole, parts] = [join(folder, 'whole'), join(folder, 'parts')];
      const job = await drawJob(random, random.pick([100_000, 200_000, 400_000]));
      const inOneGo = await takeTurn({ ...job, destination: await openDestination(whole) });
      assert.equal(inOneGo.manifest?.status, 'complete', String(inOneGo.error?.stack));
      const again = async () => {
        const store = checkpointFile(join(folder, 'checkpoint'), COMMAND);
        await store.open();
        return { ...job, store, destination: await openDestination(parts) };
      };
      const { manifest, turns } = await takeTurns(random, again);
      taken += turns;
      assert.deepEqual(await contentOf(parts), await contentOf(whole), `job ${index}`);
      assert.deepEqual(lasting(manifest), lasting(inOneGo.manifest));
      assert.ok(manifest.turns <= turns);
    }
    assert.ok(taken > 4 * JOBS, `${taken} turns`);
    if (process.env.TURNS_JOBS) console.log(`${JOBS} jobs, ${taken} turns`);
  },
);

test(
  'a job in any number of turns from memory to S3, its checkpoint beside the manifest, leaves the same',
  bounded,
  async t => {
    const random = randomOf(SEED + 1);
    const { client, s3 } = await localS3(t);
    for (let index = 0; index < JOBS / 3; index += 1) {
      const whole = await folderOf(t);
      const job = await drawJob(random, 200_000);
      const inOneGo = await takeTurn({ ...job, destination: await openDestination(whole) });
      const again = async () => {
        const destination = await openDestination(`s3://bucket/${index}`, { s3 });
        return { ...job, destination, store: destinationStore(destination, 'x') };
      };
      const { manifest } = await takeTurns(random, again);
      assert.deepEqual(lasting(manifest), lasting(inOneGo.manifest));
      const content = await contentOf(whole);
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'bucket', Prefix: `${index}/` }));
      assert.deepEqual(
        Contents.map(({ Key = '' }) => Key.slice(Key.indexOf('/') + 1)),
        [...content.keys(), 'x/_manifest.json'].sort(),
      );
      for (const [name, bytes] of content) assert.ok(bytes.equals(await objectOf(client, `${index}/${name}`)), name);
    }
  },
);
