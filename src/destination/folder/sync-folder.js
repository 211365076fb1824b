import { closeSync, fsync, openSync } from 'node:fs';

/**
 * Makes what has been renamed in a folder outlast a power failure. Where a folder cannot be synced, nothing is done.
 *
 * @param {string} folder
 * @returns {Promise<void>}
 * @throws {NodeJS.ErrnoException} What the disk answers.
 */
export async function syncFolder(folder) {
  const descriptor = openFolder(folder);
  if (descriptor === null) return;
  try {
    await new Promise((resolve, reject) => {
      fsync(descriptor, error => (error === null || UNSUPPORTED.has(error.code ?? '') ? resolve(null) : reject(error)));
    });
  } finally {
    closeSync(descriptor);
  }
}

/**
 * @param {string} folder
 * @returns {number | null} null if it may not be read, as one that may only be written to, or any in Windows.
 */
function openFolder(folder) {
  try {
    return openSync(folder, 'r');
  } catch {
    return null;
  }
}

/** By file systems of the network, and by Windows. */
const UNSUPPORTED = new Set(['EINVAL', 'ENOTSUP', 'EPERM', 'EBADF']);
