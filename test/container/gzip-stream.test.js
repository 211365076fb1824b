import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { GzipStream } from '../../src/container/gzip-stream.js';
import { acquireEngine, releaseEngine } from '../../src/engine/engine.js';
import fc, { caseCount } from '../support/fast-check.js';
import { memorySource } from '../support/memory-source.js';

/** @import { SeekPoint } from '../../src/container/gzip-stream.js' */

/** Mostly short: those are inflated without a promise for each. */
const CONTENTS = fc.oneof(
  { weight: 4, arbitrary: fc.uint8Array({ maxLength: 40 }) },
  { weight: 2, arbitrary: fc.nat(3000).map(length => new Uint8Array(length).fill(7)) },
  fc.integer({ min: 1000, max: 3000 }).map(length => Uint8Array.from({ length }, (_, index) => (index * 7919) >> 4)),
);
const MEMBER = fc.tuple(CONTENTS, fc.constantFrom(0, 1, 6), fc.constantFrom('', 'name', 'n'.repeat(300)));
const MEMBERS = fc.array(MEMBER, { minLength: 1, maxLength: 90 });
const CHUNKS = fc.constantFrom(3, 30, 1000, 65_536);

test('members of any length are inflated as zlib does, from each place on, however they are cut into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(MEMBERS, CHUNKS, fc.boolean(), async (members, chunkBytes, verifies) => {
      const packed = Buffer.concat(members.map(memberOf));
      const whole = gunzipSync(packed);
      const { bytes, points } = await inflate(packed, { chunkBytes, verifies });
      assert.ok(bytes.equals(whole));
      for (const from of [points[0], points[points.length >> 1], points[points.length - 1]]) {
        const rest = await inflate(packed, { chunkBytes, verifies, from });
        assert.ok(rest.bytes.equals(whole.subarray(from.offset)), `from ${from.offset}`);
      }
    }),
    { numRuns: caseCount(200) },
  );
});

test('a damaged byte of many members gives the same error, or the same bytes, however they are cut into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      MEMBERS,
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      fc.boolean(),
      async (members, at, change, isCut) => {
        const packed = Buffer.concat(members.map(memberOf));
        packed[at % packed.length] ^= change;
        const damaged = isCut ? packed.subarray(0, at % packed.length) : packed;
        const outcomes = [];
        for (const chunkBytes of [3, 65_536]) {
          outcomes.push(
            await inflate(damaged, { chunkBytes }).then(
              ({ bytes }) => ({ bytes }),
              ({ code, message }) => ({ code, message }),
            ),
          );
        }
        const [bytewise, whole] = outcomes;
        assert.deepEqual(whole, bytewise);
      },
    ),
    { numRuns: caseCount(500) },
  );
});

test('very many members of a few bytes take few steps', async () => {
  const packed = Buffer.concat(
    Array(10_000)
      .fill([gzipSync('x'), gzipSync('')])
      .flat(),
  );
  const { bytes, steps } = await inflate(packed, { chunkBytes: 65_536 });
  assert.equal(bytes.length, 10_000);
  assert.ok(steps < 400, `${steps} steps`);
});

/** @param {[content: Uint8Array, level: number, name: string]} member */
function memberOf([content, level, name]) {
  const packed = gzipSync(content, { level });
  if (name === '') return packed;
  packed[3] = 8;
  return Buffer.concat([packed.subarray(0, 10), Buffer.from(`${name}\0`), packed.subarray(10)]);
}

/**
 * @param {Buffer} packed
 * @param {{ chunkBytes: number, verifies?: boolean, from?: SeekPoint | null }} options
 */
async function inflate(packed, { chunkBytes, verifies = true, from = null }) {
  const engine = acquireEngine();
  const stream = new GzipStream({ source: memorySource(packed, { chunkBytes }), engine, verifies, from });
  const parts = [];
  const points = [];
  try {
    for (;;) {
      const inflated = await stream.step();
      if (inflated === null) return { bytes: Buffer.concat(parts), points, steps: parts.length };
      parts.push(Buffer.from(engine.memory.subarray(inflated.start, inflated.end)));
      const point = stream.seekPoint();
      if (point !== null) points.push(point);
    }
  } finally {
    stream.close();
    releaseEngine(engine);
  }
}
