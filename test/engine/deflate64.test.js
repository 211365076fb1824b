import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { constants, deflateRawSync } from 'node:zlib';
import { DEFLATE64 } from '../../src/archive/entry.js';
import { acquireEngine, createEngine, releaseEngine } from '../../src/engine/engine.js';
import { Inflater, MAX_KEPT_BYTES } from '../../src/engine/inflater.js';
import { inflate9 } from '../support/inflate9.js';
import { randomOf } from '../support/random.js';
import { writeZip } from '../support/zip-writer.js';
import { BitWriter } from './bit-writer.js';
import { drawStream64 } from './draw-stream.js';
import { judge64, testBySevenZip } from './judge64.js';
import { inflateInPieces } from './run-inflater.js';
import { makeStreams } from './seven-zip-streams.js';
import { rowsText } from './streams.js';

/** @import { InflaterSnapshot } from '../../src/engine/inflater-snapshot.js' */

const method = DEFLATE64;

suite('Inflater of deflate64', () => {
  test('inflates what 7-Zip deflates, at its levels, also across checkpoints', () => {
    const random = randomOf(1);
    for (const { raw, content } of makeStreams()) {
      for (const checkpoints of [0, 0.5]) {
        const { bytes, compressedBytes } = inflateInPieces(raw, random, { method, checkpoints });
        assert.ok(bytes?.equals(content));
        assert.equal(compressedBytes, raw.length);
      }
    }
  });

  test('inflates random streams, whole and broken, as zlib and 7-Zip do, also across checkpoints', () => {
    const kinds = new Set();
    const outcomes = new Set();
    /** @type {import('../support/zip-writer.js').ZipEntry[]} */
    const accepted = [];
    for (let seed = 0; seed < 1000; seed++) {
      const random = randomOf(seed);
      const { kind, bytes } = drawStream64(random);
      try {
        outcomes.add(
          judge64(bytes, random, (content, raw) => accepted.push({ name: `only ${seed}`, method, content, raw })),
        );
      } catch (error) {
        throw new Error(`seed ${seed}, ${kind}`, { cause: error });
      }
      const { bytes: content, compressedBytes } = inflate9(bytes);
      if (content) accepted.push({ name: `${seed}`, method, content, raw: bytes.subarray(0, Number(compressedBytes)) });
      kinds.add(kind);
    }
    assert.ok(kinds.size >= 13, [...kinds].join('\n'));
    assert.ok(outcomes.size >= 14, [...outcomes].join('\n'));
    assert.ok(accepted.length > 500);
    testBySevenZip(writeZip(accepted));
  });

  test('a match has 3 to 65,538 bytes and reaches up to 64 KiB back, and no farther', () => {
    const start = randomOf(2).bytes(65_536);
    for (const length of [3, 4, 258, 259, 32_771, 65_537, 65_538]) {
      for (const distance of [1, 2, 15, 16, 17, 32_768, 32_769, 49_152, 49_153, 65_535, 65_536]) {
        const stream = withMatch(start, { length, distance });
        const { bytes } = inflateInPieces(stream, randomOf(length + distance), { method, checkpoints: 0.3 });
        const expected = Buffer.alloc(length);
        for (let at = 0; at < length; at++)
          expected[at] = at < distance ? start[65_536 - distance + at] : expected[at - distance];
        assert.ok(bytes?.subarray(65_536).equals(expected), `${length} bytes at distance ${distance}`);
        assert.ok(bytes && inflate9(stream).bytes?.equals(bytes));
      }
    }
    const { error } = inflateInPieces(withMatch(start.subarray(1), { length: 3, distance: 65_536 }), randomOf(1), {
      method,
    });
    assert.equal(error, 'the compressed bytes are damaged: invalid distance too far back');
  });

  test('symbols of 60 bits are read whole, however many follow each other', () => {
    const stream = longestSymbols(40);
    const { bytes, compressedBytes } = inflate9(stream);
    assert.ok(bytes && bytes.length > 40 * 65_000);
    const random = randomOf(3);
    for (let count = 0; count < 5; count++) {
      const ours = inflateInPieces(stream, random, { method, checkpoints: count / 10 });
      assert.ok(ours.bytes?.equals(bytes));
      assert.equal(ours.compressedBytes, compressedBytes);
    }
  });

  test('deflate and deflate64 do not read the same: length symbol 285, distance symbols 30 and 31', () => {
    const run = deflateRawSync(Buffer.alloc(1000));
    assert.equal(inflateInPieces(run, randomOf(1)).bytes?.length, 1000);
    assert.notEqual(inflateInPieces(run, randomOf(1), { method }).bytes?.length, 1000);
    const far = withMatch(randomOf(2).bytes(65_536), { length: 3, distance: 32_769 });
    assert.equal(inflateInPieces(far, randomOf(1), { method }).bytes?.length, 65_539);
    assert.notEqual(inflateInPieces(far, randomOf(1)).bytes?.length, 65_539);
  });

  test('an engine that has just read the fixed codes of one method reads those of the other', () => {
    const far = withMatch(randomOf(2).bytes(65_536), { length: 300, distance: 65_536 });
    const fixed = deflateRawSync(Buffer.alloc(1000), { strategy: constants.Z_FIXED });
    const engine = createEngine();
    for (let count = 0; count < 2; count++) {
      for (const { stream, bytes, as } of /** @type {const} */ ([
        { stream: fixed, bytes: 1000, as: 8 },
        { stream: far, bytes: 65_836, as: 9 },
      ])) {
        const inflater = new Inflater(engine, as);
        inflater.give(stream);
        const { start, end } = inflater.step();
        assert.deepEqual([inflater.isDone, end - start], [true, bytes]);
      }
    }
  });

  test('refuses a stream that is cut off at any byte', () => {
    const [{ raw }] = makeStreams();
    const long = longestSymbols(3);
    const cuts = [
      ...Array.from(raw, (_, length) => raw.subarray(0, length)),
      ...Array.from({ length: 80 }, (_, missing) => long.subarray(0, long.length - 1 - missing)),
    ];
    for (const [seed, cut] of cuts.entries()) {
      const { error } = inflateInPieces(cut, randomOf(seed), { method });
      assert.equal(error, 'the compressed bytes are damaged: unexpected end of file');
      assert.ok(inflate9(cut).bytes === null);
    }
  });

  test('resumes between any two steps, however short, in an engine that has not seen the stream', () => {
    const stream = Buffer.concat([withMatch(randomOf(4).bytes(65_536), { length: 700, distance: 65_000 })]);
    const expected = inflate9(stream).bytes;
    const tail = stream.length - 40;
    for (let cut = tail; cut < stream.length; cut++) {
      const engine = acquireEngine();
      const first = new Inflater(engine, method);
      first.give(stream.subarray(0, cut));
      const { start, end } = first.step();
      const before = Buffer.from(engine.memory.subarray(start, end));
      const snapshot = structuredClone(first.snapshot());
      releaseEngine(engine);
      const next = createEngine();
      const second = Inflater.restore(next, snapshot, method);
      second.give(stream.subarray(snapshot.position));
      const rest = second.step();
      assert.ok(second.isDone);
      assert.ok(
        Buffer.concat([before, next.memory.subarray(rest.start, rest.end)]).equals(Buffer.from(expected ?? [])),
      );
    }
  });

  test('a snapshot says which method it is of; one that says nothing is of deflate', () => {
    const engine = acquireEngine();
    const snapshot = snapshotOf(method);
    assert.equal(snapshot.method, method);
    assert.ok(Inflater.restore(engine, snapshot, method));
    const refusal = new RangeError('this is not a snapshot of an inflater: method');
    assert.throws(() => Inflater.restore(engine, snapshot), refusal);
    const { method: _, ...old } = snapshotOf(8);
    assert.ok(Inflater.restore(engine, old));
    assert.throws(() => Inflater.restore(engine, old, method), refusal);
    const longer = { ...snapshot, window: new Uint8Array(65_536) };
    assert.ok(Inflater.restore(engine, longer, method));
    assert.throws(() => Inflater.restore(engine, { ...longer, window: new Uint8Array(65_537) }, method), /window/);
    assert.throws(() => Inflater.restore(engine, { ...old, window: new Uint8Array(32_769) }), /window/);
    const block = { type: /** @type {const} */ ('dynamic'), literals: 257, final: true };
    const lengths = new Uint8Array(257 + 33).fill(0).with(0, 1).with(256, 1);
    for (const [distances, isRight] of /** @type {[number, boolean][]} */ ([
      [32, true],
      [33, false],
    ])) {
      const wide = { ...snapshot, block: { ...block, distances, lengths: lengths.subarray(0, 257 + distances) } };
      if (isRight) assert.ok(Inflater.restore(engine, wide, method));
      else assert.throws(() => Inflater.restore(engine, wide, method), /block.distances/);
    }
    releaseEngine(engine);
  });

  test('writes nothing behind its window, and keeps as much as there is room for', () => {
    const engine = createEngine();
    const { WINDOW, WINDOW_BYTES, SLACK_BYTES } = engine.exports;
    const behind = WINDOW.value + WINDOW_BYTES.value + SLACK_BYTES.value;
    engine.memory.fill(0x5a, behind, behind + 1000);
    const stream = longestSymbols(60);
    const expected = Buffer.from(inflate9(stream).bytes ?? []);
    for (const kept of [0, 1000, MAX_KEPT_BYTES]) {
      const inflater = new Inflater(engine, method);
      inflater.give(stream);
      for (let total = 0; !inflater.isDone; ) {
        const { start, end } = inflater.step();
        assert.ok(end > start);
        total += end - start;
        const from = Math.max(WINDOW.value, end - kept);
        assert.ok(engine.memory.subarray(from, end).equals(expected.subarray(total - (end - from), total)));
        inflater.keep(from);
      }
    }
    assert.ok(engine.memory.subarray(behind, behind + 1000).every(byte => byte === 0x5a));
  });
});

/** @param {8 | 9} method */
function snapshotOf(method) {
  const engine = acquireEngine();
  const inflater = new Inflater(engine, method);
  inflater.give(deflateRawSync(rowsText()).subarray(0, 2000));
  inflater.step();
  const snapshot = structuredClone(inflater.snapshot());
  releaseEngine(engine);
  return /** @type {InflaterSnapshot} */ (snapshot);
}

/**
 * Stored blocks and then, in fixed codes, a match by length symbol 285.
 *
 * @param {Buffer} bytes
 * @param {{ length: number, distance: number }} match
 */
function withMatch(bytes, { length, distance }) {
  const writer = new BitWriter();
  for (let at = 0; at < bytes.length; at += 40_000) {
    const part = bytes.subarray(at, at + 40_000);
    writer.write(0, 3);
    writer.align();
    writer.write(part.length, 16);
    writer.write(part.length ^ 0xffff, 16);
    for (const byte of part) writer.write(byte, 8);
  }
  writer.write(0b011, 3);
  writer.writeCode({ word: 0b11000101, length: 8 });
  writer.write(length - 3, 16);
  const symbol =
    distance < 5
      ? distance - 1
      : 2 * (31 - Math.clz32(distance - 1)) + (((distance - 1) >> (30 - Math.clz32(distance - 1))) & 1);
  const extraBits = symbol < 4 ? 0 : (symbol >> 1) - 1;
  writer.writeCode({ word: symbol, length: 5 });
  writer.write(symbol < 4 ? 0 : (distance - 1) & ((1 << extraBits) - 1), extraBits);
  writer.writeCode({ word: 0, length: 7 });
  return writer.bytes();
}

/**
 * A dynamic block of matches whose symbols have code words of 15 bits, and with their extra bits 60 bits; more than 65,536 bytes
 * of literals come before them.
 *
 * @param {number} count
 */
function longestSymbols(count) {
  const writer = new BitWriter();
  const start = randomOf(5).bytes(65_536);
  for (const part of [start.subarray(0, 32_768), start.subarray(32_768)]) {
    writer.write(0, 3);
    writer.align();
    writer.write(part.length, 16);
    writer.write(part.length ^ 0xffff, 16);
    for (const byte of part) writer.write(byte, 8);
  }
  writer.write(0b101, 3);
  // 286 literals, 32 distances; the words of the code lengths 0 and 1 to 15 have four bits each, as 16, 17 and 18 have none.
  writer.write(286 - 257, 5);
  writer.write(31, 5);
  writer.write(15, 4);
  for (const symbol of ORDER) writer.write(symbol < 16 ? 4 : 0, 3);
  const literals = new Array(286).fill(0);
  // Lengths 1 to 14, and two of 15.
  for (let length = 1; length < 15; length++) literals[length] = length;
  literals[256] = 15;
  literals[285] = 15;
  const distances = new Array(32).fill(0);
  for (let length = 1; length < 15; length++) distances[length] = length;
  distances[30] = 15;
  distances[31] = 15;
  for (const length of [...literals, ...distances]) writer.writeCode({ word: length, length: 4 });
  const random = randomOf(6);
  for (let match = 0; match < count; match++) {
    // The last word of 15 bits is the later symbol's.
    writer.writeCode({ word: 0x7fff, length: 15 });
    writer.write(0xffff - random.below(100), 16);
    writer.writeCode({ word: 0x7ffe + (match & 1), length: 15 });
    writer.write(random.below(1 << 14), 14);
  }
  writer.writeCode({ word: 0x7ffe, length: 15 });
  return writer.bytes();
}

const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
