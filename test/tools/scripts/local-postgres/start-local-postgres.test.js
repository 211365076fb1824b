import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { sharedTmpdir } from '../../../../scripts/local-postgres/shared-tmpdir.js';
import { startLocalPostgres } from '../../../../scripts/local-postgres/start-local-postgres.js';

const MODULE = new URL('../../../../scripts/local-postgres/start-local-postgres.js', import.meta.url);

test('a server takes queries with its password only, and leaves nothing behind', { timeout: 120_000 }, async t => {
  const folder = await mkdtemp(join(await sharedTmpdir(), 'sluice-shared-'));
  await chmod(folder, 0o777);
  useTmpdir(t, folder);
  const { url, stop } = await startLocalPostgres({ settings: { max_connections: '7' } });
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(
    "SELECT setting, current_setting('data_directory') AS data FROM pg_settings WHERE name = 'max_connections'",
  );
  assert.equal(rows[0].setting, '7');
  assert.ok(rows[0].data.startsWith(`${folder}/`), 'others can enter the folder of temporary files');
  await client.end();
  const stranger = new pg.Client(url.replace(/:[0-9a-f]{32}@/, ':guess@'));
  await assert.rejects(stranger.connect(), { code: '28P01' });
  await stop();
  assert.deepEqual(await readdir(folder), []);
  await assert.rejects(new pg.Client(url).connect(), { code: 'ECONNREFUSED' });
});

test('a server starts where only its user enters the folder of temporary files', { timeout: 120_000 }, async t => {
  useTmpdir(t, await mkdtemp(join(tmpdir(), 'sluice-private-')));
  const { stop } = await startLocalPostgres();
  await stop();
});

test('a server that does not start says why', { timeout: 120_000 }, async () => {
  await assert.rejects(
    startLocalPostgres({ settings: { max_connections: 'many' } }),
    /does not start: .*max_connections/s,
  );
});

test('a server ends with the process that started it, though that is killed', { timeout: 120_000 }, async () => {
  const code = `const { startLocalPostgres } = await import(${JSON.stringify(String(MODULE))});
    console.log((await startLocalPostgres()).url);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: fileURLToPath(new URL('.', MODULE)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const port = Number(new URL(line.trim()).port);
  assert.equal(await isListening(port), true);
  child.kill('SIGKILL');
  while (await isListening(port)) await setTimeout(20);
});

/**
 * @param {import('node:test').TestContext} t
 * @param {string} folder Is removed after the test.
 */
function useTmpdir(t, folder) {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  t.after(async () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(folder, { recursive: true, force: true });
  });
}

/** @param {number} port */
async function isListening(port) {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
