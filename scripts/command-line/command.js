import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readHashKey } from '../../src/cli/read-hash-key.js';
import { RecipeError, SluiceError, UsageError } from '../../src/errors.js';
import { printable } from '../../src/printable.js';
import { parseRecipe } from '../../src/recipe/read-recipe.js';

/** @import { ParseArgsConfig } from 'node:util' */
/** @import { Recipe } from '../../src/recipe/recipe.js' */

/**
 * Runs a script: signals abort it, an error is reported in one line, and its return value is the exit code.
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
  // May arrive twice: the terminal sends it to npm and to this process, and npm forwards it.
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
  // From here on, a signal ends the process immediately, unless it is the second one of the same Ctrl-C.
  const endOnSignals = () => process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM');
  if (controller.signal.aborted) setTimeout(endOnSignals, SECOND_SIGNAL_MS).unref();
  else endOnSignals();
}

/** How much later npm's signal may come on a busy machine. */
const SECOND_SIGNAL_MS = 2_000;

/** @returns {boolean} Whether `--help` or `-h` is among the arguments. */
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
 * @param {string} name The option's name.
 * @param {string} text Its value.
 * @param {number} min
 * @param {number} max
 * @returns {number}
 * @throws {UsageError} `usage/arguments`: it is not a whole number within these bounds.
 */
export function wholeNumber(name, text, min, max) {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  const given = printable(JSON.stringify(text));
  throw new UsageError('usage/arguments', `--${name} is ${given}; it must be a whole number from ${min} to ${max}`);
}

/**
 * Resolves a path from the command line against the folder where npm was called; npm runs scripts in the package's
 * folder.
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
 * @returns {string} Relative to the folder where npm was called, if the path is inside it; else as it is.
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

/**
 * Reads the key for a recipe's hashes before anything is started: without it, every delivery would fail.
 *
 * @param {string | undefined} path As it was typed.
 * @param {Recipe} recipe
 * @returns {Promise<Buffer | null>} Null for a recipe that hashes nothing.
 * @throws {UsageError | RecipeError} `usage/hash-key-unreadable`, `recipe/missing-secret`
 */
export async function readTypedHashKey(path, recipe) {
  return readHashKey(path === undefined ? undefined : typedPath(path), recipe);
}

/** @param {unknown} error */
function describeError(error) {
  if (error instanceof SluiceError) return `${error.code}: ${printable(error.message)}`;
  if (!(error instanceof Error)) return String(error);
  // A system error, such as a full disk, is not a defect of this program: no stack trace.
  return 'syscall' in error ? printable(error.message) : (error.stack ?? error.message);
}

/** The npm scripts that take paths. */
const SCRIPTS = ['bench', 'demo', 'experiment', 'measure:sam', 'measure:turns', 'smoke', 'start'];
