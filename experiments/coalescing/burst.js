import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { printSeen } from '../harness/print-seen.js';
import { pathOf } from './contestants.js';
import { startContestant } from './start-contestant.js';
import { openStoreControl } from './store-control.js';

/** @import { Asked } from './start-contestant.js' */

// The program of a cell: each connection asks for the same once, all while the store is held.

/** @type {Asked} */
const asked = JSON.parse(process.argv[2]);
const { connections } = asked;
const control = await openStoreControl(asked);
const readsBefore = await control.reads();
const server = await startContestant(asked);
try {
  await control.hold();
  const url = `${server.url}${pathOf(1)}`;
  const done = autocannon({ url, connections, amount: connections, timeout: 300 });
  while ((await server.arrived()) < connections) await sleep(20);
  await control.release();
  const result = await done;
  await server.stop();
  const reads = (await control.reads()) - readsBefore;
  printSeen({ figures: { callers: connections, answers: result['2xx'], reads } });
} finally {
  await server.stop();
  await control.close();
}
