import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { constants, createZstdCompress, zstdCompressSync } from 'node:zlib';
import { inflateZstd, MAX_FRAMES } from '../../src/engine/inflate-zstd.js';
import { drawsAll } from '../support/cases.js';
import fc, { caseCount } from '../support/fast-check.js';
import '../support/own-process.js';
import { randomOf } from '../support/random.js';
import { rowsText } from './streams.js';

const TEXT = rowsText();
const FRAME = zstdCompressSync(TEXT, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
const EMPTY_FRAME = zstdCompressSync('');
/** RFC 8878, section 3.1.2. */
const SKIPPABLE = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 5, 0, 0, 0, 1, 2, 3, 4, 5]);
const CUT = 'archive/corrupt: the compressed bytes are damaged: unexpected end of file';
const GARBAGE = 'archive/corrupt: the compressed bytes are damaged: unknown frame descriptor';
const WRONG_SUM = "archive/corrupt: the compressed bytes are damaged: restored data doesn't match checksum";

/** @type {[title: string, frames: Buffer[], expected: number | string][]} */
const CASES = [
  ['a frame', [FRAME], 1],
  ['several frames', [FRAME, FRAME, FRAME], 3],
  ['frames that are skipped', [SKIPPABLE, FRAME, SKIPPABLE], 1],
  ['nothing but a frame that is skipped', [SKIPPABLE], 0],
  ['empty frames', [EMPTY_FRAME, FRAME, EMPTY_FRAME], 1],
  ['no frame', [], CUT],
  ['the end of a frame missing', [FRAME.subarray(0, -1)], CUT],
  ['half of a frame', [FRAME.subarray(0, FRAME.length >> 1)], CUT],
  ['a second frame that is cut off', [FRAME, FRAME.subarray(0, 9)], CUT],
  ['a frame to be skipped that is cut off', [FRAME, SKIPPABLE.subarray(0, -1)], CUT],
  ['bytes behind the frame', [FRAME, Buffer.from('garbage')], GARBAGE],
  ['zeros behind the frame', [FRAME, Buffer.alloc(9)], GARBAGE],
  ['a wrong checksum', [damaged(FRAME, FRAME.length - 1)], WRONG_SUM],
];

const WINDOWS = [
  { window: 23, expected: null },
  { window: 24, expected: /^limit\/window: entry "a.csv" needs a zstd window of more than 8388608 bytes/ },
];

for (const [title, frames, expected] of CASES) {
  test(`${title}: the same as the zstd program says, however the bytes arrive`, async t => {
    const stream = Buffer.concat(frames);
    for (const size of [1, 7, 1000, stream.length + 1]) {
      const { bytes, error } = await inflate(cut(stream, () => size));
      assert.equal(error, typeof expected === 'string' ? expected : null);
      if (typeof expected === 'number') assert.ok(bytes.equals(Buffer.concat(new Array(expected).fill(TEXT))));
    }
    const { status, stdout, error } = spawnSync('zstd', ['-d', '-c'], { input: stream });
    if (error) return t.skip('zstd is not installed');
    assert.equal(status === 0, typeof expected === 'number');
    if (typeof expected === 'number') assert.equal(stdout.length, expected * TEXT.length);
  });
}

test('frames of any content, level and window come out right in pieces of any size', async () => {
  const frames = fc.array(
    fc.record({
      seed: fc.nat(),
      length: fc.nat(3000),
      level: fc.integer({ min: -5, max: 19 }),
      window: fc.integer({ min: 10, max: 23 }),
    }),
    { minLength: 1, maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(frames, fc.nat(), async (drawn, seed) => {
      const contents = drawn.map(({ seed, length }) =>
        Buffer.concat([randomOf(seed).bytes(length), TEXT.subarray(0, length)]),
      );
      const streams = drawn.map(({ level, window }, index) => {
        const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_windowLog]: window };
        return zstdCompressSync(contents[index], { params });
      });
      const random = randomOf(seed);
      const { bytes, error } = await inflate(cut(Buffer.concat(streams), () => 1 + random.below(2000)));
      assert.equal(error, null);
      assert.ok(bytes.equals(Buffer.concat(contents)));
    }),
    { numRuns: caseCount(60) },
  );
});

test('a frame that is cut off anywhere is refused, unless its end was not asked for', async () => {
  for (let length = 1; length < FRAME.length; length += 3) {
    const start = FRAME.subarray(0, length);
    assert.equal((await inflate([Buffer.from(start)])).error, CUT);
    const { bytes, error } = await inflate([Buffer.from(start)], { isCut: true });
    assert.equal(error, null);
    assert.ok(TEXT.subarray(0, bytes.length).equals(bytes));
  }
});

test('limit/window: a window of more than 8 MiB is refused, one of 8 MiB is not', async () => {
  for (const { window, expected } of WINDOWS) {
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: window } });
    const compressed = compress.toArray();
    const block = randomOf(1).bytes(50_000);
    for (let count = 0; count < 200; count++) compress.write(block);
    compress.end(block);
    const { bytes, error } = await inflate([Buffer.concat(await compressed)]);
    if (expected !== null) assert.match(String(error), expected);
    else assert.deepEqual([error, bytes.length], [null, 201 * block.length]);
  }
});

test('limit/frames: more than 20,000 frames are refused', { timeout: 300_000 }, async () => {
  assert.equal(MAX_FRAMES, 20_000);
  // To open so many takes five seconds.
  const options = drawsAll ? {} : { maxFrames: 500 };
  const { maxFrames = MAX_FRAMES } = options;
  const frames = (/** @type {number} */ count) => {
    const bytes = Buffer.concat(new Array(count).fill(EMPTY_FRAME));
    // Those of several chunks are counted together.
    const cut = 100 * EMPTY_FRAME.length + 1;
    return [bytes.subarray(0, cut), bytes.subarray(cut)].map(chunk => Buffer.from(chunk));
  };
  assert.equal((await inflate(frames(maxFrames), options)).error, null);
  const { error } = await inflate(frames(maxFrames + 1), options);
  assert.equal(
    error?.split(';')[0],
    `limit/frames: entry "a.csv" has more than ${maxFrames} zstd frames (limit: ${maxFrames})`,
  );
});

test('is asked for output piece by piece: what nobody takes is not inflated', async () => {
  const bomb = zstdCompressSync(Buffer.alloc(2 ** 28));
  const pieces = inflateZstd([bomb], { name: 'a.csv' });
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 50; count++) {
    const { value } = await pieces.next();
    assert.ok(value && value.length <= 256 * 1024);
  }
  await new Promise(resolve => setTimeout(resolve, 20));
  assert.ok(process.memoryUsage().arrayBuffers - before < 4 * 1024 ** 2);
  await pieces.return();
});

test('an error of the source is passed on as it is', async () => {
  const fault = new Error('no more');
  const chunks = (async function* () {
    yield FRAME.subarray(0, 100);
    throw fault;
  })();
  await assert.rejects(async () => {
    for await (const _ of inflateZstd(chunks, { name: 'a.csv' }));
  }, fault);
});

/**
 * @param {Parameters<typeof inflateZstd>[0]} chunks
 * @param {Parameters<typeof inflateZstd>[2]} [options]
 */
async function inflate(chunks, options) {
  /** @type {Buffer[]} */
  const parts = [];
  try {
    for await (const bytes of inflateZstd(chunks, { name: 'a.csv' }, options)) parts.push(Buffer.from(bytes));
    return { bytes: Buffer.concat(parts), error: null };
  } catch (caught) {
    const { code, message } = /** @type {Error & { code: string }} */ (caught);
    return { bytes: Buffer.concat(parts), error: `${code}: ${message}` };
  }
}

/**
 * @param {Buffer} stream
 * @param {() => number} size
 */
function* cut(stream, size) {
  for (let at = 0; at < stream.length; ) {
    const end = at + size();
    // A copy, because its memory is freed.
    yield Buffer.from(stream.subarray(at, end));
    at = end;
  }
}

/**
 * @param {Buffer} bytes
 * @param {number} at
 */
function damaged(bytes, at) {
  const copy = Buffer.from(bytes);
  copy[at] ^= 1;
  return copy;
}
