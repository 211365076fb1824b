import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase } from '../../src/destination/database/open.js';
import { readDatabaseSettings } from '../../src/destination/database/settings.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { freshDatabase, startServer } from '../destination/database/fixture.js';
import fc, { caseCount } from '../support/fast-check.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { TestContext } from 'node:test' */

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

/**
 * A table with constraints, and the outcome of loading an entry's rows.
 *
 * @param {TestContext} t
 * @param {object} [csv] More of the rule.
 */
async function open(t, csv = {}) {
  const { url, query } = await freshDatabase(t, server.url);
  await query(
    "CREATE TABLE people (id text UNIQUE, name text, extra text, record text, note varchar(3) CHECK (note <> 'no'))",
  );
  const rule = { table: 'people', ...csv };
  const recipe = await compileRecipe({ entries: [{ match: '**', csv: rule }] });
  /** @param {string | Buffer} content */
  return async content => {
    const { manifest } = await processArchive({
      source: memorySource(writeZip([{ name: 'a.csv', content }])),
      destination: memoryDestination(),
      recipe,
      database: openDatabase(readDatabaseSettings(url, 'it', {})),
    });
    const [{ error, records }] = manifest?.entries ?? [];
    assert.deepEqual(await query('SELECT * FROM people'), []);
    return { error, records };
  };
}

test('a row that violates a constraint is named by its record and its byte, behind records that are left out or bad', async t => {
  const load = await open(t, { where: { not: { field: 'name', eq: 'out' } } });
  const head = 'id,name,note\n1,Ada,\n2,out,\n\n3,x,y,z\n4,"A ""T""\r\nand\nmore",\n5,5" disk,\n';
  const { error } = await load(`${head}1,again,\n6,,\n`);
  assert.equal(error?.code, 'database/constraint');
  assert.deepEqual([error?.record, error?.byte], [6, head.length]);
  assert.match(
    String(error?.message),
    new RegExp(`constraint "people_id_key".*line 6 of .*; this is record 6 of the entry, at byte ${head.length}$`),
  );
});

test('a check, a value that is too long, and a bad record in UTF-16 are named too', async t => {
  const load = await open(t);
  const check = await load('id,name,note\n1,a,\n2,b,no\n');
  assert.deepEqual([check.error?.code, check.error?.record, check.error?.byte], ['database/constraint', 2, 18]);
  const tooLong = await load('id;name;note\n1;a;\n2;"\nb";long\n');
  assert.deepEqual([tooLong.error?.code, tooLong.error?.record, tooLong.error?.byte], ['database/bad-value', 2, 18]);
  const text = '\ufeffid,name,note\r\n1,ä,\r\n2,b,no\r\n';
  const decoded = await load(Buffer.from(text, 'utf16le'));
  assert.deepEqual([decoded.error?.record, decoded.error?.byte], [2, 2 * text.indexOf('2,b')]);
});

test('a row of an archive within the archive is named, and what follows is loaded', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query('CREATE TABLE people (id text UNIQUE)');
  const inner = writeZip([
    { name: 'people.csv', content: `id\n${Array.from({ length: 100_000 }, (_, id) => `${id % 70_000}\n`).join('')}` },
    { name: 'cities.csv', content: 'city\nLondon\n' },
  ]);
  const entries = [
    { match: '*.zip', archive: true },
    ...['people', 'cities'].map(name => ({ match: `**/${name}.csv`, csv: { table: name } })),
  ];
  const { manifest } = await processArchive({
    source: memorySource(writeZip([{ name: 'inner.zip', content: inner }])),
    destination: memoryDestination(),
    recipe: await compileRecipe({ entries }),
    database: openDatabase(readDatabaseSettings(url, 'it', {})),
  });
  const [, people, cities] = manifest?.entries ?? [];
  assert.deepEqual([people.error?.code, people.error?.record], ['database/constraint', 70_001]);
  assert.deepEqual([cities.status, await query('SELECT * FROM cities')], ['written', [{ city: 'London' }]]);
});

test('a foreign key, for which the server names no line, leaves the message as it is', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query('CREATE TABLE cities (name text PRIMARY KEY); CREATE TABLE people (city text REFERENCES cities)');
  const { manifest } = await processArchive({
    source: memorySource(writeZip([{ name: 'a.csv', content: 'city\nLondon\n' }])),
    destination: memoryDestination(),
    recipe: await compileRecipe({ entries: [{ match: '**', csv: { table: 'people' } }] }),
    database: openDatabase(readDatabaseSettings(url, 'it', {})),
  });
  const [{ error }] = manifest?.entries ?? [];
  assert.equal(error?.code, 'database/constraint');
  assert.deepEqual([error?.record, /line|record \d/.test(error?.message ?? '')], [undefined, false]);
});

test('the record is the right one, whatever the fields hold and the recipe drops', async t => {
  const loads = [
    await open(t),
    await open(t, { set: { record: '$record' }, select: ['note', 'record', 'name', 'id'] }),
  ];
  const value = fc.stringMatching(/^[ab\n\r",]{0,6}$/);
  const quoted = (/** @type {string} */ text) => `"${text.replaceAll('"', '""')}"`;
  const record = fc.tuple(fc.oneof(value.map(quoted), fc.constantFrom('', 'x', 'a"b')), value.map(quoted));
  const kind = fc.constantFrom('good', 'good', 'bad');
  const entry = fc.tuple(fc.array(fc.tuple(record, kind), { maxLength: 12 }), record, fc.constantFrom('\n', '\r\n'));
  await fc.assert(
    fc.asyncProperty(entry, fc.constantFrom(...loads), async ([before, [name, extra], lineEnd], load) => {
      const lines = before.map(([[one, other], what], number) => {
        const fields = [`${number}`, one, '', other];
        return what === 'good' ? fields : [...fields, 'too many'];
      });
      const head = [['id', 'name', 'note', 'extra'], ...lines].map(fields => fields.join(',') + lineEnd).join('');
      const { error, records } = await load(`${head}last,${name},no,${extra}${lineEnd}behind,,,${lineEnd}`);
      assert.equal(error?.code, 'database/constraint', error?.message);
      assert.deepEqual([error.record, error.byte], [before.length + 1, head.length], JSON.stringify(records));
    }),
    { numRuns: caseCount(60) },
  );
});
