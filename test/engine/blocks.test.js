import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BlockEditor } from '../../src/csv/block-editor.js';
import { RecordEditor } from '../../src/csv/records/record-editor.js';
import { openTransforms } from '../../src/csv/transforms/open-transforms.js';
import { EngineBlocks } from '../../src/engine/blocks.js';
import { createEngine } from '../../src/engine/engine.js';
import { StoredReader } from '../../src/engine/stored-reader.js';
import { KEYED, newCounts, ruleOf, transformsOf } from '../csv/edit-entry.js';
import { drawCase } from '../fuzz/csv-case.js';
import { randomOf } from '../support/random.js';

/** @import { EditedBytes } from '../../src/csv/edited-bytes.js' */
/** @import { Random } from '../support/random.js' */

const engines = [createEngine(), createEngine()];

test('in the engine’s memory, and over snapshots, an entry is edited as by a BlockEditor alone', async () => {
  let snapshots = 0;
  for (let seed = 0; seed < 60; seed++) {
    const random = randomOf(seed);
    const drawn = drawCase(random.next());
    const text = Buffer.from(drawn.text.slice(0, 20_000).repeat(1 + random.below(3)), 'latin1');
    const job = { ...drawn, transforms: await openTransforms(drawn.rule, KEYED) };
    const expected = inOnePiece(text, job);
    const found = inTheEngine(text, job, random);
    snapshots += found.snapshots;
    assert.deepEqual({ ...found, snapshots: 0 }, expected, `seed ${seed}`);
  }
  assert.ok(snapshots > 50, `${snapshots} snapshots`);
});

test('decoded text is edited in the engine as by a BlockEditor alone', async () => {
  let snapshots = 0;
  for (let seed = 0; seed < 40; seed++) {
    const random = randomOf(seed);
    const drawn = drawCase(random.next());
    const isWide = random.below(2) === 0;
    const text = Buffer.from(drawn.text.slice(0, 20_000).repeat(1 + random.below(3)), isWide ? 'utf16le' : 'latin1');
    const rule = { ...drawn.rule, encoding: isWide ? 'utf-16le' : 'windows-1252' };
    const job = { ...drawn, rule, transforms: await openTransforms(rule, KEYED) };
    const expected = inOnePiece(text, job);
    const found = inTheEngine(text, job, random);
    snapshots += found.snapshots;
    assert.deepEqual({ ...found, snapshots: 0 }, expected, `seed ${seed}`);
  }
  assert.ok(snapshots > 30, `${snapshots} snapshots`);
});

test('only an incomplete record stays in the engine’s memory, and none is longer than it can keep', () => {
  const [engine] = engines;
  const counts = newCounts();
  const rule = ruleOf();
  const job = { rule, transforms: transformsOf(rule), maxRecordBytes: 1e6, maxDescribed: 0, counts };
  const blocks = new EngineBlocks(engine, job);
  const start = engine.exports.WINDOW.value;
  const edit = (/** @type {number} */ from, /** @type {string} */ text) => {
    engine.memory.write(text, from, 'latin1');
    return blocks.edit({ start: from, end: from + text.length, final: false });
  };
  assert.equal(blocks.canSuspend, false);
  assert.equal(blocks.snapshot(), null);
  const header = `${'\n'.repeat(1100)}a,b\n0,0\n`;
  edit(start, `${header}1,2`);
  assert.equal(blocks.canSuspend, true);
  assert.equal(blocks.keptFrom, start + header.length);
  engine.memory.copyWithin(start, blocks.keptFrom, blocks.end);
  blocks.movedDown(header.length);
  assert.equal(blocks.keptFrom, start);
  const long = 'x'.repeat(400_000);
  edit(start + 3, long);
  assert.equal(blocks.keptFrom, start + 3 + long.length, 'the block editor has the long record');
  assert.equal(blocks.snapshot()?.rest.length, 3 + long.length);
  const records = `\n${'1,2\n'.repeat(100_001)}`;
  edit(start, `${records}1,`);
  while (blocks.isBehind) blocks.edit({ start: blocks.end, end: blocks.end, final: false });
  assert.equal(blocks.keptFrom, start + records.length, 'the next one stays in the engine again');
});

test('the records behind the header are edited in the engine already, unless the entry ends with them', t => {
  const inJavaScript = t.mock.method(RecordEditor.prototype, 'edit');
  const [engine] = engines;
  const start = engine.exports.WINDOW.value;
  const rule = ruleOf({ drop: ['b'] });
  for (const [records, final, calls] of /** @type {const} */ ([
    [30_000, false, 0],
    [138_000, false, 0],
    [10, true, 1],
  ])) {
    const counts = newCounts();
    const job = { rule, transforms: transformsOf(rule), maxRecordBytes: 1e6, maxDescribed: 0, counts };
    const blocks = new EngineBlocks(engine, job);
    const text = `a,b\n${'1,2\n'.repeat(records)}`;
    engine.memory.write(text, start, 'latin1');
    inJavaScript.mock.resetCalls();
    const end = start + text.length;
    blocks.edit({ start, end, final });
    while (blocks.isBehind) blocks.edit({ start: end, end, final });
    assert.deepEqual([counts.records.read, inJavaScript.mock.callCount()], [records, calls]);
  }
});

/** @typedef {Omit<ConstructorParameters<typeof BlockEditor>[0], 'counts'>} Job */

/**
 * @param {Buffer} text
 * @param {Job} job
 */
function inOnePiece(text, job) {
  const counts = newCounts();
  const gathered = gather(function* () {
    yield new BlockEditor({ ...job, counts }).edit(Buffer.from(text), true);
  });
  return { ...gathered, counts, snapshots: 0 };
}

/**
 * @param {Buffer} text
 * @param {Job} job
 * @param {Random} random
 */
function inTheEngine(text, job, random) {
  const counts = newCounts();
  const largest = Math.max(random.pick([5, 50, 2000, 100_000]), text.length / 300);
  let [engine, other] = engines;
  let reader = new StoredReader(engine);
  const pieceBytes = random.pick([1, 100, 3000, 65_536]);
  let blocks = Object.assign(new EngineBlocks(engine, { ...job, counts }), { pieceBytes });
  let snapshots = 0;
  const gathered = gather(function* () {
    for (let given = 0; given < text.length; ) {
      const chunk = text.subarray(given, given + 1 + random.below(largest));
      given += chunk.length;
      reader.give(chunk);
      while (!reader.needsInput) {
        const { start, end } = reader.step();
        yield blocks.edit({ start, end, final: false });
        while (blocks.isBehind) yield blocks.edit({ start: end, end, final: false });
        blocks.movedDown(reader.keep(blocks.keptFrom));
      }
      if (!blocks.canSuspend || random.chance(0.8)) continue;
      snapshots += 1;
      yield blocks.flush();
      const state = structuredClone(blocks.snapshot());
      assert.ok(state);
      [engine, other] = [other, engine];
      reader = new StoredReader(engine, given);
      blocks = Object.assign(new EngineBlocks(engine, { ...job, counts }), { pieceBytes });
      blocks.restore({ ...state, rest: Buffer.from(state.rest) });
    }
    const { end } = reader;
    do yield blocks.edit({ start: end, end, final: true });
    while (blocks.isBehind);
  });
  return { ...gathered, counts, snapshots };
}

/**
 * @param {() => Iterable<EditedBytes>} edit
 * @returns {{ output: string, rejected: string, error: string | null }} An error's output is cut off anywhere, so it counts
 *   for nothing.
 */
function gather(edit) {
  const parts = { output: '', rejected: '' };
  try {
    for (const { output, rejected } of edit()) {
      parts.output += Buffer.concat(output).toString('latin1');
      parts.rejected += Buffer.concat(rejected).toString('latin1');
    }
    return { ...parts, error: null };
  } catch (error) {
    return { output: '', rejected: '', error: String(error) };
  }
}

test('an entry that is all opening is edited in as small pieces as another one, if its rule has many tests', () => {
  const [engine] = engines;
  const start = engine.exports.WINDOW.value;
  const where = { any: Array.from({ length: 500 }, (_, index) => ({ field: 'a', gt: index })) };
  const long = 'x'.repeat(700);
  for (const [text, most] of /** @type {const} */ ([
    [`a,b\n${'1,2\n400,2\n'.repeat(2000)}x\n`, 300],
    [`a;b\n${"'1\\'';2\n'600';2\n".repeat(1000)}`, 300],
    [`a,b\n${`1,${long}\n`.repeat(100)}`, 3],
    [`a;b\n${`'1\\'';'${long}'\n`.repeat(100)}`, 3],
  ])) {
    const rule = ruleOf({ where, ...AUTO });
    const jobOf = () => {
      const counts = newCounts();
      return { rule, transforms: transformsOf(rule), maxRecordBytes: 1e6, maxDescribed: 0, counts };
    };
    const whole = jobOf();
    const expected = textOf(new BlockEditor(whole).edit(Buffer.from(text), true));
    const pieces = jobOf();
    const blocks = new EngineBlocks(engine, pieces);
    engine.memory.write(text, start, 'latin1');
    const end = start + text.length;
    let output = '';
    const edit = (/** @type {Parameters<EngineBlocks['edit']>[0]} */ step) => {
      const { read } = pieces.counts.records;
      output += textOf(blocks.edit(step));
      assert.ok(pieces.counts.records.read - read <= most, `${pieces.counts.records.read - read} records in one piece`);
    };
    edit({ start, end, final: false });
    while (blocks.isBehind) edit({ start: end, end, final: false });
    do edit({ start: end, end, final: true });
    while (blocks.isBehind);
    assert.deepEqual([output, pieces.counts], [expected, whole.counts]);
  }
});

/** @param {import('../../src/csv/edited-bytes.js').EditedBytes} edited */
function textOf({ output, rejected }) {
  return Buffer.concat([...output, ...rejected]).toString();
}

/** @type {Partial<import('../../src/recipe/recipe.js').CsvRule>} */
const AUTO = {
  delimiter: 'auto',
  quote: 'auto',
  escape: 'auto',
  encoding: 'auto',
  skipLines: 'auto',
  comments: 'auto',
};
