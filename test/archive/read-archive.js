import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { openArchive, toArchiveError } from '../../src/archive/open-archive.js';
import { engineStage } from '../../src/engine/stage.js';
import { pendingOutcome } from '../../src/entry-outcome.js';
import { KEYED } from '../csv/edit-entry.js';
import { memorySource } from '../support/memory-source.js';

/** @import { Entry } from '../../src/archive/entry.js' */
/** @import { Source } from '../../src/source/open-source.js' */

export const LIMITS = { maxEntries: 10_000, maxRatio: 500, maxTotalBytes: 1e9, maxRecordBytes: 1e6 };

/**
 * Reads all of an archive.
 *
 * @param {Buffer | Source} archive
 * @param {Partial<typeof LIMITS>} [limits]
 * @returns {Promise<Map<string, Buffer | string>>} By name: the content, or the code of the entry's error.
 */
export async function readArchive(archive, limits) {
  const source = Buffer.isBuffer(archive) ? memorySource(archive) : archive;
  const { entries, readRaw, releaseEntry } = await openArchive(source, { ...LIMITS, ...limits });
  /** @type {Map<string, Buffer | string>} */
  const contents = new Map();
  for (const entry of entries) {
    try {
      if (entry.error) throw entry.error;
      /** @type {any[]} */
      const stages = [readRaw(entry), copyStage(entry), buffer];
      contents.set(entry.name, /** @type {any} */ (await pipeline(stages)));
    } catch (error) {
      contents.set(entry.name, codeOf(toArchiveError(error)));
    } finally {
      releaseEntry();
    }
  }
  return contents;
}

/**
 * @param {Buffer | Source} archive
 * @param {Partial<typeof LIMITS>} [limits]
 * @returns {Promise<string | Record<string, string>>} The archive's error code; or its texts (or codes) by name.
 */
export async function outcomeOf(archive, limits) {
  try {
    const contents = await readArchive(archive, limits);
    return Object.fromEntries(Array.from(contents, ([name, content]) => [name, content.toString()]));
  } catch (error) {
    return codeOf(error);
  }
}

/**
 * The stage that inflates and verifies an entry, and does nothing else with it.
 *
 * @param {Entry} entry
 */
export function copyStage(entry) {
  return engineStage({
    ...{ entry, rule: { action: 'copy' }, limits: LIMITS, maxDescribed: 0, outcome: pendingOutcome(entry, 'copy') },
    ...KEYED,
    reject: async () => {},
    explain: async () => {},
    onProgress: () => {},
    pause: undefined,
    state: undefined,
  }).stage;
}

/** @param {any} error */
function codeOf(error) {
  // An error without a code of ours is a defect, not an outcome.
  if (!/^(archive|limit|storage)\//.test(error?.code)) throw error;
  return error.code;
}
