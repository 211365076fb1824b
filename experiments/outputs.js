import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { RESERVED_FOLDERS } from '../src/output-paths.js';
import { printable } from '../src/printable.js';

/**
 * @typedef {object} Outputs
 * @property {string} folder
 * @property {Map<string, { bytes: number, sha256: string }>} byPath
 * @property {number} files
 * @property {number} bytes
 * @property {string} sha256 Of the file; with several files, of the list that `sha256sum` would print.
 */

/**
 * @param {string} folder A variant's output. The manifest, rejected records and reasons are ignored: only the product writes them.
 * @returns {Promise<Outputs>}
 */
export async function readOutputs(folder) {
  const byPath = new Map();
  for (const path of await outputPaths(folder)) byPath.set(path, await digest(join(folder, path)));
  const digests = [...byPath.values()];
  const list = Array.from(byPath, ([path, { sha256 }]) => `${sha256}  ${path}\n`).join('');
  return {
    folder,
    byPath,
    files: byPath.size,
    bytes: digests.reduce((sum, { bytes }) => sum + bytes, 0),
    sha256: digests.length === 1 ? digests[0].sha256 : createHash('sha256').update(list).digest('hex'),
  };
}

/**
 * @param {Outputs} expected
 * @param {Outputs} actual
 * @returns {Promise<string | null>} The first difference, in words; null if there is none.
 */
export async function findDifference(expected, actual) {
  const paths = [...new Set([...expected.byPath.keys(), ...actual.byPath.keys()])].toSorted();
  for (const path of paths) {
    const [one, other] = [expected.byPath.get(path), actual.byPath.get(path)];
    if (one === undefined) return `${printable(path)} should not be there`;
    if (other === undefined) return `${printable(path)} is not there`;
    if (one.sha256 === other.sha256) continue;
    return `${printable(path)} differs ${await describeDifference(join(expected.folder, path), join(actual.folder, path))}`;
  }
  return null;
}

/** @param {string} folder */
async function outputPaths(folder) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter(file => file.isFile())
    .map(file => relative(folder, join(file.parentPath, file.name)).split(sep).join('/'))
    .filter(path => !/^[^/]+\/_manifest\.json$/.test(path) && !RESERVED_FOLDERS.includes(path.split('/')[0]))
    .toSorted();
}

/** @param {string} path */
async function digest(path) {
  const sha256 = createHash('sha256');
  const file = createReadStream(path, { highWaterMark: BLOCK_BYTES });
  await pipeline(file, sha256);
  return { bytes: file.bytesRead, sha256: sha256.digest('hex') };
}

/**
 * @param {string} expectedPath
 * @param {string} actualPath
 */
async function describeDifference(expectedPath, actualPath) {
  const [expected, actual] = await Promise.all([open(expectedPath), open(actualPath)]);
  try {
    let line = 1;
    for (let position = 0; ; position += BLOCK_BYTES) {
      const [one, other] = await Promise.all([readBlock(expected, position), readBlock(actual, position)]);
      if (one.equals(other)) {
        line += linesIn(one);
        continue;
      }
      let at = 0;
      while (at < one.length && one[at] === other[at]) at++;
      line += linesIn(one.subarray(0, at));
      return `from byte ${position + at} on, in line ${line}: ${excerpt(one, at)}, not ${excerpt(other, at)}`;
    }
  } finally {
    await Promise.all([expected.close(), actual.close()]);
  }
}

/**
 * @param {import('node:fs/promises').FileHandle} file
 * @param {number} position
 */
async function readBlock(file, position) {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(BLOCK_BYTES), 0, BLOCK_BYTES, position);
  return buffer.subarray(0, bytesRead);
}

/** @param {Buffer} bytes */
function linesIn(bytes) {
  let lines = 0;
  for (let at = bytes.indexOf('\n'); at !== -1; at = bytes.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/**
 * @param {Buffer} bytes
 * @param {number} at
 */
function excerpt(bytes, at) {
  if (at >= bytes.length) return 'its end';
  return `"${printable(bytes.toString('utf8', at, at + EXCERPT_BYTES))}"`;
}

const BLOCK_BYTES = 256 * 1024;
const EXCERPT_BYTES = 24;
