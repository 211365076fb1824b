import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openArchive } from '../../src/archive/open-archive.js';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/checkpoint/checkpoint.js';
import { ArchiveError, CsvError, hasCode, StorageError } from '../../src/errors.js';
import { processEntry } from '../../src/job/entry.js';
import { HeldBytes } from '../../src/memory/held-bytes.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { FOUND } from '../support/reasons.js';
import { writeZip } from '../support/zip-writer.js';
import { CSV, memoryStore, ROWS, TABLE } from './fixture.js';

/** @import { EntryAttempt, EntryResult } from '../../src/job/entry.js' */

const STRICT = await compileRecipe({ entries: [{ match: '*.csv', csv: { badRecords: 'fail' } }] });
const MIB = 1024 ** 2;
const FULL = new StorageError('storage/disk-full', 'full');
const IDS = `id\n${ROWS.filter((_, id) => id % 5 !== 0)
  .map(row => row.replace(',x', ''))
  .join('')}`;

/**
 * Processes and publishes the entry of an archive.
 *
 * @param {Parameters<typeof writeZip>[0][number]} entry
 * @param {Partial<EntryAttempt> & Pick<EntryAttempt['job'], 'turn'> & { destination?: ReturnType<typeof memoryDestination>,
 *   claim?: () => Promise<void> }} [how]
 * @param {EntryAttempt['job']['recipe']} [recipe]
 * @returns {Promise<{ result: EntryResult, destination: ReturnType<typeof memoryDestination> }>}
 */
async function processOne(entry, { destination = memoryDestination(), claim, turn, ...how } = {}, recipe = CSV) {
  const source = memorySource(writeZip([entry]));
  const archive = await openArchive(source, recipe.limits);
  const processed = await processEntry({
    job: { source, destination, recipe, turn },
    archive,
    entry: archive.entries.get(0),
    memory: new HeldBytes(),
    maxDescribed: 3,
    load: null,
    pause: undefined,
    checkpoint: null,
    onProgress: () => {},
    ...how,
  });
  const noteClaim = async () => void destination.acts.push('claim');
  const result = processed.kind === 'ready' ? await processed.land(claim ?? noteClaim) : processed;
  // Streams close after their last event.
  await new Promise(resolve => setImmediate(resolve));
  assert.deepEqual([source.live(), destination.live()], [0, 0], 'nothing is left open');
  return { result, destination };
}

/** @param {{ count?: number }[]} lines Some stand for several records. */
const reasonsIn = lines => lines.reduce((sum, { count = 1 }) => sum + count, 0);

for (const method of [0, 8]) {
  test(`an entry (method ${method}) is published after the claim, the reasons and the rejected records first`, async () => {
    const { result, destination } = await processOne({ name: 'a.csv', content: TABLE, method });
    assert.equal(result.kind, 'published');
    assert.deepEqual(
      destination.acts.filter(act => !act.startsWith('create')),
      ['claim', 'commit _reasons/x/a.csv.jsonl', 'commit _rejected/x/a.csv', 'commit x/a.csv'],
    );
    const { status, output, rejected, reasons, bytesIn, bytesOut, records, badRecords } = result.outcome;
    assert.deepEqual(
      [status, output, rejected, reasons],
      ['written', 'memory/x/a.csv', 'memory/_rejected/x/a.csv', 'memory/_reasons/x/a.csv.jsonl'],
    );
    assert.deepEqual([bytesIn, bytesOut], [TABLE.length, IDS.length]);
    assert.deepEqual(records, { read: 40_000, written: 32_000, filtered: 0, bad: 8_000, skipped: 0 });
    assert.equal(badRecords.length, 3);
    const [head, ...lines] = linesOf(destination, '_reasons/x/a.csv.jsonl');
    assert.deepEqual(head, { entry: 'a.csv', dialect: FOUND, header: ['id', 'note'] });
    assert.equal(reasonsIn(lines), 8_000);
    assert.deepEqual(lines[1], {
      ...{ record: 6, byte: TABLE.indexOf('\n5,') + 1, code: 'csv/field-count', fields: 3 },
    });
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

test('an entry that is streamed is suspended or finished if the pause comes while its last records are edited in pieces', async () => {
  const any = Array.from({ length: 100 }, (_, index) => ({ field: 'id', gt: 10_000_000 + index }));
  const recipe = await compileRecipe({ entries: [{ match: '**', csv: { where: { any } } }] });
  const content = `id,note\n${`1,${'x'.repeat(2000)}\n`.repeat(300)}`;
  for (const [method, isResumable] of /** @type {const} */ ([
    [0, true],
    [8, true],
    [0, false],
    [8, false],
  ])) {
    const pause = new AbortController();
    const turn = { pause: pause.signal, remainingMs: () => 0, store: memoryStore() };
    const { result } = await processOne(
      { name: 'a.csv', content, method },
      {
        turn,
        pause: isResumable ? pause.signal : undefined,
        onProgress: ({ bytesIn }) => void (bytesIn === content.length && pause.abort()),
      },
      recipe,
    );
    assert.equal(pause.signal.aborted, true);
    assert.notEqual(result.kind, 'failed', `method ${method}`);
  }
});

test('an entry that fails publishes nothing, and its error is in the result', async () => {
  const { result, destination } = await processOne({ name: 'a.csv', content: TABLE, crc32: 1 });
  assert.ok(result.kind === 'failed' && result.error instanceof ArchiveError);
  assert.equal(result.error.code, 'archive/crc-mismatch');
  assert.deepEqual([result.outcome.output, result.outcome.rejected, destination.files.size], [null, null, 0]);
  assert.ok(!destination.acts.includes('claim'));
});

test('an entry whose records would not fit into the memory fails before anything of it is read or opened', async () => {
  const destination = memoryDestination();
  destination.memoryFor = () => ({ memoryBytes: 128 * MIB, plannedBytes: 128 * MIB - 100_000 });
  const recipe = await compileRecipe({ entries: [{ match: '*.csv', csv: {} }], limits: { maxRecordBytes: 50_000 } });
  const { result } = await processOne({ name: 'a.csv', content: TABLE }, { destination }, recipe);
  assert.ok(result.kind === 'failed' && hasCode(result.error, 'limit/memory'));
  assert.match(
    result.error.message,
    /^records of up to 50000 bytes \(limits\.maxRecordBytes\) take 129 MiB of memory, .* give the function more$/,
  );
  assert.deepEqual([destination.acts, result.outcome.bytesIn], [[], 0]);
  const copied = await processOne({ name: 'a.csv', content: TABLE }, { destination }, await compileRecipe());
  assert.equal(copied.result.kind, 'published');
});

test('a record that only the memory is too small for is limit/memory', async () => {
  const destination = memoryDestination();
  destination.memoryFor = () => ({ memoryBytes: 128 * MIB, plannedBytes: 127 * MIB });
  const content = `id,note\n1,${'x'.repeat(500_000)}\n`;
  const { result } = await processOne({ name: 'a.csv', content }, { destination }, STRICT);
  assert.ok(result.kind === 'failed' && hasCode(result.error, 'limit/memory'));
  assert.match(
    result.error.message,
    /^record 1 at byte 8 is longer than 419174 bytes \(all that 128 MiB of memory allow;/,
  );
  assert.equal(destination.files.size, 0);
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

test('a failed entry is over when its outputs are aborted, or released if it is to be tried again', async () => {
  for (const [failure, left] of /** @type {const} */ ([
    [new ArchiveError('archive/corrupt', 'final'), 'abort'],
    [FULL, 'release'],
  ])) {
    const destination = memoryDestination({
      fail(path, act) {
        if (act === 'create' && path.startsWith('_rejected')) throw failure;
      },
    });
    const { create } = destination;
    /** @type {string[]} */
    const ended = [];
    destination.create = async (path, options) => {
      const output = await create(path, options);
      const end = (/** @type {'abort' | 'release'} */ how) => async () => {
        for (let turns = 0; turns < 20; turns++) await new Promise(resolve => setImmediate(resolve));
        ended.push(how);
        await output[how]();
      };
      return { ...output, abort: end('abort'), release: end('release') };
    };
    const { result } = await processOne({ name: 'a.csv', content: TABLE }, { destination });
    assert.ok(result.kind === 'failed' && result.error === failure);
    assert.deepEqual(ended, [left]);
  }
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
  const { output, rejected, reasons } = result.outcome;
  assert.deepEqual([output, rejected, reasons], [null, 'memory/_rejected/x/a.csv', 'memory/_reasons/x/a.csv.jsonl']);
});

test('csv/too-many-bad: an entry beyond the limit publishes nothing; at the limit all of it', async () => {
  for (const [maxBad, method] of /** @type {const} */ ([
    [7_999, 0],
    ['19.9%', 8],
    ['auto', 0],
  ])) {
    const limited = await compileRecipe({ entries: [{ match: '*.csv', csv: { drop: ['note'], maxBad } }] });
    const { result, destination } = await processOne({ name: 'a.csv', content: TABLE, method }, {}, limited);
    assert.ok(result.kind === 'failed' && result.error instanceof CsvError);
    assert.equal(result.error.code, 'csv/too-many-bad');
    assert.match(
      result.error.message,
      /^8000 of \d+ records .*: 8000 have 3 fields instead of 2 \(first: record 1 at byte 8\);/,
    );
    assert.deepEqual([destination.files.size, destination.acts.includes('claim')], [0, false]);
    const { output, rejected, reasons, records } = result.outcome;
    assert.deepEqual([output, rejected, reasons, records.bad], [null, null, null, 8_000]);
  }
  const just = await compileRecipe({ entries: [{ match: '*.csv', csv: { drop: ['note'], maxBad: 8_000 } }] });
  assert.equal((await processOne({ name: 'a.csv', content: TABLE }, {}, just)).result.kind, 'published');
});

test('without bad records there is no reasons file; with other policies too there is none', async () => {
  for (const [content, badRecords] of /** @type {const} */ ([
    ['a,b\n1,2\n', 'quarantine'],
    ['a,b\n1,2\n3\n', 'keep'],
    ['a,b\n1,2\n3\n', 'skip'],
  ])) {
    const recipe = await compileRecipe({ entries: [{ match: '*.csv', csv: { badRecords } }] });
    const { result, destination } = await processOne({ name: 'a.csv', content }, {}, recipe);
    assert.deepEqual([result.kind, [...destination.files.keys()]], ['published', ['x/a.csv']]);
    assert.equal(result.outcome.reasons, null);
  }
});

test('an entry is suspended at any byte of its reasons, and they come out the same', async () => {
  const entry = { name: 'a.csv', content: TABLE, method: 0 };
  const whole = await processOne(entry);
  const destination = memoryDestination();
  /** @type {EntryAttempt['checkpoint']} */
  let checkpoint = null;
  let turns = 0;
  for (;;) {
    const pause = new AbortController();
    const { result } = await processOne(entry, {
      ...{ destination, checkpoint, pause: pause.signal },
      onProgress: () => pause.abort(),
    });
    turns += 1;
    if (result.kind !== 'suspended') break;
    const { reasons } = result.suspended;
    assert.ok(reasons && reasons.rest.length > 1_000);
    const saved = { ...result.suspended, archive: { uri: '', etag: '', versionId: null }, recipeSha256: '' };
    checkpoint = decodeCheckpoint(Buffer.concat(encodeCheckpoint(saved)));
  }
  assert.ok(turns > 2, `${turns} turns`);
  for (const path of ['x/a.csv', '_rejected/x/a.csv', '_reasons/x/a.csv.jsonl']) {
    assert.deepEqual(destination.files.get(path), whole.destination.files.get(path), path);
  }
});

test('an entry that an older version has suspended is resumed: counts get the members that it lacks', async () => {
  const destination = memoryDestination();
  const pause = new AbortController();
  const entry = { name: 'a.csv', content: TABLE, method: 0 };
  const first = await processOne(entry, { destination, pause: pause.signal, onProgress: () => pause.abort() });
  assert.ok(first.result.kind === 'suspended');
  const { outcome, engine, output, rejected } = first.result.suspended;
  const { reasons: _, dialect, missing, records, dates, where, ...older } = outcome;
  const { skipped, ...counted } = records;
  const { bad, ...blocks } = /** @type {any} */ (engine.blocks);
  /** @type {any} */
  const checkpoint = {
    ...{ outcome: { ...older, records: counted }, engine: { ...engine, blocks }, output, rejected },
    ...{ archive: { uri: '', etag: '', versionId: null }, recipeSha256: '' },
  };
  const { result } = await processOne(entry, { destination, pause: new AbortController().signal, checkpoint });
  assert.equal(result.kind, 'published');
  assert.deepEqual(result.outcome.records, { read: 40_000, written: 32_000, filtered: 0, bad: 8_000, skipped: 0 });
  assert.deepEqual([result.outcome.missing, result.outcome.dialect], [[], FOUND]);
  assert.deepEqual([result.outcome.dates, result.outcome.where], [{ formatted: 0, unparsed: 0 }, { unparsed: 0 }]);
  assert.equal(String(destination.files.get('x/a.csv')), IDS);
  const [, ...reasons] = linesOf(destination, '_reasons/x/a.csv.jsonl');
  assert.equal(reasonsIn(reasons), 8_000 - counted.bad, 'the reasons from there on');
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

/**
 * @param {ReturnType<typeof memoryDestination>} destination
 * @param {string} path
 */
function linesOf({ files }, path) {
  const lines = String(files.get(path)).split('\n');
  assert.equal(lines.pop(), '');
  return lines.map(line => JSON.parse(line));
}
