import { formatBytes, formatCount } from '../../src/cli/units.js';
import { median } from '../harness/spread.js';
import { ARM_NAMES } from './arms.js';
import { formatMs } from './charts.js';
import { armCell, pulledRows, sizes } from './seen.js';

/** @import { NamedResults } from '../harness/shape.js' */
/** @import { Claim } from '../report/claims.js' */
/** @import { ArmId } from './arms.js' */
/** @import { Kind } from './seen.js' */

/**
 * The article's claims, compared with the findings here.
 *
 * @param {NamedResults} results
 * @returns {Claim[]}
 */
export function claimsOf(results) {
  const { sizes: all, slowSizes, roundTripMs, stalled } = sizes(results);
  const slow = slowSizes[slowSizes.length - 1];
  const most = all[all.length - 1];
  /** @type {(kind: Kind, rows: number, figure: string, format: (value: number) => string, delayMs?: number) => string} */
  const each = (kind, rows, figure, format, delayMs) =>
    ARTICLE_ARMS.map(arm => {
      const value = median(armCell(results, arm, kind, rows, delayMs), figure);
      return `${ARM_NAMES[arm]} ${Number.isNaN(value) ? '–' : format(value)}`;
    }).join(', ');
  const pulled = (/** @type {ArmId} */ arm) => formatCount(pulledRows(results, arm)?.median ?? 0);
  const grown = (/** @type {ArmId} */ arm) =>
    formatBytes(median(armCell(results, arm, 'stall', stalled), 'growthBytes'));
  return [
    {
      topic: 'Time beside the server',
      claimed:
        '1,000 / 10,000 / 100,000 rows: buffered 4.17 / 35.88 / 313 ms, forEach 4.44 / 28.79 / 295, cursor of 500 5.72 / 49.07 / 538, pg-query-stream 148 / 188 / 617',
      seen: all.map(rows => `${formatCount(rows)} rows: ${each('raw', rows, 'lastMs', formatMs)}.`),
      why: 'Into memory, the order holds: cursors take longer than what asks once, because each batch waits for the server, even beside it, and the smaller the batches the longer. Over HTTP (below) writing costs more than that, and the cursor writes a batch at once where buffered rows and forEach are written one by one. The 140 ms that pg-query-stream has in the article even with few rows are not seen here, where connecting is not counted.',
    },
    {
      topic: 'Memory',
      claimed: '100,000 rows: buffered 1,702 MB, cursor 93, forEach 84, pg-query-stream 87',
      seen: [
        `Growth for ${formatCount(most)} rows into memory: ${each('raw', most, 'growthBytes', formatBytes)}.`,
        `The same for a client that stalls, with ${formatCount(stalled)} rows: ${each('stall', stalled, 'growthBytes', formatBytes)}.`,
      ],
      why: 'That buffering takes the most holds. That forEach takes little holds only as long as whoever gets the rows is faster than the server.',
    },
    {
      topic: `${roundTripMs} ms away`,
      claimed: '10,000 rows at 100 ms: buffered 172 ms, forEach 177 ms, cursor 2.54 s, pg-query-stream 2.52 s',
      seen: [
        `${formatCount(slow)} rows: ${each('raw', slow, 'lastMs', formatMs, roundTripMs)}.`,
        `Their flights: ${each('raw', slow, 'flights', formatCount, roundTripMs)}.`,
      ],
      why: 'It holds, and flights alone explain it: a cursor waits for the network once for each batch. The article’s pg-query-stream waited as often as a cursor of 500; its default of 100 waits five times as often.',
    },
    {
      topic: 'forEach',
      claimed: 'by the same figures, as fast as buffering (177 and 172 ms) and as small as a cursor (84 and 93 MB)',
      seen: [
        `For a client that stops reading, forEach reads ${pulled('for-each')} of ${formatCount(stalled)} rows, and its process grows by ${grown('for-each')}.`,
        `COPY by pg reads ${pulled('copy-pg')} and grows by ${grown('copy-pg')}; by postgres ${pulled('copy-postgres')} and ${grown('copy-postgres')}.`,
      ],
      why: 'forEach calls a function for each row and never pauses the socket, so what is not sent yet stays in memory. COPY is a stream of bytes: where its reader stops, the socket fills, and the server waits. Of those measured, only COPY has one flight and holds little.',
    },
  ];
}

/** Those of the article. @type {readonly ArmId[]} */
const ARTICLE_ARMS = ['buffered', 'for-each', 'cursor', 'query-stream-500', 'query-stream-100', 'copy-pg'];
