import { formatCount } from '../../src/cli/units.js';
import { barChart } from '../report/charts/bars.js';
import { CONTESTANTS } from './contestants.js';
import { givenUp, whileChanging } from './figures.js';
import { READER_NAMES } from './readers.js';

/** @import { NamedResults } from '../harness/shape.js' */
/** @import { ReaderId } from './readers.js' */

/**
 * What pages lose while rows change.
 *
 * @param {NamedResults} results
 */
export function lostRows(results) {
  const rows = /** @type {ReaderId[]} */ (Object.keys(READER_NAMES)).map(reader => ({
    label: READER_NAMES[reader],
    role: roleIf(reader === 'keyset' || reader === 'stream'),
    value: (/** @type {string} */ what) => one(whileChanging(results, reader, what)),
  }));
  const changed = whileChanging(results, 'offset', 'changed');
  const groups = [
    ['update missing', `${changed} rows of the first page are updated: rows that never come`],
    ['update twice', `${changed} rows of the first page are updated: rows that come twice`],
    ['delete missing', `${changed} rows of the first page are deleted: other rows that never come`],
  ];
  return barChart({
    name: 'lost-rows',
    title: 'LIMIT/OFFSET loses rows when others change between two pages, even with ORDER BY',
    subtitle: `Of ${formatCount(whileChanging(results, 'offset', 'rows'))} rows, while another session changes some that were read already`,
    bars: groups.flatMap(([what, group]) => rows.map(({ value, ...row }) => ({ ...row, value: value(what), group }))),
    format: count => `${formatCount(count)} rows`,
  });
}

/**
 * What clients leave behind that give up.
 *
 * @param {NamedResults} results
 */
export function givenUpChart(results) {
  const busy = CONTESTANTS.map(({ id, label }) => ({
    ...{ label, value: one(givenUp(results, id, 'busy')) },
    role: roleIf(givenUp(results, id, 'answered') === 1),
    words: `${givenUp(results, id, 'busy')} busy; the next client has ${givenUp(results, id, 'answered') === 1 ? 'its answer' : 'none'}`,
  }));
  return barChart({
    name: 'give-up',
    title: 'Two clients that give up use up a piped query stream’s pool of two',
    subtitle: `Database sessions still at work some seconds after clients went away, of ${givenUp(results, 'cursor', 'clients')}`,
    bars: busy,
    format: count => `${count} busy`,
  });
}

/** @param {boolean} isRight @returns {'stream' | 'buffer'} */
function roleIf(isRight) {
  return isRight ? 'stream' : 'buffer';
}

/** @param {number} count */
function one(count) {
  return Number.isNaN(count) ? null : { median: count, min: count, max: count };
}
