import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openDestination } from '../../../src/destination/open.js';

/** @import { TestContext } from 'node:test' */
/** @import { Destination, DestinationOptions } from '../../../src/destination/open.js' */

export const JOB = { prefixes: ['x/'], provenance: { source: 's', recipe: 'r', outputFolder: 'x' } };

/**
 * @param {TestContext} t
 * @param {DestinationOptions} [options]
 */
export async function begun(t, options) {
  const root = await mkdtemp(join(tmpdir(), 'sluice-folder-'));
  t.after(() => rm(root, { recursive: true }));
  const destination = await openDestination(root, options);
  await destination.begin(JOB);
  return { root, destination };
}

/**
 * @param {Destination} destination
 * @param {string} path
 * @param {...(string | Buffer)} chunks
 */
export async function write(destination, path, ...chunks) {
  const output = await destination.create(path, { declaredBytes: 0 });
  await pipeline(Readable.from(chunks, { objectMode: true }), output.writable);
  return output;
}

/** @param {string} root */
export async function tree(root) {
  return (await readdir(root, { recursive: true })).sort();
}
