import { resolve } from 'node:path';
import { openDestination } from '../destination/open.js';
import { isFinal, StalledError, StoppedError } from '../errors.js';
import { processArchive } from '../job/archive.js';
import { manifestPath } from '../output-paths.js';
import { printable } from '../printable.js';
import { parseRecipe } from '../recipe/read-recipe.js';
import { compileRecipe } from '../recipe/recipe.js';
import { openSource } from '../source/open-source.js';
import { checkpointFile } from './checkpoint-file.js';
import { commandOf, enterFolder } from './command.js';
import { createProgressLine } from './progress-line.js';
import { readCommandOf } from './read-checkpoint.js';
import { readHashKey } from './read-hash-key.js';
import { printOutcome } from './report.js';
import { stopOnSignals } from './stop-signals.js';

/** @import { Destination } from '../destination/open.js' */
/** @import { Job } from '../job/archive.js' */
/** @import { Command } from './command.js' */
/** @import { Source } from '../source/open-source.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { ResumeLine, RunLine } from './read-command-line.js' */

/**
 * Runs the given job, or resumes a checkpoint's job, and prints its outcome.
 *
 * @param {RunLine | ResumeLine} line
 * @returns {Promise<number>} The exit code.
 */
export async function runJob(line) {
  const { checkpoint, budget, json, quiet } = line;
  const file = checkpoint && resolve(checkpoint);
  const { force, dryRun } = line.command === 'run' ? line : { force: false, dryRun: false };
  const { command, recipe, hashKey } = await (line.command === 'run' ? readRun(line) : readResume(line));
  const { signal, pause, forget } = stopOnSignals({ pauses: file !== undefined, budget });
  const progress = process.stderr.isTTY && !quiet ? createProgressLine(process.stderr) : null;
  try {
    return await withOpened({ ...command, dryRun, signal }, async (source, destination) => {
      const work = { source, destination, recipe, hashKey, force, signal, onProgress: progress?.show };
      const store = file === undefined ? null : checkpointFile(file, command);
      const outcome = await (store ? processWith(store, work, pause) : processArchive(work));
      progress?.clear();
      printOutcome(outcome, destination.locate(manifestPath(source.outputFolder)), { json, quiet, dryRun });
      return outcome.manifest?.status === 'complete' ? 0 : 1;
    });
  } catch (caught) {
    // At a terminal, what stopped this attempt matters more than how many attempts came before.
    const error = caught instanceof StalledError ? caught.cause : caught;
    throw error instanceof StoppedError && checkpoint !== undefined ? resumableAt(checkpoint, error) : error;
  } finally {
    progress?.clear();
    forget();
  }
}

/**
 * @typedef {object} ReadJob
 * @property {Command} command
 * @property {Recipe} recipe
 * @property {Buffer | null} hashKey
 */

/**
 * @param {RunLine} line
 * @returns {Promise<ReadJob>}
 */
async function readRun(line) {
  const command = await commandOf(line);
  const recipe = await recipeOf(command, String(line.recipe));
  return { command, recipe, hashKey: await readHashKey(line.hashKeyFile, recipe) };
}

/**
 * @param {ResumeLine} line
 * @returns {Promise<ReadJob>}
 */
async function readResume({ checkpoint, hashKeyFile }) {
  const command = await readCommandOf(resolve(checkpoint));
  const recipe = await recipeOf(command, checkpoint);
  // Before the folder changes: this path is relative to the current one, the job's paths to that of the first command.
  const hashKey = await readHashKey(hashKeyFile, recipe);
  if (command.folder !== null) enterFolder(command.folder);
  return { command, recipe, hashKey };
}

/**
 * @param {Command} command
 * @param {string} from Where its recipe comes from, for messages.
 */
function recipeOf({ recipe }, from) {
  return recipe === null ? compileRecipe() : parseRecipe(recipe, from);
}

/**
 * @template Result
 * @param {{ archive: string, to: string, dryRun: boolean, signal: AbortSignal }} job
 * @param {(source: Source, destination: Destination) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
async function withOpened({ archive, to, dryRun, signal }, work) {
  const source = await openSource(archive, { signal });
  try {
    const destination = await openDestination(to, { dryRun, signal });
    try {
      return await work(source, destination);
    } finally {
      await destination.close();
    }
  } finally {
    await source.close();
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

/** @param {string} file @param {StoppedError} cause */
function resumableAt(file, cause) {
  const stopped = new StoppedError({ cause });
  stopped.message = `stopped before the end; to go on: sluice resume ${printable(file)}`;
  return stopped;
}
