import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { peopleFileName } from '../scripts/generate-data/people-file-name.js';
import { writePeople } from '../scripts/generate-data/write-people.js';
import { openArchive } from '../src/archive/open-archive.js';
import { quoteName } from '../src/printable.js';
import { openSource } from '../src/source/open-source.js';
import { ExperimentError } from './experiment-error.js';

/** @import { Recipe } from '../src/recipe/recipe.js' */

/**
 * An archive to run on.
 *
 * @typedef {object} Archive
 * @property {string} path
 * @property {string} name
 * @property {number | null} rows
 * @property {number} zipBytes
 * @property {number} bytes All entries that the recipe does not skip, inflated.
 */

/**
 * Archives of generated people, from a tenth of the rows to all of them. Makes those that are missing.
 *
 * @param {object} options
 * @param {number} options.rows Of the largest.
 * @param {string} options.folder
 * @param {Recipe} options.recipe
 * @param {AbortSignal} options.signal
 * @param {(archive: string, done: number, rows: number) => void} options.onProgress
 * @returns {Promise<Archive[]>}
 */
export async function makeArchives({ rows, folder, recipe, signal, onProgress }) {
  const archives = [];
  for (const share of SHARES) {
    archives.push(
      await makeArchive({ rows: Math.max(1, Math.round(rows * share)), folder, recipe, signal, onProgress }),
    );
  }
  return archives;
}

/**
 * An archive of generated people. Makes it if it is missing.
 *
 * @param {Parameters<typeof makeArchives>[0]} options
 * @returns {Promise<Archive>}
 */
export async function makeArchive({ rows, folder, recipe, signal, onProgress }) {
  const what = { rows, seed: SEED, delimiter: '|', header: true };
  const zipPath = archivePathOf(rows, folder);
  const csvPath = zipPath.replace(/zip$/, 'csv');
  if (!existsSync(zipPath) || !existsSync(csvPath)) {
    await writePeople({ ...what, csvPath, zipPath, signal, onProgress: done => onProgress(zipPath, done, rows) });
  }
  return describeArchive(zipPath, recipe, rows);
}

/**
 * @param {number} rows
 * @param {string} folder
 * @returns {string} The path at which `makeArchive` makes it.
 */
export function archivePathOf(rows, folder) {
  return join(folder, `${peopleFileName({ rows, seed: SEED, delimiter: '|', header: true })}.zip`);
}

/**
 * @param {string} path
 * @param {Recipe} recipe Its limits apply.
 * @param {number | null} rows
 * @returns {Promise<Archive>}
 * @throws {ArchiveError | LimitError | StorageError | UsageError} The archive cannot be read.
 * @throws {ExperimentError} `experiment/cannot-run`: there are no bytes to process.
 */
export async function describeArchive(path, recipe, rows = null) {
  const source = await openSource(path, { signal: undefined });
  try {
    const { entries } = await openArchive(source, recipe.limits, undefined, recipe.entryNames);
    let bytes = 0;
    for (const entry of entries) if (recipe.ruleFor(entry.name).action !== 'skip') bytes += entry.bytes;
    if (bytes === 0) {
      const what = 'has no bytes to process: all that is in it is empty, or skipped by the recipe';
      throw new ExperimentError('experiment/cannot-run', `${quoteName(path)} ${what}; take an archive with some`);
    }
    return { path, name: basename(path), rows, zipBytes: source.bytes, bytes };
  } finally {
    await source.close();
  }
}

const SEED = 1337;

// Enough points for a curve, few enough for a run of some minutes.
const SHARES = [0.1, 0.2, 0.4, 0.7, 1];
