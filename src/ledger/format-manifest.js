import { isEntryPath } from '../archive/entry-path.js';
import { hasCodeOnly } from '../entry-outcome.js';
import { printableWithin } from '../printable.js';
import { shortOutcome } from './short-outcome.js';

/** @import { Manifest } from './manifest.js' */
/** @import { EntryOutcome } from '../entry-outcome.js' */

/**
 * The manifest as JSON, with each entry and each outdated path on a line of its own: a short one where only the code of an error was
 * kept.
 *
 * @param {Manifest} manifest
 * @returns {Generator<string, void>} In blocks.
 */
export function* formatManifest(manifest) {
  const { entries, outdated } = manifest;
  const around = JSON.stringify({ ...manifest, entries: [], ...(outdated && { outdated: [] }) }, null, 2);
  let block = '';
  for (const part of around.split(LISTS)) {
    block += part;
    let separator = '\n    ';
    for (const line of part.endsWith(ENTRIES)
      ? entryLines(entries)
      : part.endsWith(OUTDATED)
        ? pathLines(outdated)
        : []) {
      block += separator + line;
      separator = ',\n    ';
      if (block.length < BLOCK_LENGTH) continue;
      yield block;
      block = '';
    }
    if (separator.startsWith(',')) block += '\n  ';
  }
  yield `${block}\n`;
}

/** @param {Iterable<EntryOutcome>} entries */
function* entryLines(entries) {
  for (const outcome of entries) {
    const shown = withinManifest(outcome);
    yield JSON.stringify(hasCodeOnly(shown) ? shortOutcome(shown) : shown);
  }
}

/** @param {readonly string[]} [paths] */
function* pathLines(paths = []) {
  for (const path of paths) yield JSON.stringify(path);
}

/**
 * A name with which nothing can be published may be of any length, and an archive may hold it compressed a thousandfold.
 *
 * @param {EntryOutcome} outcome
 * @returns {EntryOutcome}
 */
function withinManifest(outcome) {
  const { path } = outcome;
  if (path.length <= MAX_PATH_BYTES / LONGEST_ESCAPE) return outcome;
  if (Buffer.byteLength(JSON.stringify(path)) <= MAX_PATH_BYTES || isEntryPath(path)) return outcome;
  return { ...outcome, path: printableWithin(path, SHOWN_PATH).replace(/\u2026$/, CUT) };
}

export const ENTRIES = '\n  "entries": [';
export const OUTDATED = '\n  "outdated": [';
/** Behind the beginning of either list: a text has no newline. */
const LISTS = /(?<=\n {2}"(?:entries|outdated)": \[)/;
const BLOCK_LENGTH = 64 * 1024;
/** What the longest name of an output takes: each of its 1,024 bytes may be a quote. */
const MAX_PATH_BYTES = 2100;
/** Of one character in JSON. */
const LONGEST_ESCAPE = 6;
/** In characters. */
const SHOWN_PATH = 200;
/** With a backslash it is no name that an entry with outputs can have: the next turn would take that entry for this one. */
const CUT = '\\\u2026';
