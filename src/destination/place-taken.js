import { UsageError } from '../errors.js';
import { printable } from '../printable.js';

/**
 * @param {string} name Of an output; escaped.
 * @param {string} outputFolder Of the archive that it came out of; not escaped: anybody may have written it.
 * @returns {UsageError} `usage/place-taken`
 */
export function placeTaken(name, outputFolder) {
  return new UsageError(
    'usage/place-taken',
    `${name} came out of another archive, whose outputs go to "${printable(outputFolder)}"; rename one of them`,
  );
}
