import { buffer } from 'node:stream/consumers';
import { guardEntries } from '../archive/guard.js';
import { readAhead, unknownEnd } from '../archive/read-ahead.js';
import { StoppedError } from '../errors.js';
import { keepHeapSmall } from '../memory/small-heap.js';
import { SourceReader } from './forward-reader.js';
import { rangeAccess } from './range-access.js';
import { BLOCK_BYTES, beginsLikeTar } from './tar-header.js';
import { TarListing } from './tar-listing.js';

/** @import { Access } from '../archive/open-archive.js' */
/** @import { ByteSource } from '../archive/read-ahead.js' */
/** @import { Container, ContainerOptions } from './open-container.js' */
/** @import { TarListingState } from './tar-listing.js' */

/** @typedef {{ kind: 'tar', position: number, listing: TarListingState }} TarState */

/**
 * Opens a tar archive. Its entries are listed first, without reading the contents of large ones.
 *
 * @param {ByteSource} source
 * @param {ContainerOptions} options
 * @returns {Promise<Container>}
 */
export async function openTar(source, { limits, entryNames = null, fold = name => name, pause, earlier, save }) {
  keepHeapSmall();
  const found = await earlier?.();
  const state = found?.kind === 'tar' ? found : null;
  const listing = new TarListing({ limits, entryNames }, state?.listing);
  const reader = new SourceReader(source, { position: state?.position ?? 0, pause });
  /** @returns {TarState} */
  const stateNow = () => ({ kind: 'tar', position: reader.position, listing: listing.state() });
  try {
    await listing.read(reader);
  } catch (error) {
    if (!pause?.aborted || !(error instanceof StoppedError) || save === undefined) throw error;
    await save(stateNow());
    throw new StoppedError({ cause: pause.reason, isSoon: true });
  } finally {
    reader.close();
  }
  const { entries } = listing;
  await guardEntries(entries, limits, fold);
  return { kind: 'tar', entries, ...tarAccess(source), state: stateNow, close: () => {} };
}

/**
 * Reads the entries of a tar archive that were listed before.
 *
 * @param {ByteSource} source
 * @returns {Access}
 */
export function tarAccess(source) {
  const { readRange, readView } = readAhead(source, unknownEnd(source));
  return {
    ...rangeAccess({ bytes: source.bytes, read: readRange }),
    readWhole: ({ start, end }) => readView(start, end),
    content: source,
  };
}

/** @param {ByteSource} source */
export async function holdsTar(source) {
  return beginsLikeTar(await buffer(source.read(0, Math.min(BLOCK_BYTES, source.bytes))));
}
