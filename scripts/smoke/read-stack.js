import { execFile } from 'node:child_process';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { UsageError } from '../../src/errors.js';
import { readConfig } from '../../src/lambda/config.js';
import { printable } from '../../src/printable.js';

/** @import { Config } from '../../src/lambda/config.js' */

/**
 * A deployed stack: where its archives arrive, and its function's settings.
 *
 * @typedef {object} Stack
 * @property {{ bucket: string, prefix: string, suffix: string }} archives
 * @property {Readonly<Config>} config The function's settings that determine its outputs.
 * @property {string} logCommand
 */

/**
 * Reads the stack's outputs through SAM, with which it was deployed.
 *
 * @param {string} name
 * @param {AbortSignal} signal
 * @returns {Promise<Stack>}
 * @throws {UsageError} `usage/stack`
 */
export async function readStack(name, signal) {
  if (!/^[A-Za-z][A-Za-z0-9-]{0,127}$/.test(name)) throw wrong(name, 'that is no name of a stack');
  const args = ['list', 'stack-outputs', '--stack-name', name, '--output', 'json'];
  const env = {
    ...process.env,
    PATH: `${process.env.PATH}${delimiter}${SAM_BIN}`,
    ...(REGION && { AWS_DEFAULT_REGION: REGION }),
    SAM_CLI_TELEMETRY: '0',
  };
  try {
    const { stdout } = await run('sam', args, { env, signal, timeout: TIMEOUT_MS });
    return stackOf(new Map(JSON.parse(stdout).map((/** @type {any} */ each) => [each.OutputKey, each.OutputValue])));
  } catch (cause) {
    throw wrong(name, reasonOf(cause), cause);
  }
}

/** @param {Map<string, string>} outputs */
function stackOf(outputs) {
  const [archives = '', destination = '', recipe = '', hashSecret = '', logCommand = ''] = OUTPUTS.map(key =>
    outputs.get(key),
  );
  const found = /^s3:\/\/(?<bucket>[^/]+)\/(?<prefix>[^*]*)\*(?<suffix>[^*]+)$/.exec(archives)?.groups;
  if (found === undefined) throw new Error('its outputs are not those of template.yaml; deploy it again');
  const { bucket, prefix, suffix } = found;
  const config = readConfig({
    SLUICE_DESTINATION: destination,
    SLUICE_RECIPE: recipe === 'none' ? '' : recipe,
    SLUICE_HASH_SECRET: hashSecret,
    SLUICE_TRIGGER_PREFIX: prefix,
    SLUICE_TRIGGER_SUFFIX: suffix,
  });
  return { archives: { bucket, prefix, suffix: config.trigger.suffixes[0] }, config, logCommand };
}

/** @param {unknown} error */
function reasonOf(error) {
  const { code, stderr, message } = /** @type {Error & { code?: unknown, stderr?: string }} */ (error);
  if (code === 'ENOENT') return 'SAM CLI is missing; "npm run setup:sam" installs it';
  return stderr?.trim().split('\n').at(-1) || message;
}

/**
 * @param {string} name
 * @param {string} reason
 * @param {unknown} [cause]
 */
function wrong(name, reason, cause) {
  const message = `cannot read the outputs of the stack "${printable(name)}": ${printable(reason)}`;
  return new UsageError('usage/stack', message, { cause });
}

/** From either variable: the SDK reads only the first, SAM only the second. */
export const REGION = process.env.AWS_REGION || process.env.AWS_DEFAULT_REGION;

const run = promisify(execFile);
// Installed by `npm run setup:sam`.
const SAM_BIN = fileURLToPath(new URL('../../.sam/bin', import.meta.url));
const OUTPUTS = ['Archives', 'Destination', 'Recipe', 'HashSecret', 'LogCommand'];
const TIMEOUT_MS = 60_000;
