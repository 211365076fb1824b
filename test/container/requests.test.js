import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { readEndsEarly } from '../../src/archive/early-ends.js';
import { openContainer } from '../../src/container/open-container.js';
import { unlikeBytes } from '../destination/fixture.js';
import { COPY } from '../job/fixture.js';
import { memorySource } from '../support/memory-source.js';
import { tarHeader, writeTar } from '../support/tar-writer.js';
import { writeZip } from '../support/zip-writer.js';
import { extract } from './fixture.js';

/** @import { ByteSource } from '../../src/archive/read-ahead.js' */

const MIB = 1024 ** 2;
const OPTIONS = { limits: COPY.limits, uri: '/x' };

/** @param {ByteSource} source */
function counted(source) {
  /** @type {[start: number, end: number][]} */
  const ranges = [];
  return {
    ranges,
    ...source,
    /** @type {ByteSource['read']} */
    read(start, end) {
      ranges.push([start, end]);
      return source.read(start, end);
    },
  };
}

test('a zip costs no request for being told apart', async () => {
  const zip = writeZip([{ name: 'a', content: unlikeBytes(300_000), method: 0 }]);
  const source = counted(memorySource(zip));
  const { entries } = await openContainer(source, OPTIONS);
  assert.equal(entries.length, 1);
  assert.equal(source.ranges.length, 1);
});

test('a directory in front of the tail is read where it is looked for, and a long one in one more request', async () => {
  for (const [count, requests] of /** @type {[number, number][]} */ ([
    [3_000, 2],
    [6_000, 3],
  ])) {
    const written = Array.from({ length: count }, (_, index) => ({ name: `${index}`.padStart(30, 'n'), content: '' }));
    const zip = writeZip(written);
    const source = counted(memorySource(zip));
    const { entries } = await openContainer(source, { ...OPTIONS, limits: { ...OPTIONS.limits, maxEntries: count } });
    assert.deepEqual(
      Array.from(entries, ({ name }) => name),
      written.map(({ name }) => name),
    );
    assert.equal(source.ranges.length, requests);
    const bytes = source.ranges.reduce((sum, [start, end]) => sum + end - start, 0);
    assert.ok(bytes < count * 76 + 200_000, `${bytes} bytes`);
  }
});

test('of another format that is named zip, the early bytes are let go as soon as it is known', async () => {
  const tar = writeTar([{ name: 'large', content: unlikeBytes(3 * MIB) }]);
  for (const bytes of [tar, gzipSync(tar)]) {
    const source = readEndsEarly(memorySource(bytes));
    /** @type {number[]} */
    const takenFrom = [];
    const { atHand, letGo } = source.early;
    let isLetGo = false;
    source.early.atHand = (start, end) => {
      if (!isLetGo) takenFrom.push(start);
      return atHand(start, end);
    };
    source.early.letGo = () => {
      isLetGo = true;
      letGo();
    };
    const { kind, close } = await openContainer(source, OPTIONS);
    assert.notEqual(kind, 'zip');
    assert.ok(isLetGo);
    assert.equal(takenFrom.filter(start => start === 0).length, 1, 'the first record, by which it is known');
    close();
  }
});

test('many small entries of a tar are listed in a few requests, and read in a few', async () => {
  const files = Array.from({ length: 3000 }, (_, index) => ({ name: `${index}`, content: 'x'.repeat(index % 900) }));
  const tar = writeTar(files);
  const source = counted(memorySource(tar));
  const { entries, readWhole } = await openContainer(source, OPTIONS);
  assert.equal(entries.length, 3000);
  assert.ok(source.ranges.length <= 10, `${source.ranges.length}`);
  for (const entry of entries) assert.equal((await readWhole(entry)).length, entry.bytes);
  assert.ok(source.ranges.length <= 10 + Math.ceil(tar.length / MIB) + 1, `${source.ranges.length}`);
});

test('a tar is listed without reading its large entries, of any size', async () => {
  const size = 9 * 1024 ** 3 + 5;
  const base256 = Buffer.alloc(12);
  base256.writeBigUInt64BE(BigInt(size), 4);
  base256[0] = 0x80;
  const padded = Math.ceil(size / 512) * 512;
  const headers = [tarHeader({ name: 'large', size: base256 }), tarHeader({ name: 'larger', size: base256 })];
  const bytes = 2 * (512 + padded) + 1024;
  let read = 0;
  /** Zeros but for two headers. @type {ByteSource} */
  const source = {
    bytes,
    read(start, end) {
      read += end - start;
      const block = Buffer.alloc(end - start);
      headers.forEach((header, index) => {
        const at = index * (512 + padded) - start;
        if (at > -512 && at < block.length) header.copy(block, Math.max(0, at), Math.max(0, -at));
      });
      return Readable.from([block]);
    },
  };
  const { entries } = await openContainer(source, OPTIONS);
  assert.deepEqual(
    Array.from(entries, ({ name, bytes, start }) => [name, bytes, start]),
    [
      ['large', size, 512],
      ['larger', size, 1024 + padded],
    ],
  );
  assert.ok(read < MIB, `${read} bytes`);
});

test('a tar.gz is inflated twice, and no more, whatever entries it has', async () => {
  const tar = writeTar([
    ...Array.from({ length: 300 }, (_, index) => ({ name: `small/${index}`, content: unlikeBytes(2000 + index) })),
    { name: 'large', content: unlikeBytes(3 * MIB) },
    ...Array.from({ length: 100 }, (_, index) => ({ name: `later/${index}`, content: unlikeBytes(50_000) })),
    { name: 'large too', content: unlikeBytes(2 * MIB) },
  ]);
  const gzip = gzipSync(tar);
  let read = 0;
  const chunkBytes = 16 * 1024;
  const failure = () => {
    read += chunkBytes;
    return null;
  };
  const { status, files } = await extract(gzip, { from: { chunkBytes, failure, uri: '/somewhere/x.tar.gz' } });
  assert.deepEqual([status, Object.keys(files).length], ['complete', 402]);
  assert.ok(read < 2 * gzip.length + 0.3 * MIB, `${read} of ${gzip.length} bytes`);
});

test('ranges of an inflated source are right in any order, also when one is given up', async () => {
  const content = unlikeBytes(24 * MIB);
  const source = memorySource(gzipSync(content, { level: 1 }));
  const { content: inflated, close } = await openContainer(source, OPTIONS);
  assert.equal(inflated.bytes, content.length);
  for (const start of [23 * MIB, 5, 12 * MIB, 12 * MIB + 7, 0, 19 * MIB, 22 * MIB]) {
    const parts = [];
    for await (const chunk of inflated.read(start, start + 300_000)) parts.push(chunk);
    assert.ok(Buffer.concat(parts).equals(content.subarray(start, start + 300_000)), `${start}`);
    const givenUp = inflated.read(start + MIB / 2, start + MIB);
    for await (const _ of givenUp) break;
  }
  const several = await Promise.all([9, 20, 2].map(at => inflated.read(at * MIB, at * MIB + 1000).toArray()));
  assert.deepEqual(
    several.map(parts => Buffer.concat(parts)),
    [9, 20, 2].map(at => content.subarray(at * MIB, at * MIB + 1000)),
  );
  close();
  await setImmediate();
  assert.equal(source.live(), 0);
});
