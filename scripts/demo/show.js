import { join, resolve } from 'node:path';
import { isTableUri } from '../../src/destination/database/table-uri.js';
import { reasonsFolder, rejectedFolder } from '../../src/output-paths.js';
import { printable } from '../../src/printable.js';
import { shownPath } from '../command-line/command.js';
import { compareRecord } from './compare-record.js';
import { formatComparison } from './format-comparison.js';

/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */
/** @import { Recipe } from '../../src/recipe/recipe.js' */
/** @import { Screen } from '../command-line/screen.js' */

/**
 * @param {Screen} screen
 * @param {string} path The archive's.
 * @returns {(bytesIn: number, bytesTotal: number) => void} Shows the progress of its upload.
 */
export function followUpload(screen, path) {
  const start = performance.now();
  return (bytesIn, bytesTotal) => {
    const seconds = (performance.now() - start) / 1000;
    screen.progress({
      path,
      action: 'copy',
      entry: 1,
      entries: 1,
      bytesIn,
      bytesResumed: 0,
      bytesTotal,
      records: 0,
      seconds,
    });
  };
}

/**
 * Shows a record before and after, if the recipe edits any.
 *
 * @param {Screen} screen
 * @param {{ archivePath: string, recipe: Recipe, hashKey: Buffer | null, manifest: ParsedManifest, folder: string }} what
 */
export async function showRecord(screen, { manifest, folder, ...what }) {
  const entry = manifest.entries.find(
    ({ action, records, output }) => action === 'csv' && records.written > 0 && !isTableUri(output),
  );
  if (entry === undefined) return;
  const compared = await compareRecord({ ...what, entryPath: entry.path, outputPath: join(folder, entry.path) });
  if (compared === null) return;
  screen.print(`A record of ${printable(entry.path)}, before and after:\n`);
  for (const line of formatComparison(compared, screen.columns - 2)) screen.print(`  ${line}`);
  screen.print();
}

/**
 * Shows the folders of the outputs, of rejected records and of the reasons for them.
 *
 * @param {Screen} screen
 * @param {ParsedManifest} manifest
 * @param {string} folder
 * @param {string} outputFolder
 */
export function showOutput(screen, { entries }, folder, outputFolder) {
  const shown = (/** @type {string} */ path) => `${printable(shownPath(resolve(folder, path)))}/`;
  screen.fact('output', shown(outputFolder));
  if (entries.some(({ rejected }) => rejected !== null)) screen.fact('rejected', shown(rejectedFolder(outputFolder)));
  if (entries.some(({ reasons }) => reasons !== null)) screen.fact('reasons', shown(reasonsFolder(outputFolder)));
}
