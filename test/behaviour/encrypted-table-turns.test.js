import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deflateRawSync, zstdCompressSync } from 'node:zlib';
import { ArchivePassword } from '../../src/archive/password.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { freshDatabase, startServer } from '../destination/database/fixture.js';
import { encrypted } from '../support/encrypt.js';
import { randomOf } from '../support/random.js';
import { writeZip } from '../support/zip-writer.js';
import { beginTableJob, contentOf, stagingIn } from './table-turns.js';
import { FILLER } from './turns.js';

/** @import { ZipEntry } from '../support/zip-writer.js' */

const PASSWORD = 'Tr0ub4dor-and-3';
const password = () => new ArchivePassword(Buffer.from(PASSWORD));
const bounded = { timeout: 300_000 };

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof compileRecipe>>} */
let recipe;
before(async () => {
  server = await startServer();
  recipe = await compileRecipe({
    entries: [
      { match: FILLER.name, skip: true },
      { match: '*.csv', csv: { drop: ['note'], columns: { id: 'integer' }, table: { name: 'public.people' } } },
    ],
  });
});
after(() => server.stop());

const random = randomOf(93);
/** Entries whose compressed bytes take several chunks. @param {number} from @param {number} to */
const tableOf = (from, to) =>
  `id,name,note\n${Array.from({ length: to - from }, (_, at) => `${from + at},Ada Lovelace ${random.bytes(60).toString('base64')},\n`).join('')}`;
const RANGES = [
  [0, 2_500],
  [2_500, 4_000],
  [4_000, 5_200],
  [5_200, 7_700],
];
const PLAIN = RANGES.map(([from, to], number) => ({ name: `${number}.csv`, content: tableOf(from, to), method: 0 }));
/** In chunks: fewer than the encrypted entries have, and as many as that of zstd has. */
const HOW = { chunkBytes: 20_000, pauseAfter: 6 };

/** @param {ZipEntry} entry @param {number} method */
function packed(entry, method) {
  const content = Buffer.from(entry.content ?? '');
  if (method === 0) return entry;
  return { ...entry, method, raw: method === 93 ? zstdCompressSync(content) : deflateRawSync(content, { level: 1 }) };
}

/** Of each kind of encryption one. */
const ENCRYPTED = writeZip([
  encrypted(packed(PLAIN[0], 8), 'zipcrypto', PASSWORD),
  encrypted(packed(PLAIN[1], 0), 'ae1-128', PASSWORD),
  packed(PLAIN[2], 93),
  encrypted(packed(PLAIN[3], 8), 'ae2-256', PASSWORD),
  FILLER,
]);

/** @param {import('node:test').TestContext} t */
async function begin(t) {
  const database = await freshDatabase(t, server.url);
  await database.query('CREATE TABLE people (id integer PRIMARY KEY, name text)');
  return { database, job: beginTableJob(database, { zip: ENCRYPTED, recipe }) };
}

/** @param {import('node:test').TestContext} t What is in the table after one turn with the same entries, not encrypted. */
async function expectedRows(t) {
  const { database } = await begin(t);
  const zip = writeZip([...PLAIN, FILLER]);
  assert.equal(
    (await beginTableJob(database, { zip, recipe }).finish({ store: undefined })).manifest.status,
    'complete',
  );
  return (await contentOf(database)).rows;
}

test(
  'encrypted entries, and one of zstd between them, are loaded over many turns, and no checkpoint tells a row',
  bounded,
  async t => {
    const rows = await expectedRows(t);
    assert.equal(rows.length, 7_700);
    const { database, job } = await begin(t);
    let turns = 0;
    let suspended = 0;
    for (; turns < 100; turns++) {
      const { manifest, error } = await job.turn({ ...HOW, password: password() });
      if (manifest !== null) {
        assert.equal(manifest.status, 'complete');
        break;
      }
      assert.equal(error.code, 'job/stopped', error.stack);
      const checkpoint = job.destination.files.get('x/_checkpoint') ?? Buffer.alloc(0);
      if (checkpoint.length > 0) suspended += 1;
      for (const known of ['Ada Lovelace', PASSWORD]) assert.ok(!checkpoint.includes(known), known);
    }
    assert.ok(turns > 3 && suspended > 3, `${turns} turns, ${suspended} checkpoints`);
    assert.deepEqual((await contentOf(database)).rows, rows);
    assert.deepEqual([await stagingIn(database), job.destination.files.has('x/_checkpoint')], [[], false]);
  },
);

test(
  'a turn without the password, or with a wrong one, loses nothing of the rows that are staged',
  bounded,
  async t => {
    const rows = await expectedRows(t);
    const { database, job } = await begin(t);
    const { error } = await job.turn({ ...HOW, password: password() });
    assert.equal(error?.code, 'job/stopped');
    const staging = await stagingIn(database);
    assert.equal(staging.length > 0, true);
    for (const wrong of [null, new ArchivePassword(Buffer.from('open sesame'))]) {
      const refused = await job.turn({ ...HOW, password: wrong });
      assert.equal(refused.error?.code, 'job/wrong-password', refused.error?.stack);
      assert.deepEqual(await stagingIn(database), staging);
    }
    const { manifest } = await job.finish({ ...HOW, password: password() });
    assert.equal(manifest.status, 'complete');
    assert.deepEqual((await contentOf(database)).rows, rows);
    assert.deepEqual(await stagingIn(database), []);
  },
);

test(
  'an encrypted entry that was tampered with fails its table in a later turn, and none of its rows is published',
  bounded,
  async t => {
    const { database, job } = await begin(t);
    const zip = Buffer.from(ENCRYPTED);
    // The last byte of the authentication code of the last table.
    zip[zip.indexOf(Buffer.from(FILLER.name)) - 31] ^= 1;
    const { manifest, turns } = await job.finish({ zip, ...HOW, password: password() });
    assert.ok(turns > 5, `${turns} turns`);
    assert.deepEqual(
      manifest.entries.map((/** @type {any} */ { error, status }) => error?.code ?? status),
      [...Array(3).fill('database/incomplete'), 'archive/hmac-mismatch', 'skipped'],
    );
    assert.deepEqual([(await contentOf(database)).rows, await stagingIn(database)], [[], []]);
  },
);

test(
  'a zstd entry that does not fit into a turn is loaded by a longer one, and the entries before it are kept',
  bounded,
  async t => {
    const rows = await expectedRows(t);
    const { database, job } = await begin(t);
    const entries = [...PLAIN.slice(0, 2), packed(PLAIN[2], 93), PLAIN[3], FILLER];
    const zip = writeZip(entries);
    const why = /entry "2.csv" is compressed by zstd, so it has to be finished in one go and starts again/;
    /** @type {any} */
    let stopped;
    for (let turn = 0; turn < 100 && !why.test(stopped?.message); turn++) {
      stopped = (await job.turn({ zip, ...HOW, pauseAfter: 3 })).error;
      assert.equal(stopped?.code, 'job/stopped', stopped?.stack);
    }
    assert.match(stopped.message, why);
    const { chunkBytes } = HOW;
    const { manifest, chunks } = await job.turn({ zip, chunkBytes });
    assert.equal(manifest?.status, 'complete');
    const kept = (PLAIN[0].content.length + PLAIN[1].content.length) / chunkBytes;
    const all = zip.length / chunkBytes;
    assert.ok(chunks < all - kept, `${chunks} of ${all} chunks: the entries before it were loaded again`);
    assert.deepEqual((await contentOf(database)).rows, rows);
    assert.deepEqual(await stagingIn(database), []);
  },
);
