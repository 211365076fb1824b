import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { makeArchive } from '../../../experiments/bench/transforms/archive.js';
import { allCases, HASH_KEY, PLAIN } from '../../../experiments/bench/transforms/cases.js';
import { compare } from '../../../experiments/bench/transforms/compare.js';
import { openDestination } from '../../../src/destination/open.js';
import { processArchive } from '../../../src/job/archive.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { openSource } from '../../../src/source/open-source.js';
import { runScript, temporaryFolder } from '../run-script.js';

const SCRIPT = 'experiments/bench.js';
const ROWS = 60;

describe('npm run bench -- --transforms', { timeout: 300_000 }, () => {
  it('has cases of which each writes what its reference expects', async t => {
    const folder = await temporaryFolder(t);
    const { signal } = new AbortController();
    for (const charset of /** @type {const} */ (['utf8', 'utf16le', 'latin1'])) {
      await makeArchive(join(folder, `${charset}.zip`), { rows: ROWS, charset, signal });
    }
    for (const [index, each] of allCases().entries()) {
      const source = await openSource(join(folder, `${each.charset}.zip`), { signal });
      const to = join(folder, String(index));
      const destination = await openDestination(to, { dryRun: false, signal });
      const recipe = await compileRecipe({ entries: [{ match: '**', csv: { ...PLAIN, ...each.csv } }] });
      await processArchive({ source, destination, recipe, hashKey: Buffer.from(HASH_KEY), signal });
      await destination.close();
      await source.close();
      await compare(each, join(to, each.charset, 'records.csv'), ROWS);
    }
  });

  it('does not time an output that is not the reference’s', async t => {
    const folder = await temporaryFolder(t);
    const [plain] = allCases();
    const path = join(folder, 'records.csv');
    await writeFile(path, 'id\n1,other\n');
    await assert.rejects(compare(plain, path, ROWS), {
      code: 'experiment/cannot-run',
      message: /^plain: record 1 is "1,other"/,
    });
  });

  it('refuses a folder for results, which it does not write', async t => {
    const folder = await temporaryFolder(t);
    const { code, stderr } = await runScript(t, SCRIPT, ['--transforms', '--out', 'kept'], folder).end();
    assert.equal(code, 2);
    assert.match(stderr, /^usage\/arguments: .*--out is not for --transforms/);
  });
});
