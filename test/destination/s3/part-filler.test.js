import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { PartFiller } from '../../../src/destination/s3/part-filler.js';
import { markLastOfBuffer } from '../../../src/memory/chunk-memory.js';
import fc from '../../support/fast-check.js';

test('however the bytes come, parts are full, in order, and carry their CRC-32', async () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(chunks, fc.integer({ min: 1, max: 50 }), async (written, partSizeBytes) => {
      /** @type {Buffer[]} */
      const bodies = [];
      const filler = new PartFiller(partSizeBytes, async part => {
        assert.equal(part.body.length, partSizeBytes);
        assert.equal(part.crc32, crc32(part.body));
        bodies.push(Buffer.from(part.body));
        filler.giveBack(part.body);
      });
      for (const chunk of written) await filler.take(Buffer.from(chunk));
      assert.ok(filler.restBytes < partSizeBytes);
      const rest = filler.takeRest();
      assert.equal(rest.crc32, crc32(rest.body));
      assert.deepEqual(Buffer.concat([...bodies, rest.body]), Buffer.concat(written));
      assert.equal(filler.restBytes, 0);
    }),
  );
});

test('a buffer that was given back is reused, and no other is allocated', async t => {
  const made = t.mock.method(Buffer, 'allocUnsafeSlow');
  const filler = new PartFiller(10, async ({ body }) => filler.giveBack(body));
  for (let count = 0; count < 100; count += 1) await filler.take(Buffer.alloc(7));
  assert.equal(made.mock.callCount(), 1);
});

test('a buffer is allocated when it gets its first byte', async t => {
  const made = t.mock.method(Buffer, 'allocUnsafeSlow');
  const filler = new PartFiller(10, async () => {});
  await filler.take(Buffer.alloc(0));
  assert.equal(filler.takeRest().body.length, 0);
  await filler.take(Buffer.alloc(10));
  assert.equal(made.mock.callCount(), 1);
});

test('a chunk is released after it was copied, and not before', async () => {
  const chunk = markLastOfBuffer(Buffer.allocUnsafeSlow(25).fill(1));
  const { buffer } = chunk;
  /** @type {(() => void)[]} */
  const waiting = [];
  const filler = new PartFiller(10, () => new Promise(resolve => waiting.push(() => resolve())));
  const taken = filler.take(chunk);
  assert.equal(buffer.byteLength, 25);
  for (let parts = 0; parts < 2; parts += 1) {
    await new Promise(setImmediate);
    assert.equal(buffer.byteLength, 25);
    waiting.shift()?.();
  }
  await taken;
  assert.equal(buffer.byteLength, 0);
});

test('closing frees the buffers that were given back', async () => {
  /** @type {Buffer[]} */
  const bodies = [];
  const filler = new PartFiller(10, async ({ body }) => void bodies.push(body));
  await filler.take(Buffer.alloc(20));
  filler.giveBack(bodies[0]);
  filler.close();
  assert.deepEqual(
    bodies.map(body => body.length),
    [0, 10],
  );
});
