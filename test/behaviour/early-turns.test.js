import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageError } from '../../src/errors.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryStore } from '../job/fixture.js';
import { memoryDestination } from '../support/memory-destination.js';
import { randomOf } from '../support/random.js';
import { writeZip } from '../support/zip-writer.js';
import { drawTable, lasting, takeTurn } from './turns.js';

const random = randomOf(1);
const recipe = await compileRecipe({
  entries: [{ match: 'rows.csv', csv: { drop: ['note'], badRecords: 'quarantine' } }],
});
// The start that is read early ends within the first entry, and within the second one.
const ARCHIVES = [
  [2_500_000, 400_000],
  [600_000, 2_500_000],
].map(([rows, others]) =>
  writeZip([
    { name: 'rows.csv', content: drawTable(random, rows), method: 0 },
    { name: 'others.csv', content: drawTable(random, others), method: 0 },
  ]),
);
const fault = new StorageError('storage/unreachable', 'a fault of the storage');

test('turns on a zip whose start is read early leave the same, wherever the first one ends', {
  timeout: 300_000,
}, async () => {
  for (const zip of ARCHIVES) {
    const job = { zip, recipe, uri: '/somewhere/x.zip', chunkBytes: 20_000 };
    const once = memoryDestination();
    const whole = await takeTurn({ ...job, destination: once });
    assert.equal(whole.manifest?.status, 'complete');
    // Without a count, the first turn ends while the early bytes are processed.
    for (const first of [{}, { pauseAfter: 0 }, { pauseAfter: 30 }, { failAfter: 0 }, { failAfter: 30 }]) {
      const [destination, store] = [memoryDestination(), memoryStore()];
      const pause = new AbortController();
      if (Object.keys(first).length === 0) {
        const { create } = destination;
        destination.create = (path, entry) => {
          if (!path.endsWith('_manifest.json')) pause.abort();
          return create(path, entry);
        };
      }
      let turn = await takeTurn({ ...job, destination, store, pause, fault, ...first });
      const stopped = 'failAfter' in first ? 'storage/unreachable' : 'job/stopped';
      assert.equal(turn.error?.code, stopped, JSON.stringify(first));
      for (let turns = 1; turn.manifest === null; turns += 1) {
        assert.ok(turns < 100, 'it comes to an end');
        turn = await takeTurn({ ...job, destination, store, pauseAfter: 40 });
      }
      assert.deepEqual(lasting(turn.manifest), lasting(whole.manifest));
      for (const files of [once.files, destination.files]) files.delete('x/_manifest.json');
      assert.deepEqual([...destination.files].sort(), [...once.files].sort());
    }
  }
});
