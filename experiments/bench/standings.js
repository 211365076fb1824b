import { FLOOR } from './contestants.js';
import { growthExponent, pairedRatio, spreadOf } from './statistics.js';

/** @import { Standing, Turn } from './contest.js' */
/** @import { Point } from './scaling.js' */
/** @import { Spread } from './statistics.js' */

/**
 * What a contestant's turns come to.
 *
 * @typedef {object} Summary
 * @property {Spread} wallSeconds
 * @property {Spread} cpuSeconds
 * @property {Spread} peakRssBytes
 * @property {Spread} bytesPerCpuSecond Inflated.
 * @property {Spread | null} ratio Its wall time to that of zlib alone, turn by turn; null where that has none.
 */

/**
 * @param {Standing[]} standings
 * @param {number} bytes The archive's, inflated.
 * @returns {{ standing: Standing, summary: Summary | null }[]} The fastest first, those that were not timed last.
 */
export function rank(standings, bytes) {
  const floor = standings.find(({ id }) => id === FLOOR)?.turns.map(({ wallSeconds }) => wallSeconds) ?? [];
  const ranked = standings.map(standing => ({ standing, summary: summarize(standing, floor, bytes) }));
  // Finite, so that the difference of two is a number.
  const wall = (/** @type {Summary | null} */ summary) => summary?.wallSeconds.median ?? Number.MAX_VALUE;
  return ranked.toSorted((a, b) => wall(a.summary) - wall(b.summary));
}

/**
 * @param {Standing} standing
 * @param {number[]} floor
 * @param {number} bytes
 * @returns {Summary | null}
 */
function summarize({ turns }, floor, bytes) {
  if (turns.length === 0) return null;
  const wall = turns.map(({ wallSeconds }) => wallSeconds);
  return { ...summarizeTurns(turns, bytes), ratio: floor.length === wall.length ? pairedRatio(wall, floor) : null };
}

/**
 * @param {Turn[]} turns At least one.
 * @param {number} bytes Inflated.
 * @returns {Omit<Summary, 'ratio'>}
 */
export function summarizeTurns(turns, bytes) {
  return {
    wallSeconds: spreadOf(turns.map(({ wallSeconds }) => wallSeconds)),
    cpuSeconds: spreadOf(turns.map(({ cpuSeconds }) => cpuSeconds)),
    peakRssBytes: spreadOf(turns.map(({ peakRssBytes }) => peakRssBytes)),
    bytesPerCpuSecond: spreadOf(turns.map(({ cpuSeconds }) => bytes / cpuSeconds)),
  };
}

/**
 * @param {Point[]} points Two or more.
 * @returns {Record<'wallSeconds' | 'cpuSeconds' | 'peakRssBytes', number>} The exponents by which the medians grow.
 */
export function growthOf(points) {
  const summaries = points.map(({ count, turns, bytes }) => ({ count, ...summarizeTurns(turns, bytes) }));
  /** @param {'wallSeconds' | 'cpuSeconds' | 'peakRssBytes'} measure */
  const exponent = measure => growthExponent(summaries.map(summary => [summary.count, summary[measure].median]));
  return {
    wallSeconds: exponent('wallSeconds'),
    cpuSeconds: exponent('cpuSeconds'),
    peakRssBytes: exponent('peakRssBytes'),
  };
}
