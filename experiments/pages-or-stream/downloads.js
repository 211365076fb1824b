import { formatCount } from '../../src/cli/units.js';
import { CONTESTANTS } from './contestants.js';
import { queriesOf } from './figures.js';

/** @import { NamedResults } from '../harness/shape.js' */
/** @import { ContestantId } from './contestants.js' */
/** @import { Which } from './figures.js' */

/**
 * The ways to download, each kind of pages counted, in the order of the report.
 *
 * @typedef {{ label: string, contestant: ContestantId, isPaged: boolean, which: Which, queries: number }} Download
 *
 * @param {NamedResults} results
 * @param {Which['size']} size
 * @param {boolean} sleeps
 * @returns {Download[]}
 */
export function downloadsOf(results, size, sleeps) {
  return CONTESTANTS.flatMap(({ id, label, isPaged }) =>
    /** @type {NonNullable<Which['page']>[]} */ (isPaged ? ['small', 'large'] : ['large']).map(page => {
      /** @type {Which} */
      const which = { contestant: id, size, sleeps, ...(isPaged && { page }) };
      const queries = queriesOf(results, which);
      const pages = isPaged ? `, ${formatCount(queries)} ${queries === 1 ? 'page' : 'pages'}` : '';
      return { label: `${label}${pages}`, contestant: id, isPaged, which, queries };
    }),
  );
}
