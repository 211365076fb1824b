import assert from 'node:assert/strict';
import { appendFile, chmod, mkdtemp, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { StoppedError } from '../../src/errors.js';
import { markWhole, releaseChunk } from '../../src/memory/chunk-memory.js';
import { CHUNK_BYTES } from '../../src/memory/memory-plan.js';
import { openSource } from '../../src/source/open-source.js';
import fc, { caseCount } from '../support/fast-check.js';

/** @import { TestContext } from 'node:test' */

const CONTENT = Buffer.from(Uint32Array.from({ length: 200_000 }, (_, index) => index * 2_654_435_761).buffer);

/**
 * @param {TestContext} t
 * @param {string} [name]
 */
async function archive(t, name = 'some.zip') {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-file-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, name);
  await writeFile(path, CONTENT);
  return path;
}

test('a file is a source: its size, etag, output folder and bytes', async t => {
  const path = await archive(t, 'My Archive.ZIP');
  const source = await openSource(path);
  const { size, mtimeNs } = await stat(path, { bigint: true });
  const { uri, outputFolder, bytes, etag, versionId } = source;
  assert.deepEqual(
    { uri, outputFolder, bytes, etag, versionId },
    {
      uri: path,
      outputFolder: 'My Archive',
      bytes: CONTENT.length,
      etag: `${size}-${mtimeNs}`,
      versionId: null,
    },
  );
  assert.deepEqual(await buffer(source.read(0, CONTENT.length)), CONTENT);
  assert.equal(source.remove, undefined);
  assert.equal(source.tag, undefined);
  await source.close();
});

test('its time is that of its last modification', async t => {
  const path = await archive(t, 'x.zip');
  const time = new Date('2020-02-03T04:05:06Z');
  await utimes(path, time, time);
  const source = await openSource(path);
  assert.deepEqual(source.lastModified, time);
  await source.close();
});

test('a chunk that was released holds the next one', async t => {
  const source = await openSource(await archive(t));
  const buffers = [];
  for (const start of [0, CHUNK_BYTES]) {
    const [chunk] = await source.read(start, start + CHUNK_BYTES).toArray();
    assert.deepEqual(chunk, CONTENT.subarray(start, start + CHUNK_BYTES));
    buffers.push(chunk.buffer);
    releaseChunk(markWhole(chunk));
  }
  assert.equal(buffers[1], buffers[0]);
  await source.close();
});

test('any range gives the same bytes, also several concurrently', async t => {
  const source = await openSource(await archive(t));
  const position = fc.nat(CONTENT.length);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(position, position), { maxLength: 5 }), async pairs => {
      await Promise.all(
        pairs.map(async ([a, b]) => {
          const [start, end] = [Math.min(a, b), Math.max(a, b)];
          const bytes = await buffer(source.read(start, end));
          assert.ok(bytes.equals(CONTENT.subarray(start, end)));
        }),
      );
    }),
    { numRuns: caseCount(50) },
  );
  await source.close();
});

test('renaming another file over it has no effect', async t => {
  const path = await archive(t);
  const source = await openSource(path);
  await writeFile(`${path}.new`, 'something else');
  await rename(`${path}.new`, path);
  assert.ok((await buffer(source.read(0, CONTENT.length))).equals(CONTENT));
  await source.close();
});

test('a file that is written, cut or touched while it is read is archive/changed', async t => {
  /** @type {((path: string) => Promise<void>)[]} */
  const changes = [
    path => appendFile(path, 'x'),
    path => truncate(path, 300_000),
    path => truncate(path, CONTENT.length - 1),
    path => utimes(path, 1, 1),
  ];
  for (const change of changes) {
    const path = await archive(t);
    const source = await openSource(path);
    await change(path);
    await assert.rejects(buffer(source.read(0, CONTENT.length)), { name: 'ArchiveError', code: 'archive/changed' });
    await source.close();
  }
});

test('each path that is not a file has its own error', async t => {
  const path = await archive(t);
  await assert.rejects(openSource(`${path}.missing`), { name: 'StorageError', code: 'storage/not-found' });
  await assert.rejects(openSource(`${path}/x`), { name: 'StorageError', code: 'storage/name-in-the-way' });
  await assert.rejects(openSource(tmpdir()), { name: 'UsageError', code: 'usage/not-a-file' });
  await assert.rejects(openSource('/dev/null'), { name: 'UsageError', code: 'usage/not-a-file' });
});

test('an unreadable file is storage/access-denied', {
  skip: process.getuid?.() === 0 && 'root may read everything',
}, async t => {
  const path = await archive(t);
  await chmod(path, 0);
  await assert.rejects(openSource(path), { name: 'StorageError', code: 'storage/access-denied' });
});

test('a read can be destroyed at any time', { timeout: 60_000 }, async t => {
  const source = await openSource(await archive(t));
  source.read(0, 100).destroy();
  const reader = source.read(0, CONTENT.length);
  for await (const _ of reader) break;
  assert.equal(reader.destroyed, true);
  await source.close();
});

test('closing destroys the reads that are under way, and may be repeated', { timeout: 60_000 }, async t => {
  const source = await openSource(await archive(t));
  const reader = source.read(0, CONTENT.length);
  reader.once('data', () => reader.pause());
  await new Promise(resolve => reader.once('pause', resolve));
  await source.close();
  await source.close();
  assert.equal(reader.destroyed, true);
});

test('a signal stops the reads with a StoppedError, later ones as well', { timeout: 60_000 }, async t => {
  const stop = new AbortController();
  const source = await openSource(await archive(t), { signal: stop.signal });
  const reading = buffer(source.read(0, CONTENT.length));
  stop.abort();
  await assert.rejects(reading, StoppedError);
  await assert.rejects(buffer(source.read(0, 10)), StoppedError);
  await source.close();
});
