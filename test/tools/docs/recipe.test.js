import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { RATIO_FLOOR_BYTES } from '../../../src/archive/guard-limits.js';
import { parseRecipe } from '../../../src/recipe/read-recipe.js';
import schema from '../../../src/recipe/recipe.schema.json' with { type: 'json' };
import { runCli } from '../../support/run-cli.js';
import { writeZip } from '../../support/zip-writer.js';
import { chapter, codeSpans, firstTable, PAGES, page } from './pages.js';

const EXAMPLES = Array.from(PAGES).flatMap(([path, text]) =>
  Array.from(
    text.matchAll(
      /^```json recipe\n(.*?)^```\n(?:.*?^```csv input (\S+)\n(.*?)^```\n.*?^```csv output\n(.*?)^```)?/gms,
    ),
    ([, recipe, entry, input, output]) => ({ path, recipe, entry, input, output }),
  ),
);

test('README.md and docs/recipe.md have recipes, and docs/recipe.md shows what they do to files', () => {
  assert.deepEqual(
    EXAMPLES.map(({ path, output }) => [path, output !== undefined]),
    [
      ['README.md', false],
      ['docs/database.md', false],
      ...Array(12).fill(['docs/recipe.md', true]),
      ['docs/recipe.md', false],
    ],
  );
  assert.equal(EXAMPLES[0].recipe, EXAMPLES[2].recipe);
});

for (const [index, { path, recipe, entry, input, output }] of EXAMPLES.entries()) {
  test(`recipe ${index + 1} of the documents, in ${path}, is one`, async () => {
    await parseRecipe(recipe, path);
  });

  if (output === undefined) continue;
  test(`recipe ${index + 1} of the documents makes of its input what ${path} shows`, async t => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-documents-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const [archive, file, key, out] = ['x.zip', 'recipe.json', 'hash.key', 'out'].map(name => join(folder, name));
    await writeFile(archive, writeZip([{ name: entry, content: input }]));
    await writeFile(file, recipe);
    await writeFile(key, HASH_KEY);
    const { code, stderr } = await runCli(['run', archive, '--to', out, '--recipe', file, '--hash-key-file', key]);
    assert.equal(code, 0, stderr);
    assert.equal(await readFile(join(out, 'x', entry), 'utf8'), output);
  });
}

const HASH_KEY = 'an example, not a key';
test('docs/recipe.md says which key its hashes were made with', () => {
  assert.ok(page('recipe').includes(`\`${HASH_KEY}\``));
});

test('docs/recipe.md has every key of a csv rule, with its default', () => {
  const documented = new Map(
    firstTable(chapter(page('recipe'), 'The `csv` action')).flatMap(([names, byDefault]) =>
      codeSpans(names).map(name => [name, byDefault]),
    ),
  );
  const { output, ...keys } = schema.definitions.csv.properties;
  const all = { ...keys, 'output.delimiter': output.properties.delimiter };
  assert.deepEqual([...documented.keys()].sort(), Object.keys(all).sort());
  for (const [name, key] of Object.entries(all)) {
    if ('default' in key) assert.equal(documented.get(name), `\`${JSON.stringify(key.default)}\``, name);
  }
});

test('docs/recipe.md has every value that a key of a csv rule can take', () => {
  const text = chapter(page('recipe'), 'The `csv` action');
  const { badRecords, missing, quote, escape: escapes, ragged, names } = schema.definitions.csv.properties;
  for (const value of [badRecords, missing, quote, escapes, ragged, names].flatMap(key => key.enum)) {
    assert.ok(text.includes(JSON.stringify(value)), value);
  }
  for (const format of schema.definitions.phone.properties.format.enum)
    assert.ok(text.includes(`\`${format}\``), format);
});

test('docs/recipe.md has the defaults of the limits', async () => {
  const { limits } = await parseRecipe('{ "entries": [] }', 'test');
  const recipe = page('recipe');
  assert.match(recipe, new RegExp(`maxEntries\` \\| ${limits.maxEntries.toLocaleString('en-US')} `));
  assert.match(recipe, new RegExp(`maxRatio\` \\| ${limits.maxRatio} `));
  assert.match(recipe, new RegExp(`maxRatio\` .* at most ${RATIO_FLOOR_BYTES / 1024 ** 2} MiB may exceed it`));
  assert.match(recipe, new RegExp(`maxTotalBytes\` \\| ${limits.maxTotalBytes / 1024 ** 3} GiB `));
  assert.match(recipe, new RegExp(`maxRecordBytes\` \\| ${limits.maxRecordBytes / 1024 ** 2} MiB `));
  const names = firstTable(chapter(recipe, 'Limits')).flatMap(([name]) => codeSpans(name));
  assert.deepEqual(
    names.sort(),
    Object.keys(schema.properties.limits.properties)
      .map(name => `limits.${name}`)
      .sort(),
  );
});

test('README.md has the defaults of the limits', async () => {
  const { limits } = await parseRecipe('{ "entries": [] }', 'test');
  const text = chapter(PAGES.get('README.md') ?? '', 'Limits').replaceAll('\n', ' ');
  for (const figure of [
    `${limits.maxEntries.toLocaleString('en-US')} entries`,
    `${limits.maxTotalBytes / 1024 ** 3} GiB`,
    `${limits.maxRatio} times`,
    `a record may have ${limits.maxRecordBytes / 1024 ** 2} MiB`,
  ]) {
    assert.ok(text.includes(figure), figure);
  }
});
