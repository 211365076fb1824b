import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDatabaseSettings } from '../../../src/destination/database/settings.js';
import { jsonShape } from '../../../src/serve/rows/json-shape.js';
import { openRows } from '../../../src/serve/rows/rows.js';
import { Stop } from '../../../src/serve/stop.js';
import { startServer } from '../../destination/database/fixture.js';
import { until } from '../service-fixture.js';

/** @import { JsonShape } from '../../../src/serve/rows/json-shape.js' */

/** @type {{ url: string, stop: () => Promise<void> }} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server?.stop());

const SETTINGS = 'SET TRANSACTION READ ONLY; ';
const NUMBERS = jsonShape([{ name: 'i', form: 'number' }], true);

/**
 * @param {string} rows A query.
 * @param {JsonShape | null} [shape]
 */
function query(rows, shape = null) {
  const copy = `COPY (${rows}) TO STDOUT`;
  return { sql: SETTINGS + copy, settings: SETTINGS, copy, shape };
}

/** @param {import('node:test').TestContext} t @param {number} poolSize */
function open(t, poolSize) {
  const rows = openRows(readDatabaseSettings(server.url, 'it', {}), { poolSize, statementTimeoutMs: 20_000 });
  t.after(() => rows.destroy());
  /** @param {ReturnType<typeof query>} asked @param {Stop} [stop] */
  const all = async (asked, stop = new Stop()) => {
    const stream = await rows.read(asked, true, stop);
    const blocks = [];
    for (let block = await stream.next(); block !== null; block = await stream.next()) blocks.push(block);
    return { text: Buffer.concat(blocks).toString(), rowCount: stream.rowCount };
  };
  return { rows, all };
}

/** Resolves when those who got a connection have used it. */
const sent = () => new Promise(setImmediate);

test('reads that share a message each get their own rows, or their own error', { timeout: 60_000 }, async t => {
  const { rows, all } = open(t, 2);
  const answers = await Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      const kind = index % 10;
      if (kind === 3) return assert.rejects(all(query(`SELECT 1 / (${index} - ${index})`)), { code: '22012' });
      // The server refuses the whole message.
      if (kind === 5) return assert.rejects(all(query(`SELECT ${index} FROM`)), { code: '42601' });
      if (kind === 7) {
        return assert.deepEqual(
          await all(query(`SELECT i FROM generate_series(1, 3) i WHERE i <> ${index}`, NUMBERS)),
          {
            text: '{"i":1},\n{"i":2},\n{"i":3}',
            rowCount: 3,
          },
        );
      }
      assert.deepEqual(await all(query(`SELECT ${index} FROM generate_series(1, 2)`)), {
        text: `${index}\n${index}\n`,
        rowCount: 2,
      });
    }),
  );
  assert.equal(answers.length, 300);
  assert.deepEqual(rows.stats, { open: 2, idle: 2, waiting: 0 });
});

test('a read does not wait for a slow one before it, nor for one whose rows nobody takes', {
  timeout: 60_000,
}, async t => {
  const { rows, all } = open(t, 2);
  const first = await Promise.all([rows.read(query('SELECT 1'), true), rows.read(query('SELECT 2'), true)]);
  for (const stream of first) assert.equal((await stream.next())?.length, 2);
  const busy = await Promise.all([
    rows.read(query('SELECT i FROM generate_series(1, 3000000) i'), true),
    rows.read(query('SELECT i FROM generate_series(1, 3000000) i'), true),
  ]);
  const slow = all(query('SELECT pg_sleep(600)'));
  slow.catch(() => {});
  const waiting = Array.from({ length: 10 }, (_, index) => all(query(`SELECT ${index}`)));
  await until(() => rows.stats.waiting === 11);
  // Who comes first gets the connection with the others in one message.
  await busy[0].close();
  await sleep(100);
  await busy[1].close();
  const answers = await Promise.all(waiting);
  assert.deepEqual(
    answers.map(({ text }) => text),
    Array.from({ length: 10 }, (_, index) => `${index}\n`),
  );
});

test('whoever goes away, whenever that is, takes nobody along', { timeout: 60_000 }, async t => {
  const { rows, all } = open(t, 2);
  await Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      const stop = new Stop();
      if (index % 3 === 0) sleep(Math.random() * 100).then(() => stop.abort(new Error('left')));
      const seconds = index % 6 === 0 ? 0.02 : 0;
      const read = all(query(`SELECT ${index} FROM pg_sleep(${seconds})`), stop);
      if (index % 3 !== 0) return assert.equal((await read).text, `${index}\n`);
      await read.then(
        ({ text }) => assert.equal(text, `${index}\n`),
        error => assert.match(error.message, /left|closed/),
      );
    }),
  );
  await until(() => rows.stats.idle === rows.stats.open);
  // The connections are clean.
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) =>
      assert.equal((await all(query(`SELECT ${index}`))).text, `${index}\n`),
    ),
  );
});

test('a read does not wait for a slow one behind it', { timeout: 60_000 }, async t => {
  const { rows, all } = open(t, 1);
  const busy = await rows.read(query('SELECT i FROM generate_series(1, 3000000) i'), true);
  const stop = new Stop();
  // The second has more than the server keeps back, but its end is kept back.
  const quick = [all(query('SELECT 1')), all(query("SELECT repeat('x', 100) FROM generate_series(1, 150)"))];
  const slow = all(query('SELECT pg_sleep(600)'), stop);
  await until(() => rows.stats.waiting === 3);
  await busy.close();
  assert.equal((await quick[0]).text, '1\n');
  assert.equal((await quick[1]).text, `${'x'.repeat(100)}\n`.repeat(150));
  stop.abort(new Error('left'));
  await assert.rejects(slow, /left/);
  await until(() => rows.stats.idle === 1);
});

test('a large answer among small ones is whole, and so are those', { timeout: 60_000 }, async t => {
  const { rows, all } = open(t, 1);
  const busy = await rows.read(query('SELECT i FROM generate_series(1, 3000000) i'), true);
  const answers = [1, 1_000, 2, 200_000, 3].map(count =>
    all(query(`SELECT '${'x'.repeat(99)}' FROM generate_series(1, ${count})`)),
  );
  await until(() => rows.stats.waiting === 5);
  await busy.close();
  const lengths = (await Promise.all(answers)).map(({ text, rowCount }) => [text.length, rowCount]);
  assert.deepEqual(
    lengths,
    [1, 1_000, 2, 200_000, 3].map(count => [count * 100, count]),
  );
  await until(() => rows.stats.idle === 1);
});

test('a query whose reader has left before it began holds up nobody behind it, and does not go on', {
  timeout: 60_000,
}, async t => {
  const { rows, all } = open(t, 1);
  const busy = await rows.read(query('SELECT i FROM generate_series(1, 3000000) i'), true);
  const stop = new Stop();
  const first = all(query('SELECT 1 FROM pg_sleep(0.2)'));
  const left = all(query('SELECT pg_sleep(600)'), stop);
  const behind = all(query('SELECT 3'));
  await until(() => rows.stats.waiting === 3);
  await busy.close();
  await sent();
  stop.abort(new Error('left'));
  await assert.rejects(left, /left/);
  assert.equal((await first).text, '1\n');
  assert.equal((await behind).text, '3\n');
  await until(() => rows.stats.idle === rows.stats.open);
});

test('if all behind a read leave before they began, their queries do not go on', { timeout: 60_000 }, async t => {
  const { rows, all } = open(t, 1);
  const busy = await rows.read(query('SELECT i FROM generate_series(1, 3000000) i'), true);
  const stops = [new Stop(), new Stop()];
  const first = all(query('SELECT 1 FROM pg_sleep(0.2)'));
  const others = stops.map(stop => all(query('SELECT pg_sleep(600)'), stop));
  for (const other of others) other.catch(() => {});
  await until(() => rows.stats.waiting === 3);
  await busy.close();
  await sent();
  stops[0].abort(new Error('left'));
  assert.equal((await first).text, '1\n');
  // By now the query of who has left runs.
  stops[1].abort(new Error('left'));
  for (const other of others) await assert.rejects(other, /left/);
  await until(() => rows.stats.idle === 1);
});
