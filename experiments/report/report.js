import { chartsOf } from './charts.js';
import { claimsOf } from './claims.js';
import { costsOf } from './costs.js';
import { findingsOf } from './findings.js';
import { methodOf } from './method.js';
import { summarize } from './summary.js';

/** @import { Results } from '../results.js' */

/** @typedef {ReturnType<typeof reportOf>} Report */

/**
 * The content of the terminal report, the Markdown page and the HTML page.
 *
 * @param {Results} results
 */
export function reportOf(results) {
  const summary = summarize(results);
  const costs = costsOf(results, summary);
  return {
    results,
    summary,
    costs,
    findings: findingsOf(results, summary),
    charts: chartsOf(results, summary, costs),
    claims: claimsOf(results, summary, costs),
    method: methodOf(results, summary),
  };
}
