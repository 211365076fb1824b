import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import unzipper from 'unzipper';
import { makeSampleArchive } from '../../../../scripts/generate-data/sample-archive.js';
import { parseRecipe } from '../../../../src/recipe/read-recipe.js';

/** @type {string} */
let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sample-archive-'));
});
after(() => rm(folder, { recursive: true }));

test('the sample archive is made once, reproducibly, and its recipe has a rule for every entry', async () => {
  const first = await makeSampleArchive({ folder, rows: 1500 });
  assert.equal(first.reused, false);
  const { mtimeMs } = await stat(first.path);
  assert.deepEqual(await makeSampleArchive({ folder, rows: 1500 }), { path: first.path, reused: true });
  assert.equal((await stat(first.path)).mtimeMs, mtimeMs);
  const again = await makeSampleArchive({ folder: join(folder, 'again'), rows: 1500 });
  assert.deepEqual(await readFile(again.path), await readFile(first.path));

  const { files } = await unzipper.Open.file(first.path);
  const recipe = await parseRecipe(await readFile(RECIPE, 'utf8'), 'sample-recipe.json');
  const actions = files.map(({ path }) => [path, recipe.ruleFor(path).action]);
  assert.deepEqual(actions, [
    ['README.txt', 'copy'],
    ['people.csv', 'csv'],
    ['exports/contacts.csv', 'csv'],
    ['exports/empty.txt', 'copy'],
    ['images/logo.svg', 'copy'],
    ['images/.DS_Store', 'skip'],
    ['nested/deeper/notes.json', 'copy'],
    ['nested/inner.zip', 'copy'],
    ['__MACOSX/._people.csv', 'skip'],
  ]);

  const [people, contacts, inner] = await Promise.all([1, 2, 7].map(index => files[index].buffer()));
  const records = /** @type {object[]} */ (/** @type {unknown} */ (parse(people, { columns: true })));
  assert.equal(records.length, 1500);
  assert.ok(Object.hasOwn(records[0], 'second_last_name'));
  assert.equal((await unzipper.Open.buffer(inner)).files[0].path, 'inside.csv');
  assert.deepEqual([...contacts.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.equal(contacts.toString().replaceAll('\r\n', '').includes('\n'), false);
  const options = { delimiter: ';', bom: true, columns: true, skip_records_with_error: true };
  const good = /** @type {Record<string, string>[]} */ (/** @type {unknown} */ (parse(contacts, options)));
  assert.equal(good.length, 5000 - 5);
  for (const part of ['"', '\r\n', ';'])
    assert.ok(
      good.some(({ comment }) => comment.includes(part)),
      part,
    );
});

test('no archive is left if its generation is stopped', async () => {
  const stop = new AbortController();
  const options = {
    folder: join(folder, 'stopped'),
    rows: 50_000,
    signal: stop.signal,
    onProgress: () => stop.abort(),
  };
  await assert.rejects(makeSampleArchive(options), { name: 'AbortError' });
  assert.deepEqual(await readdir(options.folder), []);
});

const RECIPE = new URL('../../../../scripts/generate-data/sample-recipe.json', import.meta.url);
