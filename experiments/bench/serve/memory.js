import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatBytes, formatCount } from '../../../src/cli/units.js';
import { startSluice } from './start-service.js';

/** @import { IncomingMessage } from 'node:http' */
/** @import { Finding, Ground } from './bench-serve.js' */

/**
 * How much memory the service takes, with few rows and with all, and while a client takes none. Each is measured in a process of its
 * own, after a first short answer.
 *
 * @param {Ground} ground
 * @returns {Promise<Finding[]>}
 */
export async function measureMemory({ database, rows, note }) {
  const few = Math.min(rows, FEW);
  note('measuring memory');
  const base = await peakWith(database, url => drain(url, few));
  const all = await peakWith(database, url => drain(url, rows));
  const stalled = await peakWith(database, url => stall(url, rows));
  const growth = (/** @type {number} */ peak) => `${peak < base ? '−' : '+'}${formatBytes(Math.abs(peak - base))}`;
  return [
    { what: `memory, ${formatCount(few)} rows`, ours: formatBytes(base), other: '', ratio: null, goal: '' },
    {
      what: `memory, ${formatCount(rows)} rows`,
      ours: `${formatBytes(all)}, ${growth(all)}`,
      ...{ other: '', ratio: null, goal: '120 MB or less, +10 MB' },
    },
    {
      what: 'the same, of a client that stalls',
      ours: `${formatBytes(stalled)}, ${growth(stalled)}`,
      ...{ other: '', ratio: null, goal: '120 MB or less, +10 MB' },
    },
  ];
}

/**
 * @param {string} database
 * @param {(url: string) => Promise<void>} work
 */
async function peakWith(database, work) {
  const service = await startSluice(database);
  try {
    await drain(service.url, 5);
    await work(service.url);
    return await service.peakRssBytes();
  } finally {
    await service.stop();
  }
}

/** @param {string} url @param {number} rows */
async function ask(url, rows) {
  const request = get(`${url}/people?limit=${rows}&order=id`, { agent: false });
  const [response] = /** @type {[IncomingMessage]} */ (await once(request, 'response'));
  return response;
}

/** @param {string} url @param {number} rows */
async function drain(url, rows) {
  const response = await ask(url, rows);
  response.resume();
  await once(response, 'end');
}

/** @param {string} url @param {number} rows */
async function stall(url, rows) {
  const response = await ask(url, rows);
  await sleep(STALL_MS);
  response.destroy();
}

const FEW = 10_000;
const STALL_MS = 4_000;
