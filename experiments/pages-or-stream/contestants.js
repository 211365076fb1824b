/**
 * A way to send the rows of a long query to an HTTP client.
 *
 * @typedef {'offset' | 'keyset' | 'query-stream' | 'whole-stream' | 'cursor' | 'serve'} ContestantId
 *
 * @typedef {object} Contestant
 * @property {ContestantId} id
 * @property {string} label
 * @property {boolean} isPaged
 * @property {string} does
 */

/** @type {readonly Contestant[]} */
export const CONTESTANTS = Object.freeze([
  {
    ...{ id: 'offset', label: 'LIMIT/OFFSET', isPaged: true },
    does: 'a query for each page, by pg: ORDER BY id LIMIT n OFFSET m. Each page is written before the next one is asked for.',
  },
  {
    ...{ id: 'keyset', label: 'keyset', isPaged: true },
    does: 'the same, but each page begins behind the last id of the one before: WHERE id > last ORDER BY id LIMIT n.',
  },
  {
    ...{ id: 'query-stream', label: 'pg-query-stream', isPaged: false },
    does: 'pg-query-stream as it is (100 rows a fetch), piped through a transform that writes JSON into the answer, with .pipe(); the connection goes back to the pool at the stream’s end.',
  },
  {
    ...{ id: 'whole-stream', label: 'highWaterMark 5,000,000', isPaged: false },
    does: 'the same, with the article’s highWaterMark of 5,000,000.',
  },
  {
    ...{ id: 'cursor', label: 'cursor by hand', isPaged: false },
    does: 'BEGIN; DECLARE … CURSOR; then FETCH 1000 whenever the client has taken what came before; a finally block gives the connection back.',
  },
  {
    ...{ id: 'serve', label: 'sluice serve', isPaged: false },
    does: 'the whole command, as a user starts it: COPY to the socket, with back-pressure; cancels the query of a client that goes away.',
  },
]);

/** @type {Readonly<Record<string, string>>} By the contestant's id. */
export const NAMES = Object.freeze(Object.fromEntries(CONTESTANTS.map(({ id, label }) => [id, label])));

/** What a client asks for. @typedef {{ view: 'report' | 'slow_report', rows: number, page: number }} Wanted */
