import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SluiceError } from '../../src/errors.js';
import { printable } from '../../src/printable.js';
import { findDifference, readOutputs } from '../outputs.js';
import { oursBy } from './contestants.js';

/** @import { Outputs } from '../outputs.js' */
/** @import { Contestant, Ground } from './contestants.js' */
/** @import { measure, Command } from './measure-command.js' */
/** @import { Rules } from './rules.js' */

/**
 * How a contestant came out.
 *
 * @typedef {object} Standing
 * @property {string} id
 * @property {string} name
 * @property {Rules} rules
 * @property {string | null} version
 * @property {'timed' | 'skipped' | 'differs' | 'failed'} outcome
 * @property {string | null} reason Why it was not timed.
 * @property {Command | null} command What was measured.
 * @property {number | null} outputBytes
 * @property {Turn[]} turns In order, without the first, which warms up.
 *
 * @typedef {{ wallSeconds: number, cpuSeconds: number, peakRssBytes: number }} Turn
 */

/**
 * @typedef {object} How
 * @property {typeof measure} measure
 * @property {number} runs
 * @property {AbortSignal} signal
 * @property {(what: { name: string, turn: number, secondsLeft: number | null }) => void} onTurn `turn` 0 warms up.
 */

/**
 * Lets contestants take turns. The first turn warms up, and what it writes is held to what ours writes by the same rules:
 * who writes anything else takes no further part.
 *
 * @param {Contestant[]} contestants
 * @param {Ground} ground
 * @param {How} how
 * @returns {Promise<Standing[]>} In the same order.
 */
export async function holdContest(contestants, ground, how) {
  const standings = contestants.map(beforeStart);
  const takingPart = () => contestants.keys().filter(index => standings[index].outcome === 'timed');
  const rules = new Set(takingPart().map(index => contestants[index].rules));
  const references = await makeReferences(rules, ground, how);
  /** @type {number[]} */
  const seconds = [];
  for (let turn = 0; turn <= how.runs; turn++) {
    for (const index of [...takingPart()]) {
      const left = takingPart().reduce(
        (sum, other) => sum + seconds[other] * (how.runs - turn + Number(other >= index)),
        0,
      );
      how.onTurn({ name: contestants[index].name, turn, secondsLeft: turn > 0 ? left : null });
      const start = performance.now();
      await takeTurn({ contestant: contestants[index], standing: standings[index], references, turn }, ground, how);
      seconds[index] = (performance.now() - start) / 1000;
    }
    // From here on sizes do.
    await rm(referenceFolder(ground), { recursive: true, force: true });
  }
  return standings;
}

/**
 * @param {Contestant} contestant
 * @returns {Standing}
 */
function beforeStart({ id, name, rules, version, missing }) {
  const outcome = missing === null ? 'timed' : 'skipped';
  return { id, name, rules, version, outcome, reason: missing, command: null, outputBytes: null, turns: [] };
}

/**
 * What ours makes of the archive, by each of the rules that somebody follows.
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
    const { commandInto, collect } = oursBy(rules, ground);
    const output = join(folder, ground.entry);
    const { outcome, reason } = await measure({ ...commandInto(output), timeoutMs: TIMEOUT_MS, signal });
    if (outcome !== 'finished') throw new SluiceError('bench/ours-failed', `sluice run ${outcome}: ${reason}`);
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
 * @param {{ contestant: Contestant, standing: Standing, references: Map<Rules, Outputs>, turn: number }} whose
 * @param {Ground} ground
 * @param {How} how
 */
async function takeTurn({ contestant, standing, references, turn }, ground, { measure, signal }) {
  const folder = join(ground.folder, 'turn');
  const output = join(folder, ground.entry);
  const timed = contestant.timed ?? contestant.commandInto(output);
  const expected = /** @type {Outputs} */ (references.get(contestant.rules));
  standing.command = timed;
  await mkdir(folder);
  try {
    await contestant.prepare?.();
    const command = turn === 0 ? contestant.commandInto(output) : timed;
    const { outcome, reason, ...measured } = await measure({ ...command, timeoutMs: TIMEOUT_MS, signal });
    if (outcome !== 'finished') return giveUp(standing, 'failed', reason);
    if (turn === 0 || contestant.timed === undefined) {
      await contestant.collect?.(output);
      const difference = turn === 0 ? await verify(folder, expected) : await compareSize(output, expected, turn);
      if (difference !== null) return giveUp(standing, 'differs', difference);
    }
    standing.outputBytes = expected.bytes;
    const { wallSeconds, cpuSeconds, peakRssBytes } = measured;
    if (turn > 0) standing.turns.push({ wallSeconds, cpuSeconds, peakRssBytes });
  } catch (error) {
    signal.throwIfAborted();
    giveUp(standing, 'failed', printable(error instanceof Error ? error.message : String(error)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * @param {Standing} standing
 * @param {'differs' | 'failed'} outcome
 * @param {string | null} reason
 */
function giveUp(standing, outcome, reason) {
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
