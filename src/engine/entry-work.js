import { hex } from '../archive/verifier.js';
import { throughHighland } from './through-highland.js';

/** @import { createVerifier } from '../archive/verifier.js' */
/** @import { EditedBytes } from '../csv/edited-bytes.js' */
/** @import { EngineBlocks } from './blocks.js' */
/** @import { CopiedBlocks } from './copied-blocks.js' */
/** @import { Engine } from './engine.js' */
/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { Inflater } from './inflater.js' */
/** @import { EngineState } from './stage.js' */
/** @import { StoredReader } from './stored-reader.js' */

/**
 * Inflates, verifies and edits an entry, synchronously: chunks of its compressed bytes in, edited bytes out.
 */
export class EntryWork {
  #engine;
  #reader;
  #verifier;
  #blocks;
  #outcome;
  #release;
  #mayBeSuspended;
  #hasInflated = false;
  #hasEnded = false;

  /**
   * @param {object} parts
   * @param {Engine} parts.engine
   * @param {Inflater | StoredReader} parts.reader
   * @param {ReturnType<typeof createVerifier>} parts.verifier
   * @param {EngineBlocks | CopiedBlocks} parts.blocks
   * @param {EntryOutcome} parts.outcome Its `bytesIn` is increased, and its `crc32` set at the end.
   * @param {(chunk: Buffer) => void} parts.release Called with each chunk that was used up.
   * @param {boolean} [parts.mayBeSuspended]
   */
  constructor({ engine, reader, verifier, blocks, outcome, release, mayBeSuspended = true }) {
    this.#engine = engine;
    this.#reader = reader;
    this.#verifier = verifier;
    this.#blocks = blocks;
    this.#outcome = outcome;
    this.#release = release;
    this.#mayBeSuspended = mayBeSuspended;
  }

  /**
   * @param {Buffer} chunk Of the compressed bytes; not empty. The caller may stop between two results, to suspend.
   * @returns {Generator<EditedBytes, void>}
   * @throws {ArchiveError | CsvError | LimitError}
   */
  *feed(chunk) {
    this.#reader.give(chunk);
    yield* this.#inflateAndEdit();
    this.#release(chunk);
  }

  /**
   * Call it after the last chunk. The caller may stop between two results here too, if the entry `canSuspend`.
   *
   * @returns {Generator<EditedBytes, void>}
   * @throws {ArchiveError | CsvError | LimitError}
   */
  *end() {
    this.#hasEnded = true;
    this.#reader.finish();
    yield* this.#inflateAndEdit();
    this.#outcome.crc32 = hex(this.#verifier.finish(this.#reader.compressedBytes));
    const blocks = this.#blocks;
    const last = { blocks, start: blocks.end, end: blocks.end, final: true };
    yield* edit(last);
    while (blocks.isBehind) yield* edit(last);
  }

  /** Whether inflated bytes are left to be edited. */
  get isBehind() {
    return this.#blocks.isBehind;
  }

  /**
   * Whether the entry can be suspended here: behind its last byte only while bytes are left to be edited. It cannot before the
   * first byte was inflated: the header of a deflate block is read again after a resume, so turns that are too short for it would
   * never end.
   */
  get canSuspend() {
    if (!this.#mayBeSuspended || !this.#blocks.canSuspend) return false;
    return this.isBehind || (this.#hasInflated && !this.#hasEnded && !this.#reader.isDone);
  }

  /** @returns {EditedBytes} The output that does not fill a block yet; to be taken before a snapshot. */
  flush() {
    return this.#blocks.flush();
  }

  /** @returns {Buffer} A copy of the bytes that were fed, and not used before the snapshot's position. */
  unused() {
    return this.#reader.unused();
  }

  /** @returns {EngineState} */
  snapshot() {
    return { reader: this.#reader.snapshot(), verified: this.#verifier.state(), blocks: this.#blocks.snapshot() };
  }

  *#inflateAndEdit() {
    const reader = this.#reader;
    const blocks = this.#blocks;
    while (!reader.needsInput && !reader.isDone) {
      const { start, end } = reader.step(blocks.bytesAtOnce);
      if (start === end) continue;
      this.#hasInflated = true;
      this.#verifier.add(this.#engine.memory.subarray(start, end));
      this.#outcome.bytesIn += end - start;
      let edited = edit({ blocks, start, end, final: false });
      while (blocks.isBehind) {
        yield* edited;
        edited = edit({ blocks, start: end, end, final: false });
      }
      // Makes room for the next step: what it still needs moves down in the window.
      blocks.movedDown(reader.keep(blocks.keptFrom));
      yield* edited;
    }
  }
}

/**
 * The transform of all entries: a stream for each would cost as much as a small entry.
 *
 * @type {(step: { blocks: EngineBlocks | CopiedBlocks, start: number, end: number, final: boolean }) => EditedBytes[]}
 */
const edit = throughHighland(steps => steps.map(step => step.blocks.edit(step)));
