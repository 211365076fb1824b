import { hex } from '../archive/verifier.js';
import { markWhole } from '../memory/chunk-memory.js';

/** @import { createVerifier } from '../archive/verifier.js' */
/** @import { EditedBytes } from '../csv/edited-bytes.js' */
/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { EngineState } from './stage.js' */

/**
 * Passes on a stored entry that is copied, verified: what `EntryWork` does for all other entries. Its bytes do not go
 * through the engine's memory: moving them in and out again would double the CPU time of such a job.
 */
export class StoredCopy {
  #verifier;
  #outcome;
  #position;
  /** @type {Buffer | null} The last chunk. unzipper may touch it until it gives the next one; then its memory can be freed. */
  #held = null;
  #hasEnded = false;

  /**
   * @param {object} parts
   * @param {ReturnType<typeof createVerifier>} parts.verifier
   * @param {EntryOutcome} parts.outcome Its `bytesIn` is increased, and its `crc32` set at the end.
   * @param {number} parts.position How many bytes earlier turns have passed on.
   */
  constructor({ verifier, outcome, position }) {
    this.#verifier = verifier;
    this.#outcome = outcome;
    this.#position = position;
  }

  /**
   * @param {Buffer} chunk
   * @returns {EditedBytes[]}
   * @throws {ArchiveError}
   */
  feed(chunk) {
    this.#verifier.add(chunk);
    this.#position += chunk.length;
    this.#outcome.bytesIn += chunk.length;
    const output = this.#held === null ? [] : [markWhole(this.#held)];
    this.#held = chunk;
    return [{ output, rejected: [], reasons: [] }];
  }

  /**
   * @returns {EditedBytes[]}
   * @throws {ArchiveError}
   */
  end() {
    this.#hasEnded = true;
    this.#outcome.crc32 = hex(this.#verifier.finish(this.#position));
    return [this.flush()];
  }

  /** Nothing but the end of the chunks shows that the entry ends. */
  get canSuspend() {
    return !this.#hasEnded;
  }

  get isBehind() {
    return false;
  }

  /** @returns {EditedBytes} */
  flush() {
    const output = this.#held === null ? [] : [this.#held];
    this.#held = null;
    return { output, rejected: [], reasons: [] };
  }

  /** It uses what it is fed. */
  unused() {
    return Buffer.alloc(0);
  }

  /** @returns {EngineState} */
  snapshot() {
    return { reader: { position: this.#position }, verified: this.#verifier.state(), blocks: null };
  }
}
