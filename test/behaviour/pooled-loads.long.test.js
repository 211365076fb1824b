import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { poolerVersion, startPooler } from '../../scripts/local-postgres/start-pooler.js';
import { breakLoads } from '../destination/database/break-loads.js';
import { connected, startServer } from '../destination/database/fixture.js';
import { drawsAll, stride } from '../support/cases.js';
import { breakTableTurns } from './break-table-turns.js';

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

const HOW = { timeout: 600_000 };
const SKIP_POOLER = poolerVersion() === null && 'PgBouncer is not installed';

describe('behind a pooler all rows arrive, and none twice, also where a connection breaks', () => {
  for (const pooling of /** @type {const} */ (['transaction', 'session'])) {
    describe(`a pooler of ${pooling}s`, { skip: SKIP_POOLER }, () => {
      /** @type {Awaited<ReturnType<typeof startPooler>>} */
      let pooler;
      before(async () => {
        pooler = await startPooler(server.url, { mode: pooling });
      });
      after(() => pooler?.stop());

      // Of the last messages, which commit, half with each pooler.
      const isLate = (/** @type {number} */ at, /** @type {number} */ messages) =>
        at > messages - 8 && at % 4 === (pooling === 'session' ? 0 : 2);

      for (const [index, mode] of /** @type {const} */ (['append', 'replace', 'merge']).entries()) {
        // Unless all cases are drawn, each mode loads in one way through one pooler, and in the other through the other.
        const isStraight = (index % 2 === 0) === (pooling === 'transaction');
        if (drawsAll || isStraight) {
          test(`${mode}, straight into the table`, HOW, async t => {
            const { breaks } = await breakLoads(t, pooler.url, mode, (at, messages) =>
              isLate(at, messages) || at % stride(3) === 0 ? [at % 4 === 0 ? 'before' : 'behind'] : [],
            );
            assert.ok(breaks > 2, `${breaks} breaks`);
          });
        }

        if (drawsAll || !isStraight) {
          test(`${mode}, over several turns`, HOW, async t => {
            const { breaks } = await breakTableTurns(t, pooler.url, mode, (at, messages) =>
              isLate(at, messages) || at % stride(6) === 0 ? [at % 4 === 0 ? 'before' : 'behind'] : [],
            );
            assert.ok(breaks > 2, `${breaks} breaks`);
          });
        }
      }
    });
  }
});

// Without that, the tests above would show little.
test('the pooler gives the transactions of one client several connections to the server', {
  ...HOW,
  skip: SKIP_POOLER,
}, async () => {
  const pooler = await startPooler(server.url, { mode: 'transaction' });
  const client = await connected(pooler.url);
  /** @type {Set<number>} */
  const sessions = new Set();
  try {
    // It opens them one by one.
    while (sessions.size < 3) {
      sessions.add((await client.query('SELECT pg_backend_pid() AS id')).rows[0].id);
      await sleep(50);
    }
  } finally {
    await client.end();
    await pooler.stop();
  }
});
