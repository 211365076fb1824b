import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning } from './is-running.js';

/**
 * Creates a folder for this process, and removes those left behind by processes that were killed.
 *
 * @param {string} parent Created if missing.
 * @returns {Promise<string>}
 */
export async function makeScratchFolder(parent) {
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    const owner = OWNED.exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner)))
      await rm(join(parent, name), { recursive: true, force: true });
  }
  return mkdtemp(join(parent, `s3-${process.pid}-`));
}

const OWNED = /^s3-(\d+)-[A-Za-z0-9]{6}$/;
