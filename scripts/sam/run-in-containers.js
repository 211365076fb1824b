import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFunction, LOGICAL_ID } from './build-function.js';
import { startFunction } from './start-function.js';

/** @import { FunctionSettings } from '../local-stack/invoke-function.js' */
/** @import { Runner } from '../local-stack/start-local-stack.js' */
/** @import { Sam } from './find-sam.js' */

/**
 * Builds the function and runs it as it is deployed: each invocation in a container of its own.
 *
 * @param {Sam} sam
 * @param {FunctionSettings} settings
 * @returns {Promise<Runner & { functionFolder: string }>} `functionFolder` is what its containers have mounted.
 * @throws {import('../../src/errors.js').UsageError} `usage/sam`
 */
export async function runInContainers(sam, { env, memoryMegabytes, timeoutMs }) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-sam-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const built = await buildFunction(sam, folder);
    const { variables, credentials } = await splitEnvironment(env);
    const settings = { variables, memoryMegabytes, timeoutSeconds: timeoutMs / 1000 };
    const running = await startFunction({ ...sam, env: { ...sam.env, ...credentials } }, built, settings);
    const close = async () => {
      await running.close();
      await removeFolder();
    };
    return { invoke: running.invoke, close, functionFolder: join(built.folder, LOGICAL_ID) };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/**
 * SAM passes on the variables of the template, and the credentials that it finds itself.
 *
 * @param {Record<string, string>} env The function's.
 */
async function splitEnvironment({ SLUICE_RECIPE, AWS_ENDPOINT_URL_S3, ...env }) {
  /** @type {Record<string, string>} */
  const variables = { AWS_ENDPOINT_URL_S3 };
  /** @type {Record<string, string | undefined>} */
  const credentials = { AWS_PROFILE: undefined, AWS_SESSION_TOKEN: undefined };
  for (const [name, value] of Object.entries(env)) {
    if (name.startsWith('SLUICE_')) variables[name] = value;
    else credentials[name] = value;
  }
  // The container does not see this machine's files.
  if (SLUICE_RECIPE !== undefined) variables.SLUICE_RECIPE = await readFile(SLUICE_RECIPE, 'utf8');
  return { variables, credentials };
}
