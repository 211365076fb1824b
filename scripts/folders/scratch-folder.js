import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning } from './is-running.js';

/**
 * Makes a folder that is this process's alone, and removes those of processes that were killed before they could.
 *
 * @param {string} parent Is made if it is not there.
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
