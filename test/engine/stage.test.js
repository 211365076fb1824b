import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { RFC_4180 } from '../../src/csv/dialect.js';
import { engineStage } from '../../src/engine/stage.js';
import { pendingOutcome } from '../../src/entry-outcome.js';
import { releaseChunk } from '../../src/memory/chunk-memory.js';
import { KEYED, ruleOf } from '../csv/edit-entry.js';
import { randomOf } from '../support/random.js';
import { drawEntry, inOneGo, inTurns } from './stage-turns.js';

// More by hand: STAGE_ENTRIES=5000 STAGE_SEED=7 node test/engine/stage.test.js
const ENTRIES = Number(process.env.STAGE_ENTRIES ?? 120);
const SEED = Number(process.env.STAGE_SEED ?? 1);

test('an entry that is suspended at any of its bytes, over any number of turns, gives the same as in one go', {
  timeout: 300_000 * Math.max(1, ENTRIES / 120),
}, async () => {
  const random = randomOf(SEED);
  const seen = { turns: 0, rejected: 0, failed: 0 };
  for (let index = 0; index < ENTRIES; index += 1) {
    const seed = random.next();
    const entry = drawEntry(seed);
    const [whole, { turns, ...parts }] = [await inOneGo(entry), await inTurns(entry, random)];
    const what = `entry ${seed}, after ${turns} turns`;
    // Of two errors, the chunks decide which one comes first.
    const isWrongTwice = entry.entry.crc32 === 1 && whole.error !== null;
    if (isWrongTwice) assert.notEqual(parts.error, null, what);
    else assert.equal(parts.error, whole.error, what);
    seen.turns += turns;
    seen.rejected += Number(whole.rejected.length > 0);
    seen.failed += Number(whole.error !== null);
    // The output of an entry that failed is thrown away.
    if (whole.error !== null) continue;
    assert.ok(parts.output.equals(whole.output), what);
    assert.ok(parts.rejected.equals(whole.rejected), what);
    assert.ok(parts.reasons.equals(whole.reasons), what);
    assert.deepEqual(parts.counts, whole.counts, what);
  }
  assert.ok(
    seen.turns > 3 * ENTRIES && seen.rejected > ENTRIES / 20 && seen.failed > ENTRIES / 50,
    `${JSON.stringify(seen)}`,
  );
  if (process.env.STAGE_ENTRIES) console.log(`${ENTRIES} entries`, seen);
});

test('every turn makes progress, even if it is paused at every byte of a header', async () => {
  const entry = drawEntry(1135923131);
  const always = { ...randomOf(1), pick: (/** @type {readonly any[]} */ items) => items[0], below: () => 0 };
  const [whole, { turns, ...parts }] = [await inOneGo(entry), await inTurns(entry, always)];
  assert.deepEqual(parts, whole);
  assert.ok(turns > 2, `${turns} turns`);
});

test('a timer can pause an entry without any output, in the middle of a chunk that inflates to very many bytes', async () => {
  const content = Buffer.from(`a,b\n${'1,\n'.repeat(10_000_000)}1,2\n`);
  const compressed = deflateRawSync(content);
  const entry = entryOf(content, compressed);
  const csv = { ...EVERY_FIELD, require: ['b'] };
  const outcome = pendingOutcome(entry, 'csv');
  const limits = /** @type {any} */ ({ maxRecordBytes: 1000 });
  /** @type {Parameters<typeof engineStage>[0]['state']} */
  let state;
  let output = '';
  let turns = 0;
  do {
    const pause = new AbortController();
    const { stage, suspendedState } = engineStage({
      ...{ entry, rule: { action: 'csv', csv }, limits, maxDescribed: 0, outcome, state, pause: pause.signal },
      reject: async () => {},
      ...KEYED,
      explain: async () => {},
      onProgress: () => setImmediate(() => pause.abort()),
    });
    const chunk = Buffer.from(compressed.subarray(state?.reader.position));
    const chunks = Readable.from([chunk]);
    for await (const bytes of stage(chunks, RUNNING)) output += bytes;
    state = suspendedState() ?? undefined;
    turns += 1;
  } while (state);
  assert.ok(turns > 3, `${turns} turns`);
  assert.equal(output, 'a,b\n1,2\n');
  assert.deepEqual(outcome.records, { read: 10_000_001, written: 1, filtered: 10_000_000, bad: 0, skipped: 0 });
});

test("a table's columns are told before its first bytes, in every turn, and its records end with LF", async () => {
  const records = Array.from({ length: 60_000 }, (_, index) => `${index},"a, ""b""",5" pipe,${'x'.repeat(index % 7)}`);
  const content = Buffer.from(`\ufeffid,b,c,d\r\n${records.join('\r\n')}`);
  const compressed = deflateRawSync(content, { level: 1 });
  const entry = entryOf(content, compressed);
  const csv = ruleOf({ drop: ['d'], table: { schema: null, name: 't', mode: 'append', key: [] } });
  const outcome = pendingOutcome(entry, 'csv');
  /** @type {Parameters<typeof engineStage>[0]['state']} */
  let state;
  let output = '';
  let turns = 0;
  do {
    /** @type {string[][]} */
    const told = [];
    const pause = new AbortController();
    const { stage, suspendedState } = engineStage({
      ...{ entry, rule: { action: 'csv', csv }, limits: { maxRecordBytes: 1000 }, maxDescribed: 0, outcome, state },
      ...{ reject: async () => {}, explain: async () => {}, ...KEYED, pause: pause.signal },
      onColumns: columns => told.push(columns.map(({ name }) => name)),
      onProgress: () => pause.abort(),
    });
    const chunks = Readable.from([Buffer.from(compressed.subarray(state?.reader.position))]);
    for await (const bytes of stage(chunks, RUNNING)) {
      assert.equal(told.length, 1);
      output += bytes;
    }
    assert.deepEqual(told, [['id', 'b', 'c']]);
    state = suspendedState() ?? undefined;
    turns += 1;
  } while (state);
  assert.ok(turns > 3, `${turns} turns`);
  assert.equal(output, records.map((_, index) => `${index},"a, ""b""","5"" pipe"\n`).join(''));
});

test('a stream that ends too early is refused, even if the pause comes behind its last byte', async () => {
  const content = Buffer.from('a,b\n1,2\n'.repeat(500));
  // All of the content, without the end of the stream.
  const compressed = deflateRawSync(content, { finishFlush: constants.Z_SYNC_FLUSH });
  const pause = new AbortController();
  const chunks = async function* () {
    yield Buffer.from(compressed);
    pause.abort();
  };
  const { stage } = copying(entryOf(content, compressed), { pause: pause.signal });
  await assert.rejects(drain(stage(chunks(), RUNNING)), { code: 'archive/corrupt' });
});

test('a record that is longer than the engine can keep is left to JavaScript, even right behind the header', async () => {
  const content = Buffer.from(`a,b\n1,${'x'.repeat(900_000)}${`\n1,${'y'.repeat(900_000)}`.repeat(2)}\n`);
  const pieces = Array.from({ length: 55 }, (_, index) => content.subarray(index * 50_000, (index + 1) * 50_000));
  for (const [method, chunks] of /** @type {const} */ ([
    [8, [deflateRawSync(content)]],
    [0, pieces],
  ])) {
    const entry = entryOf(content, Buffer.concat(chunks), method);
    const outcome = pendingOutcome(entry, 'csv');
    const limits = /** @type {any} */ ({ maxRecordBytes: 1_000_000 });
    const { stage } = copying(entry, { rule: { action: 'csv', csv: EVERY_FIELD }, limits, outcome });
    assert.equal(await drain(stage(Readable.from(chunks), RUNNING)), content.length);
    assert.equal(outcome.records?.read, 3);
  }
});

test('an entry that has ended is not paused any more', async () => {
  const content = Buffer.from('a,b\n1,2\n'.repeat(500));
  const compressed = deflateRawSync(content);
  const pause = new AbortController();
  const { stage, suspendedState } = copying(entryOf(content, compressed), {
    pause: pause.signal,
    onProgress: () => pause.abort(),
  });
  assert.equal(await drain(stage(Readable.from([compressed]), RUNNING)), content.length);
  assert.ok(pause.signal.aborted);
  assert.equal(suspendedState(), null);
});

test('a chunk’s memory is freed when the next one arrives, since unzipper may use it until then', async () => {
  const content = Buffer.from('a,b\n1,2\n'.repeat(6250));
  const shape = { dialect: RFC_4180, names: ['a', 'b'], width: 2 };
  const blocks = { ...shape, position: 0, rest: Buffer.alloc(0), bad: {} };
  const started = { reader: { position: 0 }, verified: { bytes: 0, crc32: 0 }, blocks };
  for (const [method, state] of /** @type {const} */ ([
    [8, undefined],
    [0, undefined],
    [0, started],
  ])) {
    const compressed = method === 8 ? deflateRawSync(content, { level: 0 }) : content;
    const chunks = chunksOf(compressed);
    const rule = /** @type {const} */ ({ action: 'csv', csv: EVERY_FIELD });
    const limits = /** @type {any} */ ({ maxRecordBytes: 1000 });
    const { stage } = copying(entryOf(content, compressed, method), { rule, limits, state: state && { ...state } });
    assert.equal(await drain(stage(Readable.from(chunks), RUNNING)), content.length);
    assert.deepEqual(
      chunks.map(({ length }) => length === 0),
      [true, true, false],
    );
  }
});

test('the chunks of a stored entry that is copied are passed on, and all but the last may be released', async () => {
  const content = Buffer.alloc(50_000, 'some bytes');
  const started = { reader: { position: 0 }, verified: { bytes: 0, crc32: 0 }, blocks: null };
  for (const state of [undefined, started]) {
    const chunks = chunksOf(content);
    const { stage } = copying(entryOf(content, content, 0), { state });
    /** @type {Buffer[]} */
    const passedOn = [];
    for await (const chunk of stage(Readable.from(chunks), RUNNING)) passedOn.push(chunk);
    assert.equal(passedOn.length, 3);
    assert.ok(passedOn.every((chunk, index) => chunk === chunks[index]));
    assert.ok(Buffer.concat(passedOn).equals(content));
    passedOn.forEach(releaseChunk);
    assert.deepEqual(
      passedOn.map(({ length }) => length === 0),
      [true, true, false],
    );
  }
});

test('no more bad records and reasons are written once the pipeline has failed', async () => {
  const content = Buffer.from('a,b\n1\n');
  const compressed = deflateRawSync(content);
  for (const [signal, times] of /** @type {const} */ ([
    [RUNNING.signal, 1],
    [AbortSignal.abort(), 0],
  ])) {
    let rejected = 0;
    let explained = 0;
    const { stage } = copying(entryOf(content, compressed), {
      rule: { action: 'csv', csv: ruleOf({ badRecords: 'quarantine' }) },
      limits: /** @type {any} */ ({ maxRecordBytes: 1000 }),
      reject: async () => {
        rejected += 1;
      },
      explain: async () => {
        explained += 1;
      },
    });
    await drain(stage(Readable.from([compressed]), { signal }));
    assert.deepEqual([rejected, explained], [times, 2 * times]);
  }
});

/**
 * @param {Buffer} compressed 50,000 bytes or a few more.
 * @returns {Buffer[]} Three chunks, each in memory of its own.
 */
function chunksOf(compressed) {
  return [0, 1, 2].map(index => {
    const piece = compressed.subarray(index * 20_000, (index + 1) * 20_000);
    return Buffer.from(new Uint8Array(piece).buffer);
  });
}

/**
 * @param {Buffer} content
 * @param {Buffer} compressed
 * @param {0 | 8} [method]
 * @returns {any}
 */
function entryOf(content, compressed, method = 8) {
  const { length: bytes } = content;
  return { name: 'a.csv', method, bytes, compressedBytes: compressed.length, crc32: crc32(content) };
}

/**
 * @param {import('../../src/archive/entry.js').Entry} entry
 * @param {Partial<Parameters<typeof engineStage>[0]>} [work]
 */
function copying(entry, work) {
  return engineStage({
    ...{ entry, rule: { action: 'copy' }, limits: /** @type {any} */ ({}), maxDescribed: 0, state: undefined },
    outcome: pendingOutcome(entry, 'copy'),
    pause: undefined,
    ...KEYED,
    reject: async () => {},
    explain: async () => {},
    onProgress: () => {},
    ...work,
  });
}

/** @param {AsyncIterable<Buffer>} blocks */
async function drain(blocks) {
  let bytes = 0;
  for await (const { length } of blocks) bytes += length;
  return bytes;
}

const RUNNING = { signal: new AbortController().signal };
const EVERY_FIELD = ruleOf({ badRecords: 'fail' });
