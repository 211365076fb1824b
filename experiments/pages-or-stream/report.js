import { formatBytes, formatCount } from '../../src/cli/units.js';
import { formatFactor } from '../report/figures.js';
import { chartsOf } from './charts.js';
import { claimsOf } from './claims.js';
import { CONTESTANTS } from './contestants.js';
import { downloadMedian, queriesOf, sizeOf } from './figures.js';
import { formatMs, overviewTable, tablesOf } from './tables.js';

/** @import { Findings, NamedResults } from '../harness/shape.js' */

/**
 * @param {NamedResults} results
 * @returns {Findings}
 */
export function report(results) {
  const { options } = results;
  const { rows } = sizeOf(options, 'many');
  const paged = /** @type {const} */ ({ contestant: 'offset', size: 'many', page: 'small' });
  const read = downloadMedian(results, paged, 'items read') / rows;
  const [serve, whole] = /** @type {const} */ (['serve', 'whole-stream']).map(contestant => ({
    bytes: downloadMedian(results, { contestant, size: 'many' }, 'client growth bytes'),
    firstMs: downloadMedian(results, { contestant, size: 'many' }, 'first row ms'),
  }));
  const garbage = garbageOfCursor(results);
  return {
    headline: 'Pages lose by what each query costs, and LIMIT/OFFSET by what it reads again',
    lede: `An article’s rule says that from ten pages on, a stream is faster. Its query sleeps for a second, so ten pages sleep ten times. ${withoutSleep(results)} With LIMIT/OFFSET, in ${formatCount(queriesOf(results, paged))} pages, the server reads ${formatFactor(read)} rows for each one that it delivers. What a stream has that pages have not: one state of the table, a first row at once, and memory for a few rows – if it is not told to fetch 5,000,000 at once, and if somebody closes it when a client gives up.${garbage === null ? '' : ' What the cursor by hand grows by is not what it holds, but garbage: see the limits of the figures.'}`,
    numbers: [
      {
        number: formatFactor(read),
        label: `rows read for each row delivered, LIMIT/OFFSET in ${formatCount(queriesOf(results, paged))} pages`,
        beside: `keyset: ${formatFactor(downloadMedian(results, { ...paged, contestant: 'keyset' }, 'items read') / rows)}`,
      },
      {
        number: Number.isNaN(serve.bytes) ? '–' : formatBytes(serve.bytes),
        label: 'more memory of sluice serve while it sends them',
        beside: `highWaterMark of 5,000,000: ${Number.isNaN(whole.bytes) ? '–' : formatBytes(whole.bytes)}`,
      },
      {
        number: formatMs(serve.firstMs),
        label: 'to the first row from sluice serve',
        beside: `highWaterMark of 5,000,000: ${formatMs(whole.firstMs)}`,
      },
    ],
    charts: chartsOf(results),
    overview: overviewTable(results),
    tables: tablesOf(results),
    claimsTitle: 'The article about pages and streams',
    claims: claimsOf(results),
    programsTitle: 'The ways to send rows',
    programs: CONTESTANTS.map(({ label, does }) => [label, does]),
    steps: [
      `${formatCount(options.items)} items are joined with ${formatCount(options.desks)} desks, in the order of the items’ id. The article has 10,000,000 and 200,000, pages of 50,000 and 350,000, and a sleep of a second${options.items === 1_000_000 ? ': everything here is a tenth of that, so the number of pages is the same' : ''}. Its own sizes: npm run experiment -- pages-or-stream --desks 200000 --items 10000000 --rows 5000000 --page 350000 --sleep 1000`,
      'Each way is an HTTP service that sends the rows as lines of JSON; a client in another process reads them as fast as they come, hashes them and looks at the clock. All ways must send the same bytes.',
      'The sleep is a subquery of the view that is read, which the server runs once for each query.',
      'The service’s memory is the kernel’s high-water mark of its process; growth is what it is above that at the start. The backend’s is what it has for itself, sampled every 50 ms.',
      'Rows read are those that the server counts itself in pg_stat_user_tables.',
      'Clients that give up close their connection after the first bytes, one after the other, two in front of a pool of two. After some seconds the database is asked for sessions that are still at work, and one more client asks for ten rows.',
      'Pages while rows change: 20,000 rows in pages of 2,000; behind the first page, another session updates or deletes a hundred rows of it. Autovacuum is off.',
    ],
    caveats: [
      ...(garbage ?? []),
      'What the sleep adds is the difference of two medians. Where runs vary by more than that, as those of many rows do, it says nothing, and may be less than zero.',
      'The slowest one (LIMIT/OFFSET in most pages) runs once and not in turns, and so do clients that give up and pages while rows change.',
      'Everything is in memory here. On a disk, what OFFSET reads again costs more.',
      'sluice serve is a whole service; the others are a few lines each, without limits, roles or errors.',
      'With the article’s 5,000,000 rows, its highWaterMark of 5,000,000 needs several gigabytes and may not finish.',
    ],
  };
}

/**
 * Why a cursor of a few rows grows more than a stream of as few, if it does.
 *
 * @param {NamedResults} results
 * @returns {string[] | null}
 */
function garbageOfCursor(results) {
  const [cursor, stream] = /** @type {const} */ (['cursor', 'query-stream']).map(contestant =>
    downloadMedian(results, { contestant, size: 'many' }, 'client growth bytes'),
  );
  if (!(cursor > 2 * stream)) return null;
  return [
    `Growth includes what Node has not collected yet. The cursor by hand has 1,000 rows at a time (some 100 kB) and waits for its client, but grows by ${formatBytes(cursor)}: pg’s promises, each with the rows of a fetch, outlive the quick collections, and V8 makes its young generation larger. Looked at by hand, it grows as much with fetches of 100 rows, or if nothing is sent; a full collection leaves 10 MB; with node --max-semi-space-size=4 it grows by less than a third. Pages are promises of pg, too.`,
  ];
}

/**
 * How keyset pages do beside a stream, in the words that the figures allow.
 *
 * @param {NamedResults} results
 */
function withoutSleep(results) {
  const time = (/** @type {import('./figures.js').Which} */ which) => downloadMedian(results, which, 'last row ms');
  const ratios = /** @type {const} */ (['few', 'many']).flatMap(size =>
    /** @type {const} */ (['small', 'large']).map(
      page => time({ contestant: 'keyset', size, page }) / time({ contestant: 'query-stream', size }),
    ),
  );
  const most = Math.max(...ratios);
  return most < 1.25
    ? 'Without the sleep, keyset pages keep up with pg-query-stream at each number of pages that was tried.'
    : `Without the sleep, keyset pages take at most ${formatFactor(most)} times as long as pg-query-stream.`;
}
