import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { passwordFromFile } from '../../../src/destination/database/password-file.js';
import { temporaryFolder } from '../../support/run-cli.js';

test('the first line that matches has the password, as in libpq', async t => {
  const passwordFile = join(await temporaryFolder(t), 'pgpass');
  const text =
    '# db:1:crm:ada:no\ndb:5432:other:ada:no\ndb:5432:crm:ada:a\\:b\\\\c\n*:*:*:ada:any\nlocalhost:*:*:grace:local\n';
  await writeFile(passwordFile, text, { mode: 0o600 });
  const settings = { passwordFile, host: 'db', port: 5432, database: 'crm', user: 'ada' };
  assert.equal(await passwordFromFile(settings), 'a:b\\c');
  assert.equal(await passwordFromFile({ ...settings, port: 1 }), 'any');
  assert.equal(await passwordFromFile({ ...settings, user: 'alan' }), null);
  assert.equal(await passwordFromFile({ ...settings, host: '/run/postgresql', user: 'grace' }), 'local');
  assert.equal(await passwordFromFile({ ...settings, passwordFile: join(passwordFile, 'none') }), null);
  assert.equal(await passwordFromFile({ ...settings, passwordFile: null }), null);
});

test('a file that others may read does not count', { skip: process.platform === 'win32' }, async t => {
  const passwordFile = join(await temporaryFolder(t), 'pgpass');
  await writeFile(passwordFile, '*:*:*:*:x\n');
  for (const [mode, found] of /** @type {const} */ ([
    [0o600, 'x'],
    [0o640, null],
    [0o604, null],
  ])) {
    await chmod(passwordFile, mode);
    assert.equal(await passwordFromFile({ passwordFile, host: 'a', port: 1, database: 'b', user: 'c' }), found);
  }
});
