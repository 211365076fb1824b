import { formatCount } from '../../src/cli/units.js';
import { formatFactor } from '../report/figures.js';
import { downloadsOf } from './downloads.js';
import { downloadMedian, givenUp, sizeOf, whileChanging } from './figures.js';

/** @import { Assertion, NamedResults } from '../harness/shape.js' */
/** @import { ContestantId } from './contestants.js' */

/**
 * @param {NamedResults} results
 * @returns {Assertion[]}
 */
export function assertions(results) {
  return [
    ...offsetAssertions(results),
    ...disjointAssertions(results),
    ...giveUpAssertions(results),
    sleepAssertion(results),
    ...memoryAssertions(results),
  ];
}

/** @param {NamedResults} results */
function offsetAssertions(results) {
  const which = /** @type {const} */ ({ size: 'many', page: 'small' });
  const { rows, page } = sizeOf(results.options, 'many', 'small');
  const [offset, keyset] = /** @type {const} */ (['offset', 'keyset']).map(contestant =>
    downloadMedian(results, { contestant, ...which }, 'items read'),
  );
  let least = 0;
  for (let at = 0; at < rows; at += page) least += Math.min(at + page, rows);
  return [
    {
      claim: `LIMIT/OFFSET reads what it passes over: at least ${formatCount(least)} rows of the table to deliver ${formatCount(rows)}`,
      seen: formatCount(offset),
      holds: offset >= 0.9 * least,
    },
    {
      claim: 'Keyset pages read less than a fifth of that',
      seen: formatCount(keyset),
      holds: keyset < offset / 5,
    },
  ];
}

/** @param {NamedResults} results */
function disjointAssertions(results) {
  const look = (/** @type {import('./readers.js').ReaderId} */ reader, /** @type {string} */ change) =>
    /** @type {const} */ (['twice', 'missing']).map(what => whileChanging(results, reader, `${change} ${what}`));
  const [twice, missing] = look('no-order', 'update');
  const [, passedOver] = look('offset', 'delete');
  const others = /** @type {const} */ (['keyset', 'stream']).flatMap(reader =>
    ['update', 'delete'].flatMap(change => look(reader, change)),
  );
  return [
    {
      claim: 'Without ORDER BY, an UPDATE between two pages makes rows come twice and others not at all',
      seen: `${twice} twice, ${missing} not at all`,
      holds: twice > 0 && missing > 0,
    },
    {
      claim: 'With ORDER BY, LIMIT/OFFSET passes over rows if others are deleted between two pages',
      seen: `${passedOver} not at all`,
      holds: passedOver > 0,
    },
    {
      claim: 'Keyset pages and a stream deliver each row once, whatever changes',
      seen: `${others.reduce((sum, count) => sum + count, 0)} twice or not at all`,
      holds: others.every(count => count === 0),
    },
  ];
}

/** @param {NamedResults} results */
function giveUpAssertions(results) {
  const look = (/** @type {ContestantId} */ id) => ({
    busy: givenUp(results, id, 'busy'),
    isAnswered: givenUp(results, id, 'answered') === 1,
  });
  const piped = look('query-stream');
  const [cursor, serve] = [look('cursor'), look('serve')];
  return [
    {
      claim:
        'Clients that give up leave the connections of a piped query stream taken, and the next client waits in vain',
      seen: `${piped.busy} busy, the next client has ${piped.isAnswered ? 'an' : 'no'} answer`,
      holds: piped.busy === givenUp(results, 'query-stream', 'clients') && !piped.isAnswered,
    },
    {
      claim: 'A cursor that is closed in a finally block, and sluice serve, leave nothing behind',
      seen: `${cursor.busy} and ${serve.busy} busy, the next client has ${cursor.isAnswered && serve.isAnswered ? 'an' : 'no'} answer`,
      holds: cursor.busy === 0 && serve.busy === 0 && cursor.isAnswered && serve.isAnswered,
    },
  ];
}

/**
 * @param {NamedResults} results
 * @returns {Assertion}
 */
function sleepAssertion(results) {
  const ratios = /** @type {const} */ (['few', 'many'])
    .flatMap(size => downloadsOf(results, size, true))
    .map(({ which, queries }) => downloadMedian(results, which, 'last row ms') / (queries * results.options.sleep))
    .filter(ratio => !Number.isNaN(ratio));
  const least = Math.min(...ratios);
  return {
    claim: 'No download takes less than its queries times the sleep',
    seen: `at least ${formatFactor(least)} times that`,
    // The server’s clock and this one may differ a little.
    holds: least > 0.95,
  };
}

/** @param {NamedResults} results */
function memoryAssertions(results) {
  const grown = (/** @type {ContestantId} */ contestant) =>
    downloadMedian(results, { contestant, size: 'many' }, 'client growth bytes');
  const factor = grown('whole-stream') / grown('query-stream');
  // Fewer rows are lost in what Node takes anyway; without /proc there is no figure.
  if (sizeOf(results.options, 'many').rows < 200_000 || Number.isNaN(factor)) return [];
  return [
    {
      claim: 'With a highWaterMark of 5,000,000, the service’s memory grows at least twice as much as with the default',
      seen: `${formatFactor(factor)} times as much`,
      holds: factor > 2,
    },
  ];
}
