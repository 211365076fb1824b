import { ZSTD } from '../archive/entry.js';
import { guardNameBytes } from '../archive/guard-limits.js';
import { toArchiveError } from '../archive/open-archive.js';
import { ArchiveError, hasCode, LimitError, StoppedError } from '../errors.js';
import { Turns } from '../streams/turns.js';
import { beginArchive, verifyBegun } from './begun-archive.js';
import { InflatedSource } from './inflated-source.js';
import { entriesState, restoreEntries } from './inner-listing-state.js';
import { MAX_DEPTH, notOpened, notSeekable, refusalOf, tooDeep, tooManyEntries } from './inner-refusals.js';
import { isInPlace } from './is-in-place.js';
import { NestedLimits } from './nested-limits.js';
import { openContainer } from './open-container.js';
import { holdsTar } from './open-tar.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { LikelyCharset } from '../archive/open-archive.js' */
/** @import { ByteSource } from '../archive/read-ahead.js' */
/** @import { Begun } from './begun-archive.js' */
/** @import { InnerArchives } from './inner-archives.js' */
/** @import { InnerListingState } from './inner-listing-state.js' */
/** @import { Container, ContainerOptions } from './open-container.js' */

/** Lists the entries of the archives within an archive, and of those within them. It can stop, and resume in another process. */
export class InnerListing {
  #entries;
  #inner;
  #options;
  #limits;
  /** How many entries the outermost archive has. */
  #ownEntries;
  /** The archives that an earlier turn has listed, by the indices of the entries that they are. */
  #listed;
  /** @type {Begun | null} */
  #begun;
  #turns = new Turns();
  /** The charset in which names of an archive read better, the first such archive's. @type {LikelyCharset | null} */
  namesLike;

  /**
   * @param {Container} outermost
   * @param {InnerArchives} inner Gets the archives.
   * @param {ContainerOptions} options
   * @param {InnerListingState} [state]
   */
  constructor(outermost, inner, options, state) {
    this.#entries = outermost.entries;
    this.#ownEntries = outermost.entries.length;
    this.#inner = inner;
    this.#options = options;
    this.#limits = new NestedLimits(options.limits, outermost.entries, state?.counts);
    this.#listed = inner.numbers();
    this.#begun = state?.begun ?? null;
    this.namesLike = outermost.namesLike ?? state?.namesLike ?? null;
    if (state) restoreEntries(this.#entries, state);
  }

  /** @returns {InnerListingState} */
  state() {
    const entries = entriesState(this.#entries, this.#ownEntries);
    return { ...entries, begun: this.#begun, counts: this.#limits.counts, namesLike: this.namesLike };
  }

  /** Whether what is being opened was encrypted in the archive. */
  get isSecret() {
    return this.#begun !== null && this.#entries.get(this.#begun.index).encryption !== null;
  }

  /**
   * Reads on to the end.
   *
   * @param {() => Promise<void>} save Keeps the state, if the job pauses.
   * @throws {LimitError | StorageError | StoppedError} `limit/entries`, `limit/bytes`, `archive/changed`. An archive's own fault is the
   *   error of its entry.
   */
  async read(save) {
    const { pause } = this.#options;
    try {
      for (const index of await this.#archivesIn(0)) {
        this.#limits.begin(index, this.#entries.get(index));
        await this.#list(index, 1);
      }
    } catch (error) {
      if (!pause?.aborted || !(error instanceof StoppedError)) throw error;
      await save();
      throw new StoppedError({ cause: pause.reason, isSoon: true });
    }
  }

  /**
   * @param {number} archive
   * @returns {Promise<number[]>} The indices of its entries that are to be opened, sorted by their offsets.
   */
  async #archivesIn(archive) {
    const entries = this.#entries;
    const { opens, workFor = (/** @type {string} */ path) => path.length } = this.#options;
    const found = [];
    for (let [index, end] = entries.rangeOf(archive); index < end; index++) {
      if (entries.errors.has(index)) continue;
      const name = entries.names.get(index);
      await this.#turns.before(workFor(name));
      if (opens?.(name)) found.push(index);
    }
    return found.sort((a, b) => entries.startOf(a) - entries.startOf(b));
  }

  /**
   * Lists an archive and those within it.
   *
   * @param {number} index Of the entry that it is.
   * @param {number} depth How many archives it is in.
   */
  async #list(index, depth) {
    const number = this.#listed.get(index) ?? (await this.#tryToOpen(index, depth));
    if (number === null) return;
    for (const each of await this.#archivesIn(number)) await this.#list(each, depth + 1);
  }

  /**
   * @param {number} index
   * @param {number} depth
   * @returns {Promise<number | null>} The archive's number; null if it is refused.
   */
  async #tryToOpen(index, depth) {
    const entry = this.#entries.get(index);
    await this.#turns.before(WORK_OF_AN_ARCHIVE);
    try {
      if (depth > MAX_DEPTH) throw tooDeep();
      if (entry.method === ZSTD && entry.compressedBytes > 0) throw notSeekable();
      return await this.#openOnce(index, entry).catch(async error => {
        const isWrong = hasCode(error, 'archive/wrong-password');
        if (!isWrong || !(await this.#options.password?.refresh())) throw error;
        return this.#openOnce(index, entry);
      });
    } catch (caught) {
      const error = toArchiveError(caught);
      if (!(error instanceof ArchiveError || error instanceof LimitError)) throw error;
      if (STOPS_ALL.includes(error.code)) throw error;
      this.#entries.setError(index, notOpened(entry, error));
      this.#begun = null;
      return null;
    }
  }

  /**
   * @param {number} index
   * @param {Entry} entry
   * @returns {Promise<number>} The archive's number.
   */
  async #openOnce(index, entry) {
    const inner = this.#inner;
    const access = await inner.use(this.#entries.archiveOf(index));
    const own = inner.own(entry);
    this.#begun = this.#begun?.index === index ? this.#begun : beginArchive(index);
    const begun = this.#begun;
    const verify = () => verifyBegun(begun, { access, entry: own, options: this.#options });
    if (!isInPlace(entry)) await verify();
    const source = await inner.sourceOf(access, own, begun.inflated);
    /** @type {Container | null} */
    let container = null;
    try {
      // A zip and a gzip file have checksums of their own.
      const isUnchecked = isInPlace(entry) && access.hasLocalHeaders && (await holdsTar(source));
      if (isUnchecked) await verify();
      container = await this.#openContainer(source, entry, begun);
      this.#add(entry, container);
      this.#begun = null;
      return inner.add(index, container, source);
    } catch (error) {
      container?.close();
      if (source instanceof InflatedSource) {
        begun.inflated = source.state();
        source.close();
      }
      throw error;
    }
  }

  /**
   * @param {ByteSource} source
   * @param {Entry} entry
   * @param {Begun} begun
   */
  async #openContainer(source, entry, begun) {
    const { limits } = this.#options;
    const maxEntries = limits.maxEntries - this.#entries.length;
    try {
      return await openContainer(source, {
        ...this.#options,
        limits: { ...limits, maxEntries },
        maxBytes: Math.max(0, this.#limits.room),
        onInflated: bytes => this.#limits.spend(entry.name, bytes),
        uri: entry.name,
        earlier: async () => begun.container,
        save: async state => {
          begun.container = state;
        },
      });
    } catch (error) {
      if (hasCode(error, 'limit/entries')) throw tooManyEntries(limits.maxEntries, entry);
      throw error;
    }
  }

  /**
   * Adds the entries of an archive.
   *
   * @param {Entry} archive The entry that it is.
   * @param {Container} container
   */
  #add(archive, { kind, entries: added, namesLike = null }) {
    let bytes = isInPlace(archive) ? -archive.bytes : 0;
    // A gzip file was counted while it was read.
    if (kind !== 'gzip') for (const each of added) if (each.error === null) bytes += each.bytes;
    this.#limits.add(archive.name, bytes);
    this.namesLike ??= namesLike;
    this.#entries.beginArchive();
    for (const each of added) {
      const name = `${archive.name}/${each.name}`;
      // The limits on archives in archives need sizes that are known.
      this.#entries.push({ ...each, name, isModulo: false, error: each.error ?? refusalOf(name) });
      guardNameBytes(this.#entries.nameBytes, this.#options.limits);
    }
  }
}

/** To open a small one takes as long as to look at so many characters. */
const WORK_OF_AN_ARCHIVE = 64 * 1024;
/** Errors that are not one archive's own. */
const STOPS_ALL = ['archive/changed', 'limit/entries', 'limit/bytes'];
