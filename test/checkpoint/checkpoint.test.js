import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { decodeCheckpoint, encodeCheckpoint, isSameOutput } from '../../src/checkpoint/checkpoint.js';
import fc, { caseCount } from '../support/fast-check.js';
import '../support/own-process.js';

const PLAIN = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false),
    fc.integer(),
    fc.string({ unit: 'grapheme' }),
    fc.uint8Array({ maxLength: 40 }).map(bytes => Buffer.from(bytes)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.stringMatching(/^[a-zA-Z]{1,6}$/), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

test('what is encoded is decoded again, buffers included', () => {
  fc.assert(
    fc.property(PLAIN, data => {
      assert.deepEqual(decodeCheckpoint(Buffer.concat(encodeCheckpoint(data))), data);
    }),
    { numRuns: caseCount(500) },
  );
});

test('a checkpoint in which a byte is changed, or that is cut or longer, is refused', () => {
  const bytes = Buffer.concat(encodeCheckpoint({ position: 12, rest: Buffer.from('some bytes'), names: ['a', 'b'] }));
  assert.notEqual(decodeCheckpoint(bytes), null);
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes);
    changed[index] ^= 1 << (index % 8);
    assert.equal(decodeCheckpoint(changed), null, `byte ${index}`);
    assert.equal(decodeCheckpoint(bytes.subarray(0, index)), null, `${index} bytes`);
  }
  assert.equal(decodeCheckpoint(Buffer.concat([bytes, Buffer.alloc(1)])), null);
});

test('a view that starts in the middle of its memory is encoded as its own bytes only', () => {
  const view = new Uint8Array(Buffer.from('0123456789').buffer.slice(0), 2, 3);
  const { bytes } = decodeCheckpoint(Buffer.concat(encodeCheckpoint({ bytes: view })));
  assert.deepEqual(bytes, Buffer.from(view));
});

test('two states are of one output if they name the same upload, or the same temporary file', () => {
  const rest = Buffer.alloc(0);
  for (const state of [
    { storage: 's3', uploadId: 'one' },
    { storage: 'folder', temporary: 'one' },
  ]) {
    assert.ok(isSameOutput({ state, rest }, { state: { ...state, bytes: 7 }, rest }));
    for (const key of Object.keys(state)) {
      assert.ok(!isSameOutput({ state, rest }, { state: { ...state, [key]: 'another' }, rest }), key);
    }
    assert.ok(!isSameOutput({ state, rest }, null));
  }
});

test('JSON that would take too much memory, beside the sections, is not parsed', () => {
  const read = (/** @type {number} */ items, /** @type {number} */ sectionBytes) => {
    const data = { list: Array(items).fill({}), bytes: Buffer.alloc(sectionBytes) };
    return decodeCheckpoint(Buffer.concat(encodeCheckpoint(data)), 100_000) !== null;
  };
  const found = [read(740, 0), read(800, 0), read(740, 50_000), read(80, 1_000_000), read(200, 1_000_000)];
  assert.deepEqual(found, [true, false, false, true, false]);
});

test('very many sections take little memory, and an absent one is undefined', () => {
  const json = Buffer.from('{"one":{"$section":1},"none":[{"$section":2},{"$section":-1},{"$section":0.5}]}');
  const lengths = [json.length, 0, 3, ...Array(200_000).fill(0)];
  const of = (/** @type {number[]} */ each) => {
    const bytes = Buffer.concat([Buffer.from(`sluice checkpoint 1\n[${each}]\n`), json, Buffer.from('abc')]);
    return Buffer.concat([bytes, createHash('sha256').update(bytes).digest()]);
  };
  const expected = { one: Buffer.from('abc'), none: [undefined, undefined, undefined] };
  assert.deepEqual(decodeCheckpoint(of(lengths.slice(0, 3))), expected);
  const bytes = of(lengths);
  const before = process.memoryUsage();
  assert.deepEqual(decodeCheckpoint(bytes).one, expected.one);
  const after = process.memoryUsage();
  // A view of each would take 20 MB.
  assert.ok(after.heapUsed - before.heapUsed + after.external - before.external < 8e6);
});
