import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { breakLoads } from './break-loads.js';
import { startServer } from './fixture.js';

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

test('where a connection breaks now and then, or at the commit, a table has all rows or none, and never twice', {
  timeout: 300_000,
}, async t => {
  const { results } = await breakLoads(t, server.url, 'append', (at, messages) =>
    at > messages - 5 || at % 15 === 0 ? ['behind'] : [],
  );
  assert.ok(results.has('loaded, was loaded'), 'a lost answer to COMMIT is looked up');
  assert.ok(results.has('database/unreachable, loaded'));
});
