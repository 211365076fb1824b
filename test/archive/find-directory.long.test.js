import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openArchive } from '../../src/archive/open-archive.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

test('exactly 65,535 entries are read, with a zip64 end record and without one', { timeout: 300_000 }, async () => {
  const entries = Array.from({ length: 65_535 }, (_, index) => ({ name: String(index), raw: Buffer.alloc(0) }));
  const limits = { maxEntries: 100_000, maxRatio: 500, maxTotalBytes: 1e9, maxRecordBytes: 1e6 };
  for (const zip64 of [true, false]) {
    const archive = await openArchive(memorySource(writeZip(entries, { zip64 })), limits);
    assert.equal(archive.entries.length, 65_535);
  }
});
