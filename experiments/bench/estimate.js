import { readFile } from 'node:fs/promises';
import { formatCount } from '../../src/cli/units.js';
import { AXES, countsOf } from './scaling-archives.js';

/** @import { Contestant } from './contestants.js' */
/** @import { Pace } from './pace.js' */
/** @import { Bench } from './results.js' */
/** @import { Axis } from './scaling-archives.js' */
/** @import { Step } from './schedule.js' */

/**
 * @typedef {object} Wanted
 * @property {number} rows
 * @property {number} runs
 * @property {number} scalingRuns
 * @property {boolean} hasData Whether the archive exists already.
 * @property {Pick<Contestant, 'id' | 'name'>[]} contestants Those that take part.
 */

/**
 * The steps of a bench with their estimated durations: those of the recorded run, scaled to the number of rows and to this
 * machine.
 *
 * @param {Wanted} wanted
 * @param {Pace} pace
 * @returns {Promise<{ data: Step[], contest: Step[], growth: Step[] }>}
 */
export async function estimateSteps(wanted, pace) {
  const recorded = /** @type {Bench} */ (JSON.parse(await readFile(RECORDED, 'utf8')));
  const share = wanted.rows / Number(recorded.archive.rows);
  const start = recordedStart(recorded);
  const slowdown = pace.startSeconds / start;
  /** @param {number} seconds In the recorded run. */
  const here = seconds => pace.startSeconds + Math.max(0, seconds - start) * share * slowdown;
  const rowSeconds = SECONDS_PER_ROW * slowdown;
  return {
    data: wanted.hasData ? [] : [{ id: 'data', title: 'making the archive', seconds: wanted.rows * rowSeconds }],
    contest: contestSteps(wanted, recorded, here),
    growth: growthSteps(wanted, recorded, { here, rowSeconds, secondsPerEntry: pace.secondsPerEntry }),
  };
}

/**
 * @param {Wanted} wanted
 * @param {Bench} recorded
 * @param {(seconds: number) => number} here
 * @returns {Step[]}
 */
function contestSteps({ contestants, runs }, { standings }, here) {
  const known = new Map(
    standings.filter(({ turns }) => turns.length > 0).map(({ id, turns }) => [id, medianOf(turns)]),
  );
  // A contestant that was not recorded is assumed to be as slow as the slowest recorded one.
  const unknown = Math.max(...known.values());
  const ours = here(known.get('sluice') ?? unknown);
  const references = { id: 'references', title: 'reference outputs', seconds: RULES * ours };
  const turns = range(runs + 1).flatMap(turn =>
    contestants.map(({ id, name }) => ({
      id: `${turn} ${name}`,
      title: `contest, ${turn === 0 ? 'warming up' : `turn ${turn} of ${runs}`}: ${name}`,
      // In the first turn, the output is verified.
      seconds: here(known.get(id) ?? unknown) + (turn === 0 ? ours : 0),
    })),
  );
  return [references, ...turns];
}

/**
 * @param {Wanted} wanted
 * @param {Bench} recorded
 * @param {{ here: (seconds: number) => number, rowSeconds: number, secondsPerEntry: number }} how
 * @returns {Step[]}
 */
function growthSteps({ rows, scalingRuns }, { scalings }, { here, rowSeconds, secondsPerEntry }) {
  return AXES.flatMap(axis => {
    const points = scalings.find(scaling => scaling.axis === axis)?.points ?? [];
    const counts = countsOf(axis, scalingRows(rows));
    const making = {
      id: `making ${axis}`,
      title: `growth: making archives with growing ${axis}`,
      seconds: scalingRows(rows) * TIMES_MADE[axis] * rowSeconds,
    };
    const turns = range(scalingRuns + 1).flatMap(turn =>
      counts.map((count, index) => ({
        id: `${turn} ${count} ${axis}`,
        title: `growth, ${turn === 0 ? 'warming up' : `turn ${turn} of ${scalingRuns}`}: ${formatCount(count)} ${axis}`,
        seconds:
          axis === 'entries'
            ? here(medianOf(points[0].turns)) + count * secondsPerEntry
            : here(medianOf(points[index].turns)),
      })),
    );
    return [making, ...turns];
  });
}

/**
 * @param {number} rows Of the contest's archive.
 * @returns {number} Of the smallest archive on the axis of rows.
 */
export function scalingRows(rows) {
  return Math.ceil(rows / 10);
}

/**
 * The time of a run without any bytes: the intercept of the line through the two smallest archives.
 *
 * @param {Bench} recorded
 */
function recordedStart({ scalings }) {
  const [first, second] = scalings.find(({ axis }) => axis === 'rows')?.points ?? [];
  const [little, more] = [medianOf(first.turns), medianOf(second.turns)];
  return little - ((more - little) * first.bytes) / (second.bytes - first.bytes);
}

/** @param {{ wallSeconds: number }[]} turns */
function medianOf(turns) {
  const sorted = turns.map(({ wallSeconds }) => wallSeconds).toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** @param {number} length */
function range(length) {
  return Array.from({ length }, (_, index) => index);
}

const RECORDED = new URL('../recorded/bench/bench.json', import.meta.url);
/** For generating people on the machine of the recorded run. */
const SECONDS_PER_ROW = 25e-6;
/** Work of making the archives of an axis, deflating included, in units of the smallest archive. @type {Record<Axis, number>} */
const TIMES_MADE = { rows: 20, entries: 8, columns: 6 };
const RULES = 3;
