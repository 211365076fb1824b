import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runPoint } from './scaling.js';
import { makeScalingArchives } from './scaling-archives.js';

/** @import { How } from './scaling.js' */

/**
 * The speed of a machine, as far as it matters for the bench.
 *
 * @typedef {object} Pace
 * @property {number} startSeconds Of `sluice run` on a tiny archive: the speed of the processor.
 * @property {number} secondsPerEntry Of a small entry: the speed of the disk.
 */

/**
 * Measures the speed of the machine, in a second or two.
 *
 * @param {Pick<How, 'measure' | 'folder' | 'signal'>} how
 * @returns {Promise<Pace>}
 */
export async function measurePace({ measure, folder, signal }) {
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

// The largest of these archives then has a hundred entries.
const FEW_ROWS = 50;
