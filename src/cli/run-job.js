import { resolve } from 'node:path';
import { openDestination } from '../destination/open.js';
import { isFinal, StalledError, StoppedError } from '../errors.js';
import { processArchive } from '../job/archive.js';
import { manifestPath } from '../output-paths.js';
import { printable } from '../printable.js';
import { parseRecipe } from '../recipe/read-recipe.js';
import { compileRecipe } from '../recipe/recipe.js';
import { openSource } from '../source/open-source.js';
import { outputFolderOf } from '../source/output-folder.js';
import { isS3Uri, parseS3Uri } from '../storage/s3-uri.js';
import { checkpointFile } from './checkpoint-file.js';
import { commandOf, enterFolder } from './command.js';
import { createProgressLine } from './progress-line.js';
import { readCommandOf } from './read-checkpoint.js';
import { readDatabase } from './read-database.js';
import { readHashKey } from './read-hash-key.js';
import { readPassword } from './read-password.js';
import { printOutcome } from './report.js';
import { stopOnSignals } from './stop-signals.js';

/** @import { ArchivePassword } from '../archive/password.js' */
/** @import { Database } from '../destination/database/open.js' */
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
  const { command, recipe, hashKey, password, database } = await (line.command === 'run'
    ? readRun(line)
    : readResume(line));
  const { signal, pause, isBudgetUsed, forget } = stopOnSignals({ pauses: file !== undefined, budget });
  const progress = process.stderr.isTTY && !quiet ? createProgressLine(process.stderr) : null;
  try {
    return await withOpened({ ...command, dryRun, signal }, async (source, destination) => {
      const secrets = { hashKey, password, database };
      const shown = { onProgress: progress?.show, onFirstPass: progress?.showFirstPass };
      const work = { source, destination, recipe, ...secrets, force, signal, ...shown };
      const store = file === undefined ? null : checkpointFile(file, command);
      const outcome = await (store ? processWith(store, work, pause) : processArchive(work));
      progress?.clear();
      printOutcome(outcome, destination.locate(manifestPath(source.outputFolder)), { json, quiet, dryRun });
      return outcome.manifest?.status === 'complete' ? 0 : 1;
    });
  } catch (caught) {
    // At a terminal, what stopped this attempt matters more than how many attempts came before.
    const error = caught instanceof StalledError ? caught.cause : caught;
    if (!(error instanceof StoppedError) || checkpoint === undefined) throw error;
    throw resumableAt(checkpoint, error, isBudgetUsed() && !error.isSoon);
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
 * @property {ArchivePassword | null} password
 * @property {Database | null} database
 */

/**
 * @param {RunLine} line
 * @returns {Promise<ReadJob>}
 */
async function readRun(line) {
  const command = await commandOf(line);
  const recipe = await recipeOf(command, String(line.recipe));
  const database = readDatabase(line.database, recipe, { dryRun: line.dryRun });
  const hashKey = await readHashKey(line.hashKeyFile, recipe);
  return { command, recipe, hashKey, password: await readPassword(line.passwordFile), database };
}

/**
 * @param {ResumeLine} line
 * @returns {Promise<ReadJob>}
 */
async function readResume({ checkpoint, passwordFile, hashKeyFile, ...line }) {
  const command = await readCommandOf(resolve(checkpoint));
  const recipe = await recipeOf(command, checkpoint);
  const database = readDatabase(line.database, recipe);
  // Before the folder changes: these paths are relative to the current one, the job's paths to that of the first command.
  const hashKey = await readHashKey(hashKeyFile, recipe);
  const password = await readPassword(passwordFile);
  if (command.folder !== null) enterFolder(command.folder);
  return { command, recipe, hashKey, password, database };
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
  // Both at the same time: while one waits for an answer, the other loads its code and asks for the manifest.
  const opening = openDestination(to, { dryRun, signal }).then(destination => {
    if (isS3Uri(archive)) destination.prefetch(manifestPath(outputFolderOf(parseS3Uri(archive).key)));
    return destination;
  });
  opening.catch(() => {});
  try {
    const source = await openSource(archive, { signal });
    try {
      return await work(source, await opening);
    } finally {
      await source.close();
    }
  } finally {
    await opening.then(
      destination => destination.close(),
      () => {},
    );
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
 * @param {string} file
 * @param {StoppedError} cause
 * @param {boolean} isTooShort Whether the budget was used up before the job had advanced.
 */
function resumableAt(file, cause, isTooShort) {
  const stopped = new StoppedError({ cause });
  const advice = [`to go on: sluice resume ${printable(file)}`];
  if (cause.why !== undefined) advice.push(cause.why);
  else if (isTooShort) advice.push('this attempt got no further: give it a larger --budget');
  stopped.message = `stopped before the end; ${advice.join('; ')}`;
  return stopped;
}
