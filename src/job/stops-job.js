import { hasCode, isFinal } from '../errors.js';

/**
 * Whether an entry's error ends the whole job, and not only that entry or its table.
 *
 * @param {unknown} error
 */
export function stopsJob(error) {
  return !isFinal(error) || hasCode(error, 'archive/changed');
}
