import { readCommandLine } from '../../src/cli/read-command-line.js';
import { describeError } from '../../src/cli/report.js';
import { runJob } from '../../src/cli/run-job.js';
import { UsageError } from '../../src/errors.js';

/** @import { ResumeLine, RunLine } from '../../src/cli/read-command-line.js' */

/**
 * Does in this process what `sluice run` or `sluice resume` does, one job at a time: to start a process takes longer than a small job.
 *
 * @param {string[]} args
 * @param {{ cwd?: string, database?: string }} [where]
 * @returns {Promise<{ code: number, stderr: string }>} `stderr`: of a job that ended with an error, which is not that of an entry.
 */
export async function runJobHere(args, { cwd, database } = {}) {
  const folder = process.cwd();
  if (cwd !== undefined) process.chdir(cwd);
  if (database !== undefined) process.env.SLUICE_DATABASE = database;
  try {
    const line = /** @type {RunLine | ResumeLine} */ (readCommandLine([...args, '--quiet']));
    return { code: await runJob(line), stderr: '' };
  } catch (error) {
    return { code: error instanceof UsageError ? 2 : 1, stderr: `${describeError(error)}\n` };
  } finally {
    // A job is resumed in the folder where it was begun.
    process.chdir(folder);
    delete process.env.SLUICE_DATABASE;
  }
}
