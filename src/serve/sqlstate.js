/**
 * The HTTP status for an SQLSTATE, as PostgREST documents it. One differs: a query that took too long is 504 and not 500.
 *
 * @param {string} state
 * @param {string} message Postgres's.
 * @param {boolean} hasToken
 * @returns {number}
 */
export function statusFor(state, message, hasToken) {
  if (state === '42501') return hasToken ? 403 : 401;
  // A token's role that does not exist.
  if (state === '22023' && /^role .* does not exist$/s.test(message)) return 401;
  if (state === '21000' && message.endsWith('requires a WHERE clause')) return 400;
  // A function may choose a status: RAISE SQLSTATE 'PT402'.
  if (/^PT[45]\d\d$/.test(state)) return Number(state.slice(2));
  return STATUSES[state] ?? STATUSES[state.slice(0, 2)] ?? 400;
}

/**
 * What is said instead of Postgres's message where that may speak of the server's files, memory or other sessions.
 *
 * @param {string} state
 * @returns {string | null} null: the message is shown.
 */
export function messageFor(state) {
  return MESSAGES[state.slice(0, 2)] ?? null;
}

/** @type {Record<string, number>} By SQLSTATE, or by its class. What is not here is 400. */
const STATUSES = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  21000: 500,
  23503: 409,
  23505: 409,
  25006: 405,
  25: 500,
  28: 403,
  '2D': 500,
  38: 500,
  39: 500,
  '3B': 500,
  40: 500,
  '42P01': 404,
  '42P17': 500,
  42883: 404,
  53400: 500,
  53: 503,
  54: 500,
  55: 500,
  57014: 504,
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  57: 500,
  58: 500,
  F0: 500,
  HV: 500,
  P0001: 400,
  P0: 500,
  XX: 500,
};

/** @type {Record<string, string>} */
const MESSAGES = {
  '08': 'the connection to the database failed; try again',
  53: 'the database is out of resources; try again later',
  58: 'the database failed',
  F0: 'the database failed',
  XX: 'the database failed',
};
