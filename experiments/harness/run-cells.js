import { printable } from '../../src/printable.js';
import { takeTurns } from '../bench/take-turns.js';
import { ExperimentError } from '../experiment-error.js';
import { measure } from '../measure/measure.js';
import { readSeen } from './print-seen.js';

/** @import { Cell, CellResult, RunResult } from './shape.js' */

/**
 * Runs each cell in its own process: first all once, to compare the outputs, and then in turns.
 *
 * @param {Cell[]} cells
 * @param {object} how
 * @param {number} how.runs
 * @param {AbortSignal} how.signal
 * @param {(note: { name: string, done: number, of: number }) => void} how.onRun
 * @returns {Promise<CellResult[]>}
 * @throws {ExperimentError} `experiment/outputs-differ`. `experiment/cannot-run`: a cell failed.
 */
export async function runCells(cells, { runs, signal, onRun }) {
  const results = new Map(cells.map(cell => [cell, resultOf(cell)]));
  const runsOf = (/** @type {Cell} */ cell) => Math.min(runs, cell.maxRuns ?? runs);
  const players = cells.filter(({ missing }) => !missing);
  const takesPart = (/** @type {Cell} */ cell, /** @type {number} */ turn) =>
    turn === 0 ? !cell.skipsWarmUp : turn <= runsOf(cell);
  const of = players.reduce((sum, cell) => sum + runsOf(cell) + (cell.skipsWarmUp ? 0 : 1), 0);
  /** The first cell to print each output. @type {Map<string, { name: string, digest: string }>} */
  const outputs = new Map();
  let done = 0;
  await takeTurns(players, { runs, onTurn: () => {} }, async (cell, turn) => {
    if (!takesPart(cell, turn)) return;
    onRun({ name: cell.name, done, of });
    const { digest, run } = await runCell(
      turn === 0 && cell.warmUpArgs ? { ...cell, args: cell.warmUpArgs } : cell,
      signal,
    );
    done += 1;
    const result = /** @type {CellResult} */ (results.get(cell));
    if (cell.sameAs) compare(outputs, cell.sameAs, cell.name, digest);
    result.digest = digest;
    if (turn > 0) result.runs.push(run);
  });
  return [...results.values()];
}

/**
 * @param {Cell} cell
 * @returns {CellResult} Without runs.
 */
function resultOf({ name, of, sameAs = null, missing = null }) {
  return { name, of, sameAs, missing, digest: null, runs: [] };
}

/**
 * @param {Cell} cell
 * @param {AbortSignal} signal
 * @returns {Promise<{ digest: string | null, run: RunResult }>}
 */
async function runCell({ name, program, args = [], env, inside = false, timeoutMs = MAX_MS, before, after }, signal) {
  if (program === undefined) throw new TypeError(`${name} has no program`);
  await before?.();
  const measured = await measure({
    ...{ command: process.execPath, args: [program, ...args], inside, timeoutMs, signal },
    ...(env && { env }),
  });
  const outside = (await after?.()) ?? {};
  const seen = readSeen(measured.stdout);
  if (measured.outcome !== 'finished' || seen === null) {
    const why = errorIn(measured.stderrTail) ?? measured.reason ?? 'it printed no figures';
    throw new ExperimentError('experiment/cannot-run', `${name}: ${why}`);
  }
  const { wallSeconds, cpuSeconds, peakRssBytes, peakHeapBytes } = measured;
  return {
    digest: seen.digest,
    run: {
      ...{ failure: null, wallSeconds, cpuSeconds, peakRssBytes, peakHeapBytes },
      figures: { ...seen.figures, ...outside },
      words: seen.words,
    },
  };
}

/**
 * @param {string} stderr
 * @returns {string | null} The line with the error: Node prints its stack and its version behind that.
 */
function errorIn(stderr) {
  const line = /^(?:Uncaught )?(?:\w*Error\b|\w+Error \[).*$/m.exec(stderr)?.[0];
  return line === undefined ? null : printable(line);
}

/**
 * @param {Map<string, { name: string, digest: string }>} outputs
 * @param {string} output
 * @param {string} name
 * @param {string | null} digest
 */
function compare(outputs, output, name, digest) {
  const expected = outputs.get(output);
  if (digest === null) throw new ExperimentError('experiment/cannot-run', `${name}: it printed no digest`);
  if (expected === undefined) {
    outputs.set(output, { name, digest });
  } else if (expected.digest !== digest) {
    const both = `${name} has ${digest.slice(0, 16)}…, ${expected.name} ${expected.digest.slice(0, 16)}…`;
    throw new ExperimentError('experiment/outputs-differ', `the outputs of ${output} differ: ${both}`);
  }
}

const MAX_MS = 5 * 60 * 1000;
