import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setUpVersitygw } from '../../../scripts/setup-versitygw.js';

/** @param {import('node:test').TestContext} t */
async function cacheFolder(t) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-setup-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/**
 * @param {string} folder
 * @param {string} script Of a fake Go tool.
 */
async function goThat(folder, script) {
  const go = join(folder, 'go');
  await writeFile(go, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return go;
}

test('a versitygw that was built before is used without Go', async t => {
  const folder = await cacheFolder(t);
  const built = join(folder, 'sluice/versitygw-v1.8.0/versitygw');
  await mkdir(join(built, '..'), { recursive: true });
  await writeFile(built, '');
  assert.equal(await setUpVersitygw({ cacheFolder: folder, go: '/no/such/go' }), built);
});

test('without Go, or with an old one, the error says what to install', async t => {
  const folder = await cacheFolder(t);
  const missing = setUpVersitygw({ cacheFolder: folder, go: '/no/such/go' });
  await assert.rejects(missing, /does not run here .*; install Go 1\.25 or newer/);
  const go = await goThat(folder, 'echo go1.24.9');
  await assert.rejects(
    setUpVersitygw({ cacheFolder: folder, go }),
    /needs Go 1\.25 or newer, here is go1\.24\.9; install/,
  );
});

test('a build that fails, or builds another module, leaves nothing behind', async t => {
  const folder = await cacheFolder(t);
  const fails = await goThat(folder, 'case $1 in env) echo go1.26.0;; *) echo "no network" >&2; exit 1;; esac');
  await assert.rejects(setUpVersitygw({ cacheFolder: folder, go: fails }), /failed: no network/);
  const other = await goThat(
    folder,
    'case $1 in env) echo go1.26.0;; install) touch "$GOBIN/versitygw";; *) echo "mod other";; esac',
  );
  await assert.rejects(
    setUpVersitygw({ cacheFolder: folder, go: other }),
    /what was built is not .*versitygw v1\.8\.0/,
  );
  assert.deepEqual(await readdir(join(folder, 'sluice/versitygw-v1.8.0')), []);
});
