import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { readArguments, runScript, shownPath, typedPath, wholeNumber } from '../scripts/command-line/command.js';
import { createScreen } from '../scripts/command-line/screen.js';
import { makeScratchFolder } from '../scripts/folders/scratch-folder.js';
import { formatBytes, formatCount } from '../src/cli/units.js';
import { UsageError } from '../src/errors.js';
import { compileRecipe } from '../src/recipe/recipe.js';
import { toStorageError } from '../src/storage/storage-error.js';
import { announce } from './bench/announce.js';
import { benchDatabase } from './bench/database/bench-database.js';
import { estimateSteps, scalingRows } from './bench/estimate.js';
import { measurePace } from './bench/pace.js';
import { printTable } from './bench/print-table.js';
import { createProgress } from './bench/progress.js';
import { RECIPES } from './bench/rules.js';
import { prepareContest } from './bench/run-contest.js';
import { measureScaling } from './bench/scaling.js';
import { Schedule } from './bench/schedule.js';
import { benchServe } from './bench/serve/bench-serve.js';
import { contestTable, describeGrowth, describeOthers, scalingTable } from './bench/tables.js';
import { benchTransforms } from './bench/transforms/bench-transforms.js';
import { writeBench } from './bench/write-bench.js';
import { archivePathOf, makeArchive } from './inputs.js';
import { describeMachine } from './measure/machine.js';
import { measure } from './measure/measure.js';

/** @import { Standing } from './bench/contest.js' */
/** @import { Bench } from './bench/results.js' */
/** @import { Scaling } from './bench/scaling.js' */
/** @import { TurnNote } from './bench/take-turns.js' */
/** @import { Archive } from './inputs.js' */

const USAGE = 'npm run bench -- [--rows 500000] [--runs 7] [--out results/bench | --database | --serve | --transforms]';
const HELP = `Usage: ${USAGE}

Compares Sluice with other tools that do the same work on the same archive, in turns. Then measures how time and memory grow:
with 1 to 16 times the size, 1 to 10,000 entries, and 1 to 1,000 columns.

  --rows N      of the archive of generated people, which is made in data/ if missing; the archives for growth start at a
                tenth of it
  --runs N      how often each tool is measured (for growth, at most 3 times), after a warm-up run whose output is
                verified
  --out FOLDER  for bench.json (all runs), bench.md and charts
  --database    compares something else: rows into a table of a PostgreSQL that it starts, in turns with psql; prints a
                table, and keeps nothing
  --serve       compares something else: rows out of a PostgreSQL by sluice serve, in turns with psql and a plain Fastify
                server; also its memory, and its time over a slow network. By default with 1,000,000 rows
  --transforms  measures something else: what each transform of a recipe costs, beside a rule without it; prints a table, and
                keeps nothing. By default with 200,000 rows and 3 runs, which take two minutes

Prints first how long it will take. Tools that are not installed are left out and listed with the commands to install
them. Exit code 0: all others wrote the same. 1: one did not, or failed. 2: the command is wrong. 130: stopped.
`;
// Relative to the package's folder, where npm runs scripts.
const DATA_FOLDER = 'data';
// Enough for every axis of growth to have several points.
const MIN_ROWS = 50;
const MAX_ROWS = 100_000_000;
const MAX_RUNS = 1_000;
const MAX_SCALING_RUNS = 3;

/** @typedef {{ rows: number, runs: number, out: string, database: boolean, serve: boolean, transforms: boolean }} Options */

const screen = createScreen();
await runScript(bench, { help: HELP, exitCodeWhenStopped: 130 });

/**
 * @param {AbortSignal} stop
 * @returns {Promise<number>} The exit code.
 */
async function bench(stop) {
  const options = readOptions();
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

/** @returns {Options} */
function readOptions() {
  const { values } = readArguments(
    {
      rows: { type: 'string' },
      runs: { type: 'string' },
      out: { type: 'string' },
      database: { type: 'boolean', default: false },
      serve: { type: 'boolean', default: false },
      transforms: { type: 'boolean', default: false },
    },
    { usage: USAGE, maxPositionals: 0 },
  );
  const { database, serve, transforms } = values;
  const modes = Object.entries({ database, serve, transforms }).flatMap(([mode, isChosen]) =>
    isChosen ? [`--${mode}`] : [],
  );
  if (modes.length > 1) {
    throw new UsageError('usage/arguments', `${modes.join(' or ')}, not both; usage: ${USAGE}`);
  }
  if (modes.length > 0 && values.out !== undefined) {
    throw new UsageError('usage/arguments', `--out is not for ${modes[0]}, which keeps nothing; usage: ${USAGE}`);
  }
  const rows = serve ? '1000000' : transforms ? '200000' : '500000';
  return {
    rows: wholeNumber('rows', values.rows ?? rows, MIN_ROWS, MAX_ROWS),
    runs: wholeNumber('runs', values.runs ?? (transforms ? '3' : '7'), 1, MAX_RUNS),
    out: typedPath(values.out ?? 'results/bench'),
    database,
    serve,
    transforms,
  };
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
