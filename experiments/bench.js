import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments, runScript, shownPath, typedPath } from '../scripts/loop/command.js';
import { makeScratchFolder } from '../scripts/loop/scratch-folder.js';
import { createScreen } from '../scripts/loop/screen.js';
import { UsageError } from '../src/errors.js';
import { printable } from '../src/printable.js';
import { compileRecipe } from '../src/recipe/recipe.js';
import { toStorageError } from '../src/storage-error.js';
import { formatBytes, formatCount, formatDuration } from '../src/terminal/units.js';
import { holdContest } from './bench/contest.js';
import { listContestants } from './bench/contestants.js';
import { describeMachine } from './bench/machine.js';
import { measure } from './bench/measure-command.js';
import { formatPage } from './bench/page.js';
import { RECIPES } from './bench/rules.js';
import { startS3Contestants } from './bench/s3-contestants.js';
import { contestRows, textTable } from './bench/tables.js';
import { makeArchive } from './inputs.js';

/** @import { Standing } from './bench/contest.js' */
/** @import { Bench } from './bench/results.js' */
/** @import { Ground } from './bench/contestants.js' */
/** @import { Rules } from './bench/rules.js' */
/** @import { Archive } from './inputs.js' */

const USAGE = 'npm run bench -- [--rows 500000] [--runs 7] [--out data/bench]';
const HELP = `Usage: ${USAGE}

Compares Sluice with other tools that do the same on the same archive, one after the other, again and again.

  --rows N      of the archive of generated people, which is made in data/ where it is missing
  --runs N      how often each of them is measured; a run before these warms up, and its output is verified
  --out FOLDER  for bench.json (each run), bench.md and charts

Tools that are not installed are named and left out. Exit code 0: all others wrote the same. 1: one did not, or failed.
2: the command is wrong. 130: stopped.
`;
// In the folder that npm runs scripts in, the package's.
const DATA_FOLDER = 'data';
const MAX_ROWS = 100_000_000;
const MAX_RUNS = 1_000;

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
      const standings = await holdOn(archive, { folder, runs, stop });
      screen.clear();
      await report({ archive, runs, standings }, out);
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
      out: { type: 'string', default: join(DATA_FOLDER, 'bench') },
    },
    { usage: USAGE, maxPositionals: 0 },
  );
  return {
    rows: wholeNumber('rows', values.rows, MAX_ROWS),
    runs: wholeNumber('runs', values.runs, MAX_RUNS),
    out: typedPath(values.out),
  };
}

/**
 * @param {string} name
 * @param {string} text
 * @param {number} max
 */
function wholeNumber(name, text, max) {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= max) return value;
  const given = printable(JSON.stringify(text));
  throw new UsageError(`usage/${name}`, `--${name} is ${given}; it must be a whole number from 1 to ${max}`);
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

/**
 * @param {Archive} archive
 * @param {{ folder: string, runs: number, stop: AbortSignal }} how
 */
async function holdOn(archive, { folder, runs, stop: signal }) {
  const recipes = /** @type {Record<Rules, string>} */ ({});
  for (const rules of /** @type {Rules[]} */ (Object.keys(RECIPES))) {
    recipes[rules] = join(folder, `${rules}.json`);
    await writeFile(recipes[rules], JSON.stringify(RECIPES[rules]));
  }
  /** @type {Ground} */
  const ground = { archive: archive.path, entry: 'people.csv', recipes, folder };
  screen.note('sending the archive to S3');
  const s3 = await startS3Contestants(ground, signal);
  try {
    const contestants = [...(await listContestants(ground)), ...s3.contestants];
    return await holdContest(contestants, ground, {
      measure,
      runs,
      signal,
      onTurn: ({ name, turn, secondsLeft }) => {
        const which = turn === 0 ? 'verified' : `turn ${turn} of ${runs}`;
        const left = secondsLeft === null ? '' : `, ${formatDuration(secondsLeft)} left`;
        screen.note(`${which}: ${name}${left}`);
      },
    });
  } finally {
    await s3.close();
  }
}

/**
 * @param {{ archive: Archive, runs: number, standings: Standing[] }} seen
 * @param {string} out
 */
async function report({ archive, runs, standings }, out) {
  const { path: _, ...about } = archive;
  /** @type {Bench} */
  const bench = {
    version: 1,
    recordedAt: new Date().toISOString(),
    command: `npm run bench -- --rows ${archive.rows} --runs ${runs}`,
    machine: describeMachine(),
    archive: about,
    runs,
    recipes: RECIPES,
    standings,
  };
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'bench.json'), `${JSON.stringify(bench, null, 1)}\n`);
  await writeFile(join(out, 'bench.md'), formatPage(bench));
  screen.print(`\n${textTable(contestRows(standings, archive.bytes))}\n`);
  screen.fact('kept', shownPath(out));
}
