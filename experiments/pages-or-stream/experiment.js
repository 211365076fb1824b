import { assertions } from './assertions.js';
import { report } from './report.js';
import { prepare } from './stage.js';

/** @import { Experiment } from '../harness/shape.js' */

/** How to send the rows of a long query to a client: in pages, or as a stream. @type {Experiment} */
export const experiment = {
  name: 'pages-or-stream',
  about:
    'Sends the rows of a join over HTTP in pages (LIMIT/OFFSET, keyset) and as a stream (pg-query-stream, a cursor, sluice serve), with and without a sleep in the query, and looks at what clients leave behind that give up. By default a tenth of the article’s sizes.',
  options: {
    desks: { default: 20_000, min: 1, max: 1_000_000, about: 'rows of the small table; the article: 200000' },
    items: { default: 1_000_000, min: 1000, max: 100_000_000, about: 'of the large one; the article: 10000000' },
    rows: { default: 500_000, min: 1000, max: 100_000_000, about: 'of the long download; the article: 5000000' },
    page: { default: 35_000, min: 7, max: 10_000_000, about: 'of the large pages; the article: 350000' },
    sleep: { default: 100, min: 1, max: 10_000, about: 'in the slow query, in milliseconds; the article: 1000' },
  },
  runs: 3,
  packages: ['pg', 'pg-query-stream'],
  prepare,
  report,
  assertions,
};
