import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { StoppedError } from '../../src/errors.js';
import { processArchive } from '../../src/job/archive.js';
import { unlikeBytes } from '../destination/fixture.js';
import { COPY, memoryStore } from '../job/fixture.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeTar } from '../support/tar-writer.js';

test('a turn that ends when all entries are done, but outdated outputs are left, keeps what it knows of the archive', async () => {
  const content = unlikeBytes(400_000);
  const bytes = gzipSync(writeTar([{ name: 'a', content }]));
  const [destination, store] = [memoryDestination(), memoryStore()];
  let read = 0;
  /** @param {() => boolean} isDue */
  const turn = isDue => {
    const pause = new AbortController();
    const source = memorySource(bytes, {
      uri: '/somewhere/x.tar.gz',
      chunkBytes: 8192,
      failure() {
        read += 8192;
        if (isDue()) pause.abort();
        return null;
      },
    });
    destination.files.set = (path, file) => {
      if (path === 'x/a') pause.abort();
      return Map.prototype.set.call(destination.files, path, file);
    };
    return processArchive({
      source,
      destination,
      recipe: COPY,
      turn: { pause: pause.signal, remainingMs: () => 0, store },
    });
  };
  // The second time it is read, so that the entry is suspended. Outputs of bad records may be left from it.
  await assert.rejects(
    turn(() => read > bytes.length * 1.7),
    StoppedError,
  );
  assert.equal(destination.files.has('x/a'), false);
  await assert.rejects(
    turn(() => false),
    StoppedError,
  );
  assert.ok(destination.files.get('x/a')?.equals(content));
  read = 0;
  const { manifest } = await turn(() => false);
  assert.deepEqual([manifest?.status, store.bytes()], ['complete', null]);
  // Its end was, where a zip would have its directory.
  assert.ok(read < bytes.length / 2, `${read} bytes were read again`);
});
