import fs from 'node:fs';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDestination } from '../../../src/destination/open.js';
import { JOB } from '../fixture.js';

/** @import { TestContext } from 'node:test' */
/** @import { DestinationOptions } from '../../../src/destination/open.js' */

/**
 * @param {TestContext} t
 * @param {DestinationOptions} [options]
 */
export async function openFolder(t, options) {
  const root = await temporaryFolder(t);
  const destination = await openDestination(root, options);
  await destination.begin(JOB);
  return { root, destination };
}

/** @param {TestContext} t */
export async function temporaryFolder(t) {
  const root = await mkdtemp(join(tmpdir(), 'sluice-folder-'));
  t.after(() => rm(root, { recursive: true }));
  return root;
}

/** @param {string} root */
export async function tree(root) {
  return (await readdir(root, { recursive: true })).sort();
}

/**
 * Replaces a function of the file system until the test has ended.
 *
 * @param {TestContext} t
 * @param {'writeSync' | 'fdatasync' | 'fsync' | 'openSync'} name
 * @param {any} act
 */
export function replaceInFs(t, name, act) {
  const { mock } = t.mock.method(fs, name, act);
  syncBuiltinESMExports();
  t.after(() => {
    mock.restore();
    syncBuiltinESMExports();
  });
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>} The files in it that this process has open. Where the system does not tell, none.
 */
export async function openFiles(folder) {
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const files = await Promise.all(descriptors.map(name => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return files.filter(file => file.startsWith(folder));
}
