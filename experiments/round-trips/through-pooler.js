import { printSeen } from '../harness/print-seen.js';
import { openClient } from './clients.js';

/** @import { WayId } from './ways.js' */

// The program of a cell: one client of a pooler that gives each of its queries another connection to the server.

const MAX_MS = 10_000;

/** @type {{ way: WayId, url: string, queries: number }} */
const { way, url, queries } = JSON.parse(process.argv[2]);
const client = await openClient(way, url, false);
let failed = 0;
let error = '';
for (let query = 0; query < queries; query++) {
  try {
    await Promise.race([client.ask(), tooLate()]);
  } catch (reason) {
    failed += 1;
    error ||= String(/** @type {Error} */ (reason).message);
  }
}
printSeen({ figures: { failed, queries }, words: { error } });
// A client that waits for an answer does not end.
process.exit();

function tooLate() {
  return new Promise((_, reject) => setTimeout(reject, MAX_MS, new Error('no answer')).unref());
}
