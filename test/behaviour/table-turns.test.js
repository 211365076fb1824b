import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase } from '../../src/destination/database/open.js';
import { readDatabaseSettings } from '../../src/destination/database/settings.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { freshDatabase, startServer } from '../destination/database/fixture.js';
import { writeZip } from '../support/zip-writer.js';
import { beginTableJob, contentOf, stagingIn } from './table-turns.js';
import { FILLER, lasting } from './turns.js';

/** @import { TestDatabase } from '../destination/database/fixture.js' */

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

/** @param {object} [table] @param {object} [more] */
const recipeOf = (table = {}, more = {}) =>
  compileRecipe({
    entries: [
      { match: FILLER.name, skip: true },
      {
        match: 'people/*',
        csv: { columns: { id: 'integer' }, table: { name: 'public.people', ...table }, ...more },
      },
    ],
  });

/** @param {number} from @param {number} to @param {string} name */
const rowsOf = (from, to, name) =>
  Array.from({ length: to - from }, (_, at) => `${at % 100 === 7 ? 'x' : from + at},"${name} ${at}"\n`).join('');

/** Entries in the middle of which turns end; one with other columns; bad records; keys that come again, within an entry and later. */
const ENTRIES = [
  { name: 'people/1.csv', content: `id,name\n${rowsOf(0, 900, 'Ada')}${rowsOf(100, 200, 'again')}`, method: 0 },
  { name: 'people/2.csv', content: `name,id\n${'x,5\n'.repeat(3)}`, method: 0 },
  { name: 'people/3.csv', content: `id,note\n${rowsOf(500, 1_500, 'note')}`, method: 0 },
  { name: 'people/4.csv', content: '', method: 0 },
  { name: 'people/5.csv', content: `id,name\n${rowsOf(1_400, 1_900, 'Grace')}`, method: 0 },
  FILLER,
];
const ZIP = writeZip(ENTRIES);
const SETUP =
  "CREATE TABLE people (id integer, name text, note text DEFAULT 'none'); INSERT INTO people VALUES (3, 'old'), (-1, 'old')";

/** @param {any} content Its content, without what is another time's. */
const lastingOf = ({ rows, loads }) => ({
  rows,
  loads: loads.map((/** @type {any} */ { entries, ...load }) => ({
    ...load,
    entries: entries.map((/** @type {any} */ { output, ...entry }) => entry),
  })),
});

for (const mode of /** @type {const} */ (['append', 'replace', 'merge'])) {
  test(`${mode}: many short turns come to what one turn comes to`, { timeout: 300_000 }, async t => {
    const recipe = await recipeOf(mode === 'merge' ? { mode, key: ['id'] } : { mode });
    const expected = [];
    for (const pauseAfter of [Infinity, 1, 3]) {
      const database = await freshDatabase(t, server.url);
      await database.query(`${SETUP}${mode === 'merge' ? '; ALTER TABLE people ADD PRIMARY KEY (id)' : ''}`);
      const job = beginTableJob(database, { zip: ZIP, recipe });
      const { manifest, turns } = await job.finish(pauseAfter === Infinity ? { store: undefined } : { pauseAfter });
      if (pauseAfter !== Infinity) assert.ok(turns > 5, `${turns} turns`);
      assert.deepEqual(await stagingIn(database), []);
      assert.equal(job.destination.files.has('x/_checkpoint'), false);
      const files = [...job.destination.files].filter(([path]) => path !== 'x/_manifest.json');
      expected.push({ manifest: lasting(manifest), files, ...lastingOf(await contentOf(database)) });
    }
    assert.equal(expected[0].manifest.status, 'complete');
    assert.equal(expected[0].loads[0].entries[0].records.bad > 0, true);
    assert.deepEqual(expected[1], expected[0]);
    assert.deepEqual(expected[2], expected[0]);
  });
}

const SMALL = { zip: ZIP, recipe: await recipeOf({}, { drop: ['note'], missing: 'ignore' }) };

test('a turn with an old checkpoint resumes from it, and no row comes twice', { timeout: 300_000 }, async t => {
  const database = await freshDatabase(t, server.url);
  const { rows } = await oneTurn(database);
  const job = beginTableJob(database, SMALL);
  const path = 'x/_checkpoint';
  /** @type {Buffer[]} */
  const checkpoints = [];
  for (let turn = 0; turn < 6; turn++) {
    assert.equal((await job.turn({ pauseAfter: 2 })).error?.code, 'job/stopped');
    checkpoints.push(/** @type {Buffer} */ (job.destination.files.get(path)));
    // That of the turn before, or the first one.
    if (turn === 2 || turn === 4) job.destination.files.set(path, checkpoints[turn === 2 ? 1 : 0]);
  }
  await job.finish({ pauseAfter: 4 });
  assert.deepEqual((await contentOf(database)).rows, rows);
  assert.deepEqual(await stagingIn(database), []);
});

test('a turn whose checkpoint is lost starts the table again, and no row comes twice', async t => {
  const database = await freshDatabase(t, server.url);
  const { rows } = await oneTurn(database);
  const job = beginTableJob(database, SMALL);
  for (let turn = 0; turn < 4; turn++) await job.turn({ pauseAfter: 2 });
  job.destination.files.delete('x/_checkpoint');
  await job.finish({ pauseAfter: 4 });
  assert.deepEqual((await contentOf(database)).rows, rows);
  // What nobody names any more waits for its 14 days.
  assert.equal((await stagingIn(database)).filter(name => !name.endsWith('_turns')).length, 1);
});

/** @param {TestDatabase} database */
async function oneTurn(database) {
  await beginTableJob(database, SMALL).finish({ store: undefined });
  const content = await contentOf(database);
  await database.query('DROP TABLE people; DROP SCHEMA sluice CASCADE');
  return content;
}

test('two concurrent deliveries load each row once', { timeout: 300_000 }, async t => {
  const database = await freshDatabase(t, server.url);
  const { rows, loads } = await oneTurn(database);
  const first = beginTableJob(database, SMALL);
  await first.turn({ pauseAfter: 2 });
  const second = beginTableJob(database, { ...SMALL, destination: first.destination });
  const stops = ['job/stopped', 'storage/conflict', 'database/staging-gone', 'database/conflict'];
  const run = async (/** @type {typeof first} */ job, /** @type {number} */ pauseAfter) => {
    for (let turns = 0; turns < 200; turns++) {
      const { manifest, error } = await job.turn({ pauseAfter });
      if (manifest !== null) return manifest.status;
      assert.ok(stops.includes(error.code), error.stack);
    }
    return null;
  };
  assert.deepEqual(await Promise.all([run(first, 2), run(second, 3)]), ['complete', 'complete']);
  const content = await contentOf(database);
  assert.deepEqual(content.rows, rows);
  assert.deepEqual(content.loads.length, loads.length);
});

test('a later version that arrives between turns wins: the earlier one loads nothing more, and its rows are dropped', async t => {
  const database = await freshDatabase(t, server.url);
  const job = beginTableJob(database, SMALL);
  await job.turn({ pauseAfter: 3, etag: 'old', sequencer: '0A' });
  assert.equal((await stagingIn(database)).length > 0, true);
  const zip = writeZip([{ name: 'people/1.csv', content: 'id,name\n1,new\n' }, FILLER]);
  const { manifest } = await job.finish({ zip, etag: 'new', sequencer: '0B' });
  assert.equal(manifest.status, 'complete');
  assert.deepEqual(await stagingIn(database), []);
  const late = await job.turn({ etag: 'old', sequencer: '0A' });
  assert.equal(late.error, null);
  assert.deepEqual((await contentOf(database)).rows, [{ id: 1, name: 'new' }]);
});

test('a recipe that changes between turns starts the table again, and drops what was staged', async t => {
  const database = await freshDatabase(t, server.url);
  const job = beginTableJob(database, SMALL);
  await job.turn({ pauseAfter: 3 });
  const [before] = await stagingIn(database);
  const recipe = await recipeOf({}, { drop: ['note', 'name'], missing: 'ignore' });
  const { error } = await job.turn({ recipe, pauseAfter: 3 });
  assert.equal(error?.code, 'job/stopped');
  assert.equal((await stagingIn(database)).includes(before), false);
  const { manifest } = await job.finish({ recipe });
  assert.equal(manifest.status, 'complete');
  assert.deepEqual(Object.keys((await contentOf(database)).rows[0]), ['id']);
});

test('a constraint that is violated at publishing fails the table, which stays as it was; nothing is left staged', async t => {
  const database = await freshDatabase(t, server.url);
  await database.query(`${SETUP}; ALTER TABLE people ADD PRIMARY KEY (id)`);
  const job = beginTableJob(database, SMALL);
  const { manifest } = await job.finish({ pauseAfter: 3 });
  assert.equal(manifest.status, 'partial');
  assert.deepEqual(
    [...new Set(manifest.entries.map((/** @type {any} */ { error, status }) => error?.code ?? status))],
    ['database/constraint', 'skipped'],
  );
  assert.equal((await contentOf(database)).rows.length, 2);
  assert.deepEqual(await stagingIn(database), []);
  assert.equal(job.destination.files.has('x/_checkpoint'), false);
});

test('an entry that fails in a later turn fails its table, and nothing is left staged', async t => {
  const database = await freshDatabase(t, server.url);
  const broken = ENTRIES.map(entry => (entry.name === 'people/5.csv' ? { ...entry, crc32: 1 } : entry));
  const job = beginTableJob(database, { ...SMALL, zip: writeZip(broken) });
  const { manifest } = await job.finish({ pauseAfter: 3 });
  assert.deepEqual(
    manifest.entries.map((/** @type {any} */ { error, status }) => error?.code ?? status),
    [...Array(4).fill('database/incomplete'), 'archive/crc-mismatch', 'skipped'],
  );
  assert.deepEqual(await stagingIn(database), []);
});

test('a job whose time is known loads straight into the table; if the turn ends too early, the next one stages', async t => {
  const database = await freshDatabase(t, server.url);
  const job = beginTableJob(database, SMALL);
  const { error } = await job.turn({ pauseAfter: 3, remainingMs: 600_000 });
  assert.match(error.message, /were being loaded in one go, and start again/);
  assert.deepEqual(await stagingIn(database), []);
  const next = await job.turn({ pauseAfter: 3, remainingMs: 600_000 });
  assert.equal(next.error.code, 'job/stopped');
  assert.equal((await stagingIn(database)).length, 2);
  assert.equal((await job.finish({ remainingMs: 600_000 })).manifest.status, 'complete');
});

test('a load that turns out to be too slow for its turn starts again with staging, in the same turn', async t => {
  const database = await freshDatabase(t, server.url);
  const { rows } = await oneTurn(database);
  const job = beginTableJob(database, SMALL);
  const there = openDatabase(readDatabaseSettings(database.url, 'it', {}));
  /** @type {string[]} */
  const ways = [];
  /** @param {'begin' | 'stage' | 'publish'} way */
  const noted = way => (/** @type {any} */ request) => {
    ways.push(way);
    return there[way](request);
  };
  let now = performance.now();
  const clock = t.mock.method(performance, 'now', () => {
    now += 2_000;
    return now;
  });
  /** @type {any} */
  const counted = { ...there, begin: noted('begin'), stage: noted('stage'), publish: noted('publish') };
  const { manifest } = await job.turn({ remainingMs: 1, database: counted });
  clock.mock.restore();
  assert.deepEqual([manifest?.status, ways], ['complete', ['begin', 'stage', 'publish']]);
  assert.deepEqual((await contentOf(database)).rows, rows);
});

test('staged rows that somebody has dropped are staged again', async t => {
  const database = await freshDatabase(t, server.url);
  const { rows } = await oneTurn(database);
  const job = beginTableJob(database, SMALL);
  await job.turn({ pauseAfter: 3 });
  const [name] = await stagingIn(database);
  await database.query(`DROP TABLE sluice.${name}`);
  assert.equal((await job.finish()).manifest.status, 'complete');
  assert.deepEqual((await contentOf(database)).rows, rows);
});
