import { isFinal } from './errors.js';

/** @import { Config } from './config.js' */
/** @import { SluiceError } from './errors.js' */
/** @import { Source } from './source/open-source.js' */

/**
 * Deletes or tags an archive that is done.
 *
 * @param {Source} source
 * @param {Config['afterwards']} afterwards
 * @returns {Promise<SluiceError | null>} Why the storage refuses it for good. The archive is done all the same, so this is
 *   not worth another delivery.
 * @throws {import('./errors.js').StorageError} Where another try may succeed.
 */
export async function clearAway(source, afterwards) {
  try {
    if (afterwards === 'delete') await source.remove?.();
    if (afterwards === 'tag') await source.tag?.({ sluice: 'processed' });
    return null;
  } catch (error) {
    if (isFinal(error)) return error;
    throw error;
  }
}
