#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openDestination } from './destination/open-destination.js';
import { RecipeError, SluiceError, StoppedError, UsageError } from './errors.js';
import { reportError } from './manifest.js';
import { formatManifest } from './manifest-text.js';
import { printable } from './printable.js';
import { processArchive } from './process-archive.js';
import { parseRecipe } from './recipe/read-recipe.js';
import { compileRecipe } from './recipe/recipe.js';
import { openSource } from './source/open-source.js';
import { toStorageError } from './storage-error.js';
import { formatOutcomes } from './terminal/outcome-table.js';
import { createProgressLine } from './terminal/progress-line.js';
import { formatBytes, formatDuration } from './terminal/units.js';
import { USAGE } from './terminal/usage.js';

/** @import { Manifest } from './manifest.js' */
/** @import { Outcome } from './process-archive.js' */

/**
 * The command line: `sluice run ARCHIVE --to DESTINATION`.
 *
 * @param {string[]} args
 * @returns {Promise<number>} The exit code.
 */
async function main(args) {
  try {
    refuseOldNode();
    const command = readCommand(args);
    if (command === null) {
      process.stdout.write(USAGE);
      return 0;
    }
    return await run(command);
  } catch (error) {
    // A script that asked for JSON gets some, also where there is no manifest to print.
    if (args.includes('--json')) process.stdout.write(`${JSON.stringify({ error: reportError(error) }, null, 2)}\n`);
    process.stderr.write(`${describeError(error)}\n`);
    return exitCodeOf(error);
  }
}

function refuseOldNode() {
  if (Number.parseInt(process.versions.node, 10) >= MIN_NODE) return;
  throw new UsageError(
    'usage/old-node',
    `Node ${MIN_NODE} is needed, this is ${process.version}; in a checkout \`npx sluice\` runs the right one`,
  );
}

/**
 * @typedef {{ archive: string, to: string, recipe: string | undefined, json: boolean, quiet: boolean, force: boolean }} Command
 *
 * @param {string[]} args
 * @returns {Command | null} null where help is asked for.
 */
function readCommand(args) {
  let parsed;
  try {
    parsed = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw usage(/** @type {Error} */ (error).message.split('. ')[0]);
  }
  const { values, positionals } = parsed;
  if (values.help) return null;
  const [name, archive, ...others] = positionals;
  if (name !== 'run') throw usage(name === undefined ? 'no command' : `unknown command "${printable(name)}"`);
  if (archive === undefined) throw usage('no ARCHIVE');
  if (others.length > 0) throw usage(`one ARCHIVE at a time; what is "${printable(others[0])}"?`);
  if (!values.to) throw usage('no destination: --to DESTINATION is missing');
  const { to, recipe, json = false, quiet = false, force = false } = values;
  return { archive, to, recipe, json, quiet, force };
}

/**
 * @param {Command} command
 * @returns {Promise<number>}
 */
async function run({ archive, to, recipe: recipePath, json, quiet, force }) {
  const recipe = recipePath === undefined ? await compileRecipe() : await readRecipe(recipePath);
  const stop = stopOnSignals();
  const progress = process.stderr.isTTY && !quiet ? createProgressLine(process.stderr) : null;
  try {
    const source = await openSource(archive, { signal: stop.signal });
    try {
      const destination = await openDestination(to, { signal: stop.signal });
      try {
        const outcome = await processArchive({
          source,
          destination,
          recipe,
          force,
          signal: stop.signal,
          onProgress: progress?.show,
        });
        progress?.clear();
        report(outcome, destination.locate(`${source.place}/_manifest.json`), { json, quiet });
        return outcome.manifest?.status === 'complete' ? 0 : 1;
      } finally {
        await destination.close();
      }
    } finally {
      await source.close();
    }
  } finally {
    progress?.clear();
    stop.forget();
  }
}

/** @param {string} path */
async function readRecipe(path) {
  let text;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      'usage/recipe-unreadable',
      `cannot read the recipe ${printable(path)}: ${printable(/** @type {Error} */ (error).message)}`,
      { cause: error },
    );
  }
  return parseRecipe(text, path);
}

/** The first signal stops the job cleanly; a second one ends the process at once. */
function stopOnSignals() {
  const controller = new AbortController();
  const stop = () => controller.abort(new StoppedError());
  for (const signal of SIGNALS) process.once(signal, stop);
  return {
    signal: controller.signal,
    forget() {
      for (const signal of SIGNALS) process.off(signal, stop);
    },
  };
}

/**
 * @param {Outcome} outcome
 * @param {string} manifestPlace
 * @param {{ json: boolean, quiet: boolean }} options
 */
function report({ result, manifest }, manifestPlace, { json, quiet }) {
  if (manifest === null) return;
  if (json) for (const block of formatManifest(manifest)) process.stdout.write(block);
  for (const error of errorsOf(manifest)) process.stderr.write(`${error}\n`);
  if (json || quiet) return;
  const seconds = manifest.durationMs / 1000;
  const done =
    result === 'already-done'
      ? 'was done before (--force does it again)'
      : `in ${formatDuration(seconds)}, peak memory ${formatBytes(manifest.peakRssBytes)}`;
  if (manifest.status !== 'failed') process.stdout.write(`${formatOutcomes(manifest)}\n`);
  process.stdout.write(`${manifest.status} ${done}\nmanifest: ${printable(manifestPlace)}\n`);
}

/** @param {Manifest} manifest */
function errorsOf({ error, entries, totals }) {
  if (error !== null) return [`sluice: ${error.code}: ${printable(error.message)}`];
  const lines = [];
  for (const { path, error } of entries) {
    if (error === null) continue;
    if (lines.length === SHOWN_ERRORS) {
      lines.push(`sluice: ${totals.failed - SHOWN_ERRORS} more entries failed: see the manifest`);
      break;
    }
    lines.push(`sluice: ${printable(path)}: ${error.code}: ${printable(error.message)}`);
  }
  return lines;
}

/** @param {unknown} error */
function describeError(error) {
  if (error instanceof SluiceError) return `sluice: ${error.code}: ${printable(error.message)}`;
  return `sluice: internal: ${error instanceof Error ? error.stack : String(error)}; this is a defect, please report it`;
}

/**
 * A reader that has seen enough (`| head`) is no error; a full disk is.
 *
 * @param {NodeJS.ErrnoException} error
 */
function failPrinting(error) {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`${describeError(toStorageError(error, 'print'))}\n`);
  process.exitCode = 1;
}

/** @param {unknown} error */
function exitCodeOf(error) {
  if (error instanceof UsageError || error instanceof RecipeError) return 2;
  return error instanceof StoppedError ? 130 : 1;
}

/** @param {string} problem */
function usage(problem) {
  return new UsageError('usage/command-line', `${problem}; try: sluice run ARCHIVE --to DESTINATION (or --help)`);
}

const OPTIONS = /** @type {const} */ ({
  to: { type: 'string' },
  recipe: { type: 'string' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean' },
  force: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
});

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const MIN_NODE = 24;
const SHOWN_ERRORS = 20;

process.stdout.on('error', failPrinting);
process.stderr.on('error', () => {});
const exitCode = await main(process.argv.slice(2));
process.exitCode ||= exitCode;
