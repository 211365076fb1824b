import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRecipes } from '../../../../experiments/bench/run-contest.js';
import { writePeople } from '../../../../scripts/generate-data/write-people.js';

/** @import { Ground } from '../../../../experiments/bench/contestants.js' */

/**
 * A small archive for contestants, in a folder that `close` removes.
 *
 * @returns {Promise<{ ground: Ground, csvPath: string, close: () => Promise<void> }>}
 */
export async function makeGround() {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'));
  const [csvPath, archive] = [join(folder, 'people.csv'), join(folder, 'people.zip')];
  await writePeople({ csvPath, zipPath: archive, rows: 2_000, seed: 1337, delimiter: '|', header: true, workers: 1 });
  return {
    ground: { archive, entry: 'people.csv', recipes: await writeRecipes(folder), folder },
    csvPath,
    close: () => rm(folder, { recursive: true }),
  };
}
