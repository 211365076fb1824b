import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { printSeen } from '../harness/print-seen.js';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { Readable } from 'node:stream' */
/** @import { Target } from './measure-way.js' */
/** @import { WayId } from './ways.js' */

// The program of a cell: one way to ask, from `workerd`.

/** @type {{ way: WayId, targets: Target[], certPath: string | null, workerd: string, bundle: string, folder: string }} */
const { way, targets, certPath, workerd, bundle, folder } = JSON.parse(process.argv[2]);
const config = join(folder, `workerd-${process.pid}.capnp`);
await writeFile(config, configOf(relative(folder, bundle), certPath && relative(folder, certPath)));
const child = spawn(workerd, ['serve', '--control-fd=3', config], { stdio: ['ignore', 'inherit', 'inherit', 'pipe'] });
try {
  const port = await portOf(child);
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    body: JSON.stringify({ way, targets, isTls: certPath !== null }),
  });
  const seen = /** @type {any} */ (await response.json());
  // Where a driver cannot run, its error is what was found.
  printSeen(seen.error ? { words: { error: seen.error } } : seen);
} finally {
  child.kill('SIGKILL');
  await rm(config);
}

/**
 * @param {ChildProcess} workerd
 * @returns {Promise<number>}
 */
async function portOf(workerd) {
  const lines = createInterface({ input: /** @type {Readable} */ (workerd.stdio[3]) });
  const ended = once(workerd, 'exit').then(([code]) => {
    throw new Error(`workerd ended with ${code}`);
  });
  const [line] = await Promise.race([once(lines, 'line'), ended]);
  ended.catch(() => {});
  return JSON.parse(line).port;
}

/**
 * Files are named relative to the configuration: absolute names are not found.
 *
 * @param {string} bundle
 * @param {string | null} certPath
 */
function configOf(bundle, certPath) {
  const trusted = certPath === null ? '' : `, tlsOptions = (trustedCertificates = [embed "${certPath}"])`;
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "near", network = (allow = ["public", "private"]${trusted})),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "${bundle}")],
  compatibilityDate = "2026-01-01",
  compatibilityFlags = ["nodejs_compat"],
  globalOutbound = "near",
);
`;
}
