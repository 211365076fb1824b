import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findProgram } from '../../../experiments/bench/programs.js';
import { runScript, temporaryFolder } from '../run-script.js';

const SCRIPT = 'experiments/bench.js';
const MISSING = (await findProgram('psql')) && (await findProgram('curl')) ? false : 'psql or curl is not installed';

describe('npm run bench -- --serve', { timeout: 600_000 }, () => {
  it('compares rows before it measures, and prints a table', { skip: MISSING }, async t => {
    const folder = await temporaryFolder(t);
    const { code, stdout, stderr } = await runScript(
      t,
      SCRIPT,
      ['--serve', '--rows', '1000', '--runs', '1'],
      folder,
    ).end();
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^sluice serve, 1,000 rows of PostgreSQL \d+/m);
    for (const row of [
      /^CSV, against psql \\copy +[\d,]+ rows\/s +[\d,]+ rows\/s +\d+\.\d\d/m,
      /^JSON, against psql \\copy +[\d,]+ rows\/s +[\d,]+ rows\/s +\d+\.\d\d/m,
      /^memory, 1,000 rows +[\d.]+ MB/m,
      /^the same, of a client that stalls +[\d.]+ MB, [+−][\d.]+ [kM]?B/m,
      /^1,000 rows, 100 ms round trip +\d+ ms, 1 flight +100 ms +\d+\.\d\d/m,
      /^five rows, distinct keys, against Fastify +[\d,]+\/s +[\d,]+\/s +\d+\.\d\d/m,
      /^five rows, one key, against Fastify +[\d,]+\/s +[\d,]+\/s +\d+\.\d\d/m,
    ]) {
      assert.match(stdout, row);
    }
    assert.deepEqual(await readdir(join(folder, 'data')), []);
  });

  it('refuses a folder for results, and another bench at the same time', async t => {
    const folder = await temporaryFolder(t);
    for (const [more, message] of /** @type {const} */ ([
      [['--out', 'kept'], /^usage\/arguments: --out is not for --serve/],
      [['--database'], /^usage\/arguments: --database or --serve, not both/],
    ])) {
      const { code, stderr } = await runScript(t, SCRIPT, ['--serve', ...more], folder).end();
      assert.equal(code, 2);
      assert.match(stderr, message);
    }
  });
});
