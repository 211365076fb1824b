import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FIELD_NAMES } from '../../../scripts/generate-data/people-rows.js';
import { formatBytes, formatCount } from '../../../src/cli/units.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { ExperimentError } from '../../experiment-error.js';
import { makeArchive } from '../../inputs.js';
import { measure } from '../../measure/measure.js';
import { median } from '../median.js';
import { printTable } from '../print-table.js';
import { takeTurns } from '../take-turns.js';
import { columnsOf, loaders, recipeFor, SHARE_BEFORE } from './contestants.js';
import { startBenchServer } from './server.js';

/** @import { Screen } from '../../../scripts/command-line/screen.js' */
/** @import { Loader, Mode } from './contestants.js' */
/** @import { BenchServer } from './server.js' */

const TIMEOUT_MS = 3_600_000;
const CLI = fileURLToPath(new URL('../../../src/cli.js', import.meta.url));

/**
 * One run. `serverCpuSeconds`: null where it cannot be known.
 *
 * @typedef {{ wallSeconds: number, cpuSeconds: number, serverCpuSeconds: number | null, peakRssBytes: number }} LoadSeen
 */

/**
 * Measures how fast an archive's rows get into a table, in turns with `psql`, on a PostgreSQL of its own. A warm-up turn
 * compares what is in the table.
 *
 * @param {{ rows: number, runs: number }} options
 * @param {{ data: string, folder: string, screen: Screen, signal: AbortSignal }} where `folder` is empty.
 * @returns {Promise<number>} The exit code.
 * @throws {ExperimentError} `experiment/cannot-run`: a command failed, or left other rows than ours.
 */
export async function benchDatabase({ rows, runs }, { data, folder, screen, signal }) {
  const onProgress = (/** @type {string} */ path, /** @type {number} */ done) =>
    screen.note(`making ${path}: ${formatCount(done)} of ${formatCount(rows)} rows`);
  const archive = await makeArchive({ rows, folder: data, recipe: await compileRecipe(), signal, onProgress });
  const columns = columnsOf(FIELD_NAMES);
  const { recipes, cleaned } = await prepare(resolve(archive.path), folder, signal);
  const server = await startBenchServer(columns);
  try {
    const output = resolve(folder, 'output');
    const found = { archive: resolve(archive.path), folder: output, cleaned, recipes, url: server.url, columns };
    const all = await loaders(found);
    const players = all.filter(({ missing }) => missing === null);
    /** @type {Map<Loader, LoadSeen[]>} */
    const seen = new Map(players.map(player => [player, []]));
    /** The same under every mode. @type {{ rows: number, checksum: string } | null} */
    let right = null;
    const onTurn = (/** @type {{ name: string, turn: number }} */ { name, turn }) =>
      screen.note(`run ${turn} of ${runs}: ${name}`);
    await takeTurns(players, { runs, onTurn }, async (player, turn) => {
      await rm(output, { recursive: true, force: true });
      await mkdir(output);
      await server.reset(SHARE_BEFORE[player.mode]);
      const figures = await play(player, server, signal);
      const got = await server.read();
      if (right === null) {
        right = got;
        await server.keepRows();
      }
      if (got.rows !== right.rows || got.checksum !== right.checksum) {
        const why = `${got.rows} rows with the checksum ${got.checksum}, not ${right.rows} with ${right.checksum}`;
        throw new ExperimentError('experiment/cannot-run', `${player.name}, ${player.mode}: the table has ${why}`);
      }
      if (turn > 0) seen.get(player)?.push(figures);
    });
    screen.clear();
    const title = `${archive.name}: ${formatBytes(archive.bytes)}, ${formatBytes(archive.zipBytes)} zipped, into PostgreSQL ${server.version}`;
    const table = { title, headings: HEADINGS, rows: tableRows(all, seen, rows), textColumns: 2 };
    printTable(screen, table, [
      `Medians of ${runs}. × ours: time as a multiple of sluice run's in the same mode. All left the same rows in the table.`,
    ]);
    return 0;
  } finally {
    await server.stop();
  }
}

/**
 * @param {string} archive
 * @param {string} folder
 * @param {AbortSignal} signal
 */
async function prepare(archive, folder, signal) {
  const write = async (/** @type {Mode | null} */ mode) => {
    const path = resolve(folder, `${mode ?? 'file'}.json`);
    await writeFile(path, JSON.stringify(recipeFor(mode)));
    return path;
  };
  const recipes = { append: await write('append'), replace: await write('replace'), merge: await write('merge') };
  const to = resolve(folder, 'cleaned');
  const args = [CLI, 'run', archive, '--to', to, '--recipe', await write(null), '--quiet'];
  requireFinished(
    'cleaning the CSV',
    await measure({ command: process.execPath, args, timeoutMs: TIMEOUT_MS, signal }),
  );
  return { recipes, cleaned: join(to, basename(archive, '.zip'), 'people.csv') };
}

/**
 * @param {Loader} loader
 * @param {BenchServer} server
 * @param {AbortSignal} signal
 * @returns {Promise<LoadSeen>}
 */
async function play({ name, mode, command, args, env }, server, signal) {
  const before = await server.cpuSeconds();
  const seen = await measure({ command, args, env, timeoutMs: TIMEOUT_MS, signal });
  const after = await server.cpuSeconds();
  requireFinished(`${name}, ${mode}`, seen);
  const { wallSeconds, cpuSeconds, peakRssBytes } = seen;
  return {
    ...{ wallSeconds, cpuSeconds, peakRssBytes },
    serverCpuSeconds: before === null || after === null ? null : after - before,
  };
}

/**
 * @param {string} what
 * @param {Awaited<ReturnType<typeof measure>>} seen
 */
function requireFinished(what, { outcome, reason, stderrTail }) {
  if (outcome === 'finished') return;
  throw new ExperimentError('experiment/cannot-run', `${what}: ${reason ?? outcome}: ${stderrTail.trim()}`);
}

/**
 * @param {Loader[]} all
 * @param {Map<Loader, LoadSeen[]>} seen
 * @param {number} records Of the archive.
 * @returns {string[][]}
 */
function tableRows(all, seen, records) {
  return all.map(loader => {
    const { name, mode, missing } = loader;
    const runs = seen.get(loader);
    if (runs === undefined) return [name, `${mode}: ${missing}`, '', '', '', '', '', ''];
    const ours = seen.get(/** @type {Loader} */ (all.find(each => each.isOurs && each.mode === mode)));
    const wall = median(runs.map(run => run.wallSeconds));
    // Those of one turn are compared, so that a slow phase of the machine affects both.
    const ratio = median(runs.map((run, turn) => run.wallSeconds / (ours?.[turn].wallSeconds ?? Number.NaN)));
    const onServer = runs.map(run => run.serverCpuSeconds).filter(each => each !== null);
    return [
      name,
      mode,
      wall.toFixed(2),
      ratio.toFixed(2),
      formatCount(Math.round(records / wall)),
      median(runs.map(run => run.cpuSeconds)).toFixed(2),
      onServer.length === 0 ? '' : median(onServer).toFixed(2),
      formatBytes(median(runs.map(run => run.peakRssBytes))),
    ];
  });
}

const HEADINGS = ['contestant', 'mode', 'wall s', '× ours', 'records/s', 'CPU s', "server's", 'peak RSS'];
