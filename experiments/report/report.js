import { chartsOf } from './charts.js';
import { claimsOf } from './claims.js';
import { costsOf } from './costs.js';
import { findingsOf } from './findings.js';
import { methodOf } from './method.js';
import { summarize } from './summary.js';
import { costTable, inputsTable, memoryTable, overviewTable, sizesTables, survivalTable } from './tables.js';

/** @import { Results } from '../results.js' */
/** @import { Content } from './content.js' */
/** @import { VariantCosts } from './costs.js' */
/** @import { Summary } from './summary.js' */

/** @typedef {ReturnType<typeof reportOf>} Report */

/**
 * The content of the terminal report, the Markdown page and the HTML page.
 *
 * @param {Results} results
 * @returns {Content & { results: Results, summary: Summary, costs: VariantCosts[] }}
 */
export function reportOf(results) {
  const summary = summarize(results);
  const costs = costsOf(results, summary);
  const survival = survivalTable(summary);
  const tables = [
    // On the page, its chart has the same figures.
    ...(survival === null ? [] : [{ ...survival, isChartEnough: true }]),
    ...[costTable(costs), memoryTable(summary), ...sizesTables(results, summary), inputsTable(results)],
  ];
  return {
    words: {
      eyebrow: 'Sluice · the experiment',
      claims: 'The article this descends from',
      programs: 'The three programs',
      results: 'All samples of all runs are in [`results.json`](results.json).',
    },
    overview: overviewTable(summary),
    tables: tables.filter(table => table !== null),
    checks: null,
    listing: { title: 'The recipe', text: JSON.stringify(results.recipe.rules, null, 2) },
    results,
    summary,
    costs,
    findings: findingsOf(results, summary),
    charts: chartsOf(results, summary, costs),
    claims: claimsOf(results, summary, costs),
    method: methodOf(results, summary),
  };
}
