import { spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startBound } from '../processes/start-bound.js';
import { freePort } from './free-port.js';
import { sharedTmpdir } from './shared-tmpdir.js';

/** @returns {string | null} Of the PgBouncer that is installed; null if there is none. */
export function poolerVersion() {
  const { error, stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  return error ? null : (/\d+\.\d+(?:\.\d+)?/.exec(stdout)?.[0] ?? 'unknown');
}

/**
 * Starts a PgBouncer in front of a server, with few connections to it, of which it gives out another one each time. It ends with the
 * process that started it, however that ends.
 *
 * @param {string} upstream The server's address, with a password.
 * @param {object} how
 * @param {'transaction' | 'session'} how.mode
 * @param {number} [how.size] Of connections to the server.
 * @param {number} [how.clients] How many clients it takes at once.
 * @param {Record<string, string>} [how.others] Other addresses of the same server, such as proxies', by the name of the database
 *   under which PgBouncer reaches the server that way.
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPooler(upstream, { mode, size = 5, clients = 100, others = {} }) {
  const { username, password } = new URL(upstream);
  const isRoot = process.getuid?.() === 0;
  const folder = await mkdtemp(join(await sharedTmpdir(), 'sluice-pooler-'));
  const url = new URL(upstream);
  url.host = `127.0.0.1:${await freePort()}`;
  const named = Object.entries(others).map(([name, other]) => `${name} = ${reach(other)} dbname=${databaseOf(other)}`);
  const config = `
[databases]
${[...named, `* = ${reach(upstream)}`].join('\n')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${url.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
default_pool_size = ${size}
min_pool_size = ${size}
server_round_robin = 1
max_client_conn = ${clients}
`;
  await writeFile(join(folder, 'users'), `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o600 });
  await writeFile(join(folder, 'config'), config);
  // It refuses to run as root.
  const user = isRoot ? { uid: 65_534, gid: 65_534 } : null;
  if (isRoot) for (const name of ['', 'users', 'config']) await chown(join(folder, name), 65_534, 65_534);
  const pooler = await startBound('pgbouncer', ['--quiet', join(folder, 'config')], { cwd: folder, user, folder });
  pooler.stdout.resume();
  const stop = async () => {
    await pooler.stop();
    // It may have files that are not its user's.
    await rm(folder, { recursive: true, force: true });
  };
  for (let attempts = 0; ; attempts++) {
    try {
      await connectOnce(url.href);
      return { url: url.href, stop };
    } catch (error) {
      if (attempts === 100 || pooler.hasEnded()) {
        await stop();
        throw error;
      }
      await sleep(100);
    }
  }
}

/** @param {string} url */
function reach(url) {
  const { hostname, port } = new URL(url);
  return `host=${hostname} port=${port}`;
}

/** @param {string} url */
function databaseOf(url) {
  return new URL(url).pathname.slice(1);
}

/** @param {string} url */
async function connectOnce(url) {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  await client.end();
}
