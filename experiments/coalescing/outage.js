import { printSeen } from '../harness/print-seen.js';
import { startGate } from '../network/gate.js';
import { startContestant } from './start-contestant.js';

/** @import { Asked } from './start-contestant.js' */

// The program of a cell: reads before, during and after an outage of the store, and after the server was started again.

/** @type {Asked} */
const asked = JSON.parse(process.argv[2]);
const TIMES = 20;
const gate = await startGate(asked.url);
const throughGate = { ...asked, url: gate.url };
let server = await startContestant(throughGate);
try {
  const before = await failures(1);
  gate.shut();
  const during = await failures(3);
  gate.open();
  // The first one may find connections that the outage has ended.
  const first = await failures(1);
  const after = await failures(TIMES);
  const other = await failures(1, 2);
  await server.stop();
  server = await startContestant(throughGate);
  const restarted = await failures(TIMES);
  printSeen({ figures: { before, during, first, after, other, restarted, asked: TIMES } });
} finally {
  await server.stop();
  await gate.close();
}

/**
 * Asks again and again, one after the other.
 *
 * @param {number} times
 * @param {number} [key]
 * @returns {Promise<number>} How many failed.
 */
async function failures(times, key = 1) {
  let count = 0;
  for (let asking = 0; asking < times; asking++) {
    const { status } = await server.ask(key);
    if (status !== 200) count += 1;
  }
  return count;
}
