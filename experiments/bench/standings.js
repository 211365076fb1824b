import { fitPowerLaw } from '../power-law.js';
import { spreadOf } from '../report/summary.js';
import { FLOOR } from './contestants.js';

/** @import { Spread } from '../report/summary.js' */
/** @import { Standing, Turn } from './contest.js' */
/** @import { Point } from './scaling.js' */

/**
 * What several turns come to.
 *
 * @typedef {object} Summary
 * @property {Spread} wallSeconds
 * @property {Spread} cpuSeconds
 * @property {Spread} peakRssBytes
 * @property {Spread} bytesPerCpuSecond Inflated.
 *
 * @typedef {Summary & { standing: Standing, ratio: Spread | null }} Ranked `ratio`: of its wall time to that of zlib alone,
 *   turn by turn; null where that was not timed.
 */

/**
 * @param {Standing[]} standings
 * @param {number} bytes The archive's, inflated.
 * @returns {Ranked[]} Those that were timed, the fastest first.
 */
export function rank(standings, bytes) {
  const floor = standings.find(({ id }) => id === FLOOR)?.turns ?? [];
  return standings
    .filter(({ outcome }) => outcome === 'timed')
    .map(standing => ({ standing, ...summarize(standing.turns, bytes), ratio: pairedRatio(standing.turns, floor) }))
    .toSorted((a, b) => a.wallSeconds.median - b.wallSeconds.median);
}

/**
 * @param {Turn[]} turns At least one.
 * @param {number} bytes Inflated.
 * @returns {Summary}
 */
export function summarize(turns, bytes) {
  return {
    wallSeconds: spreadOf(turns.map(({ wallSeconds }) => wallSeconds)),
    cpuSeconds: spreadOf(turns.map(({ cpuSeconds }) => cpuSeconds)),
    peakRssBytes: spreadOf(turns.map(({ peakRssBytes }) => peakRssBytes)),
    bytesPerCpuSecond: spreadOf(turns.map(({ cpuSeconds }) => bytes / cpuSeconds)),
  };
}

/**
 * What one took against another, each turn by itself: what slows the machine down for a while slows both, and falls out.
 *
 * @param {Turn[]} turns
 * @param {Turn[]} floor The other's.
 * @returns {Spread | null}
 */
export function pairedRatio(turns, floor) {
  if (turns.length === 0 || floor.length !== turns.length) return null;
  return spreadOf(turns.map(({ wallSeconds }, turn) => wallSeconds / floor[turn].wallSeconds));
}

/**
 * @param {Point[]} points
 * @returns {Record<'wallSeconds' | 'cpuSeconds' | 'peakRssBytes', number> | null} The exponents by which the medians grow;
 *   null for one point.
 */
export function growthOf(points) {
  if (points.length < 2) return null;
  const summaries = points.map(({ count, turns, bytes }) => ({ count, ...summarize(turns, bytes) }));
  /** @param {'wallSeconds' | 'cpuSeconds' | 'peakRssBytes'} measure */
  const exponent = measure =>
    fitPowerLaw(summaries.map(summary => [summary.count, summary[measure].median]))?.exponent ?? 0;
  return {
    wallSeconds: exponent('wallSeconds'),
    cpuSeconds: exponent('cpuSeconds'),
    peakRssBytes: exponent('peakRssBytes'),
  };
}
