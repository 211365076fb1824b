/**
 * @typedef {'buffered' | 'cursor' | 'for-each' | 'query-stream-100' | 'query-stream-500' | 'query-stream-all' | 'copy-pg'
 *   | 'copy-postgres'} ArmId
 *
 * @typedef {object} Arm A way to read all rows of a query.
 * @property {ArmId} id
 * @property {string} label
 * @property {string} does
 * @property {number} batch How many rows a flight brings; Infinity if one flight brings all.
 * @property {boolean} isBounded Whether it stops reading where its reader stops.
 */

/** @type {readonly Arm[]} */
export const ARMS = Object.freeze([
  {
    ...{ id: 'buffered', label: 'buffered', batch: Number.POSITIVE_INFINITY, isBounded: false },
    does: 'postgres, awaited: an array with all rows, and then a line of JSON for each.',
  },
  {
    ...{ id: 'for-each', label: 'forEach', batch: Number.POSITIVE_INFINITY, isBounded: false },
    does: 'postgres, .forEach(): a call for each row as it arrives; there is no way to ask it to wait.',
  },
  {
    ...{ id: 'cursor', label: 'cursor of 500', batch: 500, isBounded: true },
    does: 'postgres, .cursor(500): asks for 500 rows, gives them out, and asks for the next 500.',
  },
  {
    ...{ id: 'query-stream-100', label: 'query stream of 100', batch: 100, isBounded: true },
    does: 'pg-query-stream as it is by default: a stream of rows over a cursor of 100.',
  },
  {
    ...{ id: 'query-stream-500', label: 'query stream of 500', batch: 500, isBounded: true },
    does: 'pg-query-stream with a highWaterMark of 500.',
  },
  {
    ...{ id: 'query-stream-all', label: 'query stream of 5,000,000', batch: 5_000_000, isBounded: false },
    does: 'pg-query-stream with a highWaterMark of 5,000,000, which asks for that many rows at once: a buffer.',
  },
  {
    ...{ id: 'copy-pg', label: 'COPY, pg', batch: Number.POSITIVE_INFINITY, isBounded: true },
    does: 'pg with pg-copy-streams: COPY (SELECT row_to_json(…)) TO STDOUT. The server makes the JSON, and the socket holds the server back where the reader stops.',
  },
  {
    ...{ id: 'copy-postgres', label: 'COPY, postgres', batch: Number.POSITIVE_INFINITY, isBounded: true },
    does: 'postgres with .readable(): the same COPY.',
  },
]);

/** @type {Readonly<Record<string, string>>} By the arm's id. */
export const ARM_NAMES = Object.freeze(Object.fromEntries(ARMS.map(({ id, label }) => [id, label])));
