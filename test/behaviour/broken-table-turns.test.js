import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer } from '../destination/database/fixture.js';
import { breakTableTurns } from './break-table-turns.js';

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

test('where a connection breaks now and then over several turns, or while they publish, a table has all rows, and none twice', {
  timeout: 300_000,
}, async t => {
  const { results } = await breakTableTurns(t, server.url, 'append', (at, messages) =>
    (at > messages - 12 && at % 2 === 0) || at % 40 === 0 ? ['behind'] : [],
  );
  assert.ok(results.has('done'), 'a lost answer to the publishing is looked up');
  assert.ok(results.has('database/unreachable'));
});
