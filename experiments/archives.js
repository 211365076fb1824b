import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments, readRecipe, shownPath, typedPath, wholeNumber } from '../scripts/command-line/command.js';
import { createScreen } from '../scripts/command-line/screen.js';
import { makeScratchFolder } from '../scripts/folders/scratch-folder.js';
import { formatCount, formatDuration } from '../src/cli/units.js';
import { UsageError } from '../src/errors.js';
import { compileRecipe } from '../src/recipe/recipe.js';
import { measureAncestor } from './ancestor.js';
import { describeArchive, makeArchives } from './inputs.js';
import { describeMachine } from './measure/machine.js';
import { terminalReport } from './report/terminal.js';
import { refuseOthers, writeReport } from './report/write-report.js';
import { MEMORY_SIZES, VARIANTS } from './results.js';
import { measureSurvival } from './survive.js';
import { sweep } from './sweep.js';

/** @import { Archive } from './inputs.js' */
/** @import { Results } from './results.js' */
/** @import { Recipe } from '../src/recipe/recipe.js' */

const USAGE =
  'npm run experiment -- [--rows 500000] [--runs 3] [--own my.zip [--recipe my.json]] [--out results/experiment]';
/** What `--help` prints. */
export const HELP = `Usage: ${USAGE}

Does the same job with buffers, row by row and as a stream, and compares memory, time, the smallest Lambda that survives it,
and cost. Verifies that all outputs are the same.

  --rows N       of the largest archive of generated people; the others are smaller
  --runs N       how often each is run
  --own ZIP      runs on this archive instead
  --recipe FILE  what to do with which of its entries (JSON); without it, every entry is copied
  --out FOLDER   for the report: an HTML page, its charts and the raw data; an earlier report there is replaced

Exit code 0: done. 1: the outputs differ, or the archive cannot be read. 2: the command is wrong. 130: stopped.
`;
const PEOPLE_RECIPE = fileURLToPath(new URL('people-recipe.json', import.meta.url));
// Relative to the package's folder, where npm runs scripts.
const DATA_FOLDER = 'data';
const OUT_FOLDER = 'results/experiment';
// The smallest archive has a tenth of them.
const MIN_ROWS = 1_000;

const screen = createScreen();

/**
 * The experiment that runs if none is named: an archive in buffers, row by row, and as a stream.
 *
 * @param {AbortSignal} signal
 * @param {readonly number[]} [memorySizes] Of the Lambdas to try, in MB.
 * @returns {Promise<number>} The exit code.
 */
export async function experimentOnArchives(signal, memorySizes = MEMORY_SIZES) {
  const options = readOptions();
  // Checked before the work, not only after it.
  await refuseOthers(options.out);
  const recipe = options.recipe === null ? await compileRecipe() : await readRecipe(options.recipe);
  const scratch = await makeScratchFolder(DATA_FOLDER);
  try {
    const archives = await findArchives(options, recipe, signal);
    // A copy: the user's file may be a pipe, or change.
    const recipePath = join(scratch, 'recipe.json');
    await writeFile(recipePath, options.recipe === null ? '{}' : await readFile(options.recipe));
    const results = await measure({ ...options, archives, recipePath, memorySizes, scratch, signal });
    const report = await writeReport(results, options.out);
    screen.print(
      terminalReport(report, { columns: screen.columns, isColoured: process.stdout.hasColors?.() ?? false }),
    );
    screen.fact('report', shownPath(join(options.out, 'report.html')));
    return 0;
  } finally {
    screen.clear();
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * @param {Options} options
 * @param {Recipe} recipe
 * @param {AbortSignal} signal
 */
async function findArchives({ own, rows }, recipe, signal) {
  if (own !== null) return [await describeArchive(own, recipe)];
  return makeArchives({ rows, folder: DATA_FOLDER, recipe, signal, onProgress: showProgress });
}

/**
 * @param {string} path
 * @param {number} done
 * @param {number} rows
 */
function showProgress(path, done, rows) {
  screen.note(`making ${path}: ${formatCount(done)} of ${formatCount(rows)} rows`);
}

/**
 * @param {Options & { archives: Archive[], recipePath: string, memorySizes: readonly number[], scratch: string,
 *   signal: AbortSignal }} job
 * @returns {Promise<Results>}
 */
async function measure({ archives, recipePath, memorySizes, scratch, signal, ...options }) {
  const largest = archives.length - 1;
  const { own, runs: repetitions, recipe } = options;
  const step = countSteps(archives, repetitions, memorySizes.length);
  const where = { recipePath, folder: scratch, signal };
  const { inputs, runs } = await sweep({
    ...where,
    archives,
    repetitions,
    onRun: (variant, input) => step(archives[input], `${variant} on ${archives[input].name}`),
  });
  const survival = await measureSurvival({
    ...where,
    memorySizes,
    archive: archives[largest],
    runs: runs.filter(({ input }) => input === largest),
    onAttempt: (variant, memory) => step(archives[largest], `${variant} with ${memory} MB`),
  });
  return {
    version: 1,
    recordedAt: new Date().toISOString(),
    command: commandOf(options),
    machine: describeMachine(),
    recipe: {
      name: recipe === null ? 'none' : basename(recipe),
      rules: JSON.parse(await readFile(recipePath, 'utf8')),
    },
    isOwn: own !== null,
    repetitions,
    inputs,
    runs,
    survival: { ...survival, input: largest },
    ancestor: own === null ? await measureAncestor(archives[largest].path.replace(/zip$/, 'csv')) : null,
  };
}

/**
 * @param {Archive[]} archives
 * @param {number} repetitions
 * @param {number} sizes How many memory sizes are tried.
 */
function countSteps(archives, repetitions, sizes) {
  const ofSweep = archives.reduce((sum, { bytes }) => sum + bytes, 0) * repetitions * VARIANTS.length;
  const total = ofSweep + archives[archives.length - 1].bytes * sizes * VARIANTS.length;
  const start = performance.now();
  let done = 0;
  /** @param {Archive} archive @param {string} what */
  return ({ bytes }, what) => {
    const share = done / total;
    const left = ((performance.now() - start) / 1000) * (1 / share - 1);
    screen.note(
      `${what}: ${Math.floor(share * 100)} % done${share > 0.05 ? `, about ${formatDuration(left)} left` : ''}`,
    );
    done += bytes;
  };
}

/**
 * @typedef {{ rows: number, runs: number, own: string | null, recipe: string | null, out: string }} Options
 *   `recipe` is null if every entry is copied.
 * @returns {Options}
 */
function readOptions() {
  const { values } = readArguments(
    {
      rows: { type: 'string' },
      runs: { type: 'string', default: '3' },
      own: { type: 'string' },
      recipe: { type: 'string' },
      out: { type: 'string', default: OUT_FOLDER },
    },
    { usage: USAGE, maxPositionals: 0 },
  );
  const { own, recipe, rows } = values;
  if (own === undefined && recipe !== undefined) {
    throw new UsageError('usage/arguments', `--recipe is for an archive of yours, by --own; usage: ${USAGE}`);
  }
  if (own !== undefined && rows !== undefined) {
    throw new UsageError('usage/arguments', `--rows is for generated people, not with --own; usage: ${USAGE}`);
  }
  return {
    rows: wholeNumber('rows', rows ?? '500000', MIN_ROWS, 100_000_000),
    runs: wholeNumber('runs', values.runs, 1, 100),
    own: own === undefined ? null : typedPath(own),
    recipe: own === undefined ? PEOPLE_RECIPE : recipe === undefined ? null : typedPath(recipe),
    out: typedPath(values.out),
  };
}

/** @param {Options} options */
function commandOf({ own, recipe, rows, runs }) {
  const which = own === null ? ['--rows', rows] : ['--own', basename(own)];
  const how = own === null || recipe === null ? [] : ['--recipe', basename(recipe)];
  return ['npm run experiment --', ...which, ...how, '--runs', runs].join(' ');
}
