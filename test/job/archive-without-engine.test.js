import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

const TABLE = Array.from({ length: 40_000 }, (_, id) => `${id},${(id * 7919) % 65_537}\n`).join('');
const ZIP = writeZip([
  { name: 'a.csv', content: `id,note\n${TABLE}` },
  { name: 'b.csv', content: `id,note\n${TABLE}`, method: 0 },
  { name: 'c', content: TABLE },
]);
const RECIPE = await compileRecipe({ entries: [{ match: '*.csv', csv: { drop: ['note'] } }] });
const STORE = { read: async () => null, write: async () => {}, remove: async () => {} };
const TURN = { pause: new AbortController().signal, remainingMs: () => 0, store: STORE };

for (const [title, turn] of /** @type {const} */ ([
  ['', undefined],
  [', also where the job may take several turns', TURN],
])) {
  test(`where there is no memory for an engine, zlib and JavaScript do all of it${title}`, async t => {
    const instance = t.mock.method(WebAssembly, 'Instance', function none() {
      throw new RangeError('WebAssembly.Instance(): Out of memory');
    });
    const destination = memoryDestination();
    const { manifest } = await processArchive({ source: memorySource(ZIP), destination, recipe: RECIPE, turn });
    assert.ok(instance.mock.callCount() > 0);
    assert.equal(manifest?.status, 'complete');
    const ids = `id\n${TABLE.replaceAll(/,.*/g, '')}`;
    for (const [path, text] of Object.entries({ 'a.csv': ids, 'b.csv': ids, c: TABLE })) {
      assert.ok(destination.files.get(`x/${path}`)?.equals(Buffer.from(text)), path);
    }
  });
}
