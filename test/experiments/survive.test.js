import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeArchive } from '../../experiments/inputs.js';
import { seeWhatSurvives } from '../../experiments/survive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { writeZip } from '../fixtures/zip-writer.js';
import { temporaryFolder } from '../run-cli.js';

test('what fails by an error of its own was not killed, whatever the memory', { timeout: 60_000 }, async t => {
  const folder = await temporaryFolder(t);
  const [path, recipePath] = [join(folder, 'mine.zip'), join(folder, 'recipe.json')];
  const csv = { match: '*.csv', csv: { require: ['email'] } };
  await writeFile(path, writeZip([{ name: 'a.csv', content: 'name\nAda\n' }]));
  await writeFile(recipePath, JSON.stringify({ entries: [csv] }));
  const archive = await describeArchive(path, await compileRecipe());
  const { signal } = new AbortController();
  const { attempts } = await seeWhatSurvives({ archive, recipePath, folder, signal, runs: [], onAttempt: () => {} });
  assert.equal(attempts.length, 3 * 6);
  for (const { outcome, reason } of attempts) {
    assert.equal(outcome, 'failed');
    assert.match(reason ?? '', /email/);
  }
});
