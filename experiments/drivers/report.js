import { formatBytes, formatCount } from '../../src/cli/units.js';
import { median } from '../harness/spread.js';
import { formatFactor } from '../report/figures.js';
import { ARMS } from './arms.js';
import { chartsOf, formatMs } from './charts.js';
import { claimsOf } from './claims.js';
import { armCell, ENOUGH_ROWS, flightsOf, sizes } from './seen.js';
import { overviewTable, tablesOf } from './tables.js';

/** @import { Findings, NamedResults } from '../harness/shape.js' */
/** @import { ArmId } from './arms.js' */

/**
 * @param {NamedResults} results
 * @returns {Findings}
 */
export function report(results) {
  const { slowSizes, roundTripMs, stalled } = sizes(results);
  const rows = slowSizes[slowSizes.length - 1];
  const flights = (/** @type {ArmId} */ arm) => flightsOf(results, arm, rows)?.median;
  const time = (/** @type {ArmId} */ arm) => median(armCell(results, arm, 'raw', rows, roundTripMs), 'lastMs');
  const grown = (/** @type {ArmId} */ arm) => median(armCell(results, arm, 'stall', stalled), 'growthBytes');
  const isEnough = stalled >= ENOUGH_ROWS;
  return {
    headline: isEnough
      ? 'Of eight ways to read rows, only COPY neither waits for the network nor fills the memory'
      : 'What eight ways to read rows wait for',
    lede: `${formatCount(rows)} rows from ${roundTripMs} ms away take ${formatMs(time('copy-pg'))} by COPY and ${formatMs(time('cursor'))} by a cursor of 500, which waits for the network ${flights('cursor')} times. forEach takes ${formatMs(time('for-each'))}, but it cannot wait for its reader: a client that stalls costs it ${formatBytes(grown('for-each'))}, COPY ${formatBytes(grown('copy-pg'))}.${isEnough ? '' : ` With ${formatCount(stalled)} rows, a stalled client’s sockets may hold them all: too few to compare memory.`}`,
    numbers: [
      {
        number: `${flights('copy-pg')}`,
        label: `flight for ${formatCount(rows)} rows by COPY`,
        beside: `cursor of 500: ${flights('cursor')}`,
      },
      {
        number: `÷ ${formatFactor(time('cursor') / time('copy-pg'))}`,
        label: `time ${roundTripMs} ms away, COPY instead of a cursor`,
        beside: `${formatMs(time('cursor'))} to ${formatMs(time('copy-pg'))}`,
      },
      {
        number: formatBytes(grown('copy-pg')),
        label: 'memory that a stalled client costs, by COPY',
        beside: `forEach: ${formatBytes(grown('for-each'))}`,
      },
    ],
    charts: chartsOf(results),
    overview: overviewTable(results),
    tables: tablesOf(results),
    claimsTitle: 'The article about drivers that stream',
    claims: claimsOf(results),
    programsTitle: 'The eight ways to read',
    programs: ARMS.map(({ label, does }) => [label, does]),
    steps: [
      'Each way turns the rows into the same lines of JSON, which go into a hash (into memory) or to a client over HTTP in a process of its own. Connecting, and reading 1,000 rows to warm up, are not measured.',
      'All traffic passes a TCP proxy that counts bytes and flights, and delays each direction by half of the round trip for the far server. A flight is counted each time that the driver waits for the network; those shown are of the far server, because without a delay two writes for one question can look like two.',
      'A client that stalls reads one chunk and no more. The rows that its server has read are computed from the bytes that came from the database until none did for a second.',
      'Growth of memory is the peak of the process’s resident memory (RSS) less that before the query. It includes what the collector had not yet collected.',
    ],
    caveats: [
      'The slow cells, far away or with a client that stalls, run at most twice.',
      'COPY takes no parameters: values are literals in its text, which must be escaped. Its rows are JSON made by the server, not objects; for objects, JSON.parse comes on top.',
      'Rows have about 150 bytes of JSON in four columns. Wider rows make batches and buffers larger in proportion.',
    ],
  };
}
