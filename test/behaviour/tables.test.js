import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openDatabase } from '../../src/destination/database/open.js';
import { readDatabaseSettings } from '../../src/destination/database/settings.js';
import { StorageError } from '../../src/errors.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { freshDatabase, startServer } from '../destination/database/fixture.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { runCli, temporaryFolder } from '../support/run-cli.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { Job } from '../../src/job/archive.js' */
/** @import { TestDatabase } from '../destination/database/fixture.js' */

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

/** @param {object} [table] @param {object} [more] */
const recipeFor = (table = {}, more = {}) => ({
  entries: [
    { match: 'people/*', csv: { columns: { id: 'integer' }, table: { name: 'public.people', ...table }, ...more } },
    { match: 'cities/*', csv: { table: 'public.cities' } },
  ],
});
const RECIPE = await compileRecipe(recipeFor());
const PEOPLE = [
  { name: 'people/1.csv', content: 'id,name\n1,Ada\nx,bad\n2,\n' },
  { name: 'people/2.csv', content: 'name,id\n"Alan ""T""",3\n' },
];
const CITIES = { name: 'cities/a.csv', content: 'city\nLondon\n' };
const FILE = { name: 'read.me', content: 'hello' };
const ARCHIVE = [PEOPLE[0], CITIES, FILE, PEOPLE[1]];

/**
 * @param {TestDatabase} database
 * @param {Parameters<typeof writeZip>[0]} entries
 * @param {Partial<Job> & { from?: NonNullable<Parameters<typeof memorySource>[1]> }} [job]
 */
async function work({ url }, entries, { from, ...job } = {}) {
  return processArchive({
    source: memorySource(writeZip(entries), from),
    destination: memoryDestination(),
    recipe: RECIPE,
    database: openDatabase(readDatabaseSettings(url, 'it', {})),
    ...job,
  });
}

/** @param {Awaited<ReturnType<typeof processArchive>>} outcome */
const outcomesOf = ({ manifest }) =>
  Array.from(manifest?.entries ?? [], ({ path, status, error }) => [path, error?.code ?? status].join(' '));

/** @param {TestDatabase} database */
const peopleIn = async ({ query }) =>
  (await query('SELECT id, name FROM people ORDER BY id')).map(row => Object.values(row).join(' '));

test('rows go into their tables, other entries into files; the manifest and sluice.loads have the same', async t => {
  const database = await freshDatabase(t, server.url);
  const destination = memoryDestination();
  const outcome = await work(database, ARCHIVE, { destination });
  assert.deepEqual(outcomesOf(outcome), [
    'people/1.csv written',
    'cities/a.csv written',
    'read.me written',
    'people/2.csv written',
  ]);
  assert.deepEqual(await peopleIn(database), ['1 Ada', '2 ', '3 Alan "T"']);
  assert.deepEqual(await database.query('SELECT * FROM cities'), [{ city: 'London' }]);
  assert.deepEqual([...destination.files.keys()].sort(), [
    '_reasons/x/people/1.csv.jsonl',
    '_rejected/x/people/1.csv',
    'x/_manifest.json',
    'x/read.me',
  ]);
  const { manifest } = outcome;
  assert.equal(manifest?.status, 'complete');
  const [people] = manifest?.entries ?? [];
  assert.match(String(people.output), /^postgres:\/\/127\.0\.0\.1:\d+\/t[0-9a-f]+\/public\.people$/);
  assert.deepEqual(people.records, { read: 3, written: 2, filtered: 0, bad: 1, skipped: 0 });
  assert.equal(people.rejected, 'memory/_rejected/x/people/1.csv');
  const loads = await database.query('SELECT table_name, rows::int, recipe, entries FROM sluice.loads ORDER BY 1');
  assert.deepEqual(
    loads.map(({ table_name, rows, recipe }) => [table_name, rows, recipe]),
    [
      ['public.cities', 1, RECIPE.sha256],
      ['public.people', 3, RECIPE.sha256],
    ],
  );
  const written = JSON.parse(String(destination.files.get('x/_manifest.json'))).entries;
  assert.deepEqual(loads[1].entries, [written[0], written[3]]);
});

test('an entry whose key has other columns fails the table before its rows are sent', async t => {
  const database = await freshDatabase(t, server.url);
  const recipe = await compileRecipe({
    entries: [{ match: '**', csv: { table: { name: 'people', mode: 'merge', key: ['id'] } } }],
  });
  const outcome = await work(database, [PEOPLE[0], { name: 'people/2.csv', content: 'ID,name\n3,Alan\n' }], { recipe });
  assert.deepEqual(outcomesOf(outcome), ['people/1.csv database/incomplete', 'people/2.csv database/wrong-columns']);
  assert.deepEqual(await database.query("SELECT to_regclass('people') AS there"), [{ there: null }]);
});

test('replace and merge do what they say; the manifest counts keys that come twice', async t => {
  const database = await freshDatabase(t, server.url);
  await work(database, PEOPLE);
  const merged = await work(
    database,
    [
      { name: 'people/1.csv', content: 'id,name\n1,Grace\n5,x\n1,Hedy\n' },
      { name: 'people/2.csv', content: 'id,name\n5,y\n' },
    ],
    { from: { etag: 'two' }, recipe: await compileRecipe(recipeFor({ mode: 'merge', key: ['ID'] })) },
  ).catch(error => error);
  assert.deepEqual(outcomesOf(merged), ['people/1.csv database/no-unique-key', 'people/2.csv database/incomplete']);
  await database.query('ALTER TABLE people ADD PRIMARY KEY (id)');
  const again = await work(
    database,
    [
      { name: 'people/1.csv', content: 'id,name\n1,Grace\n5,x\n1,Hedy\n' },
      { name: 'people/2.csv', content: 'id,name\n5,y\n' },
    ],
    { from: { etag: 'two' }, recipe: await compileRecipe(recipeFor({ mode: 'merge', key: ['ID'] })) },
  );
  assert.deepEqual(await peopleIn(database), ['1 Hedy', '2 ', '3 Alan "T"', '5 y']);
  assert.deepEqual(
    Array.from(again.manifest?.entries ?? [], ({ repeatedKeys }) => repeatedKeys),
    [1, 1],
  );
  await work(database, [PEOPLE[1]], {
    from: { etag: 'three' },
    recipe: await compileRecipe(recipeFor({ mode: 'replace' })),
  });
  assert.deepEqual(await peopleIn(database), ['3 Alan "T"']);
});

test('an entry without a record that may not empty its table fails, however it is loaded', {
  timeout: 300_000,
}, async t => {
  const database = await freshDatabase(t, server.url);
  await database.query(`CREATE TABLE people (id integer PRIMARY KEY, name text); INSERT INTO people VALUES (9, 'old');
    CREATE TABLE orders (person integer REFERENCES people); INSERT INTO orders VALUES (9)`);
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'r.json'), JSON.stringify(recipeFor({ mode: 'replace' })));
  const env = { ...process.env, SLUICE_DATABASE: database.url };
  for (const [number, content] of ['', 'id,name\n'].entries()) {
    await writeFile(join(folder, `${number}.zip`), writeZip([{ name: 'people/1.csv', content }, FILE]));
    for (const more of [[], ['--checkpoint', 'c']]) {
      const args = ['run', `${number}.zip`, '--to', `out${more.length}`, '--recipe', 'r.json', ...more];
      const { code, stdout, stderr } = await runCli(args, { cwd: folder, env });
      assert.equal(code, 1, stderr);
      assert.match(
        stderr,
        /^sluice: people\/1\.csv: database\/constraint: cannot load the table public\.people: .*another table still refers to a row to be deleted.*"orders_person_fkey".*\n$/,
      );
      assert.match(stdout, /people\/1\.csv .*failed[\s\S]*\npartial in/);
      const manifest = JSON.parse(
        await readFile(join(folder, `out${more.length}`, `${number}/_manifest.json`), 'utf8'),
      );
      const [{ status, output, error }] = manifest.entries;
      assert.deepEqual([status, output, error.code], ['failed', null, 'database/constraint']);
      assert.deepEqual(await peopleIn(database), ['9 old']);
      const left = await database.query(`SELECT relname FROM pg_class WHERE relname LIKE 'staging%'
        UNION ALL SELECT table_name::name FROM sluice.loads`);
      assert.deepEqual(left, []);
    }
  }
});

test('what a trigger of the table takes is counted, and found again when the manifest is gone', async t => {
  const database = await freshDatabase(t, server.url);
  await database.query(`CREATE TABLE people (id integer CHECK (id < 9), name text);
    CREATE FUNCTION takes() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.name = '' THEN RETURN NULL; END IF; RETURN NEW; END $$;
    CREATE TRIGGER takes BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION takes()`);
  for (const attempt of ['loaded', 'found']) {
    const { manifest } = await work(database, PEOPLE);
    assert.equal(manifest?.status, 'complete', attempt);
    const counts = Array.from(manifest?.entries ?? [], ({ records, takenByTriggers }) => [records, takenByTriggers]);
    assert.deepEqual(counts, [
      [{ read: 3, written: 2, filtered: 0, bad: 1, skipped: 0 }, 1],
      [{ read: 1, written: 1, filtered: 0, bad: 0, skipped: 0 }, undefined],
    ]);
  }
  assert.deepEqual(await peopleIn(database), ['1 Ada', '3 Alan "T"']);
  const second = [PEOPLE[0], { name: 'people/2.csv', content: 'id,name\n9,x\n' }];
  const failed = await work(database, second, { from: { etag: 'two' } });
  assert.deepEqual(outcomesOf(failed), ['people/1.csv database/incomplete', 'people/2.csv database/constraint']);
  assert.equal([...(failed.manifest?.entries ?? [])][0].takenByTriggers, undefined, 'nothing has reached the table');
});

for (const [why, bad, code, more] of /** @type {const} */ ([
  ['its checksum is wrong', { content: 'id,name\n3,x\n', crc32: 1 }, 'archive/crc-mismatch', {}],
  ['it is no CSV that the recipe fits', { content: 'id,name\n3,x\n' }, 'csv/missing-field', { drop: ['notes'] }],
  ['too many records are bad', { content: 'id,name\nx,x\ny,y\n' }, 'csv/too-many-bad', {}],
  ['a row violates a constraint', { content: 'id,name\n4,x\n1,x\n' }, 'database/constraint', {}],
  ['the table lacks a column', { content: 'id,name,notes\n3,x,\n' }, 'database/wrong-columns', {}],
])) {
  test(`an entry fails, since ${why}: its table stays as it was, and other tables and files go on`, async t => {
    const database = await freshDatabase(t, server.url);
    await database.query('CREATE TABLE people (id integer PRIMARY KEY, name text)');
    await database.query("INSERT INTO people VALUES (0, 'old')");
    const first =
      'drop' in more
        ? { name: 'people/1.csv', content: 'id,name,notes\n1,x,\n' }
        : { name: 'people/1.csv', content: 'id,name\n1,x\n' };
    const entries = [first, { name: 'people/2.csv', ...bad }, { ...PEOPLE[1], name: 'people/3.csv' }, CITIES, FILE];
    const outcome = await work(database, entries, { recipe: await compileRecipe(recipeFor({}, more)) });
    assert.deepEqual(outcomesOf(outcome), [
      'people/1.csv database/incomplete',
      `people/2.csv ${code}`,
      'people/3.csv database/incomplete',
      'cities/a.csv written',
      'read.me written',
    ]);
    assert.equal(outcome.manifest?.status, 'partial');
    assert.deepEqual(await peopleIn(database), ['0 old']);
    assert.deepEqual(await database.query('SELECT table_name FROM sluice.loads'), [{ table_name: 'public.cities' }]);
  });
}

test('an entry that a guard refuses keeps its table from being loaded', async t => {
  const database = await freshDatabase(t, server.url);
  const outcome = await work(database, [PEOPLE[0], { name: 'people/\u0001.csv', content: 'id\n1\n' }, CITIES]);
  assert.deepEqual(outcomesOf(outcome).slice(0, 1), ['people/1.csv database/incomplete']);
  assert.deepEqual(await database.query('SELECT table_name FROM sluice.loads'), [{ table_name: 'public.cities' }]);
});

test('an archive in the archive that cannot be opened keeps the tables that it may have rows for from being loaded', async t => {
  const database = await freshDatabase(t, server.url);
  const entries = [
    { match: 'old.zip', skip: true },
    { match: '*.zip', archive: true },
    { match: '**/people/*', csv: { columns: { id: 'integer' }, table: 'public.people' } },
    { match: 'cities/*', csv: { table: 'public.cities' } },
  ];
  const inner = { name: 'in.zip', content: writeZip([{ name: 'people/3.csv', content: 'id,name\n9,x\n' }]) };
  const broken = { name: 'no.zip', content: 'no archive' };
  const job = { recipe: await compileRecipe({ entries }) };
  assert.deepEqual(outcomesOf(await work(database, [PEOPLE[0], CITIES, inner, broken], job)), [
    'people/1.csv database/incomplete',
    'cities/a.csv written',
    'in.zip written',
    'no.zip archive/not-a-zip',
    'in.zip/people/3.csv database/incomplete',
  ]);
  assert.deepEqual(await database.query('SELECT table_name FROM sluice.loads'), [{ table_name: 'public.cities' }]);
  // Its rule says that it does not matter.
  await work(database, [PEOPLE[0], inner, { ...broken, name: 'old.zip' }], { ...job, from: { etag: 'two' } });
  assert.deepEqual(await peopleIn(database), ['1 Ada', '2 ', '9 x']);
});

test('what is loaded is not loaded again, wherever the manifest is; its counts come from there', async t => {
  const database = await freshDatabase(t, server.url);
  const first = await work(database, ARCHIVE);
  const second = await work(database, ARCHIVE);
  assert.deepEqual(await peopleIn(database), ['1 Ada', '2 ', '3 Alan "T"']);
  assert.deepEqual([...(second.manifest?.entries ?? [])], [...(first.manifest?.entries ?? [])]);
});

test('a manifest of rows in another database does not stand for this one; the same database by another name loads nothing twice', async t => {
  const [one, other] = [await freshDatabase(t, server.url), await freshDatabase(t, server.url)];
  const destination = memoryDestination();
  const counts = async () => [(await peopleIn(one)).length, (await peopleIn(other)).length];
  await work(one, ARCHIVE, { destination });
  await work(other, ARCHIVE, { destination });
  assert.deepEqual(await counts(), [3, 3]);
  destination.acts.length = 0;
  const done = await work(other, ARCHIVE, { destination });
  assert.equal(done.result, 'already-done');
  const settings = readDatabaseSettings(other.url, 'it', {});
  const again = await work(other, ARCHIVE, {
    destination,
    database: openDatabase({ ...settings, uri: settings.uri.replace('postgres://', 'postgres://alias.') }),
  });
  assert.deepEqual([again.result, again.manifest?.status], ['processed', 'complete']);
  assert.match(String([...(again.manifest?.entries ?? [])][0].output), /^postgres:\/\/alias\./);
  assert.deepEqual(await counts(), [3, 3]);
});

test('another recipe over rows that are loaded is refused; --force loads them again', async t => {
  const database = await freshDatabase(t, server.url);
  await work(database, ARCHIVE);
  const recipe = await compileRecipe(recipeFor({}, { trim: true }));
  const refused = await work(database, ARCHIVE, { recipe });
  assert.deepEqual(outcomesOf(refused), [
    'people/1.csv database/already-loaded',
    'cities/a.csv database/already-loaded',
    'read.me written',
    'people/2.csv database/already-loaded',
  ]);
  await work(database, ARCHIVE, { recipe, force: true });
  assert.equal((await peopleIn(database)).length, 6);
});

test('two names of one table are refused, also by a load that is forced: one would replace the rows of the other', async t => {
  const database = await freshDatabase(t, server.url);
  const csv = (/** @type {string} */ name) => ({ columns: { id: 'integer' }, table: { name, mode: 'replace' } });
  const recipe = await compileRecipe({
    entries: [
      { match: 'people/1.csv', csv: csv('people') },
      { match: 'people/2.csv', csv: csv('public.people') },
    ],
  });
  for (const force of [false, true, true]) {
    const outcome = await work(database, PEOPLE, { recipe, force });
    assert.deepEqual(outcomesOf(outcome), ['people/1.csv written', 'people/2.csv database/already-loaded']);
    assert.deepEqual(await peopleIn(database), ['1 Ada', '2 ']);
  }
});

test('a job that ends between the database’s commit and the manifest loses no count, and loads nothing twice', async t => {
  const database = await freshDatabase(t, server.url);
  let isFull = true;
  const destination = memoryDestination({
    fail(path, act) {
      const isLast = destination.acts.filter(done => done === 'commit x/_manifest.json').length > 0;
      if (isFull && isLast && path === 'x/_manifest.json' && act === 'commit')
        throw new StorageError('storage/disk-full', 'full');
    },
  });
  await assert.rejects(work(database, ARCHIVE, { destination }), { code: 'storage/disk-full' });
  assert.equal((await peopleIn(database)).length, 3);
  isFull = false;
  const { manifest } = await work(database, ARCHIVE, { destination });
  assert.equal(manifest?.status, 'complete');
  assert.equal((await peopleIn(database)).length, 3);
  assert.equal(manifest?.totals.recordsRead, 5);
});

test('a later version that is loaded already supersedes the load', async t => {
  const database = await freshDatabase(t, server.url);
  await work(database, [PEOPLE[1]], { from: { etag: 'new' }, sequencer: '0B' });
  const late = await work(database, PEOPLE, { from: { etag: 'old' }, sequencer: '0A' });
  assert.deepEqual(outcomesOf(late), ['people/1.csv database/superseded', 'people/2.csv database/superseded']);
  assert.deepEqual(await peopleIn(database), ['3 Alan "T"']);
});

test('two jobs at once load each table once', { timeout: 120_000 }, async t => {
  const database = await freshDatabase(t, server.url);
  const results = await Promise.all([1, 2, 3].map(() => work(database, ARCHIVE)));
  for (const { manifest } of results) assert.equal(manifest?.status, 'complete');
  assert.deepEqual(await peopleIn(database), ['1 Ada', '2 ', '3 Alan "T"']);
});

test('a database that cannot be reached ends the job, and the next job continues', async t => {
  const database = await freshDatabase(t, server.url);
  const destination = memoryDestination();
  const nowhere = { ...database, url: 'postgres://postgres@127.0.0.1:1/x' };
  await assert.rejects(work(nowhere, ARCHIVE, { destination }), { code: 'database/unreachable' });
  const noted = JSON.parse(String(destination.files.get('x/_manifest.json')));
  assert.deepEqual([noted.status, noted.totals.written, noted.error.code], ['unfinished', 1, 'database/unreachable']);
  destination.acts.length = 0;
  const { manifest } = await work(database, ARCHIVE, { destination });
  assert.equal(manifest?.status, 'complete');
  assert.ok(!destination.acts.includes('create x/read.me'));
});

test('a recipe with a table needs a database before anything is read', async () => {
  const source = memorySource(writeZip([FILE]));
  const read = () => assert.fail('it is read');
  await assert.rejects(
    processArchive({ source: { ...source, read }, destination: memoryDestination(), recipe: RECIPE }),
    {
      code: 'usage/no-database',
    },
  );
});

test('the command line loads, prints tables, and never the password', { timeout: 300_000 }, async t => {
  const database = await freshDatabase(t, server.url);
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'x.zip'), writeZip(ARCHIVE));
  await writeFile(join(folder, 'r.json'), JSON.stringify(recipeFor()));
  const args = ['run', 'x.zip', '--to', 'out', '--recipe', 'r.json'];
  const { SLUICE_DATABASE: _, ...env } = process.env;
  const none = await runCli(args, { cwd: folder, env });
  assert.deepEqual([none.code, none.stderr.slice(0, 25)], [2, 'sluice: usage/no-database']);
  const dry = await runCli([...args, '--dry-run'], { cwd: folder, env: { ...env, SLUICE_DATABASE: database.url } });
  assert.deepEqual([dry.code, dry.stderr], [0, '']);
  assert.deepEqual(await database.query("SELECT to_regclass('people') AS found"), [{ found: null }]);

  const { password } = new URL(database.url);
  const wrong = new URL(database.url);
  wrong.password = 'open-sesame';
  const refused = await runCli(args, { cwd: folder, env: { ...env, SLUICE_DATABASE: wrong.href } });
  if (password) assert.match(refused.stderr, /database\/login-refused/);
  const argument = await runCli([...args, '--database', wrong.href], { cwd: folder, env });
  assert.deepEqual([argument.code, argument.stderr.slice(0, 22)], [2, 'sluice: usage/database']);
  const loaded = await runCli(args, { cwd: folder, env: { ...env, SLUICE_DATABASE: database.url } });
  assert.deepEqual([loaded.code, loaded.stderr], [0, '']);
  assert.match(loaded.stdout, /people\/1\.csv and 1 more: rows: postgres:\/\/127\.0\.0\.1:\d+\/t\w+\/public\.people\n/);
  const json = await runCli([...args, '--json', '--force'], {
    cwd: folder,
    env: { ...env, SLUICE_DATABASE: database.url },
  });
  assert.equal(json.code, 0);
  assert.equal((await peopleIn(database)).length, 6);
  for (const { stdout, stderr } of [none, dry, refused, argument, loaded, json]) {
    assert.ok(!`${stdout}${stderr}`.includes('open-sesame'));
    if (password) assert.ok(!`${stdout}${stderr}`.includes(password));
  }
});
