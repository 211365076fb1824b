import { cost } from './charts/cost.js';
import { memoryGrowth } from './charts/memory-growth.js';
import { memoryOverTime } from './charts/memory-over-time.js';
import { survival } from './charts/survival.js';
import { timeBySize } from './charts/time.js';

/** @import { Results } from '../results.js' */
/** @import { Chart } from './charts/frame.js' */
/** @import { VariantCosts } from './costs.js' */
/** @import { Summary } from './summary.js' */

/**
 * The charts that have data, in the order of the page.
 *
 * @param {Results} results
 * @param {Summary} summary
 * @param {VariantCosts[]} costs
 * @returns {Chart[]}
 */
export function chartsOf({ inputs }, summary, costs) {
  return [
    memoryOverTime(summary),
    memoryGrowth(inputs, summary),
    timeBySize(inputs, summary),
    survival(summary),
    cost(costs),
  ].filter(chart => chart !== null);
}
