import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openDestination } from '../destination/open.js';
import { isFinal, RecipeError, StalledError, StoppedError, UsageError } from '../errors.js';
import { processArchive } from '../job/archive.js';
import { reportError } from '../ledger/manifest.js';
import { formatManifest } from '../ledger/manifest-text.js';
import { printable } from '../printable.js';
import { parseRecipe } from '../recipe/read-recipe.js';
import { compileRecipe } from '../recipe/recipe.js';
import { openSource } from '../source/open-source.js';
import { isS3Uri } from '../storage/s3-uri.js';
import { toStorageError } from '../storage/storage-error.js';
import { checkpointFile, readCommandOf } from './checkpoint-file.js';
import { createProgressLine } from './progress-line.js';
import { readCommand } from './read-command.js';
import { describeError, formatErrors, formatReport } from './report.js';
import { stopOnSignals } from './stop-signals.js';
import { USAGE } from './usage.js';

/** @import { Command } from './checkpoint-file.js' */
/** @import { Job } from '../job/archive.js' */
/** @import { JobOutcome } from '../ledger/open-ledger.js' */
/** @import { CommandLine, JobCommand } from './read-command.js' */

/**
 * The command line: `sluice run ARCHIVE --to DESTINATION`, `sluice resume FILE`.
 *
 * @param {string[]} args
 * @returns {Promise<number>} The exit code.
 */
async function main(args) {
  try {
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

/**
 * @param {CommandLine} commandLine
 * @returns {Promise<number>}
 */
async function run({ job, checkpoint, budget, json, quiet, force }) {
  const file = checkpoint && resolve(checkpoint);
  const command = job === null ? await readCommandOf(String(file)) : await commandOf(job);
  const { archive, to, folder, recipe: text } = command;
  if (job === null && folder !== null) enterFolder(folder);
  const recipe = text === null ? await compileRecipe() : await parseRecipe(text, job?.recipe ?? String(checkpoint));
  const stop = stopOnSignals({ pauses: file !== undefined, budget });
  const progress = process.stderr.isTTY && !quiet ? createProgressLine(process.stderr) : null;
  try {
    const source = await openSource(archive, { signal: stop.signal });
    try {
      const destination = await openDestination(to, { signal: stop.signal });
      try {
        const work = { source, destination, recipe, force, signal: stop.signal, onProgress: progress?.show };
        const store = file === undefined ? null : checkpointFile(file, command);
        const outcome = await (store ? processWith(store, work, stop.pause) : processArchive(work));
        progress?.clear();
        report(outcome, destination.locate(`${source.outputFolder}/_manifest.json`), { json, quiet });
        return outcome.manifest?.status === 'complete' ? 0 : 1;
      } finally {
        await destination.close();
      }
    } finally {
      await source.close();
    }
  } catch (caught) {
    // At a terminal, what stopped this attempt says more than how many came before it.
    const error = caught instanceof StalledError ? caught.cause : caught;
    throw error instanceof StoppedError && checkpoint !== undefined ? pausedAt(checkpoint, error) : error;
  } finally {
    progress?.clear();
    stop.forget();
  }
}

/**
 * @param {ReturnType<typeof checkpointFile>} store
 * @param {Job} job
 * @param {AbortSignal} pause
 */
async function processWith(store, job, pause) {
  await store.open();
  try {
    const outcome = await processArchive({ ...job, turn: { pause, remainingMs: () => 0, store } });
    await store.finish();
    return outcome;
  } catch (error) {
    if (isFinal(error)) await store.giveUp();
    throw error;
  }
}

/**
 * @param {JobCommand} job
 * @returns {Promise<Command>}
 */
async function commandOf({ archive, to, recipe }) {
  const folder = isS3Uri(archive) && isS3Uri(to) ? null : process.cwd();
  return { archive, to, folder, recipe: recipe === undefined ? null : await readRecipe(recipe) };
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
 * @param {JobOutcome} outcome
 * @param {string} place The manifest's.
 * @param {{ json: boolean, quiet: boolean }} options
 */
function report({ result, manifest }, place, { json, quiet }) {
  if (manifest === null) return;
  if (json) for (const block of formatManifest(manifest)) process.stdout.write(block);
  for (const line of formatErrors(manifest)) process.stderr.write(`${line}\n`);
  if (json || quiet) return;
  process.stdout.write(formatReport(manifest, { wasDone: result === 'already-done', place }));
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

process.stdout.on('error', failPrinting);
process.stderr.on('error', () => {});
const exitCode = await main(process.argv.slice(2));
process.exitCode ||= exitCode;
