import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatBytes, formatCount } from '../../../src/cli/units.js';
import { ExperimentError } from '../../experiment-error.js';
import { measure } from '../../measure/measure.js';
import { formatSpread } from '../../report/figures.js';
import { median } from '../median.js';
import { printTable } from '../print-table.js';
import { takeTurns } from '../take-turns.js';
import { makeArchive } from './archive.js';
import { allCases, HASH_KEY, PLAIN } from './cases.js';
import { compare } from './compare.js';

/** @import { Screen } from '../../../scripts/command-line/screen.js' */
/** @import { Case } from './cases.js' */

/** @typedef {{ wallSeconds: number, cpuSeconds: number, peakRssBytes: number }} CaseSeen */

/**
 * Measures what each transform costs, alone and in recipes, in turns with the plain rule on the same archive. A warm-up turn
 * compares the first records of each output with a reference.
 *
 * @param {{ rows: number, runs: number }} options
 * @param {{ folder: string, screen: Screen, signal: AbortSignal }} where `folder` is empty.
 * @returns {Promise<number>} The exit code.
 * @throws {ExperimentError} `experiment/cannot-run`: a command failed, or wrote something else than the reference.
 */
export async function benchTransforms({ rows, runs }, { folder, screen, signal }) {
  screen.note(`making ${formatCount(rows)} records`);
  const archives = {
    utf8: await makeArchive(resolve(folder, 'utf8.zip'), { rows, charset: 'utf8', signal }),
    utf16le: await makeArchive(resolve(folder, 'utf16le.zip'), { rows, charset: 'utf16le', signal }),
    latin1: await makeArchive(resolve(folder, 'latin1.zip'), { rows, charset: 'latin1', signal }),
  };
  const keyFile = resolve(folder, 'key');
  await writeFile(keyFile, HASH_KEY, { mode: 0o600 });
  const players = await Promise.all(
    allCases().map(async (each, index) => {
      const recipe = resolve(folder, `recipe-${index}.json`);
      await writeFile(recipe, JSON.stringify({ entries: [{ match: '**', csv: { ...PLAIN, ...each.csv } }] }));
      return { ...each, recipe, seen: /** @type {CaseSeen[]} */ ([]) };
    }),
  );
  const output = resolve(folder, 'output');
  const onTurn = (/** @type {{ name: string, turn: number }} */ { name, turn }) =>
    screen.note(`run ${turn} of ${runs}: ${name}`);
  await takeTurns(players, { runs, onTurn }, async (player, turn) => {
    await rm(output, { recursive: true, force: true });
    await mkdir(output);
    const { path } = archives[player.charset];
    const args = [CLI, 'run', path, '--to', output, '--recipe', player.recipe, '--hash-key-file', keyFile, '--quiet'];
    const { outcome, reason, stderrTail, wallSeconds, cpuSeconds, peakRssBytes } = await measure({
      ...{ command: process.execPath, args, timeoutMs: TIMEOUT_MS, signal },
    });
    if (outcome !== 'finished') {
      throw new ExperimentError('experiment/cannot-run', `${player.name}: ${reason ?? outcome}: ${stderrTail.trim()}`);
    }
    if (turn === 0) await compare(player, join(output, basename(path, '.zip'), 'records.csv'), rows);
    else player.seen.push({ wallSeconds, cpuSeconds, peakRssBytes });
  });
  screen.clear();
  const { bytes, zipBytes } = archives.utf8;
  const title = `${formatCount(rows)} records, ${formatBytes(bytes)}, ${formatBytes(zipBytes)} zipped`;
  printTable(screen, { title, headings: HEADINGS, rows: tableRows(players, rows), textColumns: 1 }, [
    `Medians of ${runs} runs in turns (least – most), with the start of Node. × plain: CPU time as a multiple of the plain`,
    'rule’s in the same turn. ns a record: CPU time beyond the plain rule’s.',
  ]);
  return 0;
}

/**
 * @param {(Case & { seen: CaseSeen[] })[]} players The plain rule first.
 * @param {number} records
 * @returns {string[][]}
 */
function tableRows(players, records) {
  const [plain] = players;
  return players.map(({ name, seen }) => {
    const added = seen.map(({ cpuSeconds }, turn) => (cpuSeconds - plain.seen[turn].cpuSeconds) / records);
    return [
      name,
      formatSpread(spreadOf(seen.map(({ cpuSeconds }) => cpuSeconds)), inHundredths),
      formatSpread(
        spreadOf(seen.map(({ cpuSeconds }, turn) => cpuSeconds / plain.seen[turn].cpuSeconds)),
        inHundredths,
      ),
      (median(added) * 1e9).toFixed(0),
      formatSpread(spreadOf(seen.map(({ wallSeconds }) => wallSeconds)), inHundredths),
      formatBytes(median(seen.map(({ peakRssBytes }) => peakRssBytes))),
    ];
  });
}

/** @param {number[]} values */
function spreadOf(values) {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/** @param {number} value */
function inHundredths(value) {
  return value.toFixed(2);
}

const CLI = fileURLToPath(new URL('../../../src/cli.js', import.meta.url));
const HEADINGS = ['transform', 'CPU s', '× plain', 'ns a record', 'wall s', 'peak RSS'];
const TIMEOUT_MS = 3_600_000;
