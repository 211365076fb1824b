import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { ArchivePassword } from '../../src/archive/password.js';
import { destinationStore } from '../../src/checkpoint/store.js';
import { openDestination } from '../../src/destination/open.js';
import { MAX_STALLED_TURNS } from '../../src/ledger/turn-counts.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { encrypted } from '../support/encrypt.js';
import { filesIn, temporaryFolder } from '../support/run-cli.js';
import { contentOf } from '../support/s3.js';
import { writeZip } from '../support/zip-writer.js';
import { FILLER, takeTurn } from './turns.js';
import { beginTurns } from './turns-in-s3.js';

const PASSWORD = 'Tr0ub4dor-and-3';
/** Passes the check of ZipCrypto for the entry below. */
const PASSING = 'wrong 11';
const KNOWN = ['@example.org', 'Ada Lovelace', PASSWORD];
const bounded = { timeout: 300_000 };
const ROWS = Array.from(
  { length: 150_000 },
  (_, id) => `${id},mail${(id * 7919) % 1_000_003}@example.org,Ada Lovelace\n`,
);
/** Larger than a part of an upload. */
const TABLE = `id,mail,name\n${ROWS.join('')}`;
/** Of entries that are stored, which have as many bytes in the archive as others of the whole table. */
const SHORT_TABLE = `id,mail,name\n${ROWS.slice(0, 50_000).join('')}`;
const tableOf = (/** @type {number} */ method) => (method === 8 ? TABLE : SHORT_TABLE);
const expected = (/** @type {number} */ method) => tableOf(method).replaceAll(',Ada Lovelace', '').replace(',name', '');
/** A third of what is usual, so that a short table has as many. */
const SHORT_CHUNKS = { chunkBytes: 21_846 };
const password = () => new ArchivePassword(Buffer.from(PASSWORD));

/** @type {Awaited<ReturnType<typeof compileRecipe>>} */
let recipe;
before(async () => {
  recipe = await compileRecipe({
    entries: [
      { match: FILLER.name, skip: true },
      { match: '*.csv', csv: { drop: ['name'] } },
    ],
  });
});

/** @type {Map<string, Buffer>} */
const ARCHIVES = new Map();

/** @param {Parameters<typeof encrypted>[1]} kind @param {number} method */
function archiveOf(kind, method) {
  const made = ARCHIVES.get(`${kind} ${method}`) ?? makeArchive(kind, method);
  ARCHIVES.set(`${kind} ${method}`, made);
  return made;
}

/** @param {Parameters<typeof encrypted>[1]} kind @param {number} method */
function makeArchive(kind, method) {
  const content = Buffer.from(tableOf(method));
  const raw = method === 8 ? deflateRawSync(content, { level: 1 }) : content;
  const entries = ['a.csv', 'b.bin'].map(name => encrypted({ name, content, method, raw }, kind, PASSWORD));
  return writeZip([...entries, FILLER]);
}

for (const [kind, method] of /** @type {const} */ ([
  ['zipcrypto', 8],
  ['ae1-192', 0],
  ['ae2-256', 8],
])) {
  test(
    `${kind}, method ${method}: over many turns in S3, no checkpoint tells what is in the archive`,
    bounded,
    async t => {
      const job = await beginTurns(t);
      const zip = archiveOf(kind, method);
      let checkpoints = 0;
      for (let turns = 1; ; turns++) {
        assert.ok(turns < 60);
        const { manifest, error } = await job.turn({ zip, recipe, password: password(), pauseAfter: 12 });
        if (manifest !== null) {
          assert.equal(manifest.status, 'complete');
          break;
        }
        assert.equal(error.code, 'job/stopped');
        if (!(await job.keys()).includes('out/x/_checkpoint')) continue;
        checkpoints += 1;
        const bytes = await contentOf(job.client, 'out/x/_checkpoint');
        for (const known of KNOWN) assert.ok(!bytes.includes(known), known);
      }
      assert.ok(checkpoints > 2, `${checkpoints} checkpoints`);
      assert.equal(String(await contentOf(job.client, 'out/x/a.csv')), expected(method));
      assert.equal(String(await contentOf(job.client, 'out/x/b.bin')), tableOf(method));
      assert.ok(!(await contentOf(job.client, 'out/x/_manifest.json')).includes(PASSWORD));
      assert.deepEqual(await job.uploads(), []);
      assert.ok(!(await job.keys()).includes('out/x/_checkpoint'));
    },
  );
}

test('job/wrong-password: with another password, or none, nothing of a suspended entry is lost', bounded, async t => {
  for (const kind of /** @type {const} */ (['ae2-128', 'zipcrypto'])) {
    const job = await beginTurns(t);
    const zip = archiveOf(kind, 0);
    const first = await job.turn({ zip, recipe, password: password(), pauseAfter: 60, ...SHORT_CHUNKS });
    assert.equal(first.error.code, 'job/stopped');
    const there = [await job.checkpointETag(), await job.uploads(), await job.keys()];
    for (const wrong of [
      null,
      new ArchivePassword(null),
      new ArchivePassword(Buffer.from('another')),
      new ArchivePassword(Buffer.from('another'), async () => Buffer.from('no better')),
    ]) {
      const { error } = await job.turn({ zip, recipe, password: wrong });
      assert.deepEqual([error?.code, error?.retryable], ['job/wrong-password', true]);
      assert.match(error.message, /"a.csv" .*--password-file FILE .*correct the secret/);
      assert.deepEqual([await job.checkpointETag(), await job.uploads(), await job.keys()], there);
    }
    const rest = await job.turn({ zip, recipe, password: password(), ...SHORT_CHUNKS });
    assert.equal(rest.manifest?.status, 'complete');
    assert.equal(String(await contentOf(job.client, 'out/x/a.csv')), expected(0));
    assert.deepEqual([await job.uploads(), await job.checkpointETag()], [[], undefined]);
    await job.empty();
    const whole = await job.turn({ zip, recipe, password: password(), ...SHORT_CHUNKS });
    assert.ok(rest.chunks < whole.chunks - 30, `${first.chunks} and ${rest.chunks} of ${whole.chunks} chunks`);
    await job.empty();
  }
});

test('an entry that was begun with a wrong password, which passed its check, starts again', bounded, async t => {
  const job = await beginTurns(t);
  const content = Buffer.from(TABLE);
  const zip = writeZip([encrypted({ name: 'a.bin', content, method: 0 }, 'zipcrypto', PASSWORD), FILLER]);
  const passing = new ArchivePassword(Buffer.from(PASSING));
  const first = await job.turn({ zip, recipe, password: passing, pauseAfter: 60 });
  assert.equal(first.error?.code, 'job/stopped');
  assert.ok((await job.keys()).includes('out/x/_checkpoint'));
  const { manifest } = await job.turn({ zip, recipe, password: password() });
  assert.equal(manifest?.status, 'complete');
  assert.ok((await contentOf(job.client, 'out/x/a.bin')).equals(content));
  assert.deepEqual([await job.uploads(), await job.checkpointETag()], [[], undefined]);
});

test('after many deliveries with a wrong password, the error says that there was no progress', bounded, async t => {
  const job = await beginTurns(t);
  const zip = archiveOf('ae2-128', 0);
  await job.turn({ zip, recipe, password: password(), pauseAfter: 60, ...SHORT_CHUNKS });
  for (let turn = 1; turn <= MAX_STALLED_TURNS; turn += 1) {
    const { error } = await job.turn({ zip, recipe, password: new ArchivePassword(Buffer.from('another')) });
    assert.equal(error.code, turn < MAX_STALLED_TURNS ? 'job/wrong-password' : 'job/no-progress');
    assert.match(error.message, /waits for the archive's password/);
  }
  assert.ok((await job.keys()).includes('out/x/_checkpoint'));
});

test('over many turns in a folder, no checkpoint tells what is in the archive', bounded, async t => {
  const folder = await temporaryFolder(t);
  const zip = archiveOf('ae2-256', 8);
  for (let turns = 1; ; turns++) {
    assert.ok(turns < 60);
    const destination = await openDestination(folder);
    const store = destinationStore(destination, 'x');
    const { manifest } = await takeTurn({ zip, recipe, destination, store, password: password(), pauseAfter: 20 });
    await destination.close();
    if (manifest !== null) break;
    for (const file of (await filesIn(folder)).filter(name => name.endsWith('_checkpoint'))) {
      const bytes = await readFile(join(folder, file));
      for (const known of KNOWN) assert.ok(!bytes.includes(known), known);
    }
  }
  assert.equal(String(await readFile(join(folder, 'x/a.csv'))), expected(8));
  assert.deepEqual(await filesIn(folder), ['x/_manifest.json', 'x/a.csv', 'x/b.bin']);
});
