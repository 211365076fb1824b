import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputFolderOf } from '../../src/source/output-folder.js';
import { ExperimentError } from '../experiment-error.js';
import { AXES, makeScalingArchives } from './scaling-archives.js';
import { takeTurns } from './take-turns.js';

/** @import { Turn } from './contest.js' */
/** @import { measure } from '../measure/measure.js' */
/** @import { ScalingArchive } from './scaling-archive-writer.js' */
/** @import { Axis } from './scaling-archives.js' */
/** @import { TurnNote } from './take-turns.js' */

/**
 * The growth of the command line's time and memory along one axis.
 *
 * @typedef {object} Scaling
 * @property {Axis} axis
 * @property {Point[]} points From the smallest to the largest.
 *
 * @typedef {Omit<ScalingArchive, 'path'> & { recipe: object, turns: Turn[] }} Point
 */

/**
 * @typedef {object} How
 * @property {typeof measure} measure
 * @property {number} rows Of the smallest archive on the axis of rows.
 * @property {number} runs
 * @property {string} folder For temporary archives.
 * @property {AbortSignal} signal
 * @property {(axis: Axis) => void} onAxis Called before the archives of an axis are made.
 * @property {(note: TurnNote) => void} onTurn
 */

/**
 * @param {How} how
 * @returns {Promise<Scaling[]>}
 */
export async function measureScaling(how) {
  const scalings = [];
  for (const axis of AXES) {
    how.onAxis(axis);
    const folder = join(how.folder, axis);
    await mkdir(folder);
    const archives = await makeScalingArchives(axis, { ...how, folder });
    scalings.push({ axis, points: await measurePoints(axis, archives, { ...how, folder }) });
    await rm(folder, { recursive: true });
  }
  return scalings;
}

/**
 * @param {Axis} axis
 * @param {ScalingArchive[]} archives
 * @param {How} how
 * @returns {Promise<Point[]>}
 */
async function measurePoints(axis, archives, how) {
  const players = archives.map(archive => {
    const { path: _, ...about } = archive;
    /** @type {Point} */
    const point = { ...about, recipe: recipeFor(axis, archive.count), turns: [] };
    return { name: `${archive.count} ${axis}`, archive, point };
  });
  await takeTurns(players, how, async ({ archive, point }, turn) => {
    const measured = await runPoint(axis, archive, how);
    if (turn > 0) point.turns.push(measured);
  });
  return players.map(({ point }) => point);
}

/**
 * Runs the command line on one archive.
 *
 * @param {Axis} axis
 * @param {ScalingArchive} archive
 * @param {Pick<How, 'measure' | 'folder' | 'signal'>} how
 * @returns {Promise<Turn>}
 * @throws {ExperimentError} `experiment/cannot-run`: it did not read the whole archive.
 */
export async function runPoint(axis, archive, { measure, folder, signal }) {
  const output = join(folder, 'output');
  const recipePath = join(folder, `${axis}-${archive.count}.json`);
  await writeFile(recipePath, JSON.stringify(recipeFor(axis, archive.count)));
  const args = [CLI, 'run', archive.path, '--recipe', recipePath, '--quiet', '--to', output];
  try {
    const { outcome, reason, ...measured } = await measure({
      command: process.execPath,
      args,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    const manifestFolder = join(output, outputFolderOf(basename(archive.path)));
    const problem = outcome === 'finished' ? await checkManifest(manifestFolder, archive) : reason;
    if (problem !== null) {
      throw new ExperimentError('experiment/cannot-run', `sluice run on ${archive.count} ${axis}: ${problem}`);
    }
    const { wallSeconds, cpuSeconds, peakRssBytes } = measured;
    return { wallSeconds, cpuSeconds, peakRssBytes };
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {Pick<ScalingArchive, 'entries' | 'bytes' | 'records'>} archive
 * @returns {Promise<string | null>} The difference between what was read and the archive; null if there is none.
 */
async function checkManifest(folder, { entries, bytes, records }) {
  const { totals } = JSON.parse(await readFile(join(folder, '_manifest.json'), 'utf8'));
  const read = [totals.written, totals.bytesIn, totals.recordsRead];
  const isAll = [entries, bytes, records].every((count, index) => count === read[index]);
  return isAll ? null : `${read.join(', ')} entries, bytes and records, not ${entries}, ${bytes}, ${records}`;
}

/**
 * The contest's rules, by position: require two fields, strip a phone, drop two. On the axis of columns, the first field is
 * required and stripped, and the last one dropped unless it is the first.
 *
 * @param {Axis} axis
 * @param {number} count
 */
function recipeFor(axis, count) {
  const fields =
    axis === 'columns'
      ? { require: [0], phones: [{ field: 0, format: 'strip' }], drop: count > 1 ? [count - 1] : [] }
      : { require: [2, 4], phones: [{ field: 4, format: 'strip' }], drop: [11, 12] };
  return { entries: [{ match: '**', csv: { delimiter: '|', header: false, ...fields } }] };
}

const TIMEOUT_MS = 600_000;
const CLI = fileURLToPath(new URL('../../src/cli.js', import.meta.url));
