import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.js';
import { installedFiles, prepareServerFiles } from './server-files.js';
import { sharedTmpdir } from './shared-tmpdir.js';

/** @import { ServerFiles } from './server-files.js' */

/**
 * A PostgreSQL server.
 *
 * @typedef {object} LocalPostgres
 * @property {string} url Of an empty database, with a user who may do everything.
 * @property {() => Promise<void>} restart Ends all sessions and the server ("fast shutdown"), and starts it again on the same port.
 * @property {() => Promise<void>} stop Ends the server, and removes all of its files.
 */

/**
 * Starts a PostgreSQL server on 127.0.0.1, with files in a folder of its own. It ends with the process that started it, however
 * that ends.
 *
 * @param {{ settings?: Record<string, string>, programs?: string | null }} [options] `settings`: the server's, by their names.
 *   `programs`: the folder with those of another installation than npm's.
 * @returns {Promise<LocalPostgres>}
 * @throws {Error} With what the server said, if it does not start.
 */
export async function startLocalPostgres({ settings = {}, programs = null } = {}) {
  const user = process.getuid?.() === 0 ? NOBODY : null;
  const folder = await mkdtemp(join(user === null ? tmpdir() : await sharedTmpdir(), 'sluice-postgres-'));
  try {
    if (user !== null) await chown(folder, user.uid, user.gid);
    const files = programs === null ? await prepareServerFiles(folder, user) : installedFiles(programs, folder, user);
    const password = randomBytes(16).toString('hex');
    await createCluster(files, folder, password);
    const port = await freePort();
    const server = await startServer(files, folder, { ...SETTINGS, ...settings, port: String(port) });
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      restart: server.restart,
      stop: async () => {
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * @param {ServerFiles} files
 * @param {string} folder
 * @param {string} password
 */
async function createCluster({ initdb, options }, folder, password) {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password);
  const how = ['--no-sync', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8', '--locale=C'];
  await promisify(execFile)(initdb, ['-D', join(folder, 'data'), '-U', 'postgres', ...how], options);
}

/**
 * @param {ServerFiles} files
 * @param {string} folder
 * @param {Record<string, string>} settings
 * @returns {Promise<Pick<LocalPostgres, 'restart' | 'stop'>>} `stop` leaves the files to the caller.
 */
async function startServer({ postgres, options }, folder, settings) {
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [postgres, '-D', join(folder, 'data'), '-c', `unix_socket_directories=${folder}`, ...given];
  const shell = spawn('sh', ['-c', UNTIL_STDIN_ENDS, 'sh', folder, ...command], {
    ...options,
    stdio: ['pipe', 'ignore', 'pipe'],
    // Not ended by Ctrl-C: whoever started it may still need it.
    detached: true,
  });
  const ended = once(shell, 'exit');
  let log = '';
  let isReady = false;
  let isRestart = false;
  let onReady = () => {};
  shell.stderr.setEncoding('utf8').on('data', text => {
    // From then on a session may end with FATAL, and the server goes on.
    if (isReady) return;
    log = (log + text).slice(-LOG_LENGTH);
    isReady = log.includes('database system is ready to accept connections');
    if (isReady) return onReady();
    // The shell waits for this process, even if the server has ended. What a restart ends says so too, before the new one starts.
    const since = isRestart ? log.split('starting PostgreSQL')[1] : log;
    if (since?.includes('database system is shut down') || since?.includes('FATAL:')) shell.stdin.end();
  });
  const ready = () =>
    new Promise((resolve, reject) => {
      onReady = () => resolve(undefined);
      ended.then(() => reject(new Error(`PostgreSQL does not start: ${log}`)), reject);
    });
  await ready();
  return {
    async restart() {
      log = '';
      isReady = false;
      isRestart = true;
      const started = ready();
      shell.stdin.write('restart\n');
      await started;
    },
    async stop() {
      shell.stdin.end();
      await ended;
    },
  };
}

/** Also ends the server, and removes its files, if the process is killed that holds the other end. */
const UNTIL_STDIN_ENDS = `folder=$1; shift; "$@" &
  while read -r restart; do kill -INT $!; wait $!; "$@" & done
  kill -INT $!; wait $!; rm -rf "$folder" 2>/dev/null`;

/** As on every Linux. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Nothing has to survive the machine, and what is left of a server that was killed lies in its folder. */
const SETTINGS = {
  ...{ listen_addresses: '127.0.0.1', fsync: 'off', full_page_writes: 'off' },
  dynamic_shared_memory_type: 'mmap',
};

const LOG_LENGTH = 10_000;
