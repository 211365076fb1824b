import { crc32 } from 'node:zlib';
import { badDirectory } from '../archive/bad-directory.js';
import { STORED } from '../archive/entry.js';
import { EntryList } from '../archive/entry-list.js';
import { plainNameReader, unsafeName } from '../archive/entry-name.js';
import { guardEntryCount, guardNameBytes } from '../archive/guard-limits.js';
import { ArchiveError } from '../errors.js';
import { quoteName } from '../printable.js';
import { endOf, hasNoEnd } from './tar-end.js';
import { isBegun, METADATA, readMetadata } from './tar-extensions.js';
import { BLOCK_BYTES, isZeroBlock, padded, readTarHeader } from './tar-header.js';
import { asInZip, FOLDERS, isRegular, kindOf, NO_DATA, sizeOf, specialFile } from './tar-kind.js';
import { endsIn } from './tar-metadata.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { Recipe } from '../recipe/recipe.js' */
/** @import { ForwardReader } from './forward-reader.js' */
/** @import { Extensions } from './tar-extensions.js' */
/** @import { TarHeader } from './tar-header.js' */

/**
 * @typedef {{ entries: ReturnType<EntryList['state']>, current: ReturnType<EntryList['state']> | null, crc32: number, isDone: boolean }} TarListingState
 */

/** Lists the entries of a tar archive, forward. It can stop in the middle, and resume in another process. */
export class TarListing {
  #limits;
  #readName;
  #entries;
  /** The entry whose bytes the reader is about to pass over. @type {Entry | null} */
  #current;
  /** Of the bytes that were passed. */
  #crc32;
  #isDone;

  /**
   * @param {{ limits: Recipe['limits'], entryNames: Recipe['entryNames'] }} recipe
   * @param {TarListingState} [state]
   */
  constructor({ limits, entryNames }, state) {
    this.#limits = limits;
    this.#readName = plainNameReader(entryNames);
    this.#entries = state ? EntryList.from(state.entries) : new EntryList();
    this.#current = state?.current ? EntryList.from(state.current).get(0) : null;
    this.#crc32 = state?.crc32 ?? 0;
    this.#isDone = state?.isDone ?? false;
  }

  /** Including folders. */
  get entries() {
    return this.#entries;
  }

  /** Entries that were listed so far, and the one that is being passed over. */
  get count() {
    return this.#entries.length + Number(this.#current !== null);
  }

  /** @returns {TarListingState} */
  state() {
    return {
      entries: this.#entries.state(),
      current: this.#current && listOf(this.#current).state(),
      crc32: this.#crc32,
      isDone: this.#isDone,
    };
  }

  /**
   * Reads on to the end.
   *
   * @param {ForwardReader} reader
   * @param {Buffer} [first] The first block, if it was read before.
   * @throws {ArchiveError | LimitError | StorageError} `archive/bad-directory`, `archive/truncated`, `limit/entries`. Whatever
   *   the reader throws in `pausePoint` and `skip` leaves a sound state.
   */
  async read(reader, first) {
    let block = first;
    while (!this.#isDone) {
      // Entries without bytes are not skipped, and there may be very many.
      if (block === undefined) reader.pausePoint();
      if (this.#current !== null) await this.#passOver(reader, this.#current);
      const entry = await this.#next(reader, block);
      block = undefined;
      if (entry === null) {
        await endOf(reader);
        this.#isDone = true;
      } else {
        guardEntryCount(this.count + 1, this.#limits);
        guardNameBytes(this.#entries.nameBytes + Buffer.byteLength(entry.name), this.#limits);
        this.#current = entry;
      }
    }
  }

  /**
   * @param {ForwardReader} reader
   * @param {Entry} entry
   */
  async #passOver(reader, entry) {
    const { start, end, name } = entry;
    if (reader.position < end) {
      await reader.skip(end - reader.position, bytes => {
        this.#crc32 = crc32(bytes, this.#crc32);
      });
    }
    const next = start + padded(end - start);
    if (reader.position < next) await reader.skip(next - reader.position);
    if (reader.position < next) {
      throw new ArchiveError(
        'archive/truncated',
        `the tar archive ends at byte ${reader.position}, in entry ${quoteName(name)}; it was cut off: send it again`,
      );
    }
    this.#entries.push({ ...entry, crc32: reader.isVerified ? this.#crc32 : null });
    this.#current = null;
    this.#crc32 = 0;
  }

  /**
   * @param {ForwardReader} reader
   * @param {Buffer} [first]
   * @returns {Promise<Entry | null>} Null at the end.
   */
  async #next(reader, first) {
    /** @type {Extensions} */
    const extensions = { pax: null, longName: null, hasLongLink: false, count: 0 };
    for (let block = first; ; block = undefined) {
      const offset = reader.position - (block?.length ?? 0);
      block ??= await reader.take(BLOCK_BYTES);
      if (block.length === 0 && !isBegun(extensions)) throw hasNoEnd(reader);
      if (block.length < BLOCK_BYTES) throw endsIn(reader, 'a header');
      if (isZeroBlock(block)) {
        if (isBegun(extensions)) throw endsIn(reader, 'a header');
        return null;
      }
      const header = readTarHeader(block, offset);
      if (!METADATA.has(header.type)) return this.#describe(reader, header, extensions, offset);
      await readMetadata(reader, header, extensions, offset);
    }
  }

  /**
   * @param {ForwardReader} reader
   * @param {TarHeader} header
   * @param {Extensions} extensions
   * @param {number} offset
   * @returns {Promise<Entry>}
   */
  async #describe(reader, header, { pax, longName }, offset) {
    const paxName = pax?.path ?? null;
    if (paxName !== null && longName !== null && !paxName.equals(longName)) {
      throw badDirectory(
        `the tar header at byte ${offset} has two long names, and programs differ in which one they take`,
      );
    }
    const { name, fault } = this.#readName(paxName ?? longName ?? header.name);
    const size = sizeOf(header, pax, offset);
    if (header.isExtended) await passSparseMap(reader);
    const { type } = header;
    const { unixType, what } = kindOf(header, pax, name);
    const isFolder = FOLDERS.has(type) || (isRegular(type) && name.endsWith('/') && size === 0);
    // Some programs pass over that many bytes, others take the next block for a header.
    if (NO_DATA.has(type) && size > 0) {
      throw badDirectory(
        `entry ${quoteName(name)} is ${what ?? 'a folder'} with ${size} bytes: programs differ in where the next entry begins`,
      );
    }
    const start = reader.position;
    const bytes = isFolder ? 0 : size;
    return {
      name: asInZip(name, isFolder),
      nameBytes: 0,
      nameCrc32: 0,
      isFolder,
      compressedBytes: bytes,
      bytes,
      crc32: null,
      method: STORED,
      encryption: null,
      unixMode: unixType | header.mode,
      start,
      end: start + size,
      error:
        fault !== null ? unsafeName(name, fault) : what !== null ? specialFile(asInZip(name, isFolder), what) : null,
    };
  }
}

/**
 * @param {Entry} entry
 * @returns {EntryList} Whose state is plain data and keeps the entry's error.
 */
function listOf(entry) {
  const list = new EntryList(1);
  list.push(entry);
  return list;
}

/** @param {ForwardReader} reader */
async function passSparseMap(reader) {
  for (let isExtended = true; isExtended; ) {
    const block = await reader.take(BLOCK_BYTES);
    if (block.length < BLOCK_BYTES) throw endsIn(reader, 'a sparse map');
    isExtended = block[504] !== 0;
  }
}
