import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { processArchive } from '../../src/job/archive.js';
import { COPY } from '../job/fixture.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';

/** @import { Job } from '../../src/job/archive.js' */

/**
 * Runs a job on an archive in memory.
 *
 * @param {Buffer} bytes
 * @param {Partial<Job> & { from?: NonNullable<Parameters<typeof memorySource>[1]> }} [job]
 * @returns {Promise<{ status: string | undefined, error: string | undefined, message: string, errors: Record<string, string>,
 *   files: Record<string, string>, crcs: (string | null)[] }>} `files`: their content by name, as Latin-1.
 */
export async function extract(bytes, { from, ...job } = {}) {
  const destination = memoryDestination();
  const source = memorySource(bytes, from);
  const { manifest } = await processArchive({ source, destination, recipe: COPY, ...job });
  const entries = [...(manifest?.entries ?? [])];
  return {
    status: manifest?.status,
    error: manifest?.error?.code,
    message: manifest?.error?.message ?? '',
    errors: Object.fromEntries(entries.flatMap(({ path, error }) => (error ? [[path, error.code]] : []))),
    files: Object.fromEntries(
      [...destination.files]
        .filter(([path]) => path !== 'x/_manifest.json')
        .map(([path, content]) => [path.replace(/^x\//, ''), content.toString('latin1')]),
    ),
    crcs: entries.map(({ crc32 }) => crc32),
  };
}

/**
 * The same of a tar and of the tar in a gzip file.
 *
 * @param {Buffer} tar
 * @param {Parameters<typeof extract>[1]} [job]
 */
export async function extractBoth(tar, job) {
  const { crcs, ...plain } = await extract(tar, job);
  const { crcs: crcsInGzip, ...inGzip } = await extract(gzipSync(tar), job);
  assert.deepEqual(inGzip, plain);
  // A tar tells no CRC-32 of an entry that was not read.
  if (Object.keys(plain.errors).length === 0) assert.deepEqual(crcsInGzip, crcs);
  return plain;
}

/** @param {...Buffer} parts */
export const tarOf = (...parts) => Buffer.concat([...parts, Buffer.alloc(1024)]);
