import { fitPowerLaw } from '../power-law.js';
import { spreadOf } from '../report/summary.js';
import { FLOOR } from './contestants.js';

/** @import { Spread } from '../report/summary.js' */
/** @import { Standing, Turn } from './contest.js' */
/** @import { Point } from './scaling.js' */

/**
 * A summary of several turns.
 *
 * @typedef {object} Summary
 * @property {Spread} wallSeconds
 * @property {Spread} cpuSeconds
 * @property {Spread} peakRssBytes
 * @property {Spread} bytesPerCpuSecond Inflated.
 *
 * @typedef {Summary & { standing: Standing, ratio: Spread | null }} Ranked `ratio`: of its wall time to zlib's alone, per
 *   turn; null if zlib was not timed.
 */

/**
 * @param {Standing[]} standings
 * @param {number} bytes Of the archive, inflated.
 * @returns {Ranked[]} Those that were timed, fastest first.
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
 * The ratio of two contestants' wall times, per turn: a slow phase of the machine affects both and cancels out.
 *
 * @param {Turn[]} turns
 * @param {Turn[]} floor Of the other one.
 * @returns {Spread | null}
 */
export function pairedRatio(turns, floor) {
  if (turns.length === 0 || floor.length !== turns.length) return null;
  return spreadOf(turns.map(({ wallSeconds }, turn) => wallSeconds / floor[turn].wallSeconds));
}

/**
 * @param {Point[]} points
 * @returns {Record<'wallSeconds' | 'cpuSeconds' | 'peakRssBytes', number> | null} The exponents of growth of the medians;
 *   null for a single point.
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
