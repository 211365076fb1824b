import assert from 'node:assert/strict';
import { crc32, gunzipSync, gzipSync } from 'node:zlib';
import { randomOf } from '../support/random.js';
import { paxHeader, tarFile, tarHeader } from '../support/tar-writer.js';
import { COPY, runJob } from './archive-job.js';
import { readTarByReference } from './reference-tar-reader.js';

/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */
/** @import { Random } from '../support/random.js' */

export const name = 'containers';

/**
 * Makes a tar, a tar.gz or a gzip file, mutates it, processes it, and compares with plain readers.
 *
 * @param {number} seed
 * @returns {Promise<{ category: string, outcome: string }>}
 * @throws {assert.AssertionError} With the archive as its `input`.
 */
export async function tryCase(seed) {
  const { category, bytes, chunkBytes } = drawCase(seed);
  try {
    const { manifest, files } = await runJob(bytes, COPY, chunkBytes);
    judge(bytes, manifest, files);
    if (category.endsWith('nothing')) assert.notEqual(manifest.status, 'failed', 'an unchanged archive is read');
    return { category, outcome: outcomeOf(manifest) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `containers, seed ${seed} (${category}): ${reason}`;
    throw Object.assign(new assert.AssertionError({ message }), { cause, input: bytes });
  }
}

/** @param {number} seed It decides everything. */
export function drawCase(seed) {
  const random = randomOf(seed);
  const format = random.pick(['tar', 'tar.gz', 'gz']);
  const what = random.pick(Object.keys(MUTATIONS));
  // What is damaged before it is compressed has right checksums.
  const isInside = format !== 'gz' && random.chance(0.5);
  const change = (/** @type {Buffer} */ bytes) => MUTATIONS[what](bytes, random);
  const plain = format === 'gz' ? random.bytes(random.below(2000)) : makeTar(random);
  const content = isInside || format === 'tar' ? change(plain) : plain;
  const packed = format === 'tar' ? content : compress(content, random);
  return {
    category: `${format}: ${isInside && format === 'tar.gz' ? 'inside, ' : ''}${what}`,
    bytes: isInside || format === 'tar' ? packed : change(packed),
    chunkBytes: random.pick([37, 500, 65_536, 65_536]),
  };
}

/** @param {ParsedManifest} manifest */
function outcomeOf({ error, entries, status }) {
  if (error) return `refused: ${error.code}`;
  if (status === 'complete') return 'right';
  const codes = new Set(entries.flatMap(entry => entry.error?.code ?? []));
  return `in part: ${codes.size > 1 ? 'several codes' : [...codes].join()}`;
}

/**
 * @param {Buffer} bytes
 * @param {ParsedManifest} manifest
 * @param {Map<string, Buffer>} files
 * @throws {assert.AssertionError}
 */
export function judge(bytes, { status, error, entries }, files) {
  assert.notEqual(status, 'unfinished');
  for (const failure of [error, ...entries.map(entry => entry.error)]) {
    if (failure) assert.match(failure.code, /^(archive|limit)\//, failure.message);
  }
  const written = new Map();
  for (const { path, status: outcome, crc32: crc } of entries) {
    if (outcome !== 'written') continue;
    const output = files.get(`x/${path}`);
    assert.ok(output, `${path} is written`);
    assert.equal(crc, crc32(output).toString(16).padStart(8, '0'));
    written.set(path, output);
  }
  assert.equal(files.size, written.size + 1, 'exactly the listed files and the manifest exist');
  if (status === 'failed') return assert.equal(written.size, 0);
  const content = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  const isPlain = entries.length === 1 && content !== bytes && files.get(`x/${entries[0].path}`)?.equals(content);
  const reading = isPlain ? null : readTarByReference(content);
  if (isPlain) return;
  assert.ok(reading, 'what the reference reader cannot read is refused');
  for (const [path, output] of written) assert.ok(reading.files.get(path)?.equals(output), `${path} is right`);
  const listed = new Set(entries.map(({ path }) => path));
  for (const path of [...reading.files.keys(), ...reading.others]) {
    assert.ok(listed.has(path) || path.includes('\ufffd'), `"${path}" is left out`);
  }
}

/** @param {Random} random */
function makeTar(random) {
  const count = random.below(6);
  const parts = Array.from({ length: count }, (_, index) => makeMember(random, index));
  if (random.chance(0.2)) parts.unshift(tarHeader({ name: 'a volume', type: 'V', magic: 'ustar  ' }));
  if (random.chance(0.2)) parts.unshift(paxHeader({ comment: 'of all' }, 'g'));
  // Zeros alone are a tar only from two blocks on.
  const zeros = random.pick([1, 2, 2, 20]);
  return Buffer.concat([...parts, Buffer.alloc(512 * (parts.length === 0 ? 2 : zeros))]);
}

/**
 * @param {Random} random
 * @param {number} index
 */
function makeMember(random, index) {
  const content = random.bytes(random.pick([0, 1, 30, 511, 512, 513, 1500]));
  const path = random.pick(['#', './a/#', 'ü/#', `${'long/'.repeat(30)}#`]).replace('#', String(index));
  const short = { name: path.length > 90 ? `${index}` : path, content };
  return random.pick([
    () => tarFile(short),
    () => tarFile({ ...short, type: random.pick(['\0', '7']) }),
    () => tarFile({ ...short, name: String(index), prefix: 'a/prefix' }),
    () => Buffer.concat([paxHeader({ path, mtime: '1.5' }), tarFile(short)]),
    () => Buffer.concat([paxHeader({ size: String(content.length) }), tarFile({ ...short, size: 0 })]),
    () => Buffer.concat([tarFile({ name: 'L', type: 'L', content: `${path}\0` }), tarFile(short)]),
    () => tarHeader({ name: `folder/${index}/`, type: '5' }),
    () => tarFile({ name: `dumped/${index}/`, type: 'D', content: 'Yx\0\0' }),
    () => tarHeader({ name: `link/${index}`, type: random.pick(['1', '2', '6']), link: 'x' }),
  ])();
}

/**
 * @param {Buffer} bytes
 * @param {Random} random
 * @returns {Buffer} Of one member or several.
 */
function compress(bytes, random) {
  const cuts = Array.from({ length: random.pick([0, 0, 1, 4]) }, () => random.below(bytes.length + 1));
  const ends = [...cuts.sort((one, other) => one - other), bytes.length];
  return Buffer.concat(ends.map((end, index) => gzipSync(bytes.subarray(ends[index - 1] ?? 0, end))));
}

/** @type {Record<string, (bytes: Buffer, random: Random) => Buffer>} */
const MUTATIONS = {
  nothing: bytes => bytes,
  'a few bits': (bytes, random) => {
    for (let times = 1 + random.below(3); times > 0 && bytes.length > 0; times--) {
      bytes[random.below(bytes.length)] ^= 1 << random.below(8);
    }
    return bytes;
  },
  'a cut': (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  'bytes left out': (bytes, random) => {
    const start = random.below(bytes.length);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + 1 + random.below(600))]);
  },
  'bytes repeated': (bytes, random) => {
    const start = random.below(bytes.length);
    const end = start + 1 + random.below(600);
    return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)]);
  },
  'a block left out, repeated or cleared': (bytes, random) => {
    const start = 512 * random.below(bytes.length / 512);
    const block = bytes.subarray(start, start + 512);
    const instead = random.pick([[], [block, block], [Buffer.alloc(512)], [Buffer.alloc(512), block]]);
    return Buffer.concat([bytes.subarray(0, start), ...instead, bytes.subarray(start + 512)]);
  },
  'a header with a right checksum': (bytes, random) => {
    const headers = [];
    for (let at = 0; at + 512 <= bytes.length; at += 512) {
      if (bytes.toString('latin1', at + 257, at + 262) === 'ustar') headers.push(at);
    }
    if (headers.length === 0) return bytes;
    const header = bytes.subarray(random.pick(headers)).subarray(0, 512);
    const [start, length] = random.pick(FIELDS);
    const value = random.pick(VALUES);
    for (let times = 1 + random.below(3); times > 0; times--) {
      header[start + random.below(length)] = value[random.below(value.length)].charCodeAt(0);
    }
    header.fill(' ', 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    return bytes;
  },
  'another one behind it': (bytes, random) => Buffer.concat([bytes, makeTar(random)]),
};

/** Name, size, type flag, magic and prefix. @type {[start: number, length: number][]} */
const FIELDS = [
  [0, 12],
  [124, 12],
  [156, 1],
  [156, 1],
  [257, 8],
  [345, 4],
];
const VALUES = ['01234567', '01234567', 'LKxXgVDSM123456789A', 'a/.\0\\ ', '\x80\xff\0 '];
