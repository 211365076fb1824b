import { barChart } from '../../report/charts/bars.js';
import { formatFactor } from '../../report/figures.js';
import { ours, ratioOf } from './tables.js';

/** @import { Chart } from '../../report/charts/frame.js' */
/** @import { Result, Transforms } from './results.js' */

/**
 * A chart of what each transform costs, and one of what other tools take for the same.
 *
 * @param {Transforms} transforms
 * @returns {Chart[]}
 */
export function transformCharts({ players }) {
  return [costChart(ours(players)), othersChart(players)].filter(chart => chart !== null);
}

/** @param {Result[]} sluice */
function costChart(sluice) {
  const [plain, ...others] = sluice;
  const bars = others.map(({ does, turns }) => ({
    ...{ label: does, value: ratioOf(turns, plain.turns, 'cpuSeconds') },
    role: /** @type {const} */ ('stream'),
  }));
  const dearest = bars.toSorted((one, other) => other.value.median - one.value.median).at(0);
  return barChart({
    name: 'transforms',
    title: `The dearest takes ${formatFactor(dearest?.value.median ?? 1)} times the plain rule: ${dearest?.label}`,
    subtitle: 'CPU time as a multiple of that of a rule that only drops a field; medians and ranges over all runs',
    bars,
    format: times,
  });
}

/** @param {Result[]} players */
function othersChart(players) {
  const bars = players.flatMap(({ tool, does, turns }) => {
    if (tool === null) return [];
    const sluice = /** @type {Result} */ (ours(players).find(result => result.does === does));
    return [{ group: does, label: tool, value: ratioOf(turns, sluice.turns, 'wallSeconds') }];
  });
  const least = bars.toSorted((one, other) => one.value.median - other.value.median).at(0);
  if (least === undefined) return null;
  return barChart({
    name: 'others',
    title: `The fastest of the others takes ${formatFactor(least.value.median)} times as long: ${least.label}, ${least.group}`,
    subtitle:
      'Wall time from the inflated records as a multiple of Sluice’s from the archive; medians and ranges over all runs',
    bars,
    format: times,
  });
}

/** @param {number} factor */
function times(factor) {
  return `${factor.toFixed(2)} ×`;
}
