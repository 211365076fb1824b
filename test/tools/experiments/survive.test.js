import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { describeArchive } from '../../../experiments/inputs.js';
import { MEMORY_SIZES, VARIANTS } from '../../../experiments/results.js';
import { measureSurvival } from '../../../experiments/survive.js';
import { lambdaFlags } from '../../../scripts/local-stack/lambda-flags.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { drawsAll } from '../../support/cases.js';
import { writeZip } from '../../support/zip-writer.js';

/** @import { Survival } from '../../../experiments/results.js' */

/** The smallest and the largest, unless all cases are drawn. */
const SIZES = MEMORY_SIZES.filter((_, index, { length }) => drawsAll || index === 0 || index === length - 1);

/** @type {Omit<Survival, 'input'>} Of an archive that no variant can process. */
let survival;
/** @type {{ flags: string[], limit: number | null }[]} What each variant's process was started with. */
let started;
before(
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-survive-'));
    const { NODE_OPTIONS } = process.env;
    try {
      const [path, recipePath, spy, log] = ['mine.zip', 'recipe.json', 'spy.mjs', 'log'].map(name =>
        join(folder, name),
      );
      await writeFile(path, writeZip([{ name: 'a.csv', content: 'name\nAda\n' }]));
      await writeFile(recipePath, JSON.stringify({ entries: [{ match: '*.csv', csv: { require: ['email'] } }] }));
      await writeFile(spy, SPY.replace('LOG', JSON.stringify(log)));
      process.env.NODE_OPTIONS = `--import ${spy}`;
      const archive = await describeArchive(path, await compileRecipe());
      const { signal } = new AbortController();
      const how = { archive, recipePath, folder, signal, runs: [], onAttempt: () => {} };
      survival = await measureSurvival(drawsAll ? how : { ...how, memorySizes: SIZES });
      const lines = (await readFile(log, 'utf8')).trim().split('\n');
      // Without the idle Node that is measured to correct the limit.
      started = lines.map(line => JSON.parse(line)).filter(({ flags }) => flags[0] !== '-e');
    } finally {
      if (NODE_OPTIONS === undefined) delete process.env.NODE_OPTIONS;
      else process.env.NODE_OPTIONS = NODE_OPTIONS;
      await rm(folder, { recursive: true });
    }
  },
  { timeout: 120_000 },
);

test('a variant that fails by its own error is not reported as killed, whatever the memory', () => {
  assert.equal(survival.attempts.length, 3 * SIZES.length);
  for (const { outcome, reason } of survival.attempts) {
    assert.equal(outcome, 'failed');
    assert.match(reason ?? '', /email/);
  }
});

test('each size is limited to its memory, with Lambda’s flags for Node', () => {
  assert.deepEqual(
    started.map(({ flags }) => flags),
    VARIANTS.flatMap(() => SIZES.map(lambdaFlags)),
  );
  if (!survival.method.includes('cgroup v1')) return;
  // The correction for Node's own program is the same for all.
  for (const [index, { limit }] of started.entries()) {
    const more = SIZES[index % SIZES.length] - SIZES[0];
    assert.equal(Number(limit) - Number(started[0].limit), more * 2 ** 20);
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
