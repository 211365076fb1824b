import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../run-script.js';

/** @import { TestContext } from 'node:test' */

const SCRIPT = fileURLToPath(new URL('../../../scripts/audit-dependencies.js', import.meta.url));
const FINDING = {
  unzipper: [
    {
      id: 1,
      url: 'https://example.com/GHSA-1',
      title: 'Zip slip',
      severity: 'high',
      vulnerable_versions: '*',
      cwe: [],
    },
  ],
};

describe('npm run audit-dependencies', { timeout: 300_000, concurrency: 2 }, () => {
  it('fails for an advisory, and names it', async t => {
    const { code, stdout } = await audit(t, { status: 200, body: JSON.stringify(FINDING) });
    assert.equal(code, 1);
    assert.match(stdout, /^unzipper: high: Zip slip \(https:\/\/example\.com\/GHSA-1\)$/m);
  });

  it('passes without advisories', async t => {
    const { code, stdout } = await audit(t, { status: 200, body: '{}' });
    assert.deepEqual([code, stdout], [0, 'no advisory is known for what is locked\n']);
  });

  for (const [title, answer] of /** @type {const} */ ([
    ['does not support the request', { status: 405, body: '' }],
    ['cannot be reached', null],
  ])) {
    it(`says so, and passes, if the registry ${title}`, async t => {
      const { code, stdout } = await audit(t, answer);
      assert.equal(code, 0);
      assert.match(stdout, /^not audited, since the registry gives no advisories: .+\n$/);
    });
  }
});

/**
 * @param {TestContext} t
 * @param {{ status: number, body: string } | null} answer Of the registry; null if it is unreachable.
 * @returns {Promise<{ code: number, stdout: string }>}
 */
async function audit(t, answer) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(request.url?.endsWith('/advisories/bulk') && answer ? answer.status : 404);
    response.end(answer?.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  if (answer === null) server.close();
  t.after(() => server.close());
  const npmSettings = {
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: await temporaryFolder(t),
    npm_config_fetch_retry_mintimeout: '1',
    npm_config_noproxy: '127.0.0.1',
  };
  const env = { ...process.env, ...npmSettings };
  return new Promise(resolve => {
    execFile(process.execPath, [SCRIPT], { env, timeout: 300_000 }, (error, stdout) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout });
    });
  });
}
