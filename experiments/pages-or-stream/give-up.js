import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { printSeen } from '../harness/print-seen.js';
import { startContestant } from './ask-contestant.js';
import { watchDatabase } from './watch-database.js';

/** @import { ContestantId, Wanted } from './contestants.js' */

// The program of a cell: as many clients as the service has connections take a few rows and go away; then one more asks.

const POOL_SIZE = 2;
const PATIENCE_MS = 3_000;

/** @type {{ contestant: ContestantId, url: string, wanted: Wanted }} */
const { contestant, url, wanted } = JSON.parse(process.argv[2]);
const database = await watchDatabase(url);
const readBefore = await database.itemsRead();
const server = await startContestant({ contestant, url, poolSize: POOL_SIZE });
try {
  for (let client = 0; client < POOL_SIZE; client++) await giveUp();
  const until = performance.now() + PATIENCE_MS;
  let busy = await database.busy();
  while (busy > 0 && performance.now() < until) {
    await sleep(50);
    busy = await database.busy();
  }
  const isAnswered = await isNextAnswered();
  await server.stop();
  const itemsRead = (await database.itemsRead()) - readBefore;
  printSeen({ figures: { busy, answered: Number(isAnswered), 'items read': itemsRead, clients: POOL_SIZE } });
} finally {
  await server.stop();
  await database.close();
}

async function giveUp() {
  for (;;) {
    const response = await server.ask(wanted);
    if (response.statusCode === 200) await once(response, 'data');
    response.destroy();
    if (response.statusCode === 200) return;
    // The one before may not have been noticed yet.
    await sleep(20);
  }
}

/** Whether a short download gets through, in time. */
async function isNextAnswered() {
  const asked = server.ask({ ...wanted, rows: 10 });
  asked.catch(() => {});
  const response = await Promise.race([asked, sleep(PATIENCE_MS, null, { ref: false })]);
  if (response === null) return false;
  response.resume();
  await once(response, 'end');
  return response.statusCode === 200;
}
