import { formatCount } from '../../../src/cli/units.js';
import { printTable } from '../print-table.js';
import { measureDownloads } from './downloads.js';
import { ASKS_IN_A_RUN, measureLatency } from './latency.js';
import { measureMemory } from './memory.js';
import { startServedDatabase } from './served-database.js';
import { measureSmallReads } from './small-reads.js';

/** @import { Screen } from '../../../scripts/command-line/screen.js' */

/**
 * A row of the table. `ratio`: of ours to the other's, or to one round trip.
 *
 * @typedef {{ what: string, ours: string, other: string, ratio: number | null, goal: string }} Finding
 *
 * @typedef {{ database: string, rows: number, runs: number, note: (text: string) => void, signal: AbortSignal }} Ground
 */

/**
 * Measures `sluice serve` beside what does the same, on a PostgreSQL of its own. Outputs are compared before anything is timed.
 *
 * @param {{ rows: number, runs: number }} options
 * @param {{ screen: Screen, signal: AbortSignal }} where
 * @returns {Promise<number>} The exit code.
 * @throws {ExperimentError} `experiment/cannot-run`: a program failed, or gave other rows than ours.
 */
export async function benchServe({ rows, runs }, { screen, signal }) {
  screen.note(`making ${formatCount(rows)} rows`);
  const server = await startServedDatabase(rows);
  try {
    const ground = { database: server.url, rows, runs, note: screen.note, signal };
    /** @type {Finding[]} */
    const findings = [];
    for (const step of [measureDownloads, measureMemory, measureLatency, measureSmallReads]) {
      findings.push(...(await step(ground)));
    }
    screen.clear();
    const title = `sluice serve, ${formatCount(rows)} rows of PostgreSQL ${server.version}`;
    printTable(screen, { title, headings: HEADINGS, rows: findings.map(cells), textColumns: 2 }, [
      `Medians of ${runs}, taken in turns; over the slow network of ${runs * ASKS_IN_A_RUN}. All gave the same rows. Memory is the largest seen.`,
    ]);
    return 0;
  } finally {
    await server.stop();
  }
}

/** @param {Finding} finding */
function cells({ what, ours, other, ratio, goal }) {
  return [what, ours, other, ratio === null ? '' : ratio.toFixed(2), goal];
}

const HEADINGS = ['what', 'sluice serve', 'the other', 'ratio', 'to reach'];
