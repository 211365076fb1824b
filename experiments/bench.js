import { rm } from 'node:fs/promises';
import { readArguments, runScript, shownPath, typedPath, wholeNumber } from '../scripts/loop/command.js';
import { makeScratchFolder } from '../scripts/loop/scratch-folder.js';
import { createScreen } from '../scripts/loop/screen.js';
import { compileRecipe } from '../src/recipe/recipe.js';
import { toStorageError } from '../src/storage-error.js';
import { formatBytes, formatCount, formatDuration } from '../src/terminal/units.js';
import { RECIPES } from './bench/rules.js';
import { runContest } from './bench/run-contest.js';
import { measureScaling } from './bench/scaling.js';
import { contestTable, describeGrowth, describeOthers, scalingTable } from './bench/tables.js';
import { writeBench } from './bench/write-bench.js';
import { makeArchive } from './inputs.js';
import { describeMachine } from './measure/machine.js';
import { measure } from './measure/measure.js';
import { layOut } from './report/text-layout.js';

/** @import { Standing } from './bench/contest.js' */
/** @import { Bench } from './bench/results.js' */
/** @import { Scaling } from './bench/scaling.js' */
/** @import { TurnNote } from './bench/turns.js' */
/** @import { Archive } from './inputs.js' */
/** @import { Table } from './report/tables.js' */

const USAGE = 'npm run bench -- [--rows 500000] [--runs 7] [--out results/bench]';
const HELP = `Usage: ${USAGE}

Compares Sluice with other tools that do the same on the same archive, one after the other, again and again. Then
measures how what it takes grows: with 1 to 16 times the size, 1 to 10,000 entries, and 1 to 1,000 columns.

  --rows N      of the archive of generated people, which is made in data/ where it is missing; those for growth have
                from a tenth of them on
  --runs N      how often each of them is measured (for growth, at most 3 times); a run before these warms up, and its
                output is verified
  --out FOLDER  for bench.json (each run), bench.md and charts

Tools that are not installed are named and left out. Exit code 0: all others wrote the same. 1: one did not, or failed.
2: the command is wrong. 130: stopped.
`;
// In the folder that npm runs scripts in, the package's.
const DATA_FOLDER = 'data';
// So that each thing that grows has something to grow by.
const MIN_ROWS = 50;
const MAX_ROWS = 100_000_000;
const MAX_RUNS = 1_000;
const MAX_SCALING_RUNS = 3;

const screen = createScreen();
await runScript(bench, { help: HELP, exitCodeWhenStopped: 130 });

/**
 * @param {AbortSignal} stop
 * @returns {Promise<number>} The exit code.
 */
async function bench(stop) {
  const { rows, runs, out } = readOptions();
  try {
    const archive = await makeData(rows, stop);
    const folder = await makeScratchFolder(DATA_FOLDER);
    try {
      const how = { measure, signal: stop, onTurn: showTurn };
      screen.note('the contest');
      const where = { archive: archive.path, entry: 'people.csv', folder };
      const standings = await runContest(where, { ...how, runs });
      // More would say little more: what is looked at here differs by factors.
      const few = { ...how, runs: Math.min(runs, MAX_SCALING_RUNS) };
      const onAxis = (/** @type {string} */ axis) => screen.note(`making archives with more and more ${axis}`);
      const scalings = await measureScaling({ ...few, rows: Math.ceil(rows / 10), folder, onAxis });
      screen.clear();
      await report({ archive, runs, standings, scalings }, out);
      return standings.every(({ outcome }) => outcome === 'timed' || outcome === 'skipped') ? 0 : 1;
    } finally {
      screen.clear();
      await rm(folder, { recursive: true, force: true });
    }
  } catch (error) {
    const isOfSystem = error instanceof Error && 'syscall' in error;
    throw isOfSystem ? toStorageError(error, 'write the data or the results') : error;
  }
}

function readOptions() {
  const { values } = readArguments(
    {
      rows: { type: 'string', default: '500000' },
      runs: { type: 'string', default: '7' },
      out: { type: 'string', default: 'results/bench' },
    },
    { usage: USAGE, maxPositionals: 0 },
  );
  return {
    rows: wholeNumber('rows', values.rows, MIN_ROWS, MAX_ROWS),
    runs: wholeNumber('runs', values.runs, 1, MAX_RUNS),
    out: typedPath(values.out),
  };
}

/**
 * @param {number} rows
 * @param {AbortSignal} signal
 */
async function makeData(rows, signal) {
  const onProgress = (/** @type {string} */ path, /** @type {number} */ done) =>
    screen.note(`making ${path}: ${formatCount(done)} of ${formatCount(rows)} rows`);
  const archive = await makeArchive({ rows, folder: DATA_FOLDER, recipe: await compileRecipe(), signal, onProgress });
  screen.title(`${archive.name}: ${formatBytes(archive.bytes)}, ${formatBytes(archive.zipBytes)} zipped`);
  return archive;
}

/** @param {TurnNote} note */
function showTurn({ name, turn, runs, secondsLeft }) {
  const which = secondsLeft === null ? 'warming up' : `turn ${turn} of ${runs}, ${formatDuration(secondsLeft)} left`;
  screen.note(`${which}: ${name}`);
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
  print(contestTable(bench.standings, archive.bytes), describeOthers(bench.standings));
  for (const scaling of bench.scalings) print(scalingTable(scaling), describeGrowth(scaling));
  screen.print();
  screen.fact('kept', shownPath(out));
}

/**
 * @param {Table} table
 * @param {string[]} remarks
 */
function print({ title, headings, rows, textColumns }, remarks) {
  screen.title(`\n${title}\n`);
  const columns = [...headings.keys()];
  const [leftAligned, numbers] = [columns.slice(0, textColumns), columns.slice(Math.max(1, textColumns))];
  const lines = layOut([headings, ...rows], { width: screen.columns, spare: numbers.toReversed(), leftAligned });
  for (const line of lines) screen.print(line);
  screen.print();
  for (const remark of remarks) screen.print(remark);
}
