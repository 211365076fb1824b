import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { readPassword } from '../../src/cli/read-password.js';
import { folderOf } from '../support/run-cli.js';

const PASSWORD = 'Tr0ub4dor-and-3';

test('is the first line of the file, else of the variable, which is removed either way', async t => {
  const folder = await folderOf(t, { password: Buffer.from(`${PASSWORD}\r\nmore`) });
  for (const [path, variable, expected] of /** @type {const} */ ([
    [join(folder, 'password'), undefined, PASSWORD],
    [join(folder, 'password'), 'other', PASSWORD],
    [undefined, `${PASSWORD}\nmore`, PASSWORD],
    [undefined, '', null],
    [undefined, undefined, null],
  ])) {
    /** @type {Record<string, string | undefined>} */
    const env = { SLUICE_ARCHIVE_PASSWORD: variable, OTHER: '1' };
    const password = await readPassword(path, env);
    assert.equal(password && String(password.current), expected);
    assert.deepEqual(env, { OTHER: '1' });
    assert.equal((await password?.refresh()) ?? false, false);
  }
});

test('usage/password-unreadable: no error repeats the password, not even one given in place of the file', async t => {
  const folder = await folderOf(t, { long: Buffer.from(PASSWORD.repeat(10_000)), empty: Buffer.from(`\n${PASSWORD}`) });
  for (const [path, env, message] of /** @type {const} */ ([
    [
      PASSWORD,
      {},
      /^cannot read the file that --password-file names: no such file or directory; its name is not repeated/,
    ],
    [folder, {}, /: illegal operation on a directory; /],
    [join(folder, 'long'), {}, /: its first line is longer than 65536 bytes; /],
    [join(folder, 'empty'), {}, /^the first line of \S+empty is empty/],
    [undefined, { SLUICE_ARCHIVE_PASSWORD: `\n${PASSWORD}` }, /^the first line of SLUICE_ARCHIVE_PASSWORD is empty/],
  ])) {
    await assert.rejects(readPassword(path, { ...env }), error => {
      const { code, message: found } = /** @type {Error & { code: string }} */ (error);
      assert.equal(code, 'usage/password-unreadable');
      assert.match(found, message);
      assert.ok(!inspect(error).includes(PASSWORD));
      return true;
    });
  }
});
