import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openArchive } from '../../src/archive/open-archive.js';
import { ArchiveError, StorageError } from '../../src/errors.js';
import { processEntry } from '../../src/job/entry.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { CSV, ROWS, TABLE } from './fixture.js';

/** @import { EntryAttempt } from '../../src/job/entry.js' */

const STRICT = await compileRecipe({ entries: [{ match: '*.csv', csv: { badRecords: 'fail' } }] });
const FULL = new StorageError('storage/disk-full', 'full');
const IDS = `id\n${ROWS.filter((_, id) => id % 5 !== 0)
  .map(row => row.replace(',x', ''))
  .join('')}`;

/**
 * @param {Parameters<typeof writeZip>[0][number]} entry
 * @param {Partial<EntryAttempt> & { destination?: ReturnType<typeof memoryDestination> }} [how]
 * @param {EntryAttempt['job']['recipe']} [recipe]
 */
async function processOne(entry, { destination = memoryDestination(), ...how } = {}, recipe = CSV) {
  const source = memorySource(writeZip([entry]));
  const archive = await openArchive(source, recipe.limits);
  const result = await processEntry({
    job: { source, destination, recipe },
    archive,
    entry: archive.entries.get(0),
    claim: async () => void destination.acts.push('claim'),
    maxDescribed: 3,
    pause: undefined,
    checkpoint: null,
    onProgress: () => {},
    ...how,
  });
  // Streams close after their last event.
  await new Promise(resolve => setImmediate(resolve));
  assert.deepEqual([source.live(), destination.live()], [0, 0], 'nothing is left open');
  return { result, destination };
}

for (const method of [0, 8]) {
  test(`an entry (method ${method}) is published after the claim, the rejected records first`, async () => {
    const { result, destination } = await processOne({ name: 'a.csv', content: TABLE, method });
    assert.equal(result.kind, 'published');
    assert.deepEqual(
      destination.acts.filter(act => !act.startsWith('create')),
      ['claim', 'commit _rejected/x/a.csv', 'commit x/a.csv'],
    );
    const { status, output, rejected, bytesIn, bytesOut, records, badRecords } = result.outcome;
    assert.deepEqual([status, output, rejected], ['written', 'memory/x/a.csv', 'memory/_rejected/x/a.csv']);
    assert.deepEqual([bytesIn, bytesOut], [TABLE.length, IDS.length]);
    assert.deepEqual(records, { read: 40_000, written: 32_000, filtered: 0, bad: 8_000 });
    assert.equal(badRecords.length, 3);
    assert.equal(String(destination.files.get('x/a.csv')), IDS);
  });
}

test('an entry that is asked to pause is suspended, claims and publishes nothing, and is resumed at the next byte', async () => {
  const destination = memoryDestination();
  const pause = new AbortController();
  const entry = { name: 'a.csv', content: TABLE, method: 0 };
  const onProgress = () => pause.abort();
  const first = await processOne(entry, { destination, pause: pause.signal, onProgress });
  assert.ok(first.result.kind === 'suspended');
  const { outcome, suspended } = first.result;
  assert.ok(outcome.status === 'pending' && outcome.bytesIn > 0 && outcome.bytesIn < TABLE.length);
  assert.deepEqual([destination.files.size, destination.acts.includes('claim')], [0, false]);

  const archive = { uri: '', etag: '', versionId: null };
  /** @type {number[]} */
  const counted = [];
  const second = await processOne(entry, {
    destination,
    pause: new AbortController().signal,
    checkpoint: { ...suspended, outcome: structuredClone(outcome), archive, recipeSha256: '' },
    onProgress: counts => counted.push(counts.bytesIn),
  });
  assert.equal(second.result.kind, 'published');
  assert.ok(counted[0] > outcome.bytesIn, 'it starts behind what was suspended');
  assert.equal(second.result.outcome.records.read, 40_000);
  assert.equal(String(destination.files.get('x/a.csv')), IDS);
});

test('an entry that fails publishes nothing, and its error is in the result', async () => {
  const { result, destination } = await processOne({ name: 'a.csv', content: TABLE, crc32: 1 });
  assert.ok(result.kind === 'failed' && result.error instanceof ArchiveError);
  assert.equal(result.error.code, 'archive/crc-mismatch');
  assert.deepEqual([result.outcome.output, result.outcome.rejected, destination.files.size], [null, null, 0]);
  assert.ok(!destination.acts.includes('claim'));
});

test('an entry that fails in its first step has reported the bytes of that step', async () => {
  /** @type {number[]} */
  const counted = [];
  const onProgress = (/** @type {{ bytesIn: number }} */ { bytesIn }) => void counted.push(bytesIn);
  const content = `id,note\n"a"b,x\n${'1,x\n'.repeat(50_000)}`;
  const { result } = await processOne({ name: 'a.csv', content }, { onProgress }, STRICT);
  assert.equal(result.kind, 'failed');
  assert.ok(result.outcome.bytesIn > 0);
  assert.equal(counted.at(-1), result.outcome.bytesIn);
});

test('an entry that may not be published is not', async () => {
  const claim = () => Promise.reject(FULL);
  const { result, destination } = await processOne({ name: 'a.csv', content: TABLE }, { claim });
  assert.ok(result.kind === 'failed' && result.error === FULL);
  assert.equal(destination.files.size, 0);
});

test('if only its rejected records were published, the outcome says so', async () => {
  const destination = memoryDestination({
    fail(path, act) {
      if (act === 'commit' && path === 'x/a.csv') throw FULL;
    },
  });
  const { result } = await processOne({ name: 'a.csv', content: TABLE }, { destination });
  assert.ok(result.kind === 'failed' && result.error === FULL);
  const { output, rejected } = result.outcome;
  assert.deepEqual([output, rejected], [null, 'memory/_rejected/x/a.csv']);
});

test('an output that cannot be opened fails the entry', async () => {
  const destination = memoryDestination({
    fail(_path, act) {
      if (act === 'create') throw FULL;
    },
  });
  const { result } = await processOne({ name: 'a.csv', content: TABLE }, { destination });
  assert.ok(result.kind === 'failed' && result.error === FULL);
});
