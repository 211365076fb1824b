import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectArchive } from '../../src/inspect/inspect-archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { takeTurns } from '../container/take-turns.js';
import { encode } from '../support/encode.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { work } from './fixture.js';

const NAMES = ['データ/顧客.csv', 'plain.csv', '売上.csv'];
const ZIP = writeZip(NAMES.map(name => ({ name: encode(name, 'shift_jis'), flags: 0, content: 'a\n1\n' })));
const LIKELY = { charset: 'shift_jis', example: NAMES[0] };

test('names that look like another charset are read as code page 437, and the manifest says what they look like', async () => {
  const destination = memoryDestination();
  const { manifest } = await work(ZIP, { destination });
  assert.deepEqual(manifest?.namesLike, LIKELY);
  const stored = JSON.parse(String(destination.files.get('x/_manifest.json')));
  assert.deepEqual(stored.namesLike, LIKELY);
  assert.ok(destination.files.has('x/öäÅπ.csv'));
  // A job that finds it done says so too.
  const again = await work(ZIP, { destination });
  assert.deepEqual([again.result, again.manifest?.namesLike], ['already-done', LIKELY]);
});

test('where the recipe names their charset, nothing is said', async () => {
  const destination = memoryDestination();
  const { manifest } = await work(ZIP, { destination, recipe: await compileRecipe({ entryNames: 'shift_jis' }) });
  assert.equal(manifest?.namesLike, undefined);
  assert.ok(destination.files.has('x/データ/顧客.csv'));
});

test('sluice inspect says what names look like', async () => {
  const inspected = await inspectArchive({ source: memorySource(ZIP), recipe: null });
  assert.deepEqual(inspected.archive.namesLike, LIKELY);
  const plain = await inspectArchive({
    source: memorySource(writeZip([{ name: 'ä.csv', content: '' }])),
    recipe: null,
  });
  assert.equal(plain.archive.namesLike, null);
});

test('names in an archive within an archive are judged too, also where a turn ends after it was listed', async () => {
  const recipe = await compileRecipe({ entries: [{ match: '**/*.zip', archive: true }] });
  const nested = writeZip([
    { name: 'plain.zip', content: writeZip([{ name: 'a.csv', content: 'a\n1\n' }]) },
    { name: 'in/data.zip', content: ZIP },
    { name: 'filler', content: Buffer.alloc(200_000, 'abc'), method: 0 },
    { name: 'last.zip', content: writeZip([{ name: 'b.csv', content: 'a\n1\n' }]) },
  ]);
  const { manifest } = await work(nested, { recipe });
  assert.deepEqual(manifest?.namesLike, LIKELY);
  const { manifest: last, turns } = await takeTurns(nested, turn => 25 + 15 * turn, { recipe });
  assert.ok(turns > 2, `${turns} turns`);
  assert.deepEqual(last?.namesLike, LIKELY);
  const named = await compileRecipe({ entries: [{ match: '**/*.zip', archive: true }], entryNames: 'shift_jis' });
  assert.equal((await work(nested, { recipe: named })).manifest?.namesLike, undefined);
});
