import { UsageError } from '../errors.js';
import { addressesOf, manifestPath } from '../output-paths.js';
import { printable, quoteName } from '../printable.js';
import { ShapeFault } from '../storage/shape.js';
import { parseManifest } from './manifest-text.js';

/** @import { Destination } from '../destination/open.js' */
/** @import { StoredManifest } from './manifest-text.js' */

/**
 * @param {Destination} destination
 * @param {string} outputFolder
 * @param {{ force?: boolean | undefined }} [options] `force`: whether a damaged one counts as none.
 * @returns {Promise<StoredManifest | null>} null if there is none, or something else has its name.
 * @throws {UsageError} `usage/bad-manifest` if it says what no job can have written. Nothing that it lists may be trusted.
 */
export async function readManifest(destination, outputFolder, { force = false } = {}) {
  const addresses = addressesOf(destination, outputFolder);
  const path = manifestPath(outputFolder);
  const found = await destination.read(path, chunks => parseManifest(chunks, addresses, outputFolder));
  if (!(found instanceof ShapeFault)) return found;
  if (force) return null;
  throw new UsageError(
    'usage/bad-manifest',
    `${printable(destination.locate(path))} is damaged: ${printable(found.member)} is ${shown(found.value)}, not ` +
      `${printable(found.expected)}; nothing was written or removed: find out who wrote it, and move it away, or replace it with --force`,
  );
}

/** @param {unknown} value */
function shown(value) {
  if (typeof value === 'string') return quoteName(value);
  if (value === undefined) return 'missing';
  return printable(String(JSON.stringify(value)).slice(0, MAX_SHOWN));
}

const MAX_SHOWN = 100;
