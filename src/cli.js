#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fileStore, readCommandOf } from './checkpoint-store.js';
import { openDestination } from './destination/open-destination.js';
import { RecipeError, SluiceError, StoppedError, UsageError } from './errors.js';
import { reportError } from './manifest.js';
import { formatManifest } from './manifest-text.js';
import { printable } from './printable.js';
import { processArchive } from './process-archive.js';
import { parseRecipe } from './recipe/read-recipe.js';
import { compileRecipe } from './recipe/recipe.js';
import { isS3Uri } from './s3-uri.js';
import { openSource } from './source/open-source.js';
import { toStorageError } from './storage-error.js';
import { formatOutcomes } from './terminal/outcome-table.js';
import { createProgressLine } from './terminal/progress-line.js';
import { formatBytes, formatDuration } from './terminal/units.js';
import { USAGE } from './terminal/usage.js';

/** @import { Manifest } from './manifest.js' */
/** @import { Outcome } from './process-archive.js' */

/**
 * The command line: `sluice run ARCHIVE --to DESTINATION`, `sluice resume FILE`.
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
 * @typedef {{ job: JobCommand | null, checkpoint: string | undefined, budget: number | undefined, json: boolean,
 *   quiet: boolean, force: boolean }} Command `job` is null where the checkpoint says what it is.
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
  const { to, recipe, checkpoint, json = false, quiet = false, force = false } = values;
  const [name, subject, ...others] = positionals;
  if (name !== 'run' && name !== 'resume') {
    throw usage(name === undefined ? 'no command' : `unknown command "${printable(name)}"`);
  }
  const what = name === 'run' ? 'ARCHIVE' : 'FILE';
  if (subject === undefined) throw usage(`no ${what}`);
  if (others.length > 0) throw usage(`one ${what} at a time; what is "${printable(others[0])}"?`);
  const options = {
    budget: readBudget(values.budget, name === 'resume' || checkpoint !== undefined),
    json,
    quiet,
    force,
  };
  if (name === 'run') {
    if (!to) throw usage('no destination: --to DESTINATION is missing');
    return { job: { archive: subject, to, recipe }, checkpoint, ...options };
  }
  for (const [option, value] of Object.entries({ to, recipe, checkpoint, force: values.force })) {
    if (value !== undefined) throw usage(`--${option} is for sluice run; what is resumed stands in the checkpoint`);
  }
  return { job: null, checkpoint: subject, ...options };
}

/** @typedef {{ archive: string, to: string, recipe: string | undefined }} JobCommand */

/**
 * @param {string | undefined} value
 * @param {boolean} hasCheckpoint
 * @returns {number | undefined} Seconds.
 */
function readBudget(value, hasCheckpoint) {
  if (value === undefined) return undefined;
  if (!hasCheckpoint) throw usage('--budget SECONDS goes with --checkpoint FILE, which the job goes on from');
  if (/^\d{1,9}(\.\d{1,3})?$/.test(value) && Number(value) > 0) return Number(value);
  throw usage(`--budget is a number of seconds, not "${printable(value)}"`);
}

/**
 * @param {Command} command
 * @returns {Promise<number>}
 */
async function run({ job, checkpoint: file, budget, json, quiet, force }) {
  const checkpoint = file && resolve(file);
  const command = job === null ? await readCommandOf(String(checkpoint)) : await commandOf(job);
  const { archive, to, folder, recipe: text } = command;
  if (job === null && !(isS3Uri(archive) && isS3Uri(to))) enterFolder(folder);
  const recipe = text === null ? await compileRecipe() : await parseRecipe(text, job?.recipe ?? String(file));
  const stop = stopOnSignals({ pauses: checkpoint !== undefined, budget });
  const progress = process.stderr.isTTY && !quiet ? createProgressLine(process.stderr) : null;
  try {
    const source = await openSource(archive, { signal: stop.signal });
    try {
      const destination = await openDestination(to, { signal: stop.signal });
      try {
        const store = checkpoint === undefined ? null : fileStore(checkpoint, command);
        await store?.open();
        const outcome = await processArchive({
          source,
          destination,
          recipe,
          force,
          signal: stop.signal,
          onProgress: progress?.show,
          turn: store ? { pause: stop.pause, remainingMs: () => 0, store } : undefined,
        });
        await store?.remove();
        progress?.clear();
        report(outcome, destination.locate(`${source.place}/_manifest.json`), { json, quiet });
        return outcome.manifest?.status === 'complete' ? 0 : 1;
      } finally {
        await destination.close();
      }
    } finally {
      await source.close();
    }
  } catch (error) {
    throw error instanceof StoppedError && file !== undefined ? pausedAt(file, error) : error;
  } finally {
    progress?.clear();
    stop.forget();
  }
}

/**
 * @param {JobCommand} job
 * @returns {Promise<import('./checkpoint-store.js').Command>}
 */
async function commandOf({ archive, to, recipe }) {
  return { archive, to, folder: process.cwd(), recipe: recipe === undefined ? null : await readRecipe(recipe) };
}

/** @param {string} folder Where the job was begun, which its paths start from. */
function enterFolder(folder) {
  try {
    process.chdir(folder);
  } catch (error) {
    throw toStorageError(error, `go on in "${printable(folder)}", where the job was begun`);
  }
}

/**
 * @param {string} path
 * @returns {Promise<string>}
 */
async function readRecipe(path) {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(
      'usage/recipe-unreadable',
      `cannot read the recipe ${printable(path)}: ${printable(/** @type {Error} */ (error).message)}`,
      { cause: error },
    );
  }
}

/**
 * The first signal stops the job cleanly; a second one ends the process at once.
 *
 * @param {{ pauses: boolean, budget: number | undefined }} options `pauses`: where there is a checkpoint, the job is let
 *   come to a point where it can go on from. `budget`: seconds until then.
 */
function stopOnSignals({ pauses, budget }) {
  const [abort, pause] = [new AbortController(), new AbortController()];
  const stop = () => (pauses ? pause : abort).abort(new StoppedError());
  for (const signal of SIGNALS) process.once(signal, stop);
  const timer = budget === undefined ? undefined : setTimeout(stop, budget * 1000);
  return {
    signal: abort.signal,
    pause: pause.signal,
    forget() {
      clearTimeout(timer);
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

/**
 * @param {string} file
 * @param {StoppedError} cause
 */
function pausedAt(file, cause) {
  const paused = new StoppedError({ cause });
  paused.message = `stopped before the end; to go on: sluice resume ${printable(file)}`;
  return paused;
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
  checkpoint: { type: 'string' },
  budget: { type: 'string' },
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
