import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openArchive } from '../../src/archive/open-archive.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { LIMITS } from './read-archive.js';

test('the event loop has turns while the local headers of very many entries are read from memory', async t => {
  const turns = async (/** @type {number} */ size, /** @type {string} */ comment) => {
    const entries = Array.from({ length: size }, (_, index) => ({ name: String(index), method: 0 }));
    const source = memorySource(writeZip(entries, { comment }));
    let count = 0;
    const next = () => {
      count += 1;
      immediate = setImmediate(next);
    };
    let immediate = setImmediate(next);
    t.after(() => clearImmediate(immediate));
    await openArchive(source, LIMITS);
    clearImmediate(immediate);
    return count;
  };
  // Of a comment that is shorter, no local headers are read.
  const [few, many] = [await turns(2000, ''), await turns(2000, 'x'.repeat(60_000))];
  assert.ok(many >= few + 10, `${many} turns, and ${few} with a short comment`);
});
