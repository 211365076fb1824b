import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeArchive } from '../../../experiments/inputs.js';
import { MEMORY_SIZES, VARIANTS } from '../../../experiments/results.js';
import { measureSurvival } from '../../../experiments/survive.js';
import { lambdaFlags } from '../../../scripts/local-stack/lambda-flags.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { temporaryFolder } from '../../support/run-cli.js';
import { writeZip } from '../../support/zip-writer.js';

test('a variant that fails by its own error is not reported as killed, whatever the memory', {
  timeout: 120_000,
}, async t => {
  const folder = await temporaryFolder(t);
  const [path, recipePath] = [join(folder, 'mine.zip'), join(folder, 'recipe.json')];
  const csv = { match: '*.csv', csv: { require: ['email'] } };
  await writeFile(path, writeZip([{ name: 'a.csv', content: 'name\nAda\n' }]));
  await writeFile(recipePath, JSON.stringify({ entries: [csv] }));
  const archive = await describeArchive(path, await compileRecipe());
  const { signal } = new AbortController();
  const { attempts } = await measureSurvival({ archive, recipePath, folder, signal, runs: [], onAttempt: () => {} });
  assert.equal(attempts.length, 3 * 6);
  for (const { outcome, reason } of attempts) {
    assert.equal(outcome, 'failed');
    assert.match(reason ?? '', /email/);
  }
});

test('each size is limited to its memory, with Lambda’s flags for Node', { timeout: 120_000 }, async t => {
  const folder = await temporaryFolder(t);
  const [path, recipePath, spy, log] = ['mine.zip', 'recipe.json', 'spy.mjs', 'log'].map(name => join(folder, name));
  await writeFile(path, writeZip([{ name: 'a.txt', content: 'Ada' }]));
  await writeFile(recipePath, '{}');
  await writeFile(spy, SPY.replace('LOG', JSON.stringify(log)));
  const { NODE_OPTIONS } = process.env;
  t.after(() => {
    if (NODE_OPTIONS === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = NODE_OPTIONS;
  });
  process.env.NODE_OPTIONS = `--import ${spy}`;
  const archive = await describeArchive(path, await compileRecipe());
  const { signal } = new AbortController();
  const { method } = await measureSurvival({ archive, recipePath, folder, signal, runs: [], onAttempt: () => {} });

  const seen = (await readFile(log, 'utf8'))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  // Without the idle Node that is measured to correct the limit.
  const attempts = seen.filter(({ flags }) => flags[0] !== '-e');
  assert.deepEqual(
    attempts.map(({ flags }) => flags),
    VARIANTS.flatMap(() => MEMORY_SIZES.map(lambdaFlags)),
  );
  if (!method.includes('cgroup v1')) return;
  // The correction for Node's own program is the same for all.
  for (const [index, { limit }] of attempts.entries()) {
    const more = MEMORY_SIZES[index % MEMORY_SIZES.length] - MEMORY_SIZES[0];
    assert.equal(limit - attempts[0].limit, more * 2 ** 20);
  }
});

const SPY = `
import { appendFileSync, readFileSync } from 'node:fs';
let limit = null;
try {
  const [, group] = /^\\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'));
  limit = Number(readFileSync('/sys/fs/cgroup/memory' + group + '/memory.limit_in_bytes', 'utf8'));
} catch {}
appendFileSync(LOG, JSON.stringify({ flags: process.execArgv, limit }) + '\\n');
`;
