import { execFile } from 'node:child_process';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { UsageError } from '../../src/errors.js';
import { hostAddress, isImageThere } from './docker.js';

/**
 * What is needed to run the function in its container.
 *
 * @typedef {object} Sam
 * @property {string} program
 * @property {Record<string, string | undefined>} env For the program.
 * @property {string} hostAddress This machine's address, as seen by containers.
 * @property {string[]} pull `--skip-pull-image` if Docker has the image.
 */

/**
 * Finds SAM (installed by `npm run setup:sam`, else on the PATH) and Docker.
 *
 * @returns {Promise<Sam>}
 * @throws {UsageError} `usage/sam`, `usage/docker`
 */
export async function findSam() {
  const found = await findSamProgram();
  return { ...found, ...(await findDocker()) };
}

/**
 * @returns {Promise<Pick<Sam, 'hostAddress' | 'pull'>>}
 * @throws {UsageError} `usage/docker`
 */
export async function findDocker() {
  const address = await hostAddress();
  return { hostAddress: address, pull: (await isImageThere()) ? ['--skip-pull-image'] : [] };
}

/**
 * Finds SAM alone: building the function needs no Docker.
 *
 * @returns {Promise<Pick<Sam, 'program' | 'env'>>}
 * @throws {UsageError} `usage/sam`
 */
export async function findSamProgram() {
  const env = samEnvironment();
  for (const program of [SAM_PROGRAM, 'sam']) {
    const isThere = await run(program, ['--version'], { env, timeout: 60_000 }).then(
      () => true,
      () => false,
    );
    if (isThere) return { program, env };
  }
  throw new UsageError('usage/sam', 'SAM CLI is missing; "npm run setup:sam" installs it into .sam/');
}

/** @returns {Sam['env']} */
export function samEnvironment() {
  const bin = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));
  return {
    ...process.env,
    // For esbuild, a development dependency.
    PATH: [`${SAM_FOLDER}/bin`, bin, process.env.PATH].join(delimiter),
    SAM_CLI_TELEMETRY: '0',
  };
}

const run = promisify(execFile);
const SAM_FOLDER = fileURLToPath(new URL('../../.sam', import.meta.url));
const SAM_PROGRAM = `${SAM_FOLDER}/bin/sam`;

/** Installed by `npm run setup:sam`. moto emulates AWS on this machine, as a deployment target for the tests. */
export const SAM_VERSION = '1.170.0';
export const MOTO_VERSION = '5.2.5';
