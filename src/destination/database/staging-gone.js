import { DatabaseError } from '../../errors.js';

/** @import { StagedRows } from './staging-table.js' */

/** @returns {DatabaseError} */
export function stagingGone() {
  return new DatabaseError(
    'database/staging-gone',
    'the rows that earlier turns staged are gone; run it again, and it stages them again',
    { retryable: true },
  );
}

/**
 * Whether a statement has failed because the staging table is missing: another delivery of the same job has published its rows and
 * dropped it since this turn began.
 *
 * @param {StagedRows} staged
 * @param {any} error
 */
export function isWithout({ name }, error) {
  return error?.code === UNDEFINED_TABLE && String(error.message).includes(name);
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNDEFINED_TABLE = '42P01';
