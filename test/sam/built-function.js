import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFunction } from '../../scripts/sam/build-function.js';
import { findSamProgram } from '../../scripts/sam/find-sam.js';

/** @import { BuiltFunction } from '../../scripts/sam/build-function.js' */
/** @import { Sam } from '../../scripts/sam/find-sam.js' */
/** @import { SuiteEnvironment } from '../suites.js' */

/**
 * Builds the function once, for all files of a suite.
 *
 * @returns {Promise<SuiteEnvironment>}
 */
export async function buildForSuite() {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-built-'));
  const end = () => rm(folder, { recursive: true, force: true });
  try {
    await buildFunction(await findSamProgram(), folder);
  } catch (error) {
    await end();
    throw error;
  }
  return { env: { TEST_BUILT_FUNCTION: folder }, skip: [], end };
}

/**
 * The function as `sam build` makes it. Each file has a copy of its own, since containers are found by the folder that they mount.
 * One that runs without its suite builds it.
 *
 * @param {Pick<Sam, 'program' | 'env'>} sam
 * @param {string} folder
 * @returns {Promise<BuiltFunction>}
 */
export async function builtFunction(sam, folder) {
  const built = process.env.TEST_BUILT_FUNCTION;
  if (built === undefined) return buildFunction(sam, folder);
  await cp(built, folder, { recursive: true });
  return { folder, template: await readFile(join(folder, 'template.yaml'), 'utf8') };
}
