import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { holdContest } from './contest.js';
import { listContestants } from './contestants.js';
import { RECIPES } from './rules.js';
import { startS3Contestants } from './s3-contestants.js';

/** @import { How, Standing } from './contest.js' */
/** @import { Ground } from './contestants.js' */
/** @import { Rules } from './rules.js' */

/**
 * The contest with everybody who is here.
 *
 * @param {{ archive: string, entry: string, folder: string }} where The archive, the name of its one entry, and a folder
 *   for whatever is needed.
 * @param {How} how
 * @returns {Promise<Standing[]>}
 */
export async function runContest({ archive, entry, folder }, how) {
  /** @type {Ground} */
  const ground = { archive, entry, folder, recipes: await writeRecipes(folder) };
  const others = await listContestants(ground);
  const s3 = await startS3Contestants(ground, how.signal);
  try {
    return await holdContest([...others, ...s3.contestants], ground, how);
  } finally {
    await s3.close();
  }
}

/**
 * @param {string} folder
 * @returns {Promise<Record<Rules, string>>} Their paths.
 */
export async function writeRecipes(folder) {
  const paths = { all: join(folder, 'all.json'), drop: join(folder, 'drop.json'), none: join(folder, 'none.json') };
  for (const rules of /** @type {Rules[]} */ (Object.keys(paths))) {
    await writeFile(paths[rules], JSON.stringify(RECIPES[rules]));
  }
  return paths;
}
