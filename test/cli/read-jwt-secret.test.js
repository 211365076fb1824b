import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { readJwtSecret } from '../../src/cli/read-jwt-secret.js';
import { folderOf } from '../support/run-cli.js';

const SECRET = '0123456789abcdef0123456789abcdef';

test('is the first line of the file, else of the variable, which is removed either way', async t => {
  const folder = await folderOf(t, { secret: Buffer.from(`${SECRET}\r\nmore`) });
  for (const [path, variable, expected] of /** @type {const} */ ([
    [join(folder, 'secret'), undefined, SECRET],
    [join(folder, 'secret'), 'other', SECRET],
    [undefined, `${SECRET}${SECRET}\nmore`, `${SECRET}${SECRET}`],
    [undefined, '', null],
    [undefined, undefined, null],
  ])) {
    /** @type {Record<string, string | undefined>} */
    const env = { SLUICE_JWT_SECRET: variable, OTHER: '1' };
    const secret = await readJwtSecret(path, env);
    assert.equal(secret && String(secret), expected);
    assert.deepEqual(env, { OTHER: '1' });
  }
});

test('usage/jwt-secret: what can be guessed or is public is refused, and no error repeats it', async t => {
  const jwk = Buffer.from(`{"kty":"RSA","n":"${SECRET}"}`);
  const pem = Buffer.from(`-----BEGIN PUBLIC KEY-----\n${SECRET}\n`);
  const files = {
    long: Buffer.alloc(70_000, SECRET),
    empty: Buffer.from(`\n${SECRET}`),
    short: Buffer.from(SECRET.slice(1)),
    jwk,
    pem,
  };
  const folder = await folderOf(t, files);
  for (const [path, env, message] of /** @type {[string | undefined, Record<string, string>, RegExp][]} */ ([
    [
      SECRET,
      {},
      /^cannot read the file that --jwt-secret-file names: no such file or directory; its name is not repeated/,
    ],
    [folder, {}, /: illegal operation on a directory; /],
    [join(folder, 'long'), {}, /: its first line is longer than 65536 bytes; /],
    [join(folder, 'empty'), {}, /^the first line of \S+empty is empty/],
    [join(folder, 'short'), {}, /short has 31 bytes, which can be guessed; it has to have 32 or more/],
    [join(folder, 'jwk'), {}, /jwk has a key and not a secret; give the address of a key set with --jwks$/],
    [join(folder, 'pem'), {}, /pem has a key and not a secret/],
    [undefined, { SLUICE_JWT_SECRET: `\n${SECRET}` }, /^the first line of SLUICE_JWT_SECRET is empty/],
    [undefined, { SLUICE_JWT_SECRET: SECRET.slice(1) }, /^the secret in SLUICE_JWT_SECRET has 31 bytes/],
  ])) {
    await assert.rejects(readJwtSecret(path, { ...env }), error => {
      const { code, message: found } = /** @type {Error & { code: string }} */ (error);
      assert.equal(code, 'usage/jwt-secret');
      assert.match(found, message);
      assert.ok(!inspect(error).includes(SECRET.slice(1)));
      return true;
    });
  }
});
