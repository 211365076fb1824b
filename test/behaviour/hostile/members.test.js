import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { GzipStream } from '../../../src/container/gzip-stream.js';
import { InflatedSource } from '../../../src/container/inflated-source.js';
import { processArchive } from '../../../src/job/archive.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { memoryDestination } from '../../support/memory-destination.js';
import { memorySource } from '../../support/memory-source.js';
import { writeZip } from '../../support/zip-writer.js';

/** @import { SeekPoint } from '../../../src/container/gzip-stream.js' */

const MEMBERS = Array.from({ length: 256 }, (_, byte) => gzipSync(Buffer.of(byte)));
/** @param {Buffer} content */
const inMembers = content => Buffer.concat(Array.from(content, byte => MEMBERS[byte]));
const LONG = 'n'.repeat(20_000);

// Such a file takes twenty times as many bytes as what it holds. To join its bytes one by one took the square of them.
suite('a gzip file that has a member for each byte', () => {
  for (const [code, what, content] of /** @type {const} */ ([
    ['archive/truncated', 'a gzip header', Buffer.from(`\x1f\x8b\b\b\0\0\0\0\0\x03${LONG}`, 'latin1')],
    [
      'archive/unsafe-name',
      'a zip',
      writeZip([{ name: LONG, content: 'x', extra: Buffer.alloc(20_000), comment: LONG }]),
    ],
  ])) {
    test(`${code}: ${what} in it is joined from pieces of kilobytes`, async t => {
      const source = memorySource(inMembers(content), { uri: '/somewhere/a.gz.gz' });
      const recipe = await compileRecipe({ entries: [{ match: '**', archive: true }] });
      const { concat } = Buffer;
      let joined = 0;
      t.mock.method(Buffer, 'concat', (/** @type {Uint8Array[]} */ list, /** @type {number} */ length) => {
        for (const each of list) joined += each.length;
        return concat(list, length);
      });
      const { manifest } = await processArchive({ source, destination: memoryDestination(), recipe });
      const codes = Array.from(manifest?.entries ?? [], ({ error }) => error?.code).filter(Boolean);
      assert.deepEqual(codes, [code]);
      assert.ok(joined < 100 * content.length, `${joined} bytes were joined`);
    });
  }

  test('is read in pieces of kilobytes, from any place on, and the event loop gets its turns', async () => {
    const content = Buffer.from(Array.from({ length: 40_000 }, (_, index) => index % 251));
    const packed = memorySource(inMembers(content));
    const source = new InflatedSource(
      (engine, /** @type {SeekPoint | null} */ from) =>
        new GzipStream({ source: packed, engine, verifies: false, from }),
      content.length,
    );
    let turns = 0;
    let next = setImmediate(function count() {
      turns += 1;
      next = setImmediate(count);
    });
    for (const [start, end] of [
      [0, 40_000],
      [17, 30_001],
      [39_990, 40_000],
    ]) {
      /** @type {Buffer[]} */
      const chunks = [];
      for await (const chunk of source.read(start, end)) chunks.push(chunk);
      assert.ok(Buffer.concat(chunks).equals(content.subarray(start, end)), `${start} to ${end}`);
      assert.ok(chunks.length <= 1 + (end - start) / 4096, `${chunks.length} chunks`);
    }
    clearImmediate(next);
    assert.ok(turns > 150, `${turns} turns`);
    source.close();
  });
});
