import { formatCount } from '../../../src/cli/units.js';
import { ExperimentError } from '../../experiment-error.js';
import { median } from '../median.js';
import { startSlowNetwork } from './slow-network.js';
import { startSluice } from './start-service.js';

/** @import { Finding, Ground } from './bench-serve.js' */

/**
 * How many round trips to the database an answer takes.
 *
 * @param {Ground} ground
 * @returns {Promise<Finding[]>}
 */
export async function measureLatency({ database, rows, runs, note, signal }) {
  const few = Math.min(rows, FEW);
  const network = await startSlowNetwork(database, ROUND_TRIP_MS);
  try {
    const [near, far] = await Promise.all([startSluice(database), startSluice(network.url)]);
    try {
      const path = `/people?limit=${few}&order=id`;
      const right = await read(near.url + path);
      const times = [];
      const flights = [];
      // The first answers pay for the connection, the catalog and the compiler.
      for (let turn = -UNTIL_WARM; turn < runs * ASKS_IN_A_RUN; turn++) {
        signal.throwIfAborted();
        note(`asking over a slow network, run ${Math.max(0, Math.floor(turn / ASKS_IN_A_RUN)) + 1} of ${runs}`);
        await network.flights();
        const start = performance.now();
        const got = await read(far.url + path);
        const took = performance.now() - start;
        if (got !== right) throw new ExperimentError('experiment/cannot-run', 'over the slow network, other rows came');
        const flown = await network.flights();
        if (turn < 0) continue;
        times.push(took);
        flights.push(flown);
      }
      const [ms, trips] = [median(times), median(flights)];
      return [
        {
          what: `${formatCount(few)} rows, ${ROUND_TRIP_MS} ms round trip`,
          ours: `${ms.toFixed(0)} ms, ${trips} ${trips === 1 ? 'flight' : 'flights'}`,
          other: `${ROUND_TRIP_MS} ms`,
          ratio: ms / ROUND_TRIP_MS,
          goal: '1.50 or less',
        },
      ];
    } finally {
      await Promise.all([near.stop(), far.stop()]);
    }
  } finally {
    await network.close();
  }
}

/** @param {string} url */
async function read(url) {
  // As curl asks, and the other measurements: the time of compressing is none of the round trips'.
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  if (!response.ok) throw new ExperimentError('experiment/cannot-run', `the service answered ${response.status}`);
  return response.text();
}

const FEW = 10_000;
const UNTIL_WARM = 5;
/** One takes a sixth of a second, of which the machine may lose a third to something else. */
export const ASKS_IN_A_RUN = 7;
const ROUND_TRIP_MS = 100;
