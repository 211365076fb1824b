import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { printSeen } from '../harness/print-seen.js';
import { pathOf } from './contestants.js';
import { startContestant } from './start-contestant.js';
import { openStoreControl } from './store-control.js';

/** @import { Asked } from './start-contestant.js' */

// The program of a cell: each connection asks for the same once, all while the store is held.

/**
 * Fewer than the 511 that a server of Node's lets wait to be accepted. The kernel may drop others, and autocannon does not send
 * the request of a connection again that was dropped: the server would wait for it for ever.
 */
const CONNECTING_AT_ONCE = 250;

/** @type {Asked} */
const asked = JSON.parse(process.argv[2]);
const { connections } = asked;
const control = await openStoreControl(asked);
const readsBefore = await control.reads();
const server = await startContestant(asked);
try {
  await control.hold();
  const url = `${server.url}${pathOf(1)}`;
  /** @type {ReturnType<typeof autocannon>[]} */
  const groups = [];
  for (let begun = 0; begun < connections; ) {
    const size = Math.min(CONNECTING_AT_ONCE, connections - begun);
    groups.push(autocannon({ url, connections: size, amount: size, timeout: 300 }));
    begun += size;
    while ((await server.arrived()) < begun) await sleep(20);
  }
  await control.release();
  const results = await Promise.all(groups);
  await server.stop();
  const reads = (await control.reads()) - readsBefore;
  const answers = results.reduce((sum, result) => sum + result['2xx'], 0);
  printSeen({ figures: { callers: connections, answers, reads } });
} finally {
  await server.stop();
  await control.close();
}
