import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { stride } from '../../support/cases.js';
import { breakLoads } from './break-loads.js';
import { startServer } from './fixture.js';

const STRIDE = stride(2.8);

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

for (const mode of /** @type {const} */ (['append', 'replace', 'merge'])) {
  test(`${mode}: at whatever message a connection breaks, a table has all rows or none, and never twice`, {
    timeout: 900_000,
  }, async t => {
    const { breaks, results } = await breakLoads(t, server.url, mode, (at, messages) =>
      at % STRIDE === 0 || at > messages - 3 ? ['before', 'within', 'behind'] : [],
    );
    t.diagnostic(`${breaks} breaks`);
    assert.ok(breaks > 300 / STRIDE, `${breaks} breaks`);
    assert.deepEqual([...results].sort(), ['database/unreachable, loaded', 'loaded, was loaded']);
  });
}
