import assert from 'node:assert/strict';
import { StoppedError } from '../../src/errors.js';
import { processArchive } from '../../src/job/archive.js';
import { COPY, memoryStore } from '../job/fixture.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';

/** @import { ArchivePassword } from '../../src/archive/password.js' */
/** @import { CheckpointStore } from '../../src/checkpoint/store.js' */
/** @import { Recipe } from '../../src/recipe/recipe.js' */

/**
 * Takes turns, each of which is to pause after a number of reads, until the job is done.
 *
 * @param {Buffer} bytes
 * @param {(turn: number) => number} readsOf The tail takes 17, with chunks of 8 KiB.
 * @param {object} [how]
 * @param {Recipe} [how.recipe]
 * @param {ArchivePassword | null} [how.password]
 * @param {number} [how.chunkBytes] Of a read.
 * @param {() => Promise<Pick<Parameters<typeof processArchive>[0], 'destination'> & { store: CheckpointStore }>} [how.open] A
 *   destination for each turn; by default one in memory.
 */
export async function takeTurns(bytes, readsOf, { recipe = COPY, password = null, chunkBytes = 8 * 1024, open } = {}) {
  const inMemory = memoryDestination();
  const inMemoryStore = memoryStore();
  let bytesRead = 0;
  for (let turn = 0; turn < 500; turn++) {
    const { destination, store } = (await open?.()) ?? { destination: inMemory, store: inMemoryStore };
    const pause = new AbortController();
    let left = readsOf(turn);
    const source = memorySource(bytes, {
      chunkBytes,
      uri: '/in/x.csv.gz',
      failure: () => {
        bytesRead += chunkBytes;
        left -= 1;
        if (left <= 0) pause.abort();
        return null;
      },
    });
    try {
      const { manifest } = await processArchive({
        source,
        destination,
        recipe,
        password,
        turn: { pause: pause.signal, remainingMs: () => 0, store },
      });
      assert.equal(manifest?.status, 'complete');
      assert.deepEqual([inMemoryStore.bytes(), inMemory.live(), await store.read()], [null, 0, null]);
      inMemory.files.delete('x/_manifest.json');
      return { files: inMemory.files, turns: turn + 1, bytesRead, manifest };
    } catch (error) {
      assert.ok(error instanceof StoppedError, String(error));
    } finally {
      await destination.close();
    }
  }
  throw new Error('it never ends');
}
