import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { openDestination } from '../../src/destination/open.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { randomOf } from '../support/random.js';
import { filesIn } from '../support/run-cli.js';
import { contentOf, localS3 } from '../support/s3.js';
import { writeZip } from '../support/zip-writer.js';
import { drawTable, FILLER, lasting, takeTurn } from './turns.js';

/** @import { TurnProcess } from './turn-process.js' */

// More by hand: KILLED_TURNS=1000 KILLED_SEED=7 node test/behaviour/killed-turns.long.test.js
const TURNS = Number(process.env.KILLED_TURNS ?? 6);
const SEED = Number(process.env.KILLED_SEED ?? 1);
const PROCESS = fileURLToPath(new URL('turn-process.js', import.meta.url));
const bounded = { timeout: 300_000 * Math.max(1, TURNS / 10) };
const RECIPE = {
  entries: [
    { match: FILLER.name, skip: true },
    { match: '**', csv: { drop: ['note'], phones: [{ field: 'phone', format: 'e164', country: 'US' }] } },
  ],
};

/** @type {{ folder: string, whole: string, manifest: any, rawBytes: number }} The job as it is done in one go. */
let done;
before(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-killed-'));
  const content = drawTable(randomOf(SEED), 500_000);
  const raw = deflateRawSync(content);
  const zip = writeZip([{ name: 'people.csv', content, raw }, FILLER]);
  await writeFile(join(folder, 'x.zip'), zip);
  const whole = join(folder, 'whole');
  const destination = await openDestination(whole);
  const { manifest } = await takeTurn({ zip, recipe: await compileRecipe(RECIPE), destination });
  assert.ok(manifest.totals.recordsWritten > 1000 && manifest.entries[0].records.bad > 10);
  done = { folder, whole, manifest, rawBytes: raw.length };
});
after(() => done && rm(done.folder, { recursive: true, force: true }));

/** @param {number} turns About how many it takes, without those that are killed. */
function jobOf(turns) {
  // Excludes the last 64 KiB of an entry, which are read in one piece, and about as much before its first pause.
  const chunkBytes = Math.ceil((done.rawBytes - 140_000) / turns);
  return { zip: join(done.folder, 'x.zip'), recipe: RECIPE, chunkBytes };
}

/**
 * Processes take turns on the job, one after the other, and each is killed at a random moment, until it is done.
 *
 * @param {Omit<TurnProcess, 'seed'>} job
 */
async function killUntilDone(job) {
  const random = randomOf(SEED);
  const seen = { killed: 0, paused: 0 };
  /** The usual duration of a turn on this machine; the first one of a process takes longest. */
  let usualMs = 300;
  for (;;) {
    const child = fork(PROCESS, [JSON.stringify({ ...job, seed: random.next() })], { stdio: 'inherit' });
    /** @type {any} */
    let end = null;
    let startedAt = 0;
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    child.on('message', (/** @type {any} */ message) => {
      if (message.isPaused) {
        seen.paused += 1;
        usualMs = 0.8 * usualMs + 0.2 * (performance.now() - startedAt);
      } else if (message.isStarted) {
        startedAt = performance.now();
        timer ??= setTimeout(() => child.kill('SIGKILL'), random.below(2 * usualMs));
      } else end = message;
    });
    const signal = await new Promise(resolve => child.once('close', (_code, how) => resolve(how)));
    clearTimeout(timer);
    if (end !== null) return { ...seen, ...end };
    assert.equal(signal, 'SIGKILL');
    seen.killed += 1;
    // Otherwise every turn might be killed before it suspends.
    usualMs *= 1.3;
  }
}

test(
  'one entry in a folder, in turns that are each killed at a random moment: the same bytes in the end',
  bounded,
  async () => {
    const { folder, whole, manifest } = done;
    const to = join(folder, 'parts');
    const end = await killUntilDone({ ...jobOf(TURNS), to, checkpoint: join(folder, 'checkpoint'), connection: null });
    assert.deepEqual(lasting(end.manifest), lasting(manifest), end.error);
    for (const name of ['x/people.csv', '_rejected/x/people.csv', '_reasons/x/people.csv.jsonl']) {
      assert.ok((await readFile(join(to, name))).equals(await readFile(join(whole, name))), name);
    }
    const others = (await filesIn(to)).filter(name => !/(^|\/)\.[0-9a-f]{24}(-é)?\.sluice-part$/.test(name));
    assert.deepEqual(others, [
      ...['_reasons/x/people.csv.jsonl', '_rejected/x/people.csv'],
      ...['x/_manifest.json', 'x/people.csv'],
    ]);
    if (process.env.KILLED_TURNS) console.log('folder', end.killed, end.paused, end.manifest.turns);
  },
);

test(
  'one entry in S3, in turns that are each killed at a random moment: the same bytes in the end',
  bounded,
  async t => {
    const { whole, manifest } = done;
    const { server, client } = await localS3(t);
    const { endpoint, credentials } = server;
    const connection = { endpoint, credentials, region: 'us-east-1' };
    const end = await killUntilDone({ ...jobOf(TURNS / 3), to: 's3://bucket/out', checkpoint: null, connection });
    assert.deepEqual(lasting(end.manifest), lasting(manifest), end.error);
    for (const name of ['x/people.csv', '_rejected/x/people.csv', '_reasons/x/people.csv.jsonl']) {
      assert.ok((await contentOf(client, `out/${name}`)).equals(await readFile(join(whole, name))), name);
    }
    if (process.env.KILLED_TURNS) console.log('S3', end.killed, end.paused, end.manifest.turns);
  },
);
