import autocannon from 'autocannon';
import { printSeen } from '../harness/print-seen.js';
import { serverCpuSeconds } from '../measure/server-cpu.js';
import { pathOf } from './contestants.js';
import { digestOf, startContestant } from './start-contestant.js';
import { openStoreControl } from './store-control.js';

/** @import { Asked } from './start-contestant.js' */

// The program of a cell: many connections read for some seconds. `seconds` is 0 where only the answer is compared.

/** @type {Asked} */
const asked = JSON.parse(process.argv[2]);
const { pid, connections, seconds, keys } = asked;
const control = await openStoreControl(asked);
const readsBefore = await control.reads();
const server = await startContestant(asked);
try {
  const { text } = await server.ask(1);
  const digest = digestOf(text);
  printSeen({ digest, figures: seconds === 0 ? {} : await load() });
} finally {
  await server.stop();
  await control.close();
}

async function load() {
  const [storeBefore, serverBefore] = [await serverCpuSeconds(pid), await serverCpuSeconds(server.pid)];
  let next = 0;
  const result = await autocannon({
    ...{ url: `${server.url}${pathOf(1)}`, connections, duration: seconds, timeout: 60 },
    // It ends with a sample: else a load would take whole seconds.
    sampleInt: Math.min(1000, 1000 * seconds),
    ...(keys === 'distinct' && {
      setupClient: client => client.setRequests([{ method: 'GET', path: pathOf(++next) }]),
    }),
  });
  const serverAfter = await serverCpuSeconds(server.pid);
  await server.stop();
  // One read was to compare the answer.
  const reads = (await control.reads()) - readsBefore - 1;
  const storeAfter = await serverCpuSeconds(pid);
  return {
    requests: result['2xx'],
    failures: result.non2xx + result.errors,
    'requests a second': result['2xx'] / result.duration,
    'p50 ms': result.latency.p50,
    'p97.5 ms': result.latency.p97_5,
    'p99 ms': result.latency.p99,
    reads,
    ...cpu('store CPU s', storeBefore, storeAfter),
    ...cpu('server CPU s', serverBefore, serverAfter),
  };
}

/**
 * @param {string} name
 * @param {number | null} before
 * @param {number | null} after
 */
function cpu(name, before, after) {
  return before === null || after === null ? {} : { [name]: after - before };
}
