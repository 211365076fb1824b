import { releaseOneLater } from '../../memory/chunk-memory.js';
import { StoredCopy } from '../stored-copy.js';
import { copyOf } from './decryption.js';

/** @import { EditedBytes } from '../../csv/block-editor.js' */
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
    for (const decrypted of this.#decryption.decrypt(chunk)) {
      // It is passed on as it is, and the engine's memory is used again.
      yield* this.#work.feed(this.#work instanceof StoredCopy ? copyOf(decrypted) : decrypted);
    }
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

const EMPTY = Buffer.alloc(0);
