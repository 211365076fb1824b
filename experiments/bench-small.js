import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments, runScript, wholeNumber } from '../scripts/command-line/command.js';
import { createScreen } from '../scripts/command-line/screen.js';
import { makeScratchFolder } from '../scripts/folders/scratch-folder.js';
import { INPUT_BUCKET, OUTPUT_BUCKET } from '../scripts/local-stack/settings.js';
import { formatBytes, formatCount } from '../src/cli/units.js';
import { printTable } from './bench/print-table.js';
import { startS3Setup } from './bench/s3-setup.js';
import { makeSmallEntries } from './bench/scaling-archives.js';
import { ExperimentError } from './experiment-error.js';
import { measure } from './measure/measure.js';

/** @import { S3Setup } from './bench/s3-setup.js' */
/** @import { ScalingArchive } from './bench/scaling-archive-writer.js' */

const USAGE = 'npm run bench:small -- [--entries 3000] [--runs 3]';
const HELP = `Usage: ${USAGE}

Measures archives of many small entries (2 KB of CSV each):
- from S3 to S3 with 30 ms added to each request: the script that anybody would write (unzipper, 32 PutObjects at a time, nothing
  verified) in turns with sluice run;
- the function with the flags of 128 MB, without added time, for that many entries and for ten times as many;
- from a file to a folder.

  --entries N  of the archive
  --runs N     how often each is measured, in turns; the table has medians
`;
const DATA_FOLDER = 'data';
const LATENCY_MS = 30;
const TIMEOUT_MS = 900_000;
const MAX_ENTRIES = 1_000_000;
const CLI = fileURLToPath(new URL('../src/cli.js', import.meta.url));
const NAIVE = fileURLToPath(new URL('bench/small-naive.js', import.meta.url));
const COPY = { entries: [], limits: { maxEntries: MAX_ENTRIES } };
const CSV = {
  entries: [
    { match: '**', csv: { delimiter: '|', header: false, drop: [11, 12], phones: [{ field: 4, format: 'strip' }] } },
  ],
  limits: { maxEntries: MAX_ENTRIES },
};

/**
 * @typedef {{ name: string, entries: number, command: string, args: string[], env?: NodeJS.ProcessEnv, check: () => Promise<number>,
 *   empty: () => Promise<void>, seen: { wallSeconds: number, cpuSeconds: number, peakRssBytes: number }[] }} Player `check`: how
 *   many outputs there are.
 */

const screen = createScreen();
await runScript(bench, { help: HELP, exitCodeWhenStopped: 130 });

/**
 * @param {AbortSignal} signal
 * @returns {Promise<number>} The exit code.
 */
async function bench(signal) {
  const { values } = readArguments(
    { entries: { type: 'string', default: '3000' }, runs: { type: 'string', default: '3' } },
    { usage: USAGE, maxPositionals: 0 },
  );
  const entries = wholeNumber('entries', values.entries, 1, MAX_ENTRIES / 10);
  const runs = wholeNumber('runs', values.runs, 1, 1_000);
  const folder = await makeScratchFolder(DATA_FOLDER);
  /** @type {S3Setup[]} */
  const setups = [];
  try {
    const [archive, large] = await makeSmallEntries([entries, 10 * entries], { folder, signal });
    const recipes = { copy: join(folder, 'copy.json'), csv: join(folder, 'csv.json') };
    await Promise.all([writeFile(recipes.copy, JSON.stringify(COPY)), writeFile(recipes.csv, JSON.stringify(CSV))]);
    /** @param {ScalingArchive} of @param {string} recipe @param {number} latencyMs */
    const start = async (of, recipe, latencyMs) => {
      const where = join(folder, `s3-${setups.length}`);
      const setup = await startS3Setup({ folder: where, archive: of.path, recipe, withTls: false, latencyMs, signal });
      setups.push(setup);
      return setup;
    };
    const distant = await start(archive, recipes.csv, LATENCY_MS);
    const players = [
      naive(distant, archive),
      run('sluice run, copy', distant, archive, recipes.copy),
      run('sluice run, CSV', distant, archive, recipes.csv),
      invoked(await start(archive, recipes.csv, 0), archive),
      invoked(await start(large, recipes.csv, 0), large),
      toFolder('file to folder, copy', archive, recipes.copy, folder),
      toFolder('file to folder, CSV', archive, recipes.csv, folder),
    ];
    for (let turn = 1; turn <= runs; turn++) {
      for (const player of players) {
        screen.note(`run ${turn} of ${runs}: ${player.name}, ${formatCount(player.entries)} entries`);
        await play(player, signal);
      }
    }
    screen.clear();
    report(players);
    return 0;
  } finally {
    await Promise.all(setups.map(setup => setup.close()));
    screen.clear();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Player} player
 * @param {AbortSignal} signal
 * @throws {ExperimentError} `experiment/cannot-run`: not every entry came out.
 */
async function play({ name, entries, command, args, env, check, empty, seen }, signal) {
  const { outcome, reason, ...measured } = await measure({
    ...{ command, args, timeoutMs: TIMEOUT_MS, signal },
    ...(env && { env: { ...process.env, ...env } }),
  });
  const outputs = outcome === 'finished' ? await check() : 0;
  if (outputs !== entries) {
    throw new ExperimentError(
      'experiment/cannot-run',
      `${name}: ${reason ?? `${outputs} of ${entries} entries came out`}`,
    );
  }
  await empty();
  seen.push(measured);
}

/** @param {S3Setup} setup @param {ScalingArchive} archive @returns {Player} */
function naive(setup, { path, entries }) {
  const args = [NAIVE, INPUT_BUCKET, basename(path), OUTPUT_BUCKET];
  return { ...inS3(setup), name: 'unzipper, 32 PutObjects', entries, args };
}

/** @param {string} name @param {S3Setup} setup @param {ScalingArchive} archive @param {string} recipe @returns {Player} */
function run(name, setup, { path, entries }, recipe) {
  const [from, to] = [`s3://${INPUT_BUCKET}/${basename(path)}`, `s3://${OUTPUT_BUCKET}`];
  return { ...inS3(setup), name, entries, args: [CLI, 'run', from, '--to', to, '--recipe', recipe, '--quiet'] };
}

/** @param {S3Setup} setup @param {ScalingArchive} archive @returns {Player} */
function invoked(setup, { entries }) {
  return {
    ...inS3(setup),
    name: `function, 128 MB, ${formatCount(entries)} entries`,
    entries,
    args: setup.command.args,
  };
}

/** @param {S3Setup} setup */
function inS3(setup) {
  const { env } = setup.command;
  return {
    ...{ command: process.execPath, ...(env && { env }), empty: setup.empty, seen: [] },
    check: async () => (await setup.outputs()).filter(key => !key.endsWith('_manifest.json')).length,
  };
}

/** @param {string} name @param {ScalingArchive} archive @param {string} recipe @param {string} folder @returns {Player} */
function toFolder(name, { path, entries }, recipe, folder) {
  const output = join(folder, 'output');
  const args = [CLI, 'run', path, '--to', output, '--recipe', recipe, '--quiet'];
  let turns = 0;
  // Moved away, not removed: for seconds after that, ext4 takes four times as long to create files.
  const empty = async () => {
    turns += 1;
    await rename(output, `${output}-${turns}-${basename(recipe)}`);
    await mkdir(output);
  };
  // An exit code of 0 says that all entries are written.
  return { name, entries, command: process.execPath, args, check: async () => entries, empty, seen: [] };
}

/** @param {Player[]} players */
function report(players) {
  const median = (/** @type {number[]} */ values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  const of = (/** @type {Player} */ { seen }, /** @type {'wallSeconds' | 'cpuSeconds' | 'peakRssBytes'} */ key) =>
    median(seen.map(each => each[key]));
  const [first] = players;
  const rows = players.map(player => {
    const [wall, cpu] = [of(player, 'wallSeconds'), of(player, 'cpuSeconds')];
    const isComparable = player.command === first.command && player.env === first.env;
    return [
      player.name,
      wall.toFixed(2),
      isComparable ? (wall / of(first, 'wallSeconds')).toFixed(2) : '',
      cpu.toFixed(2),
      isComparable ? (cpu / of(first, 'cpuSeconds')).toFixed(2) : '',
      ((1000 * cpu) / player.entries).toFixed(2),
      formatBytes(of(player, 'peakRssBytes')),
    ];
  });
  const headings = ['contestant', 'wall s', '× first', 'CPU s', '× first', 'CPU ms an entry', 'peak RSS'];
  const title = `${formatCount(first.entries)} entries of 2 KB`;
  printTable(screen, { title, headings, rows, textColumns: 1 }, [
    `The first three: from S3 to S3, with ${LATENCY_MS} ms added to each request. Medians of ${first.seen.length}.`,
  ]);
}
