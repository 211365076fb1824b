import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../src/errors.js';
import { isRunning } from './is-running.js';

/**
 * Locks a folder for this process: two servers would corrupt each other's data.
 *
 * @param {string} folder Created if missing.
 * @returns {Promise<() => Promise<void>>} Unlocks it.
 * @throws {UsageError} `usage/folder-in-use`
 */
export async function lockFolder(folder) {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'lock');
  for (;;) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx' });
      return () => rm(path, { force: true });
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    const owner = Number(await readFile(path, 'utf8').catch(() => ''));
    if (isRunning(owner)) {
      throw new UsageError(
        'usage/folder-in-use',
        `${folder} is in use by process ${owner}; end that first, or delete ${path} if it is something else`,
      );
    }
    // The owner was killed.
    await rm(path, { force: true });
  }
}
