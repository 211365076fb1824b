import { messageFor, statusFor } from './sqlstate.js';

/**
 * What a request is answered with instead of rows: a status, and PostgREST's four fields.
 *
 * @typedef {{ code: string, message: string, details: string | null, hint: string | null }} ErrorBody
 */
export class ServeError extends Error {
  /**
   * @param {number} status HTTP's.
   * @param {string} code PostgREST's (`PGRST100`), or an SQLSTATE of Postgres.
   * @param {string} message One line.
   * @param {{ details?: string | null, hint?: string | null, headers?: Record<string, string>, cause?: unknown }} [options]
   */
  constructor(status, code, message, { details = null, hint = null, headers = {}, ...options } = {}) {
    super(message, options);
    this.name = 'ServeError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.hint = hint;
    this.headers = headers;
  }

  /** @returns {ErrorBody} */
  toJSON() {
    return { code: this.code, message: this.message, details: this.details, hint: this.hint };
  }

  /** Whether the catalog may be older than what it does not know: a table, a column or a type. */
  get isUnknownName() {
    return UNKNOWN_NAMES.includes(this.code);
  }
}

/**
 * Turns what a query failed with into an answer. Postgres's message, detail and hint are shown as PostgREST shows them, except where
 * they speak of the server itself (its files, its memory, its other sessions).
 *
 * @param {unknown} error Of `pg`.
 * @param {{ hasToken?: boolean }} [request] `hasToken`: whether somebody has said who they are; who has not, and may not read
 *   something, is asked to.
 * @returns {ServeError}
 */
export function toServeError(error, { hasToken = true } = {}) {
  if (error instanceof ServeError) return error;
  if (DEFECTS.some(kind => error instanceof kind)) {
    return internalError(error);
  }
  const said = /** @type {Said} */ (Object(error));
  const { code: state, message = '', detail, hint } = said;
  if (said.severity === undefined || state === undefined) {
    return new ServeError(503, 'PGRST001', 'the connection to the database failed; try again', { cause: error });
  }
  const status = statusFor(state, message, hasToken);
  const headers = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  const ours = messageFor(state);
  if (ours !== null) return new ServeError(status, state, ours, { headers, cause: error });
  return new ServeError(status, state, message, { details: detail ?? null, hint: hint ?? null, headers, cause: error });
}

/** @param {unknown} cause */
export function internalError(cause) {
  return new ServeError(500, 'PGRSTX00', 'the service failed; its log says more', { cause });
}

/** @typedef {{ code?: string, message?: string, detail?: string, hint?: string, severity?: string }} Said */

const UNKNOWN_NAMES = ['PGRST205', '42P01', '42703', '42704'];
/** The program is wrong, and not the connection. */
const DEFECTS = [TypeError, ReferenceError, RangeError];
