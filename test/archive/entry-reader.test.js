import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { openArchive } from '../../src/archive/open-archive.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { copyStage, LIMITS } from './read-archive.js';

const MIXED = Buffer.from(`${randomBytes(700_001).toString('hex')}${'one,two,three\n'.repeat(30_000)}`);

test('bytes behind an entry may arrive late, and in a chunk of their own', { timeout: 300_000 }, async () => {
  const archive = writeZip([{ name: 'a', content: MIXED, descriptor: 'signed' }]);
  const dataEnd = 30 + 'a'.length + deflateRawSync(MIXED).length;
  const source = memorySource(archive);
  const { read } = source;
  source.read = (start, end) =>
    start === 0 && end > dataEnd ? Readable.from(late(archive, dataEnd, end)) : read(start, end);
  const { entries, readRaw, releaseEntry } = await openArchive(source, LIMITS);
  const entry = entries.get(0);
  /** @param {AsyncIterable<Buffer>} chunks */
  const slowly = async chunks => {
    const content = await buffer(chunks);
    // A destination takes its time to commit.
    await setTimeout(3 * LATE_MS);
    return content;
  };
  /** @type {any[]} */
  const stages = [readRaw(entry), copyStage(entry), slowly];
  assert.deepEqual(await pipeline(stages), MIXED);
  releaseEntry();
});

test('an entry whose bytes cannot be read fails with the error of the range, from any position', async () => {
  const source = memorySource(writeZip([{ name: 'a', content: MIXED }]));
  const { entries, readRaw, releaseEntry } = await openArchive(source, LIMITS);
  // As the ranges of a job that has been stopped: destroyed as soon as they are opened.
  source.read = () => new Readable({ read() {} }).destroy(new Error('stopped'));
  for (const position of [0, 1000]) {
    const raw = readRaw(entries.get(0), position);
    // The job may not read at once.
    await setTimeout(1);
    await assert.rejects(buffer(raw), { message: 'stopped' });
    releaseEntry();
  }
});

/**
 * @param {Buffer} archive
 * @param {number} dataEnd
 * @param {number} end
 */
async function* late(archive, dataEnd, end) {
  yield archive.subarray(0, 100);
  yield archive.subarray(100, dataEnd);
  await setTimeout(LATE_MS);
  yield archive.subarray(dataEnd, end);
}

const LATE_MS = 100;
