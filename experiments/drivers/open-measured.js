import { openReader } from './readers.js';

/** @import { ArmId } from './arms.js' */
/** @import { Reader } from './readers.js' */

/**
 * What a cell's program is told.
 *
 * @typedef {object} Told
 * @property {ArmId} arm
 * @property {number} rows
 * @property {string} url
 * @property {string} nearUrl Without a delay, to warm up.
 * @property {string} counters The address of `flights` and `bytes`.
 */

/**
 * Warms up, so that what is measured is not the compiler, and connects.
 *
 * @returns {Promise<{ reader: Reader, rows: number, bytes: () => Promise<number>,
 *   counts: () => Promise<{ flights: number, bytes: number }>, growth: () => number }>} `counts`: of the network, since then.
 *   `bytes`: those from the server alone. `growth`: how far the process's peak of resident memory is above what it was then.
 */
export async function openMeasured() {
  /** @type {Told} */
  const { arm, rows, url, nearUrl, counters } = JSON.parse(process.argv[2]);
  const warm = await openReader(arm, nearUrl);
  await warm.read(WARM_UP_ROWS, { write: () => true, drained: async () => {} });
  await warm.end();
  const reader = await openReader(arm, url);
  const count = async (/** @type {string} */ name) => Number(await (await fetch(`${counters}-${name}`)).text());
  const before = { flights: await count('flights'), bytes: await count('bytes') };
  const rssBefore = process.memoryUsage.rss();
  const bytes = async () => (await count('bytes')) - before.bytes;
  return {
    reader,
    rows,
    bytes,
    counts: async () => ({ flights: (await count('flights')) - before.flights, bytes: await bytes() }),
    growth: () => Math.max(0, process.resourceUsage().maxRSS * 1024 - rssBefore),
  };
}

const WARM_UP_ROWS = 1_000;
