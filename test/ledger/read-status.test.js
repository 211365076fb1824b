import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pendingOutcome } from '../../src/entry-outcome.js';
import { StorageError } from '../../src/errors.js';
import { openLedger } from '../../src/ledger/open-ledger.js';
import { Outcomes } from '../../src/ledger/outcomes.js';
import { readStatus } from '../../src/ledger/read-status.js';
import { addressesOf } from '../../src/output-paths.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { COPY, work } from './fixture.js';

const PATH = 'x/_manifest.json';

test('the status of a manifest stands before its entries, wherever its bytes are cut', async () => {
  const destination = memoryDestination();
  assert.equal(await readStatus(destination, 'x'), null);
  for (const [names, status] of [
    ['ab', 'complete'],
    ['aB', 'partial'],
  ]) {
    await work(destination, names, names);
    for (const length of [1, 7, 1000]) {
      readInChunks(destination, length);
      assert.equal(await readStatus(destination, 'x'), status);
    }
  }
});

/** @type {[title: string, text: string][]} */
const OTHERS = [
  ['an empty file', ''],
  ['rubbish', 'rubbish'],
  ['an empty object', '{}'],
  ['a manifest on one line', '{"version":1,"status":"unfinished","entries":[]}'],
  ['what is damaged before its entries', '{,\n  "entries": ['],
  ['something that has no end', 'x'.repeat(1 << 21)],
];
for (const [title, text] of OTHERS) {
  test(`${title} has no such status`, async () => {
    const destination = memoryDestination();
    destination.files.set(PATH, Buffer.from(text));
    readInChunks(destination, 1 << 16);
    assert.equal(await readStatus(destination, 'x'), null);
  });
}

test('a job that stops in a folder reads no entry of its own claim', async () => {
  const destination = memoryDestination();
  const job = { source: memorySource(Buffer.of(), { etag: '1' }), destination, recipe: COPY };
  const opening = await openLedger(job);
  assert.ok(opening.kind === 'open');
  const outcomes = new Outcomes(addressesOf(destination, 'x'));
  for (let index = 0; index < 500; index++) {
    outcomes.push(pendingOutcome(/** @type {any} */ ({ name: `${index}`, bytes: 1, crc32: 1 }), 'copy'));
  }
  opening.ledger.begin(outcomes);
  await opening.ledger.claim();
  const seen = readInChunks(destination, 1 << 10);
  const full = new StorageError('storage/failed', 'the disk is full');
  await assert.rejects(opening.ledger.closeAfter(full), full);
  assert.ok(/** @type {Buffer} */ (destination.files.get(PATH)).length > 100_000);
  assert.deepEqual(seen, { reads: 1, bytes: 1 << 10 });
});

/**
 * @param {ReturnType<typeof memoryDestination>} destination From here on it reads files chunk by chunk.
 * @param {number} length Of a chunk.
 * @returns {{ reads: number, bytes: number }} What was read of its files.
 */
function readInChunks(destination, length) {
  const seen = { reads: 0, bytes: 0 };
  destination.read = async (path, consume) => {
    const bytes = destination.files.get(path);
    if (bytes === undefined) return null;
    seen.reads += 1;
    const chunks = async function* () {
      for (let start = 0; start < bytes.length; start += length) {
        const chunk = bytes.subarray(start, start + length);
        seen.bytes += chunk.length;
        yield chunk;
      }
    };
    return consume(chunks());
  };
  return seen;
}
