import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments, runScript, wholeNumber } from '../scripts/command-line/command.js';
import { createScreen } from '../scripts/command-line/screen.js';
import { makeScratchFolder } from '../scripts/folders/scratch-folder.js';
import { formatCount, formatDuration } from '../src/cli/units.js';
import { printTable } from './bench/print-table.js';
import { createProgress } from './bench/progress.js';
import { startS3Setup } from './bench/s3-setup.js';
import { makeSmallEntries } from './bench/scaling-archives.js';
import { Schedule } from './bench/schedule.js';
import { invoked, naive, toFolder, toS3 } from './bench/small/players.js';
import { tableOf } from './bench/small/table.js';
import { ExperimentError } from './experiment-error.js';
import { measure } from './measure/measure.js';
import { findMemoryLimit } from './measure/memory-limit.js';

/** @import { S3Setup } from './bench/s3-setup.js' */
/** @import { ScalingArchive } from './bench/scaling-archive-writer.js' */
/** @import { Player } from './bench/small/players.js' */
/** @import { Seen } from './bench/small/table.js' */

const USAGE = 'npm run bench:small -- [--entries 3000] [--runs 3] [--large 200000]';
const HELP = `Usage: ${USAGE}

Measures archives of many small entries (2 KB of CSV each):
- from S3 to S3 with 30 ms added to each request: the script that anybody would write (unzipper, 32 PutObjects at a time, nothing
  verified) in turns with sluice run;
- from a file to a folder;
- the function within 128 MB, without added time, once for two thirds of the entries, and once for ten times as many as that.

  --entries N  of the archive
  --runs N     how often each of the first two is measured, in turns; the table has medians
  --large N    measures also, once, an archive of N entries from a file to a folder within 128 MB

Says what it is about to do, and how long that will take.
`;
const DATA_FOLDER = 'data';
const LATENCY_MS = 30;
const TIMEOUT_MS = 900_000;
const MAX_ENTRIES = 1_000_000;
const COPY = { entries: [], limits: { maxEntries: MAX_ENTRIES } };
const CSV = {
  entries: [
    { match: '**', csv: { delimiter: '|', header: false, drop: [11, 12], phones: [{ field: 4, format: 'strip' }] } },
  ],
  limits: { maxEntries: MAX_ENTRIES },
};
/** For an entry of an archive that is made. */
const SECONDS_PER_ENTRY = 0.0001;
const SECONDS_PER_SERVER = 2;

const screen = createScreen();
/** @type {S3Setup[]} */
const setups = [];
await runScript(bench, { help: HELP, exitCodeWhenStopped: 130 });

/**
 * @param {AbortSignal} signal
 * @returns {Promise<number>} The exit code.
 */
async function bench(signal) {
  const { entries, runs, large } = readOptions();
  const few = Math.ceil((2 * entries) / 3);
  const counts = [entries, few, 10 * few, ...(large === null ? [] : [large])];
  const folder = await makeScratchFolder(DATA_FOLDER);
  try {
    const making = Math.max(...counts) * SECONDS_PER_ENTRY + 3 * SECONDS_PER_SERVER;
    screen.title(`Making the archives takes about ${formatDuration(making)}. Ctrl-C stops it.`);
    const made = await makeSmallEntries([...new Set(counts)], { folder, signal });
    const archives = counts.map(count => /** @type {ScalingArchive} */ (made.find(({ entries: of }) => of === count)));
    const { often, once, method } = await players(archives, folder, signal);
    const rounds = [
      ...Array.from({ length: runs }, (_, turn) => ({ title: `run ${turn + 1} of ${runs}`, players: often })),
      { title: 'once', players: once },
    ];
    const seen = await play(rounds, signal);
    report([...often, ...once], seen, { runs, method });
    return 0;
  } finally {
    await Promise.all(setups.map(setup => setup.close()));
    screen.clear();
    await rm(folder, { recursive: true, force: true });
  }
}

function readOptions() {
  const { values } = readArguments(
    {
      entries: { type: 'string', default: '3000' },
      runs: { type: 'string', default: '3' },
      large: { type: 'string' },
    },
    { usage: USAGE, maxPositionals: 0 },
  );
  return {
    entries: wholeNumber('entries', values.entries, 1, MAX_ENTRIES / 10),
    runs: wholeNumber('runs', values.runs, 1, 1_000),
    large: values.large === undefined ? null : wholeNumber('large', values.large, 1, MAX_ENTRIES),
  };
}

/**
 * @param {ScalingArchive[]} archives
 * @param {string} folder
 * @param {AbortSignal} signal
 * @returns {Promise<{ often: Player[], once: Player[], method: string }>} `method`: how memory is limited.
 */
async function players([archive, few, many, large], folder, signal) {
  const recipeOf = async (/** @type {string} */ name, /** @type {object} */ recipe) => {
    const path = join(folder, `${name}.json`);
    await writeFile(path, JSON.stringify(recipe));
    return { name, path };
  };
  const [copy, csv] = [await recipeOf('copy', COPY), await recipeOf('CSV', CSV)];
  /** @param {ScalingArchive} of @param {number} latencyMs */
  const start = async (of, latencyMs) => {
    const options = { archive: of.path, recipe: csv.path, withTls: false, latencyMs, signal };
    const setup = await startS3Setup({ folder: join(folder, `s3-${setups.length}`), ...options });
    setups.push(setup);
    return setup;
  };
  const limit = await findMemoryLimit(signal);
  const distant = await start(archive, LATENCY_MS);
  return {
    often: [
      naive(distant, archive),
      ...[copy, csv].map(recipe => toS3(distant, archive, recipe)),
      ...[copy, csv].map(recipe => toFolder(archive, recipe, folder)),
    ],
    once: [
      invoked(await start(few, 0), few, limit),
      invoked(await start(many, 0), many, limit),
      ...(large ? [copy, csv].map(recipe => toFolder(large, recipe, folder, limit)) : []),
    ],
    method: limit.method,
  };
}

/**
 * @param {{ title: string, players: Player[] }[]} rounds
 * @param {AbortSignal} signal
 * @returns {Promise<Map<Player, Seen[]>>}
 */
async function play(rounds, signal) {
  const steps = rounds.flatMap(({ title, players }) =>
    players.map(player => {
      const count = `${formatCount(player.entries)} entries`;
      const what = player.name.includes(count) ? player.name : `${player.name}, ${count}`;
      return { id: `${title} ${player.name}`, title: `${title}: ${what}`, seconds: player.seconds, player };
    }),
  );
  const schedule = new Schedule(steps);
  screen.title(`Measuring takes about ${formatDuration(schedule.seconds)}.`);
  const begin = createProgress(schedule, process.stderr, screen);
  /** @type {Map<Player, Seen[]>} */
  const seen = new Map();
  for (const { id, player } of steps) {
    begin(id);
    seen.set(player, [...(seen.get(player) ?? []), await playOnce(player, signal)]);
  }
  screen.clear();
  return seen;
}

/**
 * @param {Player} player
 * @param {AbortSignal} signal
 * @returns {Promise<Seen>}
 * @throws {ExperimentError} `experiment/cannot-run`: not every entry came out.
 */
async function playOnce({ name, entries, args, env, memory, count, empty }, signal) {
  const { outcome, reason, ...measured } = await measure({
    ...{ command: process.execPath, args, timeoutMs: TIMEOUT_MS, signal },
    ...(env && { env: { ...process.env, ...env } }),
    ...(memory && { memory }),
  });
  const outputs = outcome === 'finished' ? await count() : 0;
  if (outputs !== entries) {
    throw new ExperimentError(
      'experiment/cannot-run',
      `${name}: ${reason ?? `${outputs} of ${entries} entries came out`}`,
    );
  }
  await empty();
  return measured;
}

/**
 * @param {Player[]} all
 * @param {Map<Player, Seen[]>} seen
 * @param {{ runs: number, method: string }} how
 */
function report(all, seen, { runs, method }) {
  printTable(screen, tableOf(all, seen), [
    `The first three: from S3 to S3, with ${LATENCY_MS} ms added to each request. Medians of ${runs}; with 128 MB, one run.`,
    `Memory was limited by ${method}.`,
  ]);
}
