import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer } from '../destination/database/fixture.js';
import { stride } from '../support/cases.js';
import { breakTableTurns } from './break-table-turns.js';

const STRIDE = stride(5);

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

for (const mode of /** @type {const} */ (['append', 'replace', 'merge'])) {
  test(`${mode}: a connection may break at any message of a load of several turns`, { timeout: 1_800_000 }, async t => {
    const { breaks } = await breakTableTurns(t, server.url, mode, at => {
      if (at % STRIDE !== 0) return [];
      return [(at / STRIDE) % 2 === 0 ? 'before' : 'behind'];
    });
    t.diagnostic(`${breaks} breaks`);
    assert.ok(breaks > 100 / STRIDE, `${breaks} breaks`);
  });
}
