import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** @import { TestContext } from 'node:test' */

const CLI = fileURLToPath(new URL('../../src/cli.js', import.meta.url));

/**
 * Runs the command line in a child process.
 *
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, node?: string[], onStart?: (kill: (signal: NodeJS.Signals) => void) => void }}
 *   [options]
 * @returns {Promise<{ code: number | null, stdout: string, stderr: string }>}
 */
export async function runCli(args, { cwd, env = process.env, node = [], onStart } = {}) {
  const child = spawn(process.execPath, [...node, CLI, ...args], { cwd, env, timeout: 300_000, stdio: 'pipe' });
  child.stdin.end();
  const ended = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  onStart?.(signal => child.kill(signal));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code: /** @type {number | null} */ (code), stdout, stderr };
}

/**
 * @param {{ endpoint: string, credentials: { accessKeyId: string, secretAccessKey: string } }} server
 * @returns {NodeJS.ProcessEnv} With which the command line uses the server as S3, and nothing else of this process's environment.
 */
export function environmentFor({ endpoint, credentials }) {
  return {
    PATH: process.env.PATH,
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}

/** @param {TestContext} t */
export async function temporaryFolder(t) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-cli-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>} The files beneath it, hidden ones too; none where there is no such folder.
 */
export async function filesIn(folder) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter(file => !file.isDirectory())
    .map(file => join(file.parentPath, file.name).slice(folder.length + 1))
    .sort();
}

/**
 * A temporary folder with files. Anything but bytes is written as JSON.
 *
 * @param {TestContext} t
 * @param {Record<string, Buffer | object>} files
 */
export async function folderOf(t, files) {
  const folder = await temporaryFolder(t);
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), Buffer.isBuffer(content) ? content : JSON.stringify(content));
  }
  return folder;
}
