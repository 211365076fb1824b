import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { UsageError } from '../../src/errors.js';
import { printable } from '../../src/printable.js';

/** @import { Sam } from './find-sam.js' */

/**
 * @param {Pick<Sam, 'program' | 'env'>} sam
 * @param {string} folder
 * @returns {Promise<BuiltFunction>}
 * @throws {UsageError} `usage/sam`
 */
export async function buildFunction(sam, folder) {
  try {
    const args = ['build', '--template', TEMPLATE, '--build-dir', folder, '--cache-dir', join(folder, '.cache')];
    await run(sam.program, args, { env: sam.env, timeout: TIMEOUT_MS });
  } catch (cause) {
    const { stderr = '', message } = /** @type {Error & { stderr?: string }} */ (cause);
    const reason = /^(?:Build Failed\n)?Error: .*$/m.exec(stderr)?.[0] ?? message;
    throw new UsageError('usage/sam', `sam build: ${printable(reason)}`, { cause });
  }
  return { folder, template: await readFile(join(folder, 'template.yaml'), 'utf8') };
}

/**
 * @typedef {object} BuiltFunction
 * @property {string} folder
 * @property {string} template The text of the template that `sam build` wrote.
 */

/**
 * What differs from the template on this machine: the address of S3, and in tests less memory or time.
 *
 * @typedef {object} LocalSettings
 * @property {Record<string, string>} variables
 * @property {number} memoryMegabytes
 * @property {number} timeoutSeconds
 */

/**
 * Writes the files with which SAM runs a built function on this machine's processor.
 *
 * @param {BuiltFunction} built
 * @param {LocalSettings} settings
 * @param {string} name The base name of the files.
 * @returns {Promise<string[]>} SAM's arguments.
 */
export async function describeLocally({ folder, template }, settings, name) {
  const [templatePath, variablesPath] = [join(folder, `${name}.yaml`), join(folder, `${name}.json`)];
  await writeFile(templatePath, localTemplate(template, settings));
  await writeFile(variablesPath, JSON.stringify({ [LOGICAL_ID]: settings.variables }));
  return ['--template', templatePath, '--env-vars', variablesPath];
}

/**
 * @param {string} template
 * @param {LocalSettings} settings
 */
function localTemplate(template, { variables, memoryMegabytes, timeoutSeconds }) {
  const [start, resource, end] = cutOut(template);
  const properties = {
    Architectures: `[${process.arch === 'arm64' ? 'arm64' : 'x86_64'}]`,
    MemorySize: memoryMegabytes,
    Timeout: timeoutSeconds,
  };
  let changed = resource;
  for (const [property, value] of Object.entries(properties)) {
    changed = replaced(
      changed,
      new RegExp(`^( {6})${property}:.*\\n(?: {6}[ -].*\\n)*`, 'm'),
      `$1${property}: ${value}\n`,
    );
  }
  // SAM passes only variables that the template declares.
  const declared = Object.keys(variables).filter(variable => !changed.includes(`${variable}:`));
  const lines = declared.map(variable => `$1  ${variable}: ""\n`).join('');
  return start + replaced(changed, /^( +)Variables:\n/m, `$1Variables:\n${lines}`) + end;
}

/**
 * @param {string} template
 * @returns {[before: string, resource: string, after: string]}
 */
function cutOut(template) {
  const found = new RegExp(`^  ${LOGICAL_ID}:\\n(?:    .*\\n)*`, 'm').exec(template);
  if (found === null) throw new Error(`the template has no resource ${LOGICAL_ID}`);
  const end = found.index + found[0].length;
  return [template.slice(0, found.index), found[0], template.slice(end)];
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} replacement
 */
function replaced(text, pattern, replacement) {
  if (!pattern.test(text)) throw new Error(`the function in the template has nothing like ${pattern}`);
  return text.replace(pattern, replacement);
}

const run = promisify(execFile);
const TEMPLATE = fileURLToPath(new URL('../../template.yaml', import.meta.url));
const TIMEOUT_MS = 120_000;

/** The function's logical id in `template.yaml`. */
export const LOGICAL_ID = 'Function';
