import { randomBytes } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Atomically replaces a file with a new one, which only its owner may read.
 *
 * @param {string} file
 * @param {Buffer[]} bytes
 * @param {() => Promise<void>} assertUnchanged Called just before the file is replaced; if it rejects, the old one
 *   stays.
 */
export async function replaceFile(file, bytes, assertUnchanged) {
  const temporary = `${file}.${randomBytes(6).toString('hex')}${SUFFIX}`;
  try {
    await writeFile(temporary, bytes, { mode: 0o600, flag: 'wx', flush: true });
    await assertUnchanged();
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Removes the temporary files of processes that were killed while they replaced a file.
 *
 * @param {string} file
 */
export async function removeLeftovers(file) {
  const names = await readdir(dirname(file)).catch(() => []);
  for (const name of names) {
    const middle = name.slice(basename(file).length, -SUFFIX.length);
    if (name === `${basename(file)}${middle}${SUFFIX}` && /^\.[0-9a-f]{12}$/.test(middle)) {
      await rm(join(dirname(file), name), { force: true }).catch(() => {});
    }
  }
}

const SUFFIX = '.partial';
