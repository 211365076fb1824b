import { formatCount } from '../../src/cli/units.js';
import { ARM_NAMES, ARMS } from './arms.js';
import { ENOUGH_ROWS, flightsOf, pulledRows, sizes } from './seen.js';

/** @import { Assertion, NamedResults } from '../harness/shape.js' */

/**
 * @param {NamedResults} results
 * @returns {Assertion[]}
 */
export function assertions(results) {
  const { slowSizes, stalled } = sizes(results);
  return [
    ...slowSizes.map(rows => flightsAssertion(results, rows)),
    // With fewer, a client's sockets may hold the whole result.
    ...(stalled < ENOUGH_ROWS ? [] : [boundedAssertion(results, stalled), unboundedAssertion(results, stalled)]),
  ];
}

/**
 * A cursor waits once for each batch, and at most three times more: to describe the query, to learn that there are no more
 * rows, and for the end. The others wait for one answer, or for two if the driver describes the query first.
 *
 * @param {NamedResults} results
 * @param {number} rows
 * @returns {Assertion}
 */
function flightsAssertion(results, rows) {
  const seen = ARMS.map(({ id, label, batch }) => {
    const flights = flightsOf(results, id, rows);
    const least = Math.max(1, Math.ceil(rows / batch));
    return {
      text: `${label} ${flights?.median}`,
      holds: flights !== null && flights.min >= least && flights.max <= least + (batch <= 500 ? 3 : 1),
    };
  });
  return {
    claim: `For ${formatCount(rows)} rows, a flight for each batch and at most three more; one or two flights without batches`,
    seen: seen.map(({ text }) => text).join(', '),
    holds: seen.every(({ holds }) => holds),
  };
}

/**
 * @param {NamedResults} results
 * @param {number} stalled
 * @returns {Assertion}
 */
function boundedAssertion(results, stalled) {
  const bounded = ARMS.filter(({ isBounded }) => isBounded);
  return {
    claim: `For a client that stalls, cursors and COPY read less than half of ${formatCount(stalled)} rows`,
    seen: pulledWords(results, bounded),
    holds: bounded.every(({ id }) => (pulledRows(results, id)?.max ?? stalled) < stalled / 2),
  };
}

/**
 * @param {NamedResults} results
 * @param {number} stalled
 * @returns {Assertion}
 */
function unboundedAssertion(results, stalled) {
  const unbounded = ARMS.filter(({ isBounded }) => !isBounded);
  return {
    claim: `The others read more than nine tenths of them`,
    seen: pulledWords(results, unbounded),
    holds: unbounded.every(({ id }) => (pulledRows(results, id)?.min ?? 0) > stalled * 0.9),
  };
}

/**
 * @param {NamedResults} results
 * @param {readonly { id: import('./arms.js').ArmId }[]} arms
 */
function pulledWords(results, arms) {
  return arms.map(({ id }) => `${ARM_NAMES[id]} ${formatCount(pulledRows(results, id)?.median ?? 0)}`).join(', ');
}
