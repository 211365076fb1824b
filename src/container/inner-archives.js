import { zipAccess } from '../archive/open-archive.js';
import { readAhead, unknownEnd } from '../archive/read-ahead.js';
import { EntryStream } from './entry-stream.js';
import { InflatedSource } from './inflated-source.js';
import { isInPlace } from './is-in-place.js';
import { gzipAccess } from './open-gzip.js';
import { tarAccess } from './open-tar.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { Access } from '../archive/open-archive.js' */
/** @import { ArchivePassword } from '../archive/password.js' */
/** @import { ByteSource } from '../archive/read-ahead.js' */
/** @import { EntryPoint } from './entry-stream.js' */
/** @import { InflatedState } from './inflated-source.js' */
/** @import { Container } from './open-container.js' */

/**
 * An archive within another one. `index`: of the entry that it is. `bytes`: what a gzip file inflates to.
 *
 * @typedef {{ index: number, kind: Container['kind'], bytes: number }} InnerArchive
 *
 * @typedef {{ archives: InnerArchive[], inflated: [number: number, states: InflatedState<any>[]][] }} InnerArchivesState Plain data.
 *   `inflated`: where some of the archives can be inflated from.
 *
 * An archive that is open. `sources` have to be closed, the outer one first.
 *
 * @typedef {{ number: number, access: Access, sources: InflatedSource<any>[] }} OpenArchive
 */

/**
 * The archives within an archive, which were listed, and access to each of them. Only one is open at a time, with those
 * around it: memory does not grow with their number.
 */
export class InnerArchives {
  #entries;
  #password;
  #pause;
  #archives;
  /** From the outermost archive to the one that is open. @type {OpenArchive[]} */
  #way;
  /** Where archives that were closed can be inflated from, the last ones at the end. */
  #inflated;
  /** Ends when the archive that is being opened is. @type {Promise<unknown>} */
  #previous = Promise.resolve();
  /** @type {WeakMap<Access, ReturnType<typeof readAhead>>} */
  #ahead = new WeakMap();

  /**
   * @param {Container} outermost
   * @param {{ password?: ArchivePassword | null | undefined, pause?: AbortSignal | undefined }} options
   * @param {InnerArchivesState} [state]
   */
  constructor(outermost, { password, pause }, state) {
    this.#entries = outermost.entries;
    this.#password = password;
    this.#pause = pause;
    this.#archives = [...(state?.archives ?? [])];
    this.#way = [{ number: 0, access: outermost, sources: [] }];
    this.#inflated = new Map(state?.inflated);
  }

  get count() {
    return this.#archives.length;
  }

  /** Access to the archive that was used last. */
  get current() {
    return /** @type {OpenArchive} */ (this.#way.at(-1)).access;
  }

  /** @returns {Map<number, number>} The archives' numbers by the indices of the entries that they are. */
  numbers() {
    return new Map(this.#archives.map(({ index }, position) => [index, position + 1]));
  }

  /** @returns {InnerArchivesState} */
  state() {
    const open = this.#way.map(({ number, sources }) => /** @type {const} */ ([number, statesOf(sources)]));
    return { archives: this.#archives, inflated: [...new Map([...this.#inflated, ...open])] };
  }

  /** Whether some of the state was encrypted in the archive. */
  get isSecret() {
    return this.#archives.some(({ index }) => this.#entries.get(index).encryption !== null);
  }

  /**
   * Opens an archive, and closes those that are not around it. Reads from them have to be over.
   *
   * @param {number} number 0 for the outermost one.
   * @returns {Promise<Access>}
   */
  async use(number) {
    const opened = this.#previous.then(() => this.#open(number));
    this.#previous = opened.catch(() => {});
    return opened;
  }

  /**
   * Adds an archive that was just listed, and is open.
   *
   * @param {number} index
   * @param {Container} container
   * @param {ByteSource} source What it was opened in.
   * @returns {number} Its number.
   */
  add(index, container, source) {
    const { kind, content } = container;
    this.#archives.push({ index, kind, bytes: content.bytes });
    this.#way.push(this.#opened(this.count, container, source));
    return this.count;
  }

  /**
   * The bytes of an entry that is an archive: those in the archive that it is in, if they are stored as they are.
   *
   * @param {Access} access To the archive that the entry is in.
   * @param {Entry} entry As it is named there.
   * @param {Partial<InflatedState<EntryPoint>>} [state]
   * @returns {Promise<ByteSource | InflatedSource<EntryPoint>>}
   */
  async sourceOf(access, entry, state) {
    if (isInPlace(entry)) {
      const start = await access.dataStart(entry);
      const { readRange } = this.#aheadIn(access);
      return { bytes: entry.bytes, read: (from, to) => readRange(start + from, start + to) };
    }
    const password = this.#password?.current ?? null;
    return new InflatedSource(
      (engine, /** @type {EntryPoint | null} */ from) => new EntryStream({ access, entry, engine, password, from }),
      entry.bytes,
      state,
    );
  }

  /**
   * @param {Entry} entry
   * @returns {Entry} As it is named in its archive.
   */
  own(entry) {
    const { archive = 0, name } = entry;
    if (archive === 0) return entry;
    const within = this.#entries.names.get(this.#archives[archive - 1].index);
    return { ...entry, name: name.slice(within.length + 1) };
  }

  close() {
    this.#closeFrom(1);
  }

  /** @param {number} number */
  async #open(number) {
    const numbers = this.#wayTo(number);
    const common = numbers.findIndex((each, position) => this.#way[position]?.number !== each);
    this.#closeFrom(common === -1 ? numbers.length : common);
    for (const each of numbers.slice(this.#way.length)) this.#way.push(await this.#reopen(each));
    return this.current;
  }

  /** @param {number} number */
  #wayTo(number) {
    const way = [number];
    while (way[0] > 0) way.unshift(this.#entries.archiveOf(this.#archives[way[0] - 1].index));
    return way;
  }

  /** @param {number} number */
  async #reopen(number) {
    const { index, kind, bytes } = this.#archives[number - 1];
    const states = [...(this.#inflated.get(number) ?? [])];
    const entry = this.own(this.#entries.get(index));
    const source = await this.sourceOf(this.current, entry, isInPlace(entry) ? undefined : states.shift());
    const access =
      kind === 'zip' ? zipAccess(source) : kind === 'tar' ? tarAccess(source) : gzipAccess(source, bytes, states[0]);
    return this.#opened(number, access, source);
  }

  /**
   * @param {number} number
   * @param {Access} access
   * @param {ByteSource} source
   * @returns {OpenArchive}
   */
  #opened(number, access, source) {
    const sources = [...new Set([source, access.content])].filter(each => each instanceof InflatedSource);
    for (const each of sources) each.pause = this.#pause;
    return { number, access, sources };
  }

  /** @param {number} position */
  #closeFrom(position) {
    for (const { number, sources } of this.#way.splice(position).reverse()) {
      this.#inflated.delete(number);
      if (sources.length > 0) this.#inflated.set(number, statesOf(sources));
      for (const source of sources.toReversed()) source.close();
    }
    for (const number of this.#inflated.keys()) {
      if (this.#inflated.size === 1 || pointsIn(this.#inflated) <= MAX_POINTS) break;
      this.#inflated.delete(number);
    }
  }

  /** @param {Access} access */
  #aheadIn(access) {
    const ahead = this.#ahead.get(access) ?? readAhead(access.content, unknownEnd(access.content));
    this.#ahead.set(access, ahead);
    return ahead;
  }
}

/** @param {InflatedSource<any>[]} sources */
function statesOf(sources) {
  return sources.map(source => source.state());
}

/** @param {Map<number, InflatedState<any>[]>} inflated */
function pointsIn(inflated) {
  let count = 0;
  for (const states of inflated.values())
    for (const { points, recent } of states) count += points.length + recent.length;
  return count;
}

/** Of archives that are closed. Each takes 33 KiB, of deflate64 66. */
const MAX_POINTS = 32;
