import { formatBytes, formatCount } from '../../src/cli/units.js';
import { formatFactor } from '../report/figures.js';
import { downloadMedian, givenUp, queriesOf, sizeOf, whileChanging } from './figures.js';
import { formatMs } from './tables.js';

/** @import { NamedResults } from '../harness/shape.js' */
/** @import { Claim } from '../report/claims.js' */
/** @import { Which } from './figures.js' */

/**
 * @param {NamedResults} results
 * @returns {Claim[]}
 */
export function claimsOf(results) {
  return [
    ...ARTICLE.map(figures => timeClaim(results, figures)),
    {
      topic: 'The rule',
      claimed: 'From about ten pages on, a stream is faster',
      seen: [
        `Keyset pages beside pg-query-stream, without the sleep: ${
          /** @type {const} */ (['few', 'many']).map(size => comparison(results, size)).join('; ')
        }.`,
      ],
      why: 'The query of the article sleeps for a second. Ten pages sleep ten times, the stream once. The rule is the price of a query’s fixed costs; without the sleep, a query costs milliseconds.',
    },
    {
      topic: 'LIMIT/OFFSET',
      claimed: 'Pages by LIMIT and OFFSET are one of two ways to get all rows',
      seen: [
        `For ${formatCount(sizeOf(results.options, 'many').rows)} rows in ${formatCount(queriesOf(results, { contestant: 'offset', size: 'many', page: 'small' }))} pages, the server reads ${formatCount(downloadMedian(results, { contestant: 'offset', size: 'many', page: 'small' }, 'items read'))} rows of the table; with keyset pages ${formatCount(downloadMedian(results, { contestant: 'keyset', size: 'many', page: 'small' }, 'items read'))}.`,
        `Without ORDER BY, while another session updates ${whileChanging(results, 'no-order', 'changed')} rows, ${whileChanging(results, 'no-order', 'update missing')} rows never come and ${whileChanging(results, 'no-order', 'update twice')} come twice; with parallel scans and no change at all, ${formatCount(whileChanging(results, 'no-order', 'parallel missing'))} and ${formatCount(whileChanging(results, 'no-order', 'parallel twice'))}.`,
      ],
      why: 'OFFSET counts rows from the beginning for every page, and without ORDER BY the beginning is wherever the scan starts. Pages are also different queries at different times: only one query sees one state of the table.',
    },
    {
      topic: 'highWaterMark',
      claimed: 'pg-query-stream with a highWaterMark of 5,000,000 streams',
      seen: [
        `The service’s memory grows by ${formatBytes(downloadMedian(results, { contestant: 'whole-stream', size: 'many' }, 'client growth bytes'))}, by ${formatBytes(downloadMedian(results, { contestant: 'query-stream', size: 'many' }, 'client growth bytes'))} with the default of 100.`,
        `The first row comes after ${formatMs(downloadMedian(results, { contestant: 'whole-stream', size: 'many' }, 'first row ms'))}, not ${formatMs(downloadMedian(results, { contestant: 'query-stream', size: 'many' }, 'first row ms'))}.`,
      ],
      why: 'It is how many rows one fetch asks for. With more than there are, all rows are fetched before the first one is sent: a buffer, with the interface of a stream.',
    },
    {
      topic: 'Clients that give up',
      claimed: 'not looked at',
      seen: [
        `After two of them, the next client of a pool of two ${givenUp(results, 'query-stream', 'answered') === 1 ? 'is answered' : 'waits in vain'} with a piped query stream, and ${givenUp(results, 'offset', 'answered') === 1 ? 'is answered' : 'waits in vain'} with pages.`,
      ],
      why: '.pipe() stops when its destination has gone, and does not destroy its source: the cursor and its connection stay. Pages hold a connection for one page only; here they are the safer way. A stream needs a finally block, or stream.pipeline().',
    },
  ];
}

/**
 * @param {NamedResults} results
 * @param {typeof ARTICLE[number]} figures
 * @returns {Claim}
 */
function timeClaim(results, { rows, page, pages, stream, size, pageSize }) {
  const queries = Math.ceil(rows / page);
  const which = /** @type {const} */ ({ size, page: pageSize });
  const [seen, seenSleeping] = [false, true].map(sleeps => {
    const [offset, keyset, streamed] = /** @type {const} */ (['offset', 'keyset', 'query-stream']).map(contestant =>
      downloadMedian(results, { contestant, size, sleeps, ...(contestant !== 'query-stream' && which) }, 'last row ms'),
    );
    const words = `${sleeps ? 'With' : 'Without'} the sleep: LIMIT/OFFSET pages ${formatMs(offset)}, keyset pages ${formatMs(keyset)}, stream ${formatMs(streamed)}.`;
    return Number.isNaN(offset) ? null : { words, isStreamFaster: streamed < offset };
  });
  const holds = seenSleeping && seenSleeping.isStreamFaster === stream < pages;
  const verdict = holds === null ? '' : holds ? 'It holds here with the sleep. ' : 'Here it does not hold. ';
  return {
    topic: `${formatCount(rows)} rows in ${queries} pages`,
    claimed: `pages ${pages} s, stream ${stream} s`,
    seen: [
      `Here with ${formatCount(sizeOf(results.options, size).rows)} rows.`,
      ...[seen, seenSleeping].flatMap(each => each?.words ?? []),
    ],
    why: `${verdict}Of the article’s ${pages} s, ${queries} are the sleep in each query; of the ${stream} s of the stream, one. Without them ${pages - queries} s and ${stream - 1} s are left.`,
  };
}

/**
 * @param {NamedResults} results
 * @param {Which['size']} size
 */
function comparison(results, size) {
  const stream = downloadMedian(results, { contestant: 'query-stream', size }, 'last row ms');
  const times = /** @type {const} */ (['large', 'small']).map(page => {
    /** @type {Which} */
    const which = { contestant: 'keyset', size, page };
    const ratio = downloadMedian(results, which, 'last row ms') / stream;
    return `in ${formatCount(queriesOf(results, which))} pages ${formatFactor(ratio)} times as long`;
  });
  return `${formatCount(sizeOf(results.options, size).rows)} rows take ${times.join(', ')}`;
}

/** In seconds. */
const ARTICLE = /** @type {const} */ ([
  { rows: 500_000, page: 50_000, pages: 14, stream: 7, size: 'few', pageSize: 'small' },
  { rows: 500_000, page: 350_000, pages: 5, stream: 7, size: 'few', pageSize: 'large' },
  { rows: 5_000_000, page: 350_000, pages: 63, stream: 53, size: 'many', pageSize: 'large' },
]);
