import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase } from '../../../src/destination/database/open.js';
import { readDatabaseSettings } from '../../../src/destination/database/settings.js';
import { begin, commit, freshDatabase, send, startServer } from './fixture.js';

/** @import { RowColumn } from '../../../src/destination/database/open.js' */

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

/** @param {number} count @returns {RowColumn[]} The first is the key. */
const columnsOf = count =>
  Array.from({ length: count }, (_, index) => ({
    name: `c${index}`,
    type: 'text',
    nullAs: 'empty',
    isKey: index === 0,
  }));

/** @param {number} count */
const rowOf = count => `1${','.repeat(count - 1)}\n`;

test('a table gets as many columns as Postgres takes, and one less under merge', async t => {
  for (const [mode, most] of /** @type {const} */ ([
    ['append', 1600],
    ['replace', 1600],
    ['merge', 1599],
  ])) {
    const { url, query } = await freshDatabase(t, server.url);
    const key = mode === 'merge' ? ['c0'] : [];
    const load = await begin(url, { mode, key });
    const given = columnsOf(most).map(column => ({ ...column, isKey: column.isKey && mode === 'merge' }));
    await send(load, rowOf(most), given);
    await commit(load);
    assert.deepEqual(await query('SELECT c0 FROM people'), [{ c0: '1' }], mode);
  }
});

test('more columns are refused before anything is sent, in a dry run too', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const refusal = (/** @type {number} */ count, /** @type {string} */ most) => ({
    code: 'database/wrong-columns',
    message: `the entry has ${count} columns for the table public.people, and Postgres takes at most ${most}; drop fields in the recipe`,
  });
  const append = await begin(url);
  t.after(() => append.rollback());
  assert.throws(() => append.openOutput().setColumns(columnsOf(1601), ','), refusal(1601, '1600'));
  const request = { table: { schema: 'public', name: 'people', mode: /** @type {const} */ ('merge'), key: ['c0'] } };
  const dry = await openDatabase(readDatabaseSettings(url, 'it', {}), { dryRun: true }).begin({
    ...request,
    ...{ archive: 's3://in/x.zip', version: 'v1', stop: new AbortController().signal },
  });
  assert.throws(() => dry.openOutput().setColumns(columnsOf(1600), ','), refusal(1600, '1599 where they are staged'));
  assert.deepEqual(await query("SELECT to_regclass('people') AS there"), [{ there: null }]);
});

test('a key that has other columns in a later entry is refused', async t => {
  const { url } = await freshDatabase(t, server.url);
  const load = await begin(url, { mode: 'merge', key: ['c0'] });
  t.after(() => load.rollback());
  const columns = columnsOf(3);
  await send(load, '1,2,3\n', columns);
  await send(load, '1,2,3\n', columns.toReversed());
  const other = columns.map((column, index) => ({ ...column, isKey: index === 1 }));
  assert.throws(() => load.openOutput().setColumns(other, ','), {
    code: 'database/wrong-columns',
    message:
      'the key of the table public.people has the columns "c1" in this entry, and "c0" in those before it; ' +
      'give these fields the same names in "rename"',
  });
});
