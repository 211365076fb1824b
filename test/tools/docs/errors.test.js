import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { RATIO_FLOOR_BYTES } from '../../src/archive/guard.js';
import { planParts } from '../../src/destination/s3/part-plan.js';
import { LimitError } from '../../src/errors.js';
import { parseRecipe } from '../../src/recipe/read-recipe.js';

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');

test('every error code has a heading in the README, and every such heading is a code', async () => {
  const headings = [...readme.matchAll(/^#### (.+)$/gm)].map(([, code]) => code);
  assert.deepEqual(headings.toSorted(), [...(await codesInSource())].sort());
});

test('every recipe in the README is one', async () => {
  const recipes = [...readme.matchAll(/^```json recipe\n(.*?)^```/gms)].map(([, text]) => text);
  assert.equal(recipes.length, 2);
  for (const text of recipes) await parseRecipe(text, 'README.md');
});

test('the README’s table says what each memory size carries', () => {
  const rows = [...readme.matchAll(/^\| ([\d,]+) MB \| ([\d,]+) GB \| (\d) \|$/gm)];
  assert.equal(rows.length, 6);
  for (const [, memory, gigabytes, queueSize] of rows) {
    const memoryBytes = toNumber(memory) * 1024 ** 2;
    const declaredBytes = toNumber(gigabytes) * 1e9;
    // What may need another invocation can be suspended.
    planParts({ declaredBytes: declaredBytes * 0.99, memoryBytes, resumable: true });
    assert.throws(
      () => planParts({ declaredBytes: declaredBytes * 1.01 + 1e9, memoryBytes, resumable: true }),
      LimitError,
    );
    assert.equal(planParts({ declaredBytes: 25e9, memoryBytes, resumable: true }).queueSize, Number(queueSize));
  }
});

test('the README names the defaults of the limits', async () => {
  const { limits } = await parseRecipe('{ "entries": [] }', 'test');
  assert.match(readme, new RegExp(`maxEntries\` \\| ${limits.maxEntries.toLocaleString('en-US')} `));
  assert.match(readme, new RegExp(`maxRatio\` \\| ${limits.maxRatio} `));
  assert.match(readme, new RegExp(`maxRatio\` .* at most ${RATIO_FLOOR_BYTES / 1024 ** 2} MiB may exceed it`));
  assert.match(readme, new RegExp(`maxTotalBytes\` \\| ${limits.maxTotalBytes / 1024 ** 3} GiB `));
  assert.match(readme, new RegExp(`maxRecordBytes\` \\| ${limits.maxRecordBytes / 1024 ** 2} MiB `));
});

async function codesInSource() {
  const texts = (
    await Promise.all(['../../src/', '../../scripts/', '../../experiments/', '../../local-s3/'].map(readPrograms))
  ).flat();
  const pattern = /'((?:archive|csv|experiment|job|limit|recipe|storage|usage)\/[a-z0-9-]+)'/g;
  return new Set(texts.flatMap(text => [...text.matchAll(pattern)].map(([, code]) => code)));
}

/** @param {string} path */
async function readPrograms(path) {
  const folder = new URL(path, import.meta.url);
  const names = (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.js'));
  return Promise.all(names.map(name => readFile(new URL(name, folder), 'utf8')));
}

/** @param {string} text */
function toNumber(text) {
  return Number(text.replaceAll(',', ''));
}
