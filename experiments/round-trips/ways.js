/**
 * A way to send one query with a parameter, and to read its rows.
 *
 * @typedef {'pg-unnamed' | 'pg-named' | 'pg-simple' | 'pg-copy' | 'postgres-prepare' | 'postgres-no-prepare'
 *   | 'postgres-no-types' | 'postgres-simple'} WayId
 *
 * @typedef {object} Way
 * @property {WayId} id
 * @property {string} label
 * @property {string} does
 */

/** @type {readonly Way[]} */
export const WAYS = Object.freeze([
  {
    ...{ id: 'pg-unnamed', label: 'pg, parameters' },
    does: 'pg with a text and values: Parse, Bind, Describe, Execute and Sync in one go, under no name.',
  },
  {
    ...{ id: 'pg-named', label: 'pg, named' },
    does: 'pg with a name too: the statement stays on the connection, and later queries leave out Parse.',
  },
  {
    ...{ id: 'pg-simple', label: 'pg, simple' },
    does: 'pg without values: one message with the text, in which the value is a literal.',
  },
  {
    ...{ id: 'pg-copy', label: 'pg, COPY' },
    does: 'pg with pg-copy-streams: COPY (SELECT …) TO STDOUT in a simple message, the value as a literal; rows come as JSON.',
  },
  {
    ...{ id: 'postgres-prepare', label: 'postgres' },
    does: 'postgres as it is by default: asks for the types of arrays once for each connection, and prepares each statement under a name; sends the values once it knows their types.',
  },
  {
    ...{ id: 'postgres-no-prepare', label: 'postgres, no prepare' },
    does: 'postgres with prepare: false, as poolers ask for: the same steps under no name, for every query.',
  },
  {
    ...{ id: 'postgres-no-types', label: 'postgres, no types' },
    does: 'postgres with prepare: false and fetch_types: false: does not ask for the types of arrays.',
  },
  {
    ...{ id: 'postgres-simple', label: 'postgres, simple' },
    does: 'postgres with fetch_types: false and .simple(): one message with the text, in which the value is a literal.',
  },
]);

/** @type {Readonly<Record<string, string>>} By the way's id. */
export const WAY_NAMES = Object.freeze(Object.fromEntries(WAYS.map(({ id, label }) => [id, label])));

/** How many rows each query returns. */
export const ROWS = 5;

/** @param {string} value A parameter's place, or a literal. */
export const queryText = value => `SELECT n, 'row ' || n AS name FROM generate_series(1, ${value}::int) AS n`;
