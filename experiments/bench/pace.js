import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runPoint } from './scaling.js';
import { makeScalingArchives } from './scaling-archives.js';

/** @import { How } from './scaling.js' */

/**
 * What decides how long the bench takes on a machine.
 *
 * @typedef {object} Pace
 * @property {number} startSeconds Of `sluice run` on next to nothing: how fast the processor is.
 * @property {number} secondsPerEntry Of a small entry: how fast the disk is.
 */

/**
 * Takes a second or two to see how fast the machine is.
 *
 * @param {Pick<How, 'measure' | 'folder' | 'signal'>} how
 * @returns {Promise<Pace>}
 */
export async function seePace({ measure, folder, signal }) {
  const ground = join(folder, 'pace');
  await mkdir(ground);
  try {
    const archives = await makeScalingArchives('entries', { rows: FEW_ROWS, folder: ground, signal });
    const seconds = [];
    for (const archive of archives) {
      const { wallSeconds } = await runPoint('entries', archive, { measure, folder: ground, signal });
      seconds.push(wallSeconds);
    }
    const [first, last] = [archives[0], archives[archives.length - 1]];
    const more = seconds[seconds.length - 1] - seconds[0];
    return { startSeconds: seconds[0], secondsPerEntry: Math.max(0, more / (last.entries - first.entries)) };
  } finally {
    await rm(ground, { recursive: true, force: true });
  }
}

// So that the largest of these archives has a hundred entries.
const FEW_ROWS = 50;
