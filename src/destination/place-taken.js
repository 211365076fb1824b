import { UsageError } from '../errors.js';

/**
 * @param {string} name Of an output; escaped.
 * @param {string | undefined} outputFolder Of the archive that it came out of.
 * @returns {UsageError} `usage/place-taken`
 */
export function placeTaken(name, outputFolder) {
  return new UsageError(
    'usage/place-taken',
    `${name} came out of another archive, whose outputs go to "${outputFolder}"; rename one of them`,
  );
}
