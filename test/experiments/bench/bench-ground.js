import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RECIPES } from '../../../experiments/bench/rules.js';
import { writePeople } from '../../../scripts/generate-data/write-people.js';

/** @import { Ground } from '../../../experiments/bench/contestants.js' */

/**
 * A small archive for contestants, in a folder that `close` removes.
 *
 * @returns {Promise<{ ground: Ground, csvPath: string, close: () => Promise<void> }>}
 */
export async function makeGround() {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'));
  const [csvPath, archive] = [join(folder, 'people.csv'), join(folder, 'people.zip')];
  await writePeople({ csvPath, zipPath: archive, rows: 2_000, seed: 1337, delimiter: '|', header: true, workers: 1 });
  const recipes = { all: join(folder, 'all.json'), drop: join(folder, 'drop.json'), none: join(folder, 'none.json') };
  for (const rules of /** @type {(keyof typeof recipes)[]} */ (Object.keys(recipes))) {
    await writeFile(recipes[rules], JSON.stringify(RECIPES[rules]));
  }
  return {
    ground: { archive, entry: 'people.csv', recipes, folder },
    csvPath,
    close: () => rm(folder, { recursive: true }),
  };
}
