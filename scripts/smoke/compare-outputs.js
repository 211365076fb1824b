import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { printable } from '../../src/printable.js';

/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */
/** @import { EntryOutcome } from '../../src/entry-outcome.js' */

/**
 * Compares the function's outputs of an archive with those of this machine.
 *
 * @param {ParsedManifest} manifest The function's.
 * @param {{ sha256: string, entries: EntryOutcome[] }} expected
 * @param {(uri: string) => Promise<Buffer>} read
 * @returns {Promise<string[]>} Every difference, as a sentence.
 */
export async function compareOutputs({ status, recipe, entries, error }, expected, read) {
  const why = error === null ? '' : `: ${error.code}: ${error.message}`;
  if (status !== 'complete') return [printable(`the manifest's status is "${status}", not "complete"${why}`)];
  if (recipe.sha256 !== expected.sha256) return ['the function has another recipe than the stack; deploy it again'];
  const differences = [];
  for (const entry of expected.entries) {
    const actual = entries.find(({ path }) => path === entry.path);
    differences.push(...(await compareEntry(entry, actual, read)).map(text => printable(`${entry.path}: ${text}`)));
  }
  if (entries.length > expected.entries.length) differences.push('there are more entries than in the archive');
  return differences;
}

/**
 * @param {EntryOutcome} expected
 * @param {EntryOutcome | undefined} actual
 * @param {(uri: string) => Promise<Buffer>} read
 * @returns {Promise<string[]>}
 */
async function compareEntry(expected, actual, read) {
  if (actual === undefined) return ['is missing in the manifest'];
  const values = COMPARED.filter(key => !isDeepStrictEqual(actual[key], expected[key])).map(
    key => `${key} is ${JSON.stringify(actual[key])}, not ${JSON.stringify(expected[key])}`,
  );
  const files = /** @type {const} */ (['output', 'rejected', 'reasons']).map(async kind => {
    const [uri, path] = [actual[kind], expected[kind]];
    if (uri === null && path === null) return [];
    if (uri === null || path === null) return [`${kind} is ${uri}`];
    const [one, other] = await Promise.all([read(uri), readFile(path)]);
    return one.equals(other) ? [] : [`${uri} has other bytes (${one.length}, not ${other.length})`];
  });
  return [...values, ...(await Promise.all(files)).flat()];
}

/** @type {(keyof EntryOutcome)[]} */
const COMPARED = ['action', 'status', 'bytesIn', 'bytesOut', 'crc32', 'records', 'phones', 'dialect', 'missing'];
