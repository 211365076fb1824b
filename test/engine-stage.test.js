import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { engineStage } from '../src/engine-stage.js';
import { pendingOutcome } from '../src/manifest.js';
import { ruleOf } from './csv/run-stage.js';
import { drawEntry, inOneGo, inTurns } from './engine-stage.js';
import { randomOf } from './fuzz/random.js';

// More by hand: STAGE_ENTRIES=5000 STAGE_SEED=7 node test/engine-stage.test.js
const ENTRIES = Number(process.env.STAGE_ENTRIES ?? 120);
const SEED = Number(process.env.STAGE_SEED ?? 1);

test('an entry that is paused at any of its bytes, in as many turns, comes to what it comes to in one go', {
  timeout: 60_000 * Math.max(1, ENTRIES / 120),
}, async () => {
  const random = randomOf(SEED);
  const seen = { turns: 0, rejected: 0, failed: 0 };
  for (let index = 0; index < ENTRIES; index += 1) {
    const seed = random.next();
    const entry = drawEntry(seed);
    const [whole, { turns, ...parts }] = [await inOneGo(entry), await inTurns(entry, random)];
    const what = `entry ${seed}, after ${turns} turns`;
    // Of two things that are wrong, it depends on the chunks which one is met first.
    const isWrongTwice = entry.entry.crc32 === 1 && whole.error !== null;
    if (isWrongTwice) assert.notEqual(parts.error, null, what);
    else assert.equal(parts.error, whole.error, what);
    seen.turns += turns;
    seen.rejected += Number(whole.rejected.length > 0);
    seen.failed += Number(whole.error !== null);
    // What an entry that failed had come to by then is thrown away.
    if (whole.error !== null) continue;
    assert.ok(parts.output.equals(whole.output), what);
    assert.ok(parts.rejected.equals(whole.rejected), what);
    assert.deepEqual(parts.counts, whole.counts, what);
  }
  assert.ok(
    seen.turns > 3 * ENTRIES && seen.rejected > ENTRIES / 20 && seen.failed > ENTRIES / 50,
    `${JSON.stringify(seen)}`,
  );
  if (process.env.STAGE_ENTRIES) console.log(`${ENTRIES} entries`, seen);
});

test('each turn brings an entry on, also where it is paused at every byte of a header', async () => {
  const entry = drawEntry(1135923131);
  const always = { ...randomOf(1), pick: (/** @type {readonly any[]} */ items) => items[0], below: () => 0 };
  const [whole, { turns, ...parts }] = [await inOneGo(entry), await inTurns(entry, always)];
  assert.deepEqual(parts, whole);
  assert.ok(turns > 2, `${turns} turns`);
});

test('an entry of which nothing is kept is paused by a timer, in the middle of a chunk that inflates to very much', async () => {
  const content = Buffer.from(`a,b\n${'1,\n'.repeat(10_000_000)}1,2\n`);
  const compressed = deflateRawSync(content);
  const entry = /** @type {any} */ ({
    name: 'a.csv',
    method: 8,
    bytes: content.length,
    compressedBytes: compressed.length,
    crc32: crc32(content),
  });
  const csv = { ...EVERY_FIELD, require: ['b'] };
  const outcome = pendingOutcome(entry, 'csv');
  const limits = /** @type {any} */ ({ maxRecordBytes: 1000 });
  /** @type {Parameters<typeof engineStage>[0]['state']} */
  let state;
  let output = '';
  let turns = 0;
  do {
    const pause = new AbortController();
    const { stage, paused } = engineStage({
      ...{ entry, rule: { action: 'csv', csv }, limits, maxDescribed: 0, outcome, state, pause: pause.signal },
      reject: async () => {},
      onProgress: () => setImmediate(() => pause.abort()),
    });
    const chunk = Buffer.from(compressed.subarray(state?.reader.position));
    const chunks = Readable.from([chunk]);
    for await (const bytes of stage(chunks, { signal: new AbortController().signal })) output += bytes;
    state = paused() ?? undefined;
    turns += 1;
  } while (state);
  assert.ok(turns > 3, `${turns} turns`);
  assert.equal(output, 'a,b\n1,2\n');
  assert.deepEqual(outcome.records, { read: 10_000_001, written: 1, filtered: 10_000_000, bad: 0 });
});

test('a stream that ends too early is refused, also where the pause comes behind its last byte', async () => {
  const content = Buffer.from('a,b\n1,2\n'.repeat(500));
  // The content is all there, and the end is not.
  const compressed = deflateRawSync(content, { finishFlush: constants.Z_SYNC_FLUSH });
  const entry = /** @type {any} */ ({
    name: 'a',
    method: 8,
    bytes: content.length,
    compressedBytes: compressed.length,
    crc32: crc32(content),
  });
  const pause = new AbortController();
  const chunks = async function* () {
    yield Buffer.from(compressed);
    pause.abort();
  };
  const { stage } = engineStage({
    ...{ entry, rule: { action: 'copy' }, limits: /** @type {any} */ ({}), maxDescribed: 0, state: undefined },
    outcome: pendingOutcome(entry, 'copy'),
    pause: pause.signal,
    reject: async () => {},
    onProgress: () => {},
  });
  await assert.rejects(
    async () => {
      for await (const bytes of stage(chunks(), { signal: new AbortController().signal })) assert.ok(bytes.length > 0);
    },
    { code: 'archive/corrupt' },
  );
});

const EVERY_FIELD = ruleOf({ badRecords: 'fail' });
