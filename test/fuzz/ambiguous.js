import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import { randomOf } from '../support/random.js';
import { makeAmbiguousArchive } from './ambiguous-archive.js';
import { COPY, runJob } from './archive-job.js';
import { openReaders, STREAMING } from './readers/readers.js';
import { readDirectory } from './reference-directory.js';

/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */
/** @import { Reading, Readers } from './readers/readers.js' */

export const name = 'ambiguous';

/** @type {Promise<Readers> | undefined} */
let installed;

/** @returns {Promise<string>} Which programs the archives are held against. */
export async function describe() {
  const { names, missing, close } = await openReaders();
  close();
  const lacking = missing.length > 0 ? `; not installed: ${missing.join(', ')}` : '';
  return `Held against ${names.join(', ') || 'no reader'}${lacking}.`;
}

/**
 * Makes an ambiguous archive, and compares what is published with what each reader reads.
 *
 * @param {number} seed
 * @param {Readers} [readers]
 * @returns {Promise<{ category: string, outcome: string }>}
 * @throws {assert.AssertionError} With the archive as its `input`.
 */
export async function tryCase(seed, readers) {
  const { category, oddities, bytes } = makeAmbiguousArchive(randomOf(seed));
  if (readers === undefined) installed ??= openReaders();
  const { read } = readers ?? (await /** @type {Promise<Readers>} */ (installed));
  const readings = await read(bytes);
  try {
    const { manifest, files } = await runJob(bytes, COPY);
    const outcome = judgePublished(manifest, files, readings, bytes);
    if (category === 'nothing') assert.equal(outcome, 'right', 'an honest archive is read');
    return { category, outcome };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `ambiguous, seed ${seed} (${oddities.join(' + ') || 'nothing'}): ${reason}`;
    throw Object.assign(new assert.AssertionError({ message }), { cause, input: bytes });
  }
}

/**
 * Fails if a reader reads other files than are published, without reporting an error. Every file that is written must be one
 * that it reads, with the same bytes, and every file that it reads must be written, or refused with an error that names it.
 * (`STREAMING` may read fewer: it stops at the first byte that is no local header. Some readers know a refused entry by its
 * local header's name.)
 *
 * @param {ParsedManifest} manifest
 * @param {Map<string, Buffer>} files What was written, by path.
 * @param {Map<string, Reading>} readings
 * @param {Buffer} bytes The archive.
 * @returns {string} What came of it.
 * @throws {assert.AssertionError}
 */
export function judgePublished({ status, error, entries }, files, readings, bytes) {
  const right = [...readings].flatMap(([reader, reading]) =>
    'files' in reading ? [{ reader, read: reading.files.map(String).sort() }] : [],
  );
  const written = entries.filter(entry => entry.status === 'written').map(({ path }) => path);
  if (written.length === 0 && (error || entries.length > 0)) {
    const code = error?.code ?? entries.map(entry => entry.error?.code)[0];
    return `refused: ${code}, where ${agreement(right)}`;
  }
  const published = written.map(path => summary(path, /** @type {Buffer} */ (files.get(`x/${path}`)))).sort();
  const refused = entries.filter(entry => entry.status === 'failed');
  const localNames = localNamesOf(new Set(refused.map(({ path }) => path)), bytes);
  /** @param {string} name */
  const isRefused = name =>
    localNames.has(name) || refused.some(({ path, error }) => path === name || error?.message.includes(`"${name}"`));
  for (const { reader, read } of right) {
    const judged = read.filter(file => !isRefused(file.split(',')[0]) || published.includes(file));
    const expected = reader === STREAMING ? published.filter(file => judged.includes(file)) : published;
    assert.deepEqual(
      judged,
      expected,
      `${reader} reads ${read.join(' ') || 'nothing'}; published: ${published.join(' ')}`,
    );
  }
  return status === 'complete' ? 'right' : 'in part';
}

/**
 * @param {Set<string>} names As the directory has them.
 * @param {Buffer} bytes The archive.
 * @returns {Set<string>} What the local headers of these entries name them.
 */
function localNamesOf(names, bytes) {
  const { headers, shift } = readDirectory(bytes) ?? { headers: [], shift: 0 };
  const positions = headers.filter(({ name }) => names.has(name)).map(({ offset }) => offset + shift);
  const inside = positions.filter(position => position + 30 <= bytes.length);
  return new Set(inside.map(at => bytes.toString('utf8', at + 30, at + 30 + bytes.readUInt16LE(at + 26))));
}

/** @param {{ reader: string, read: string[] }[]} right */
function agreement(right) {
  const byDirectory = right.filter(({ reader }) => reader !== STREAMING);
  if (byDirectory.length === 0) return 'every reader reports an error';
  const readings = new Set(
    right.filter(({ reader, read }) => reader !== STREAMING || read.length > 0).map(({ read }) => read.join()),
  );
  return readings.size > 1 ? 'readers differ' : `${byDirectory.length > 3 ? 'more than three' : 'up to three'} agree`;
}

/**
 * @param {string} path
 * @param {Buffer} content
 */
function summary(path, content) {
  return String([path, content.length, crc32(content)]);
}
