import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { RecipeError, SluiceError, UsageError } from '../../src/errors.js';
import { printable } from '../../src/printable.js';
import { parseRecipe } from '../../src/recipe/read-recipe.js';

/** @import { ParseArgsConfig } from 'node:util' */
/** @import { Recipe } from '../../src/recipe/recipe.js' */

/**
 * Runs a script to its end: signals stop it, an error is one line, and what it returns is the exit code.
 *
 * @param {(stop: AbortSignal) => Promise<number>} script
 * @param {{ help: string, exitCodeWhenStopped: number }} options
 * @returns {Promise<void>}
 */
export async function runScript(script, { help, exitCodeWhenStopped }) {
  if (asksForHelp()) {
    process.stdout.write(help);
    return;
  }
  const controller = new AbortController();
  // npm passes a signal on that the terminal has sent to both: it comes twice.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => controller.abort());
  try {
    process.exitCode = await script(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) {
      process.exitCode = exitCodeWhenStopped;
    } else {
      process.stderr.write(`${describeError(error)}\n`);
      process.exitCode = error instanceof UsageError || error instanceof RecipeError ? 2 : 1;
    }
  }
  // From here on a signal ends the process at once, as usual.
  process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM');
}

/** @returns {boolean} Whether `--help` is among the arguments, wherever it stands. */
export function asksForHelp() {
  return process.argv.slice(2).some(argument => argument === '--help' || argument === '-h');
}

/**
 * @template {NonNullable<ParseArgsConfig['options']>} Options
 * @param {Options} options
 * @param {{ usage: string, maxPositionals: number }} shape
 */
export function readArguments(options, { usage, maxPositionals }) {
  let parsed;
  try {
    parsed = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    const [reason] = /** @type {Error} */ (error).message.split(/[.\n]/);
    throw new UsageError('usage/arguments', `${printable(reason)}; usage: ${usage}`);
  }
  const extra = parsed.positionals[maxPositionals];
  if (extra !== undefined) {
    throw new UsageError('usage/arguments', `what is "${printable(extra)}"? usage: ${usage}`);
  }
  return parsed;
}

/**
 * @param {string} name An option's.
 * @param {string} text Its value.
 * @param {number} min
 * @param {number} max
 * @returns {number}
 * @throws {UsageError} `usage/arguments`: it is no whole number within these bounds.
 */
export function wholeNumber(name, text, min, max) {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  const given = printable(JSON.stringify(text));
  throw new UsageError('usage/arguments', `--${name} is ${given}; it must be a whole number from ${min} to ${max}`);
}

/**
 * npm runs a script in the package's folder; what is typed is meant from where npm was called.
 *
 * @param {string} path
 * @returns {string}
 */
export function typedPath(path) {
  const { npm_lifecycle_event: script = '', INIT_CWD = '.' } = process.env;
  return resolve(SCRIPTS.includes(script) ? INIT_CWD : '.', path);
}

/**
 * @param {string} path
 * @returns {string} The shorter way to say it: from where npm was called, or in full.
 */
export function shownPath(path) {
  const fromHere = relative(typedPath('.'), path);
  return fromHere.startsWith('..') ? path : fromHere;
}

/**
 * @param {string} path
 * @returns {Promise<Recipe>}
 * @throws {UsageError | RecipeError}
 */
export async function readRecipe(path) {
  let text;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const reason = printable(/** @type {Error} */ (cause).message);
    throw new UsageError('usage/recipe-unreadable', `cannot read the recipe ${printable(path)}: ${reason}`, { cause });
  }
  return parseRecipe(text, path);
}

/** @param {unknown} error */
function describeError(error) {
  if (error instanceof SluiceError) return `${error.code}: ${printable(error.message)}`;
  if (!(error instanceof Error)) return String(error);
  // The system's word, as of a disk that is full, is not this program's defect.
  return 'syscall' in error ? printable(error.message) : (error.stack ?? error.message);
}

const SCRIPTS = ['bench', 'demo', 'experiment', 'measure:sam', 'measure:turns', 'smoke', 'start'];
