import { releaseOneLater, takeBlock } from '../../memory/chunk-memory.js';
import { CHUNK_BYTES } from '../../memory/memory-plan.js';
import { StoredCopy } from '../stored-copy.js';

/** @import { EditedBytes } from '../../csv/edited-bytes.js' */
/** @import { EntryWork } from '../entry-work.js' */
/** @import { EngineState } from '../stage.js' */
/** @import { CipherState, Decryption } from './decryption.js' */

/**
 * Where the decryption of an entry was suspended.
 *
 * @typedef {CipherState & { ahead: Buffer }} DecryptionState `ahead`: decrypted bytes that the reader had not used.
 */

/**
 * Decrypts an entry for the work that inflates, verifies and edits it. Nothing of it may be published before `end` has
 * succeeded.
 */
export class DecryptingWork {
  #decryption;
  #work;
  #release = releaseOneLater();
  /** @type {Buffer} */
  #ahead = EMPTY;

  /**
   * @param {object} parts
   * @param {Decryption} parts.decryption
   * @param {EntryWork | StoredCopy} parts.work
   * @param {DecryptionState | null} parts.state
   */
  constructor({ decryption, work, state }) {
    this.#decryption = decryption;
    this.#work = work;
    if (state === null) return;
    decryption.restore(state);
    this.#ahead = Buffer.from(state.ahead);
  }

  /**
   * @param {Buffer} chunk
   * @returns {Generator<EditedBytes, void>}
   * @throws {ArchiveError | CsvError | LimitError}
   */
  *feed(chunk) {
    yield* this.#feedAhead();
    const decrypted = this.#decryption.decrypt(chunk);
    if (this.#work instanceof StoredCopy) yield* this.#work.feed(gather(decrypted, chunk.length));
    else for (const piece of decrypted) yield* this.#work.feed(piece);
    this.#release(chunk);
  }

  /**
   * @returns {Generator<EditedBytes, void>}
   * @throws {ArchiveError | CsvError | LimitError}
   */
  *end() {
    yield* this.#feedAhead();
    this.#decryption.finish();
    yield* this.#work.end();
  }

  get canSuspend() {
    return this.#decryption.hasBegun && this.#work.canSuspend;
  }

  /** Whether inflated bytes are left to be edited. */
  get isBehind() {
    return this.#work.isBehind;
  }

  flush() {
    return this.#work.flush();
  }

  /** @returns {EngineState} */
  snapshot() {
    return {
      ...this.#work.snapshot(),
      decryption: { ...this.#decryption.snapshot(), ahead: this.#work.unused() },
    };
  }

  *#feedAhead() {
    if (this.#ahead.length === 0) return;
    const ahead = this.#ahead;
    this.#ahead = EMPTY;
    yield* this.#work.feed(ahead);
  }
}

/**
 * @param {Iterable<Buffer>} pieces Each is valid until the next one.
 * @param {number} most How many bytes they have at most.
 * @returns {Buffer} All of them, in one: what is done with a chunk, such as to write it, takes less time than with its pieces.
 */
function gather(pieces, most) {
  const block = most === CHUNK_BYTES ? takeBlock() : Buffer.allocUnsafeSlow(most);
  let bytes = 0;
  for (const piece of pieces) {
    block.set(piece, bytes);
    bytes += piece.length;
  }
  return block.subarray(0, bytes);
}

const EMPTY = Buffer.alloc(0);
