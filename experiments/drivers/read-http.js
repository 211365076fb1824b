import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { printSeen } from '../harness/print-seen.js';
import { openMeasured } from './open-measured.js';
import { serveRows } from './serve-rows.js';

// The program of a cell: serves all rows over HTTP to a client in a process of its own, which may stall; then it waits until
// nothing more comes from the server, and ends.

const QUIET_CHECKS = 5;
const QUIET_MS = 200;

const isStall = process.argv[3] === 'stall';
const { reader, rows, bytes, counts, growth } = await openMeasured();
const { url, done } = await serveRows(reader, rows);
const client = fork(fileURLToPath(new URL('http-client.js', import.meta.url)), [url, isStall ? 'stall' : 'read']);
const [{ kind, ...seen }] = await once(client, 'message');
if (kind === 'stalled') {
  const pulledBytes = await whenQuiet();
  printSeen({ figures: { pulledBytes, growthBytes: growth() } });
  client.kill('SIGKILL');
  process.exit();
}
await done;
const { digest, firstMs, lastMs } = seen;
printSeen({ digest, figures: { firstMs, lastMs, growthBytes: growth(), ...(await counts()) } });
await reader.end();

/** @returns {Promise<number>} The bytes that came from the server until no more did for a while. */
async function whenQuiet() {
  for (let seen = -1, quiet = 0; ; ) {
    const now = await bytes();
    quiet = now === seen ? quiet + 1 : 0;
    if (quiet === QUIET_CHECKS) return now;
    seen = now;
    await sleep(QUIET_MS);
  }
}
