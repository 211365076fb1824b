import { buffer } from 'node:stream/consumers';
import { STORED } from '../archive/entry.js';
import { EntryList } from '../archive/entry-list.js';
import { guardEntries } from '../archive/guard.js';
import { acquireEngine, releaseEngine } from '../engine/engine.js';
import { StoppedError } from '../errors.js';
import { keepHeapSmall } from '../memory/small-heap.js';
import { FirstPass } from './first-pass.js';
import { gzipEntryName } from './gzip-entry-name.js';
import { GzipStream } from './gzip-stream.js';
import { InflatedSource } from './inflated-source.js';
import { rangeAccess } from './range-access.js';
import { BLOCK_BYTES, beginsLikeTar, isEmptyTar } from './tar-header.js';
import { TarListing } from './tar-listing.js';

/** @import { Access } from '../archive/open-archive.js' */
/** @import { ByteSource } from '../archive/read-ahead.js' */
/** @import { FirstPassState } from './first-pass.js' */
/** @import { SeekPoint } from './gzip-stream.js' */
/** @import { InflatedState } from './inflated-source.js' */
/** @import { Container, ContainerOptions } from './open-container.js' */
/** @import { TarListingState } from './tar-listing.js' */

/**
 * @typedef {{ kind: 'gzip-begun', pass: FirstPassState, listing: TarListingState | null }} BegunState `listing`: null for a
 *   gzip file that holds no tar.
 * @typedef {{ kind: 'gzip', bytes: number, inflated: Partial<InflatedState<SeekPoint>>, entries: ReturnType<EntryList['state']> }}
 *   VerifiedState
 * @typedef {BegunState | VerifiedState} GzipState
 */

/**
 * Opens a gzip file: an archive of one entry, or of those of the tar in it. It is read to its end first, so that nothing of a
 * broken one is published, and again for its entries.
 *
 * @param {ByteSource} source
 * @param {ContainerOptions} options
 * @returns {Promise<Container>}
 */
export async function openGzip(source, options) {
  keepHeapSmall();
  const earlier = (await options.earlier?.()) ?? null;
  const { bytes, entries, inflated } =
    earlier?.kind === 'gzip'
      ? { ...earlier, entries: EntryList.from(earlier.entries) }
      : await readOnce(source, options, earlier?.kind === 'gzip-begun' ? earlier : null);
  await guardEntries(entries, options.limits, options.fold ?? (name => name));
  const access = gzipAccess(source, bytes, inflated);
  return {
    kind: 'gzip',
    entries,
    ...access,
    state: () => ({ kind: 'gzip', bytes, inflated: access.content.state(), entries: entries.state() }),
    close: () => access.content.close(),
  };
}

/**
 * Reads the entries of a gzip file that was verified before.
 *
 * @param {ByteSource} source
 * @param {number} bytes How many there are inflated.
 * @param {Partial<InflatedState<SeekPoint>>} [state]
 * @returns {Access & { content: InflatedSource<SeekPoint> }} Close its content.
 */
export function gzipAccess(source, bytes, state) {
  const inflated = new InflatedSource(
    (engine, /** @type {SeekPoint | null} */ from) => new GzipStream({ source, engine, verifies: false, from }),
    bytes,
    state,
  );
  return {
    ...rangeAccess(inflated),
    readWhole: ({ start, end }) => buffer(inflated.read(start, end)),
    content: inflated,
  };
}

/**
 * @param {ByteSource} source
 * @param {ContainerOptions} options
 * @param {BegunState | null} begun
 * @returns {Promise<Pick<VerifiedState, 'bytes' | 'inflated'> & { entries: EntryList }>}
 */
async function readOnce(
  source,
  { limits, maxBytes, entryNames = null, uri, pause, save, onFirstPass, onInflated },
  begun,
) {
  const engine = acquireEngine();
  const pass = new FirstPass(
    { source, engine, limits, pause, onProgress: onFirstPass, ...(maxBytes !== undefined && { maxBytes }) },
    begun?.pass,
  );
  /** @type {TarListing | null} */
  let listing = begun?.listing ? new TarListing({ limits, entryNames }, begun.listing) : null;
  let isSuspended = false;
  try {
    const first = begun === null ? await pass.take(BLOCK_BYTES) : undefined;
    if (first !== undefined && beginsLikeTar(first)) listing = new TarListing({ limits, entryNames });
    await listing?.read(pass, first);
    await pass.skip(Number.POSITIVE_INFINITY);
    const entries = listing?.entries ?? entriesOfPlain(gzipEntryName(pass.name, uri, entryNames), pass);
    return { bytes: pass.position, inflated: pass.points, entries };
  } catch (error) {
    const state = pause?.aborted && error instanceof StoppedError ? pass.state() : null;
    if (state === null || save === undefined) throw error;
    isSuspended = true;
    await save({ kind: 'gzip-begun', pass: state, listing: listing?.state() ?? null });
    throw new StoppedError({ cause: pause?.reason, isSoon: true });
  } finally {
    const { position } = pass;
    pass.close();
    releaseEngine(engine);
    // Fails if all archives together inflate to too much. Then that is the error.
    if (!isSuspended) onInflated?.(position);
  }
}

/**
 * @param {string} name
 * @param {FirstPass} pass At its end.
 * @returns {EntryList} The one entry of a gzip file that holds no tar; none if it holds an empty one.
 */
function entriesOfPlain(name, { position, crc32 }) {
  const entries = new EntryList(1);
  if (isEmptyTar(position, crc32)) return entries;
  entries.push({
    name,
    nameBytes: 0,
    nameCrc32: 0,
    isFolder: false,
    compressedBytes: position,
    bytes: position,
    crc32,
    method: STORED,
    encryption: null,
    unixMode: 0,
    start: 0,
    end: position,
    error: null,
  });
  return entries;
}
