import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { findOtherPostgres } from '../../../../scripts/local-postgres/find-other-postgres.js';
import { temporaryFolder } from '../../run-script.js';

test('the newest version counts that has a server', async t => {
  const folder = await temporaryFolder(t);
  assert.equal(await findOtherPostgres(folder), null);
  assert.equal(await findOtherPostgres(join(folder, 'missing')), null);
  for (const [version, ...programs] of [
    ['9', 'initdb', 'postgres'],
    ['15', 'initdb', 'postgres', 'psql'],
    ['17', 'psql'],
    ['lib', 'initdb', 'postgres'],
  ]) {
    await mkdir(join(folder, version, 'bin'), { recursive: true });
    for (const program of programs) await writeFile(join(folder, version, 'bin', program), '');
  }
  assert.equal(await findOtherPostgres(folder), join(folder, '15/bin'));
});
