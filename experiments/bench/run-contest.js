import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { holdContest } from './contest.js';
import { listContestants } from './contestants.js';
import { RECIPES } from './rules.js';
import { listS3Contestants, startS3Contestants } from './s3-contestants.js';

/** @import { How, Standing } from './contest.js' */
/** @import { Contestant, Ground } from './contestants.js' */
/** @import { Rules } from './rules.js' */

/**
 * @typedef {object} Contest
 * @property {Pick<Contestant, 'id' | 'name' | 'missing' | 'lacking'>[]} contestants All, including those not installed.
 * @property {(how: How) => Promise<Standing[]>} hold Requires the archive to exist.
 */

/**
 * Prepares the contest of all installed contestants.
 *
 * @param {{ archive: string, entry: string, folder: string }} where The archive, the name of its only entry, and a folder
 *   for temporary files.
 * @returns {Promise<Contest>}
 */
export async function prepareContest({ archive, entry, folder }) {
  /** @type {Ground} */
  const ground = { archive, entry, folder, recipes: await writeRecipes(folder) };
  const others = await listContestants(ground);
  return {
    contestants: [...others, ...(await listS3Contestants())],
    async hold(how) {
      const s3 = await startS3Contestants(ground, how.signal);
      try {
        return await holdContest([...others, ...s3.contestants], ground, how);
      } finally {
        await s3.close();
      }
    },
  };
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
