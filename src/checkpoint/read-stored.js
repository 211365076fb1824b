/** @import { StoredCheckpoint } from './checkpoint.js' */

/**
 * Reads a checkpoint as `readCheckpoint` does, which is loaded only where there is one: most jobs find none.
 *
 * @param {Buffer} bytes
 * @param {string} outputFolder The archive's.
 * @returns {Promise<StoredCheckpoint | null>}
 */
export async function readStored(bytes, outputFolder) {
  const { readCheckpoint } = await import('./checkpoint-shape.js');
  return readCheckpoint(bytes, outputFolder);
}
