import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFunction } from '../../scripts/sam/build-function.js';
import { findSamProgram, samEnvironment } from '../../scripts/sam/find-sam.js';
import { startSamProcesses } from './run-sam.js';

/** @import { BuiltFunction } from '../../scripts/sam/build-function.js' */
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
    const sam = await findSamProgram();
    await buildFunction(sam, folder);
    return { env: { TEST_BUILT_FUNCTION: folder, TEST_SAM_PROGRAM: sam.program }, skip: [], end };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * Also starts SAM, once.
 *
 * @returns {Promise<SuiteEnvironment>}
 */
export async function buildAndStartSam() {
  const built = await buildForSuite();
  try {
    const processes = await startSamProcesses(samEnvironment());
    const end = async () => {
      await processes.end();
      await built.end();
    };
    return { env: { ...built.env, ...processes.env }, skip: [], end };
  } catch (error) {
    await built.end();
    throw error;
  }
}

/** SAM, which the suite has found already. */
export async function samOfSuite() {
  const program = process.env.TEST_SAM_PROGRAM;
  return program === undefined ? findSamProgram() : { program, env: samEnvironment() };
}

/**
 * The function as `sam build` makes it. Each file has a copy of its own, since containers are found by the folder that they mount.
 * One that runs without its suite builds it.
 *
 * @param {string} folder
 * @returns {Promise<BuiltFunction>}
 */
export async function builtFunction(folder) {
  const built = process.env.TEST_BUILT_FUNCTION;
  if (built === undefined) return buildFunction(await findSamProgram(), folder);
  await cp(built, folder, { recursive: true });
  return { folder, template: await readFile(join(folder, 'template.yaml'), 'utf8') };
}
