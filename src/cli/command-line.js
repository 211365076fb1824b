import { RecipeError, reportError, StoppedError, UsageError } from '../errors.js';
import { toStorageError } from '../storage/storage-error.js';
import { readCommandLine } from './read-command-line.js';
import { describeError } from './report.js';

/** @import { CommandLine } from './read-command-line.js' */

/**
 * The command line: `sluice run ARCHIVE --to DESTINATION`, `sluice resume FILE`, `sluice inspect ARCHIVE`,
 * `sluice check RECIPE`, `sluice serve --database URL`. Sets the process's exit code.
 *
 * @param {string[]} args
 * @returns {Promise<void>}
 */
export async function runCommandLine(args) {
  process.stdout.on('error', failPrinting);
  process.stderr.on('error', () => {});
  const exitCode = await main(args);
  process.exitCode ||= exitCode;
}

/**
 * @param {string[]} args
 * @returns {Promise<number>} The exit code.
 */
async function main(args) {
  try {
    return await runCommand(readCommandLine(args));
  } catch (error) {
    // A script that asked for JSON gets JSON even without a manifest.
    if (args.includes('--json')) process.stdout.write(`${JSON.stringify({ error: reportError(error) }, null, 2)}\n`);
    process.stderr.write(`${describeError(error)}\n`);
    return exitCodeOf(error);
  }
}

/**
 * A command loads only what it needs.
 *
 * @param {CommandLine} line
 * @returns {Promise<number>} The exit code.
 */
async function runCommand(line) {
  switch (line.command) {
    case 'run':
    case 'resume':
      return (await import('./run-job.js')).runJob(line);
    case 'inspect':
      return (await import('./inspect.js')).runInspect(line);
    case 'check':
      return (await import('./check-recipe.js')).runCheck(line.recipe);
    case 'serve':
      return (await import('./run-serve.js')).runServe(line);
    case 'help':
      process.stdout.write((await import('./usage.js')).USAGE);
      return 0;
    case 'version':
      process.stdout.write(`sluice ${await (await import('./version.js')).readVersion()}\n`);
      return 0;
  }
}

/** @param {unknown} error */
function exitCodeOf(error) {
  if (error instanceof UsageError || error instanceof RecipeError) return 2;
  return error instanceof StoppedError ? 130 : 1;
}

/**
 * Handles an error of stdout: a full disk fails the run, a reader that closes the pipe (`| head`) does not.
 *
 * @param {NodeJS.ErrnoException} error
 */
function failPrinting(error) {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`${describeError(toStorageError(error, 'print'))}\n`);
  process.exitCode = 1;
}
