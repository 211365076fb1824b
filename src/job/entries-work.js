import { setImmediate } from 'node:timers/promises';
import { plannedBytes } from '../archive/modulus.js';
import { mayOutlastTurn, throwIfStopped } from '../checkpoint/turn.js';
import { mayBeWrongPassword } from '../engine/decryption/wrong-password.js';
import { hasCode } from '../errors.js';
import { collectGarbage } from '../memory/collect-garbage.js';
import { HeldBytes } from '../memory/held-bytes.js';
import { compileFor } from '../memory/small-heap.js';
import { ByteRoom } from './byte-room.js';
import { bytesDone, conclude } from './conclude.js';
import { processEntry } from './entry.js';
import { InFlight } from './in-flight.js';
import { mostBytes } from './most-bytes.js';
import { followProgress } from './progress.js';
import { isSmallEntry } from './small-entry.js';
import { throwIfLate } from './throw-if-late.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { Checkpoint } from '../checkpoint/checkpoint.js' */
/** @import { TableLoad } from '../destination/database/open.js' */
/** @import { EntriesParts } from './conclude.js' */
/** @import { EntryResult, ProcessedEntry } from './entry.js' */

/** The entries of one job: the one that is processed, and those whose outputs are on their way. */
export class EntriesWork {
  #parts;
  #job;
  #archive;
  #outcomes;
  #ledger;
  #checkpoints;
  #inFlight;
  #memory = new HeldBytes();
  #room;
  #report;
  /** How many bad records are described. */
  #described;
  /** When the event loop had its last turn, by `performance.now()`. */
  #lastTurn = performance.now();

  /** @param {EntriesParts} parts */
  constructor(parts) {
    const { job, archive, outcomes, ledger, checkpoints } = parts;
    this.#parts = parts;
    this.#job = job;
    this.#archive = archive;
    this.#outcomes = outcomes;
    this.#ledger = ledger;
    this.#checkpoints = checkpoints;
    this.#inFlight = new InFlight(job.destination.inFlightBytes);
    this.#report = followProgress(archive.entries, outcomes, job.onProgress);
    this.#described = outcomes.described;
    this.#room = new ByteRoom(archive.entries, outcomes, job.recipe.limits);
  }

  /**
   * Processes an entry. Its outputs are published in the background, unless it is resumed.
   *
   * @param {number} number Counts the archive's entries in the order of their bytes.
   * @param {number} index
   */
  async process(number, index) {
    await this.#giveTurn();
    const entry = this.#archive.entries.get(index);
    await this.#inFlight.room(this.#job.destination.heldBytes({ declaredBytes: plannedBytes(entry) }));
    throwIfStopped(this.#job);
    throwIfLate(this.#job.turn, this.#ledger.claimMs);
    const checkpoint = this.#checkpoints.mayTake() ? this.#checkpoints.take(this.#outcomes.get(index)) : null;
    if (checkpoint !== null) {
      await this.settle();
      return this.#resume({ number, index, entry }, checkpoint);
    }
    this.#inFlight.expectMore(isSmallEntry({ archive: this.#archive, entry, checkpoint, load: null }));
    const processed = await this.#attempt(number, entry, null);
    this.#described += processed.outcome.badRecords.length;
    if (processed.kind !== 'ready') return conclude(this.#parts, index, processed);
    const landing = processed.land(this.#claim).then(result => conclude(this.#parts, index, result));
    this.#inFlight.add(processed.bytes, landing);
  }

  /**
   * Processes an entry whose rows go into a table, and publishes its rejected records. Its outcome is not noted yet: that
   * depends on the table.
   *
   * @param {number} number
   * @param {number} index
   * @param {Pick<TableLoad, 'openOutput'>} load
   * @param {RowsOptions} [options]
   * @returns {Promise<EntryResult>}
   */
  async processRows(number, index, load, options = {}) {
    await this.#giveTurn();
    throwIfStopped(this.#job);
    const { checkpoint = null } = options;
    const processed = await this.#attemptOnce(number, this.#archive.entries.get(index), checkpoint, {
      load,
      ...options,
    });
    this.#described += processed.outcome.badRecords.length;
    return processed.kind === 'ready' ? processed.land(this.#claim) : processed;
  }

  /**
   * Waits until nothing is on its way.
   *
   * @throws {unknown} What stops the job.
   */
  async settle() {
    await this.#inFlight.settle();
    this.#inFlight.throwIfFailed();
  }

  /** Call it when nothing is on its way. */
  freeMemory() {
    this.#memory.close();
  }

  /**
   * Gives the event loop a turn now and then: small entries may wait for nothing, and signals and timers would not be seen. The
   * garbage of very many small entries is collected in passing.
   */
  async #giveTurn() {
    if (performance.now() - this.#lastTurn < MAX_BUSY_MS) return;
    await setImmediate();
    collectGarbage();
    this.#lastTurn = performance.now();
  }

  /** Has to succeed before an entry is published. */
  #claim = async () => {
    await this.#inFlight.gather();
    await this.#ledger.claim();
  };

  /**
   * Processes an entry. If its password may be wrong and there is a newer one, starts it again with that.
   *
   * @param {number} number
   * @param {Entry} entry
   * @param {Checkpoint | null} checkpoint
   * @returns {Promise<ProcessedEntry>}
   */
  async #attempt(number, entry, checkpoint) {
    const processed = await this.#attemptOnce(number, entry, checkpoint);
    const mayBeCured = processed.kind === 'failed' && mayBeWrongPassword(processed.error, entry);
    if (!mayBeCured || !(await this.#job.password?.refresh())) return processed;
    return this.#attemptOnce(number, entry, null);
  }

  /**
   * @param {number} number
   * @param {Entry} entry
   * @param {Checkpoint | null} checkpoint
   * @param {RowsOptions & { load?: Pick<TableLoad, 'openOutput'> }} [rows] For an entry whose rows go into a table.
   * @returns {Promise<ProcessedEntry>}
   */
  async #attemptOnce(number, entry, checkpoint, { load, mayPause = false, onBytes } = {}) {
    compileFor(plannedBytes(entry));
    const { turn } = this.#job;
    const hasCheckpoint = checkpoint !== null;
    const isJobResumed = this.#ledger.isResumed;
    const isResumable = load
      ? mayPause
      : mayOutlastTurn({ bytes: mostBytes(entry, this.#job.recipe), hasCheckpoint, isJobResumed }, turn);
    const processed = await processEntry({
      job: this.#job,
      archive: this.#archive,
      entry: this.#room.limit(entry),
      load: load ?? null,
      memory: this.#memory,
      maxDescribed: Math.min(MAX_DESCRIBED_OF_ENTRY, MAX_DESCRIBED_OF_ARCHIVE - this.#described),
      pause: isResumable ? turn?.pause : undefined,
      checkpoint,
      onProgress: counts => {
        this.#report(number, counts, checkpoint?.outcome.bytesIn ?? 0);
        onBytes?.(counts.bytesIn);
      },
    });
    this.#room.note(entry, processed.outcome.bytesIn);
    return processed;
  }

  /**
   * Resumes an entry from its checkpoint, or starts it again if nothing is left of the suspended outputs.
   *
   * @param {{ number: number, index: number, entry: Entry }} each
   * @param {Checkpoint} checkpoint
   */
  async #resume({ number, index, entry }, checkpoint) {
    // An entry that starts again may not get as far as before.
    const bytesBefore = bytesDone(checkpoint);
    /** @type {Checkpoint | null} */
    let resumedFrom = checkpoint;
    let result = await this.#finish(number, entry, checkpoint);
    if (result.kind === 'failed' && hasCode(result.error, 'storage/output-gone')) {
      await this.#checkpoints.discard(checkpoint);
      resumedFrom = null;
      result = await this.#finish(number, entry, null);
    }
    this.#described += result.outcome.badRecords.length;
    await conclude(this.#parts, index, result, { resumedFrom, bytesBefore });
  }

  /**
   * @param {number} number
   * @param {Entry} entry
   * @param {Checkpoint | null} checkpoint
   */
  async #finish(number, entry, checkpoint) {
    const processed = await this.#attempt(number, entry, checkpoint);
    return processed.kind === 'ready' ? processed.land(this.#claim) : processed;
  }
}

/**
 * @typedef {object} RowsOptions
 * @property {Checkpoint | null} [checkpoint] To resume from.
 * @property {boolean} [mayPause] Whether the entry may be suspended.
 * @property {(bytes: number) => void} [onBytes] Told often how many of the entry's bytes were inflated.
 */

const MAX_BUSY_MS = 10;
const MAX_DESCRIBED_OF_ENTRY = 100;
const MAX_DESCRIBED_OF_ARCHIVE = 1000;
