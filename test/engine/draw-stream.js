import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, createDeflateRaw, deflateRawSync } from 'node:zlib';
import { drawBlocks } from './draw-blocks.js';
import { sevenZipStreams } from './seven-zip-streams.js';

/** @import { Random } from '../support/random.js' */

/**
 * @typedef {object} DrawnStream
 * @property {string} kind By what it was made, and what was done to it.
 * @property {Buffer} bytes
 */

/**
 * A deflate stream: made by zlib in all of its ways, bit by bit, or by a program; whole, damaged, cut off, or followed by
 * other bytes.
 *
 * @param {Random} random
 * @param {{ tools?: boolean }} [options] `tools`: whether installed programs make some of them.
 * @returns {Promise<DrawnStream>}
 */
export async function drawStream(random, { tools = false } = {}) {
  return change(random, await makeStream(random, tools));
}

/**
 * The same of deflate64: made bit by bit, by 7-Zip, or by zlib, which mostly makes what is also right in deflate64.
 *
 * @param {Random} random
 * @returns {DrawnStream}
 */
export function drawStream64(random) {
  const way = random.below(20);
  if (way < 13) return change(random, { kind: 'made bit by bit', bytes: drawBlocks(random, { is64: true }) });
  if (way < 16) return change(random, { kind: '7-Zip', bytes: random.pick(sevenZipStreams()) });
  if (way < 19)
    return change(random, { kind: 'zlib', bytes: deflateRawSync(drawContent(random), drawOptions(random)) });
  return { kind: 'random bytes', bytes: random.bytes(random.below(200)) };
}

/**
 * @param {Random} random
 * @param {DrawnStream} made
 * @returns {DrawnStream}
 */
function change(random, made) {
  const change = random.below(8);
  if (change === 0) return { kind: `${made.kind}, mutated`, bytes: mutate(random, made.bytes) };
  if (change === 1) {
    return { kind: `${made.kind}, truncated`, bytes: made.bytes.subarray(0, random.below(made.bytes.length)) };
  }
  if (change === 2) {
    const garbage = random.bytes(1 + random.below(40));
    return { kind: `${made.kind}, with bytes behind it`, bytes: Buffer.concat([made.bytes, garbage]) };
  }
  return made;
}

/**
 * @param {Random} random
 * @param {boolean} tools
 * @returns {Promise<DrawnStream>}
 */
async function makeStream(random, tools) {
  if (tools && random.chance(1 / 300)) return makeByProgram(random);
  const way = random.below(20);
  if (way < 9) return { kind: 'zlib', bytes: deflateRawSync(drawContent(random), drawOptions(random)) };
  if (way < 10) return { kind: 'zlib with flushes', bytes: await deflateWithFlushes(random) };
  if (way < 19) return { kind: 'made bit by bit', bytes: drawBlocks(random) };
  return { kind: 'random bytes', bytes: random.bytes(random.below(200)) };
}

/**
 * @param {Random} random
 * @returns {Buffer}
 */
function drawContent(random) {
  const size = random.chance(1 / 200) ? LARGE_BYTES : random.pick([0, 1, 10, 300, 300, 3000, 3000, 20_000]);
  const length = random.below(size + 1);
  const kind = random.below(5);
  if (kind === 0) return noise(random, length);
  if (kind === 1) return Buffer.alloc(length, random.bytes(1 + random.below(40)));
  const words = noise(random, 1 + random.below(1000));
  const longest = kind === 2 ? 4 : 30;
  const content = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const from = random.below(words.length);
    at += words.copy(content, at, from, from + 1 + random.below(longest));
  }
  // Letters whose code words differ in length.
  return kind === 3 ? content : Buffer.from(content.map(byte => 97 + Math.clz32(byte | 1) - 24));
}

/**
 * @param {Random} random
 * @param {number} length
 */
function noise(random, length) {
  return Buffer.from(Uint32Array.from({ length: Math.ceil(length / 4) }, random.next).buffer, 0, length);
}

/** @param {Random} random */
function drawOptions(random) {
  return {
    level: random.below(10),
    strategy: random.pick(STRATEGIES),
    windowBits: 9 + random.below(7),
    memLevel: 1 + random.below(9),
  };
}

/** @param {Random} random */
async function deflateWithFlushes(random) {
  const deflate = createDeflateRaw(drawOptions(random));
  /** @type {Buffer[]} */
  const chunks = [];
  deflate.on('data', chunk => chunks.push(chunk));
  for (let count = random.below(6); count > 0; count--) {
    deflate.write(drawContent(random));
    const kind = random.pick(FLUSHES);
    await new Promise(resolve => deflate.flush(kind, () => resolve(null)));
  }
  deflate.end(drawContent(random));
  await once(deflate, 'end');
  return Buffer.concat(chunks);
}

/**
 * zopfli reads only files.
 *
 * @param {Random} random
 * @returns {DrawnStream}
 */
function makeByProgram(random) {
  const file = join(tmpdir(), `sluice-fuzz-deflate-${process.pid}`);
  writeFileSync(file, drawContent(random).subarray(0, 20_000));
  try {
    return random.chance(0.5) ? makeByZopfli(file) : makeByLibdeflate(file, 1 + random.below(12));
  } finally {
    rmSync(file);
  }
}

/** @param {string} file */
function makeByZopfli(file) {
  const { status, stdout } = spawnSync('zopfli', ['--deflate', '-c', '--i3', file]);
  return status === 0 ? { kind: 'zopfli', bytes: stdout } : missing('zopfli');
}

/**
 * @param {string} file
 * @param {number} level
 */
function makeByLibdeflate(file, level) {
  const { status, stdout } = spawnSync('libdeflate-gzip', ['-c', `-${level}`], { input: readFileSync(file) });
  return status === 0 ? { kind: 'libdeflate', bytes: stdout.subarray(10, -8) } : missing('libdeflate');
}

/** @param {string} program */
function missing(program) {
  return { kind: `(${program} is not installed)`, bytes: deflateRawSync('') };
}

/**
 * @param {Random} random
 * @param {Buffer} original
 */
function mutate(random, original) {
  let bytes = Buffer.from(original);
  for (let count = 1 + random.below(3); count > 0 && bytes.length > 0; count--) {
    const at = random.below(random.chance(0.5) ? Math.min(bytes.length, 80) : bytes.length);
    const way = random.below(4);
    if (way === 0) bytes[at] ^= 1 << random.below(8);
    if (way === 1) bytes[at] = random.below(256);
    if (way === 2) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
    if (way === 3) bytes = Buffer.concat([bytes.subarray(0, at), random.bytes(1), bytes.subarray(at)]);
  }
  return bytes;
}

// More than fits in an engine's window.
const LARGE_BYTES = 1_500_000;

const STRATEGIES = [
  constants.Z_DEFAULT_STRATEGY,
  constants.Z_FILTERED,
  constants.Z_HUFFMAN_ONLY,
  constants.Z_RLE,
  constants.Z_FIXED,
];

const FLUSHES = [constants.Z_PARTIAL_FLUSH, constants.Z_SYNC_FLUSH, constants.Z_FULL_FLUSH, constants.Z_BLOCK];
