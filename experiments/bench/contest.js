import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { printable } from '../../src/printable.js';
import { ExperimentError } from '../experiment-error.js';
import { findDifference, readOutputs } from '../outputs.js';
import { commandLine } from './command-line.js';
import { sluiceBy } from './contestants.js';
import { takeTurns } from './take-turns.js';

/** @import { Outputs } from '../outputs.js' */
/** @import { Contestant, Ground } from './contestants.js' */
/** @import { measure } from '../measure/measure.js' */
/** @import { Rules } from './rules.js' */
/** @import { TurnNote } from './take-turns.js' */

/**
 * A contestant's result.
 *
 * @typedef {object} Standing
 * @property {string} id
 * @property {string} name
 * @property {Rules} rules
 * @property {string | null} version
 * @property {'timed' | 'skipped' | 'differs' | 'failed'} outcome
 * @property {string | null} reason Why it was not timed.
 * @property {string | null} command The measured command, as typed in a shell.
 * @property {number | null} outputBytes
 * @property {Turn[]} turns In order, without the warm-up.
 *
 * @typedef {{ wallSeconds: number, cpuSeconds: number, peakRssBytes: number }} Turn
 */

/**
 * @typedef {object} How
 * @property {typeof measure} measure
 * @property {number} runs
 * @property {AbortSignal} signal
 * @property {() => void} [onReferences] Called before the reference outputs are made.
 * @property {(note: TurnNote) => void} onTurn
 */

/**
 * Measures contestants in turns. The first turn warms up. Its output is compared with Sluice's by the same rules: a
 * contestant with a different one is excluded.
 *
 * @param {Contestant[]} contestants
 * @param {Ground} ground
 * @param {How} how
 * @returns {Promise<Standing[]>} In the same order.
 */
export async function holdContest(contestants, ground, how) {
  const players = contestants.map(contestant => ({
    contestant,
    standing: initialStanding(contestant),
    name: contestant.name,
  }));
  const takesPart = (/** @type {Player} */ { standing }) => standing.outcome === 'timed';
  const rules = new Set(players.filter(takesPart).map(({ contestant }) => contestant.rules));
  how.onReferences?.();
  const references = await makeReferences(rules, ground, how);
  await takeTurns(players, { ...how, takesPart }, async (player, turn) => {
    const expected = /** @type {Outputs} */ (references.get(player.contestant.rules));
    await takeTurn({ ...player, expected, turn }, ground, how);
  });
  await rm(referenceFolder(ground), { recursive: true, force: true });
  return players.map(({ standing }) => standing);
}

/** @typedef {{ contestant: Contestant, standing: Standing, name: string }} Player */

/**
 * @param {Contestant} contestant
 * @returns {Standing}
 */
function initialStanding({ id, name, rules, version, missing }) {
  const outcome = missing === null ? 'timed' : 'skipped';
  return { id, name, rules, version, outcome, reason: missing, command: null, outputBytes: null, turns: [] };
}

/**
 * Makes Sluice's output for each of the rules that contestants follow.
 *
 * @param {Iterable<Rules>} followed
 * @param {Ground} ground
 * @param {How} how
 * @returns {Promise<Map<Rules, Outputs>>}
 */
async function makeReferences(followed, ground, { measure, signal }) {
  const references = new Map();
  for (const rules of followed) {
    const folder = join(referenceFolder(ground), rules);
    await mkdir(folder, { recursive: true });
    const { commandInto, collect } = sluiceBy(rules, ground);
    const output = join(folder, ground.entry);
    const { outcome, reason } = await measure({ ...commandInto(output), timeoutMs: TIMEOUT_MS, signal });
    if (outcome !== 'finished') throw new ExperimentError('experiment/cannot-run', `sluice run ${outcome}: ${reason}`);
    await collect(output);
    references.set(rules, await readOutputs(folder));
  }
  return references;
}

/** @param {Ground} ground */
function referenceFolder({ folder }) {
  return join(folder, 'references');
}

/**
 * @param {Player & { expected: Outputs, turn: number }} player
 * @param {Ground} ground
 * @param {How} how
 */
async function takeTurn({ contestant, standing, expected, turn }, ground, { measure, signal }) {
  const folder = join(ground.folder, 'turn');
  const output = join(folder, ground.entry);
  const timed = contestant.timed ?? contestant.commandInto(output);
  standing.command = commandLine(timed, ground);
  await mkdir(folder);
  try {
    await contestant.prepare?.();
    const command = turn === 0 ? contestant.commandInto(output) : timed;
    const { outcome, reason, ...measured } = await measure({ ...command, timeoutMs: TIMEOUT_MS, signal });
    if (outcome !== 'finished') return exclude(standing, 'failed', reason);
    if (turn === 0 || contestant.timed === undefined) {
      await contestant.collect?.(output);
      const difference = turn === 0 ? await verify(folder, expected) : await compareSize(output, expected, turn);
      if (difference !== null) return exclude(standing, 'differs', difference);
    }
    standing.outputBytes = expected.bytes;
    const { wallSeconds, cpuSeconds, peakRssBytes } = measured;
    if (turn > 0) standing.turns.push({ wallSeconds, cpuSeconds, peakRssBytes });
  } catch (error) {
    signal.throwIfAborted();
    exclude(standing, 'failed', printable(error instanceof Error ? error.message : String(error)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * @param {Standing} standing
 * @param {'differs' | 'failed'} outcome
 * @param {string | null} reason
 */
function exclude(standing, outcome, reason) {
  Object.assign(standing, { outcome, reason, turns: [] });
}

/**
 * @param {string} folder
 * @param {Outputs} expected
 */
async function verify(folder, expected) {
  return findDifference(expected, await readOutputs(folder));
}

/**
 * @param {string} output
 * @param {Outputs} expected
 * @param {number} turn
 */
async function compareSize(output, expected, turn) {
  const { size } = await stat(output);
  return size === expected.bytes ? null : `in turn ${turn} ${size} bytes came out, not ${expected.bytes}`;
}

const TIMEOUT_MS = 600_000;
