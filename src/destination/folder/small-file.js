import { closeSync, fdatasync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryIn } from './temporary-file.js';

/**
 * Writes a small file beside its final path, as larger outputs are. Most steps are synchronous: each takes less time than a
 * promise for it would.
 *
 * @param {string} folder A real path.
 * @param {string} name
 * @param {Buffer} bytes
 * @returns {{ publish: () => Promise<void> }} `publish` renames it. If that fails, nothing is left.
 */
export function writeSmallFile(folder, name, bytes) {
  const temporary = temporaryIn(folder);
  const descriptor = openSync(temporary, 'wx');
  try {
    // A disk that is nearly full may cut a write short.
    for (let position = 0; position < bytes.length; ) position += writeSync(descriptor, bytes, position);
  } catch (error) {
    attempt(() => closeSync(descriptor));
    attempt(() => unlinkSync(temporary));
    throw error;
  }

  const publish = async () => {
    try {
      try {
        // Without it a power failure may leave a complete name on an empty file.
        await datasync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      renameSync(temporary, join(folder, name));
    } catch (error) {
      attempt(() => unlinkSync(temporary));
      throw error;
    }
  };
  return { publish };
}

/**
 * Waits for the disk in a thread. The file system syncs several files that are waited for at the same time in one go.
 *
 * @param {number} descriptor
 * @returns {Promise<void>}
 */
function datasync(descriptor) {
  return new Promise((resolve, reject) => {
    fdatasync(descriptor, error => (error ? reject(error) : resolve()));
  });
}

/**
 * Tidies up. Without permissions, or without the disk, something has to stay; the error that led here says more.
 *
 * @param {() => void} act
 */
function attempt(act) {
  try {
    act();
  } catch {}
}
