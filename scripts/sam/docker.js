import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { UsageError } from '../../src/errors.js';
import { printable } from '../../src/printable.js';

/**
 * @returns {Promise<string>} This machine's address on Docker's bridge, reachable only from containers.
 * @throws {UsageError} `usage/docker`
 */
export async function hostAddress() {
  const { Gateway, Subnet = '' } = JSON.parse(
    await docker('network', 'inspect', 'bridge', '--format', '{{json (index .IPAM.Config 0)}}'),
  );
  // A bridge that was never used has no gateway yet; it will get the subnet's first address.
  const address = Gateway || Subnet.replace(/\.0\/\d+$/, '.1');
  const server = createServer();
  try {
    await once(server.listen(0, address), 'listening');
    return address;
  } catch (cause) {
    const message = `containers cannot reach this machine: Docker's bridge ${printable(address)} is not on it`;
    throw new UsageError('usage/docker', message, { cause });
  } finally {
    server.close();
  }
}

/** @returns {Promise<boolean>} Whether Docker has the image that SAM would pull. */
export async function isImageThere() {
  const architecture = process.arch === 'arm64' ? 'arm64' : 'x86_64';
  return docker('image', 'inspect', `public.ecr.aws/lambda/nodejs:24-${architecture}`).then(
    () => true,
    () => false,
  );
}

/**
 * Removes the containers that mount a folder: they outlive SAM when it is killed.
 *
 * @param {string} folder
 */
export async function removeContainers(folder) {
  const ids = await listContainers(folder);
  // They may be removed concurrently.
  if (ids.length > 0) await docker('rm', '--force', ...ids).catch(() => {});
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>} The ids of the containers that mount it, running or not.
 */
export async function listContainers(folder) {
  const list = await docker('ps', '--all', '--no-trunc', '--format', '{{.ID}} {{.Mounts}}');
  return list
    .split('\n')
    .map(line => line.split(' '))
    .filter(([, mounts]) => mounts?.split(',').includes(folder))
    .map(([id]) => id);
}

/**
 * @param {string} id The container's.
 * @param {number} share How many processors it may use.
 */
export async function shareProcessor(id, share) {
  await docker('update', '--cpus', share.toFixed(3), id);
}

/**
 * @param {string} id The container's.
 * @returns {Promise<number>} The host's pid of its first process; 0 if it is not running.
 */
export async function containerProcess(id) {
  return Number(await docker('inspect', '--format', '{{.State.Pid}}', id));
}

/** @param {string} id The container's. */
export async function killContainer(id) {
  // It may have ended in the meantime.
  await docker('kill', id).catch(() => {});
}

/**
 * @param {string[]} args
 * @returns {Promise<string>}
 */
async function docker(...args) {
  try {
    const { stdout } = await run('docker', args, { timeout: TIMEOUT_MS });
    return stdout.trim();
  } catch (cause) {
    const { stderr = '', message } = /** @type {Error & { stderr?: string }} */ (cause);
    const reason = stderr.trim().split('\n').at(-1) || message;
    throw new UsageError('usage/docker', `Docker does not answer: ${printable(reason)}`, { cause });
  }
}

const run = promisify(execFile);
const TIMEOUT_MS = 30_000;
