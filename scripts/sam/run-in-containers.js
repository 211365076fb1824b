import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFunction, LOGICAL_ID } from './build-function.js';
import { startFunction } from './start-function.js';

/** @import { FunctionSettings } from '../local-stack/invoke-function.js' */
/** @import { Runner } from '../local-stack/start-local-stack.js' */
/** @import { Sam } from './find-sam.js' */

/**
 * Builds the function and runs it as deployed: each invocation in its own container.
 *
 * @param {Sam} sam
 * @param {FunctionSettings} settings
 * @returns {Promise<Runner & { functionFolder: string }>} `functionFolder` is mounted by its containers.
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
 * Splits the function's environment: SAM passes the template's variables from a file, and credentials from its own
 * environment.
 *
 * @param {Record<string, string>} env
 */
async function splitEnvironment({ SLUICE_RECIPE, ...env }) {
  /** @type {Record<string, string>} */
  const variables = {};
  /** @type {Record<string, string | undefined>} */
  const credentials = { AWS_PROFILE: undefined, AWS_SESSION_TOKEN: undefined };
  for (const [name, value] of Object.entries(env)) {
    if (/^(?:SLUICE|AWS_ENDPOINT_URL)_/.test(name)) variables[name] = value;
    else credentials[name] = value;
  }
  // Inline, because the container cannot read this machine's files.
  if (SLUICE_RECIPE !== undefined) variables.SLUICE_RECIPE = await readFile(SLUICE_RECIPE, 'utf8');
  return { variables, credentials };
}
