import { ArchiveError, SluiceError } from '../errors.js';
import { keepHeapSmall } from '../memory/small-heap.js';
import { readCentralDirectory } from './central-directory.js';
import { confirmFolders } from './confirm-folders.js';
import { EntryList } from './entry-list.js';
import { nameReader } from './entry-name.js';
import { openEntryReader } from './entry-reader.js';
import { findDirectory } from './find-directory.js';
import { guardEntries } from './guard.js';
import { guardGap } from './guard-gap.js';
import { guardDirectory } from './guard-limits.js';
import { guardLocalHeaders } from './guard-local-headers.js';
import { guardOtherFormats } from './guard-other-formats.js';
import { guardOverlaps } from './guard-overlaps.js';
import { guardRivals } from './guard-rivals.js';
import { guardStreamed } from './guard-streamed.js';
import { readAhead } from './read-ahead.js';

/** @import { Readable } from 'node:stream' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { Entry } from './entry.js' */
/** @import { ByteSource } from './read-ahead.js' */

/**
 * An open archive: its checked entries and their compressed bytes.
 *
 * @typedef {object} Archive
 * @property {EntryList} entries In the directory's order, without folders.
 * @property {(entry: Entry, position?: number) => Readable} readRaw The entry's bytes as stored in the archive, from
 *   `position`. One entry at a time.
 * @property {() => void} releaseEntry Closes whatever is open for the entry; call it before reading the next one.
 */

/**
 * Opens an archive in any source.
 *
 * @param {ByteSource} source
 * @param {Recipe['limits']} limits
 * @param {(name: string) => string} [fold] Maps names that cannot coexist in the output to the same string.
 * @param {Recipe['entryNames']} [entryNames]
 * @returns {Promise<Archive>}
 * @throws {ArchiveError | LimitError | StorageError} If the whole archive is unreadable. An entry's own fault is its
 *   `error`.
 */
export async function openArchive(source, limits, fold = name => name, entryNames = null) {
  const directory = await findDirectory(source);
  guardDirectory(directory, limits);
  keepHeapSmall();
  const entries = new EntryList(directory.entries);
  const readName = nameReader(entryNames);
  for await (const entry of readCentralDirectory(source, directory, readName)) entries.push(entry);
  const order = entries.inOrder();
  guardOverlaps(entries, order, directory);
  guardRivals(entries, order, directory);
  const before = order.length === 0 ? directory.archiveStart : entries.get(order[0]).start;
  await guardOtherFormats(before, directory, source);
  await guardLocalHeaders(entries, order, directory, source);
  const readRange = readAhead(source, directory);
  await guardStreamed(entries, order, directory, readRange);
  await confirmFolders(entries, order, readRange);
  guardEntries(entries, limits, fold);
  const reader = openEntryReader(readRange);
  return {
    entries,
    readRaw: (entry, position) => guardGap(entry, reader.read(entry, position), reader, directory, source),
    releaseEntry: reader.releaseEntry,
  };
}

/**
 * Translates unzipper's own error.
 *
 * @param {unknown} error
 * @returns {unknown}
 */
export function toArchiveError(error) {
  if (error instanceof SluiceError || !(error instanceof Error) || error.message !== 'FILE_ENDED') return error;
  return new ArchiveError('archive/truncated', 'the archive ends in the middle of what its directory lists');
}
