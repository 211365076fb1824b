import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { shownPath } from '../../scripts/command-line/command.js';
import { createScreen } from '../../scripts/command-line/screen.js';
import { makeScratchFolder } from '../../scripts/folders/scratch-folder.js';
import { formatBytes, formatCount } from '../../src/cli/units.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { toStorageError } from '../../src/storage/storage-error.js';
import { archivePathOf, makeArchive } from '../inputs.js';
import { describeMachine } from '../measure/machine.js';
import { measure } from '../measure/measure.js';
import { announce } from './announce.js';
import { benchDatabase } from './database/bench-database.js';
import { estimateSteps, scalingRows } from './estimate.js';
import { measurePace } from './pace.js';
import { printTable } from './print-table.js';
import { createProgress } from './progress.js';
import { RECIPES } from './rules.js';
import { prepareContest } from './run-contest.js';
import { measureScaling } from './scaling.js';
import { Schedule } from './schedule.js';
import { benchServe } from './serve/bench-serve.js';
import { contestTable, describeGrowth, describeOthers, scalingTable } from './tables.js';
import { benchTransforms } from './transforms/bench-transforms.js';
import { writeBench } from './write-bench.js';

/** @import { Archive } from '../inputs.js' */
/** @import { Standing } from './contest.js' */
/** @import { Bench } from './results.js' */
/** @import { Scaling } from './scaling.js' */
/** @import { TurnNote } from './take-turns.js' */

// Relative to the package's folder, where npm runs scripts.
const DATA_FOLDER = 'data';
const MAX_SCALING_RUNS = 3;

const screen = createScreen();

/** @typedef {{ rows: number, runs: number, out: string, database: boolean, serve: boolean, transforms: boolean }} Options */

/**
 * @param {Options} options
 * @param {AbortSignal} stop
 * @returns {Promise<number>} The exit code.
 */
export async function runBench(options, stop) {
  try {
    const folder = await makeScratchFolder(DATA_FOLDER);
    try {
      if (options.serve) return await benchServe(options, { screen, signal: stop });
      if (options.transforms) return await benchTransforms(options, { folder, screen, signal: stop });
      if (options.database) {
        return await benchDatabase(options, { data: DATA_FOLDER, folder, screen, signal: stop });
      }
      return await benchIn(folder, options, stop);
    } finally {
      screen.clear();
      await rm(folder, { recursive: true, force: true });
    }
  } catch (error) {
    const isSystemError = error instanceof Error && 'syscall' in error;
    throw isSystemError ? toStorageError(error, 'write the data or the results') : error;
  }
}

/**
 * @param {string} folder For temporary files.
 * @param {Options} options
 * @param {AbortSignal} signal
 * @returns {Promise<number>} The exit code.
 */
async function benchIn(folder, { rows, runs, out }, signal) {
  const archivePath = archivePathOf(rows, DATA_FOLDER);
  const contest = await prepareContest({ archive: archivePath, entry: 'people.csv', folder });
  // Differences in growth are large; more runs would add little.
  const scalingRuns = Math.min(runs, MAX_SCALING_RUNS);
  const contestants = contest.contestants.filter(({ missing }) => missing === null);
  const wanted = { rows, runs, scalingRuns, hasData: existsSync(archivePath), contestants };
  const steps = await estimateSteps(wanted, await measurePace({ measure, folder, signal }));
  await announce(screen, wanted, steps, contest.contestants);
  const schedule = new Schedule([...steps.data, ...steps.contest, ...steps.growth]);
  const begin = createProgress(schedule, process.stderr, screen);

  begin('data');
  const archive = await makeArchive({
    rows,
    folder: DATA_FOLDER,
    recipe: await compileRecipe(),
    signal,
    onProgress: (path, done) => screen.note(`making ${path}: ${formatCount(done)} of ${formatCount(rows)} rows`),
  });
  screen.title(`${archive.name}: ${formatBytes(archive.bytes)}, ${formatBytes(archive.zipBytes)} zipped`);
  const how = { measure, signal, onTurn: (/** @type {TurnNote} */ { turn, name }) => begin(`${turn} ${name}`) };
  const standings = await contest.hold({ ...how, runs, onReferences: () => begin('references') });
  const scalings = await measureScaling({
    ...how,
    runs: scalingRuns,
    rows: scalingRows(rows),
    folder,
    onAxis: axis => begin(`making ${axis}`),
  });
  screen.clear();
  await report({ archive, runs, standings, scalings }, out);
  return standings.every(({ outcome }) => outcome === 'timed' || outcome === 'skipped') ? 0 : 1;
}

/**
 * @param {{ archive: Archive, runs: number, standings: Standing[], scalings: Scaling[] }} seen
 * @param {string} out
 */
async function report({ archive: { path: _, ...archive }, ...seen }, out) {
  /** @type {Bench} */
  const bench = {
    version: 1,
    recordedAt: new Date().toISOString(),
    command: `npm run bench -- --rows ${archive.rows} --runs ${seen.runs}`,
    machine: describeMachine(),
    archive,
    recipes: RECIPES,
    ...seen,
  };
  await writeBench(bench, out);
  printTable(screen, contestTable(bench.standings, archive.bytes), describeOthers(bench.standings));
  for (const scaling of bench.scalings) printTable(screen, scalingTable(scaling), describeGrowth(scaling));
  screen.print();
  screen.fact('kept', shownPath(out));
}
