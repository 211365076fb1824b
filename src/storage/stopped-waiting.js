import { StoppedError } from '../errors.js';

/**
 * The error of a job that was stopped while it waited for a service. Its message says for what: nobody else could tell why a job did
 * nothing.
 *
 * @param {string} what Escaped.
 * @param {unknown} cause
 * @returns {StoppedError}
 */
export function stoppedWaiting(what, cause) {
  return new StoppedError({ cause, why: `it was waiting for ${what}` });
}
