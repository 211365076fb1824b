import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { setUpVersitygw } from '../../../scripts/setup-versitygw.js';
import { startFront } from './front.js';
import { startWebhook } from './webhook.js';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { LocalS3, startLocalS3 } from '../../../local-s3/server.js' */

/**
 * Starts versitygw instead of the embedded S3 server: with the same owner of buckets, the same form of events, and a proxy
 * that injects the same faults.
 *
 * @param {Pick<Parameters<typeof startLocalS3>[0], 'folder' | 'port' | 'onEvent' | 'onRequest'>} options `folder` must be
 *   on a file system with extended attributes.
 * @returns {Promise<LocalS3>}
 */
export async function startVersitygw({ folder, port = 0, onEvent = () => {}, onRequest }) {
  const program = await setUpVersitygw();
  const [data, versions] = [join(folder, 'data'), join(folder, 'versions')];
  for (const path of [data, versions]) await mkdir(path, { recursive: true });
  const webhook = await startWebhook(onEvent);
  const socketPath = join(folder, 'versitygw.sock');
  const served = ['--port', socketPath, '--event-webhook-url', webhook.url, '--keep-alive', '--quiet'];
  const child = spawn('sh', ['-c', GUARD, program, ...served, 'posix', '--versioning-dir', versions, data], {
    env: { ROOT_ACCESS_KEY: CREDENTIALS.accessKeyId, ROOT_SECRET_KEY: CREDENTIALS.secretAccessKey },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const end = async () => {
    child.stdin?.end();
    await exited;
    await webhook.close();
  };
  try {
    await waitUntilListening(child, socketPath);
    const front = await startFront({ socketPath, port, onRequest, onAnswer: webhook.onAnswer });
    /** @type {Promise<void> | undefined} */
    let closing;
    const close = () => {
      closing ??= front.close().then(end);
      return closing;
    };
    return { endpoint: `http://127.0.0.1:${front.port}`, port: front.port, credentials: CREDENTIALS, close };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * @param {ChildProcess} child
 * @param {string} socketPath
 */
async function waitUntilListening(child, socketPath) {
  for (const since = Date.now(); Date.now() - since < START_TIMEOUT_MS; await delay(5)) {
    const socket = createConnection(socketPath);
    const isOpen = await new Promise(resolve => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    if (child.exitCode !== null) break;
  }
  throw new Error('versitygw does not listen; see its output above');
}

// Kills versitygw when this process ends in any way, because that closes the shell's standard input.
const GUARD = '"$0" "$@" & server=$!; exec 2>/dev/null; read -r _; kill -9 $server; wait $server';

const START_TIMEOUT_MS = 60_000;

/** versitygw uses the access key as the owner of buckets, so it has the form of an account. */
const CREDENTIALS = { accessKeyId: '000000000000', secretAccessKey: 'local-secret' };
