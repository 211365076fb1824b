import { mkdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lambdaFlags } from '../../../scripts/local-stack/lambda-flags.js';
import { INPUT_BUCKET, OUTPUT_BUCKET } from '../../../scripts/local-stack/settings.js';
import { formatCount } from '../../../src/cli/units.js';

/** @import { MemoryLimit } from '../../measure/memory-limit.js' */
/** @import { S3Setup } from '../s3-setup.js' */
/** @import { ScalingArchive } from '../scaling-archive-writer.js' */

/**
 * One who writes the entries of an archive.
 *
 * @typedef {object} Player
 * @property {string} name
 * @property {number} entries How many the archive has.
 * @property {string[]} args Of Node.
 * @property {NodeJS.ProcessEnv} [env]
 * @property {{ limit: MemoryLimit, bytes: number }} [memory] What it may take.
 * @property {number} seconds About how long it takes.
 * @property {boolean} isRival Whether it does what the naive script does.
 * @property {() => Promise<number>} count How many outputs there are.
 * @property {() => Promise<void>} empty Removes them.
 *
 * @typedef {{ path: string, name: string }} NamedRecipe
 */

/**
 * The script that anybody would write.
 *
 * @param {S3Setup} setup
 * @param {ScalingArchive} archive
 * @returns {Player}
 */
export function naive(setup, { path, entries }) {
  const args = [NAIVE, INPUT_BUCKET, basename(path), OUTPUT_BUCKET];
  return { ...inS3(setup, entries), name: 'unzipper, 32 PutObjects', args, isRival: true };
}

/**
 * The command line, from S3 to S3.
 *
 * @param {S3Setup} setup
 * @param {ScalingArchive} archive
 * @param {NamedRecipe} recipe
 * @returns {Player}
 */
export function toS3(setup, { path, entries }, recipe) {
  const [from, to] = [`s3://${INPUT_BUCKET}/${basename(path)}`, `s3://${OUTPUT_BUCKET}`];
  const args = [CLI, 'run', from, '--to', to, '--recipe', recipe.path, '--quiet'];
  return { ...inS3(setup, entries), name: `sluice run, ${recipe.name}`, args, isRival: true };
}

/**
 * The function, within its memory.
 *
 * @param {S3Setup} setup Of this archive.
 * @param {ScalingArchive} archive
 * @param {MemoryLimit} limit
 * @returns {Player}
 */
export function invoked(setup, { entries }, limit) {
  const name = `function, ${MEMORY_MEGABYTES} MB, ${formatCount(entries)} entries`;
  const memory = { limit, bytes: MEMORY_BYTES };
  return { ...inS3(setup, entries), name, args: setup.command.args, memory, isRival: false };
}

/**
 * The command line, from a file to a folder.
 *
 * @param {ScalingArchive} archive
 * @param {NamedRecipe} recipe
 * @param {string} folder For what it writes.
 * @param {MemoryLimit} [limit] Given if it may take no more memory than the function.
 * @returns {Player}
 */
export function toFolder({ path, entries }, recipe, folder, limit) {
  const output = join(folder, 'output');
  const run = [CLI, 'run', path, '--to', output, '--recipe', recipe.path, '--quiet'];
  let turns = 0;
  return {
    name: `file to folder, ${recipe.name}${limit ? `, ${MEMORY_MEGABYTES} MB, ${formatCount(entries)} entries` : ''}`,
    entries,
    args: limit ? [...lambdaFlags(MEMORY_MEGABYTES), ...run] : run,
    ...(limit && { memory: { limit, bytes: MEMORY_BYTES } }),
    seconds: START_SECONDS + entries * SECONDS_PER_FILE,
    isRival: false,
    // An exit code of 0 says that all are written.
    count: async () => entries,
    // Moved away, not removed: for seconds after that, ext4 takes four times as long to create files.
    async empty() {
      turns += 1;
      await rename(output, `${output}-${entries}-${turns}-${basename(recipe.path)}`);
      await mkdir(output);
    },
  };
}

/**
 * @param {S3Setup} setup
 * @param {number} entries
 */
function inS3({ command: { env }, outputs, empty }, entries) {
  return {
    entries,
    ...(env && { env }),
    seconds: START_SECONDS + entries * SECONDS_PER_OBJECT,
    count: async () => (await outputs()).filter(key => !key.endsWith('_manifest.json')).length,
    empty,
  };
}

const CLI = fileURLToPath(new URL('../../../src/cli.js', import.meta.url));
const NAIVE = fileURLToPath(new URL('naive.js', import.meta.url));
/** Lambda's smallest size. */
const MEMORY_MEGABYTES = 128;
const MEMORY_BYTES = MEMORY_MEGABYTES * 2 ** 20;
// What it takes on two cores of an AMD EPYC, to list and remove the outputs included.
const START_SECONDS = 1;
const SECONDS_PER_OBJECT = 0.002;
const SECONDS_PER_FILE = 0.0005;
