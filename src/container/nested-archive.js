import { promptReadable } from '../streams/prompt-readable.js';
import { openContainer } from './open-container.js';
import { fitsEntries } from './state-shape.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { Container, ContainerOptions, ContainerState } from './open-container.js' */
/** @import { InnerArchives, InnerArchivesState } from './inner-archives.js' */
/** @import { InnerListingState } from './inner-listing-state.js' */

/**
 * @typedef {object} NestedState Plain data.
 * @property {'nested'} kind
 * @property {ContainerState | null} outermost
 * @property {InnerArchivesState} inner
 * @property {InnerListingState} listing
 * @property {boolean} isSecret Whether some of it was encrypted in the archive.
 * @property {boolean} [hadPassword] Whether encrypted archives could be opened. Absent from checkpoints of versions that did not say.
 */

/**
 * Opens an archive, and those among its entries that are to be opened: their entries follow its own, under paths such as
 * `inner.zip/a.csv`. An entry that cannot be opened has an error.
 *
 * @param {Parameters<typeof openContainer>[0]} source
 * @param {ContainerOptions} options Without `opens`, it does what `openContainer` does.
 * @returns {Promise<Container>}
 * @throws {ArchiveError | LimitError | StorageError | StoppedError} As `openContainer`; also `limit/entries` and `limit/bytes` of all
 *   archives together.
 */
export async function openNested(source, options) {
  if (!options.opens) return openContainer(source, options);
  const [{ InnerArchives }, { InnerListing }] = await Promise.all([
    import('./inner-archives.js'),
    import('./inner-listing.js'),
  ]);
  const found = (await options.earlier?.()) ?? null;
  const nested = found?.kind === 'nested' ? found : null;
  const outermost = await openContainer(source, {
    ...options,
    earlier: async () => (nested === null ? found : nested.outermost),
  });
  const hasPassword = options.hasPassword === true;
  // Without a password, archives may have been refused that can be opened now.
  const isUsable = nested !== null && !(hasPassword && nested.hadPassword === false);
  const earlier = isUsable && fitsEntries(nested, outermost.entries.length) ? nested : null;
  const inner = new InnerArchives(outermost, options, earlier?.inner);
  const listing = new InnerListing(outermost, inner, options, earlier?.listing);
  /** @returns {NestedState} */
  const state = () => ({
    kind: 'nested',
    outermost: outermost.state(),
    inner: inner.state(),
    listing: listing.state(),
    isSecret: inner.isSecret || listing.isSecret,
    hadPassword: hasPassword,
  });
  const close = () => {
    inner.close();
    outermost.close();
  };
  try {
    await listing.read(async () => options.save?.(state()));
  } catch (error) {
    close();
    throw error;
  }
  if (inner.count === 0) return outermost;
  return nestedContainer({ ...outermost, namesLike: listing.namesLike }, inner, state, close);
}

/**
 * @param {Container} outermost
 * @param {InnerArchives} inner
 * @param {() => NestedState} state
 * @param {() => void} close
 * @returns {Container}
 */
function nestedContainer(outermost, inner, state, close) {
  /**
   * @param {Entry} entry
   * @param {number | undefined} position
   * @param {AbortSignal} signal
   */
  async function* read(entry, position, signal) {
    const access = await inner.use(entry.archive ?? 0);
    if (signal.aborted) return;
    const raw = access.readRaw(inner.own(entry), position);
    signal.addEventListener('abort', () => raw.destroy());
    yield* raw;
  }
  return {
    ...outermost,
    readRaw: (entry, position) => promptReadable(signal => read(entry, position, signal)),
    readWhole: async entry => (await inner.use(entry.archive ?? 0)).readWhole(inner.own(entry)),
    releaseEntry: () => inner.current.releaseEntry(),
    state,
    close,
  };
}
