import { dataBytesOf } from '../archive/encryption.js';
import { createVerifier } from '../archive/verifier.js';
import { openDecryption } from '../engine/decryption/open-decryption.js';
import { Inflater } from '../engine/inflater.js';
import { deflateMethodOf } from '../engine/open-work.js';
import { StoredReader } from '../engine/stored-reader.js';
import { releaseOneLater } from '../memory/chunk-memory.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { Access } from '../archive/open-archive.js' */
/** @import { Verified } from '../archive/verifier.js' */
/** @import { DecryptionState } from '../engine/decryption/decrypting-work.js' */
/** @import { Engine } from '../engine/engine.js' */
/** @import { InflaterSnapshot } from '../engine/inflater-snapshot.js' */
/** @import { InflatingStream } from './seek-points.js' */

/**
 * A place in an entry from which it can be inflated: plain data.
 *
 * @typedef {object} EntryPoint
 * @property {number} offset How many inflated bytes are before it.
 * @property {Verified} verified
 * @property {InflaterSnapshot | { position: number }} reader
 * @property {DecryptionState | null} decryption
 */

/**
 * Inflates an entry that is an archive itself, forward, step by step; decrypts it first, if need be. At its end it is verified. Its
 * size has to be known.
 *
 * @implements {InflatingStream<EntryPoint>}
 */
export class EntryStream {
  #access;
  #engine;
  #reader;
  #decryption;
  #verifier;
  /** @type {AsyncIterator<Buffer>} */
  #chunks;
  #raw;
  /** The last chunk. @type {Buffer | null} */
  #chunk = null;
  /** What of it is fed to the reader next. @type {Iterator<Buffer>} */
  #pieces = NOTHING.values();
  #release = releaseOneLater();
  #isAtEnd = false;

  offset = 0;

  /**
   * @param {object} options
   * @param {Access} options.access Reads the archive that the entry is in. Nothing else may read it until the stream is closed.
   * @param {Entry} options.entry Not compressed by zstd.
   * @param {Engine} options.engine Nothing else may use it until the stream is closed.
   * @param {Buffer | null} options.password
   * @param {EntryPoint | null} options.from Null for the beginning.
   */
  constructor({ access, entry, engine, password, from }) {
    this.#access = access;
    this.#engine = engine;
    this.#verifier = createVerifier({ ...entry, isModulo: false, compressedBytes: dataBytesOf(entry) }, from?.verified);
    this.#decryption = openDecryption(engine, entry, password, true);
    this.#reader = openReader(engine, entry, from);
    this.offset = from?.offset ?? 0;
    if (from?.decryption) {
      this.#decryption?.restore(from.decryption);
      this.#pieces = [Buffer.from(from.decryption.ahead)].values();
    }
    this.#raw = access.readRaw(entry, from?.decryption?.position ?? from?.reader.position ?? 0);
    this.#chunks = this.#raw[Symbol.asyncIterator]();
  }

  /**
   * @returns {Promise<{ start: number, end: number } | null>}
   * @throws {ArchiveError | StorageError} `archive/corrupt`, `archive/crc-mismatch`, `archive/wrong-password` …
   */
  async step() {
    const reader = this.#reader;
    reader.keep(reader.end);
    for (;;) {
      while (!reader.needsInput && !reader.isDone) {
        const { start, end } = reader.step();
        if (start === end) continue;
        this.#verifier.add(this.#engine.memory.subarray(start, end));
        this.offset += end - start;
        return { start, end };
      }
      if (this.#isAtEnd) return this.#finish();
      const piece = await this.#nextPiece();
      if (piece !== null) {
        reader.give(piece);
      } else {
        this.#decryption?.finish();
        reader.finish();
        this.#isAtEnd = true;
      }
    }
  }

  /** @returns {EntryPoint | null} */
  seekPoint() {
    const reader = this.#reader;
    if (this.offset === 0 || reader.isDone) return null;
    return {
      offset: this.offset,
      verified: this.#verifier.state(),
      reader: reader.snapshot(),
      decryption: this.#decryption && { ...this.#decryption.snapshot(), ahead: reader.unused() },
    };
  }

  close() {
    this.#raw.destroy();
    this.#access.releaseEntry();
  }

  #finish() {
    this.#verifier.finish(this.#reader.compressedBytes);
    return null;
  }

  /** @returns {Promise<Buffer | null>} Null at the end. */
  async #nextPiece() {
    for (;;) {
      const { value: piece } = this.#pieces.next();
      if (piece !== undefined) return piece;
      if (this.#chunk !== null) this.#release(this.#chunk);
      this.#chunk = null;
      const { value: chunk, done } = await this.#chunks.next();
      if (done) return null;
      this.#chunk = chunk;
      this.#pieces = this.#decryption?.decrypt(chunk) ?? [chunk].values();
    }
  }
}

/**
 * @param {Engine} engine
 * @param {Entry} entry
 * @param {EntryPoint | null} from
 */
function openReader(engine, entry, from) {
  const method = deflateMethodOf(entry);
  if (method === null) return new StoredReader(engine, from?.reader.position);
  if (from === null) return new Inflater(engine, method);
  return Inflater.restore(engine, /** @type {InflaterSnapshot} */ (from.reader), method);
}

/** @type {Buffer[]} */
const NOTHING = [];
