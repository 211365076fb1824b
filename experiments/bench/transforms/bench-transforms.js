import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shownPath } from '../../../scripts/command-line/command.js';
import { formatCount } from '../../../src/cli/units.js';
import { ExperimentError } from '../../experiment-error.js';
import { describeMachine } from '../../measure/machine.js';
import { measure } from '../../measure/measure.js';
import { installCommands } from '../install.js';
import { printTable } from '../print-table.js';
import { takeTurns } from '../take-turns.js';
import { makeArchive, writeRecords } from './archive.js';
import { allCases, HASH_KEY, PLAIN } from './cases.js';
import { compare } from './compare.js';
import { INPUTS } from './inputs.js';
import { findOthers } from './others.js';
import { otherTable, REMARKS, transformTable } from './tables.js';
import { writeTransforms } from './write-transforms.js';

/** @import { Screen } from '../../../scripts/command-line/screen.js' */
/** @import { Command } from '../contestants.js' */
/** @import { Turn } from '../contest.js' */
/** @import { Case } from './cases.js' */
/** @import { InputName } from './inputs.js' */
/** @import { Transforms } from './results.js' */

/**
 * Someone who does what a case says.
 *
 * @typedef {object} Player
 * @property {string} name
 * @property {Case} does
 * @property {string | null} tool null for Sluice.
 * @property {string} version
 * @property {Command} command
 * @property {string} written The path of its output.
 * @property {Turn[]} turns
 */

/**
 * Measures what each transform costs, alone and in recipes, in turns with the plain rule on the same archive, and with other tools
 * that do the same from the inflated records. A warm-up turn compares the first records of each output with a reference.
 *
 * @param {{ rows: number, runs: number, out: string }} options
 * @param {{ folder: string, screen: Screen, signal: AbortSignal }} where `folder` is empty.
 * @returns {Promise<number>} The exit code.
 * @throws {ExperimentError} `experiment/cannot-run`: a command failed, or wrote something else than the reference.
 */
export async function benchTransforms({ rows, runs, out }, { folder, screen, signal }) {
  const { others, absent } = await findOthers();
  for (const { missing } of absent) screen.fact('left out', missing);
  const commands = await installCommands(absent.map(({ tool }) => tool));
  for (const [index, command] of commands.entries()) screen.fact(index === 0 ? 'to add' : '', command);
  screen.note(`making ${formatCount(rows)} records`);
  const made = await makeInputs(folder, { rows, signal });
  const output = resolve(folder, 'output');
  const players = await makePlayers({ folder, output, archives: made.archives, inflated: made.inflated, others });
  const onTurn = (/** @type {{ name: string, turn: number }} */ { name, turn }) =>
    screen.note(`run ${turn} of ${runs}: ${name}`);
  await takeTurns(players, { runs, onTurn }, async (player, turn) => {
    await rm(output, { recursive: true, force: true });
    await mkdir(output);
    const { outcome, reason, stderrTail, wallSeconds, cpuSeconds, peakRssBytes } = await measure({
      ...{ ...player.command, timeoutMs: TIMEOUT_MS, signal },
    });
    if (outcome !== 'finished') {
      throw new ExperimentError('experiment/cannot-run', `${player.name}: ${reason ?? outcome}: ${stderrTail.trim()}`);
    }
    if (turn === 0) await compare({ ...player.does, name: player.name }, player.written, rows);
    else player.turns.push({ wallSeconds, cpuSeconds, peakRssBytes });
  });
  screen.clear();
  /** @type {Transforms} */
  const transforms = {
    version: 1,
    recordedAt: new Date().toISOString(),
    command: `npm run bench -- --transforms --rows ${rows} --runs ${runs}`,
    machine: describeMachine(['libphonenumber-js', 're2js']),
    ...{ rows, runs, absent: absent.map(({ missing }) => missing) },
    bytes: made.archives.plain.bytes,
    zipBytes: made.archives.plain.zipBytes,
    players: players.map(({ tool, version, does, turns }) => ({ tool, version, does: does.name, turns })),
  };
  await writeTransforms(transforms, out);
  printTable(screen, transformTable(transforms), REMARKS.transforms(transforms));
  if (others.length > 0) printTable(screen, otherTable(transforms), REMARKS.others);
  screen.print();
  screen.fact('kept', shownPath(out));
  return 0;
}

/**
 * @param {string} folder
 * @param {{ rows: number, signal: AbortSignal }} options
 */
async function makeInputs(folder, { rows, signal }) {
  const names = /** @type {InputName[]} */ (Object.keys(INPUTS));
  /** @type {Partial<Record<InputName, { path: string, bytes: number, zipBytes: number }>>} */
  const archives = {};
  for (const input of names) {
    archives[input] = await makeArchive(resolve(folder, `${input}.zip`), { rows, input, signal });
  }
  const inflated = resolve(folder, 'records.csv');
  await writeRecords(inflated, { rows, signal });
  return { archives: /** @type {Required<typeof archives>} */ (archives), inflated };
}

/**
 * @param {object} ground
 * @param {string} ground.folder
 * @param {string} ground.output A folder.
 * @param {Awaited<ReturnType<typeof makeInputs>>['archives']} ground.archives
 * @param {string} ground.inflated
 * @param {Awaited<ReturnType<typeof findOthers>>['others']} ground.others
 * @returns {Promise<Player[]>} Each case by Sluice, and behind it by the others.
 */
async function makePlayers({ folder, output, archives, inflated, others }) {
  const keyFile = resolve(folder, 'key');
  await writeFile(keyFile, HASH_KEY, { mode: 0o600 });
  /** @type {Player[]} */
  const players = [];
  for (const [index, does] of allCases().entries()) {
    const recipe = resolve(folder, `recipe-${index}.json`);
    await writeFile(recipe, JSON.stringify({ entries: [{ match: '**', csv: { ...PLAIN, ...does.csv } }] }));
    const { path } = archives[does.input];
    const args = [CLI, 'run', path, '--to', output, '--recipe', recipe, '--hash-key-file', keyFile, '--quiet'];
    players.push({
      ...{ name: does.name, does, tool: null, version: `Node ${process.versions.node}`, turns: [] },
      command: { command: process.execPath, args },
      written: join(output, basename(path, '.zip'), 'records.csv'),
    });
    for (const { tool, version, commandWith } of others.filter(other => other.does === does.name)) {
      const written = join(output, 'records.csv');
      const command = commandWith({ input: inflated, output: written });
      players.push({ name: `${does.name}: ${tool}`, does, tool, version, command, written, turns: [] });
    }
  }
  return players;
}

const CLI = fileURLToPath(new URL('../../../src/cli.js', import.meta.url));
const TIMEOUT_MS = 3_600_000;
