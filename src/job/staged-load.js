import { stopOf, throwIfStopped } from '../checkpoint/turn.js';
import { mayBeWrongPassword } from '../engine/decryption/wrong-password.js';
import { withLaterMembers } from '../entry-outcome.js';
import { hasCode, isFinal, StoppedError } from '../errors.js';
import { loadedVersion } from '../ledger/table-loads.js';
import { isLoaded, takeLoaded } from './is-loaded.js';
import { stopsJob } from './stops-job.js';

/** @import { Checkpoint, SuspendedLoad } from '../checkpoint/checkpoint.js' */
/** @import { Database, StagingTurn } from '../destination/database/open.js' */
/** @import { StagedRows } from '../destination/database/staging-table.js' */
/** @import { Outcomes } from '../ledger/outcomes.js' */
/** @import { FailedEntry, SuspendedEntry } from './entry.js' */
/** @import { TableGroup } from './table-groups.js' */
/** @import { LoadWork } from './table-load.js' */

/**
 * Loads a table over several turns. In each, rows are collected in a staging table and committed there, and then a checkpoint
 * is written that names them: it alone decides which rows count. When all entries are there, their rows are published.
 *
 * | A turn ends                       | The next one                                                                   |
 * |-----------------------------------|--------------------------------------------------------------------------------|
 * | before its rows are committed     | finds no trace of them                                                         |
 * | before its checkpoint is written  | resumes from the previous one, which does not name the rows                    |
 * | after that                        | resumes in the middle of the entry, or publishes                               |
 * | while the rows are published      | waits for the table's lock, and finds the load in `sluice.loads`; or publishes |
 *
 * @param {LoadWork} work
 * @param {TableGroup} group
 * @param {Outcomes} processed Gets the outcome of each entry before the one that failed.
 * @param {SuspendedLoad | null} earlier What earlier turns have collected.
 * @returns {Promise<FailedEntry | null>} The entry that failed; null if all are loaded.
 * @throws {unknown} What fails the table as a whole, or stops the job.
 */
export async function loadStaged(work, group, processed, earlier) {
  const load = new StagedLoad(work, group, processed);
  try {
    return await load.run(earlier);
  } catch (error) {
    if (earlier !== null && GONE.some(code => hasCode(error, code))) {
      await load.discard();
      processed.clear();
      return loadStaged(work, group, processed, null);
    }
    // The table has failed: its staged rows are no longer needed.
    if (isFinal(error) && !stopsJob(error)) await load.discard();
    throw error;
  }
}

class StagedLoad {
  #work;
  #group;
  #processed;
  /** As the checkpoint has it. @type {StagedRows | null} */
  #staged = null;

  /**
   * @param {LoadWork} work
   * @param {TableGroup} group
   * @param {Outcomes} processed
   */
  constructor(work, group, processed) {
    this.#work = work;
    this.#group = group;
    this.#processed = processed;
  }

  /**
   * @param {SuspendedLoad | null} earlier
   * @returns {Promise<FailedEntry | null>}
   */
  async run(earlier) {
    const { outcomes, checkpoints, job } = this.#work;
    const { pending } = this.#group;
    this.#staged = earlier?.staged ?? null;
    for (const outcome of earlier?.outcomes ?? []) this.#processed.push(withLaterMembers(outcome));
    const next = pending[this.#processed.length];
    const checkpoint = earlier?.isInEntry ? checkpoints.take(outcomes.get(next.index)) : null;
    // Otherwise the rows that are already staged would come twice.
    if (earlier?.isInEntry && checkpoint === null) {
      await this.discard();
      this.#processed.clear();
    }
    if (this.#staged === null || next !== undefined) {
      const ended = await this.#collect(checkpoint);
      if (ended !== 'collected') return ended;
    }
    throwIfStopped(job);
    await this.#publish();
    return null;
  }

  /** Drops what was staged, and the checkpoint that names it. */
  async discard() {
    if (this.#staged !== null) await this.#work.checkpoints.removeLoad({ staged: this.#staged });
    this.#staged = null;
  }

  /**
   * @param {Checkpoint | null} checkpoint Of the entry that comes first.
   * @returns {Promise<'collected' | FailedEntry | null>} null if the table has the rows already.
   */
  async #collect(checkpoint) {
    const { job } = this.#work;
    const stop = job.signal ?? new AbortController().signal;
    const turn = await this.#database.stage({ ...this.#request(stop), staged: this.#staged });
    /** @type {SuspendedEntry | FailedEntry | 'loaded' | null} */
    let last;
    try {
      const isThere = await isLoaded(this.#work, this.#group, this.#processed, turn);
      last = isThere ? 'loaded' : await this.#collectEntries(turn, checkpoint);
      if (last === null || (last !== 'loaded' && last.kind === 'suspended')) await this.#save(turn, last, checkpoint);
    } catch (error) {
      // The entry cannot be suspended, or the turn ended between two entries.
      const isPaused = error instanceof StoppedError && job.turn?.pause.aborted && !job.signal?.aborted;
      if (isPaused) await this.#save(turn, null, null);
      throw error;
    } finally {
      await turn.rollback();
    }
    if (last === null) return 'collected';
    if (last !== 'loaded' && last.kind === 'suspended') throw new StoppedError({ cause: job.turn?.pause.reason });
    await this.discard();
    return last === 'loaded' ? null : last;
  }

  /**
   * @param {StagingTurn} turn
   * @param {Checkpoint | null} first The checkpoint of the first entry.
   * @returns {Promise<SuspendedEntry | FailedEntry | null>} The entry that was suspended, or has failed; null if all are there.
   */
  async #collectEntries(turn, first) {
    const { archive, outcomes, checkpoints, process } = this.#work;
    let checkpoint = first;
    for (const { number, index } of this.#group.pending.slice(this.#processed.length)) {
      const result = await process(number, index, turn, { checkpoint, mayPause: true });
      checkpoint = null;
      if (result.kind === 'suspended') {
        outcomes.set(index, result.outcome);
        return result;
      }
      if (result.kind === 'failed') {
        if (mayBeWrongPassword(result.error, archive.entries.get(index)))
          checkpoints.throwIfLocked(outcomes.get(index));
        if (stopsJob(result.error)) throw result.error;
        return result;
      }
      this.#processed.push(result.outcome);
      await turn.keep();
    }
    return null;
  }

  /**
   * Commits what this turn has collected, and writes the checkpoint that names it.
   *
   * @param {StagingTurn} turn
   * @param {SuspendedEntry | null} suspended
   * @param {Checkpoint | null} resumedFrom
   */
  async #save(turn, suspended, resumedFrom) {
    const { ledger, checkpoints } = this.#work;
    const { schema, name } = this.#group.table;
    const keptBefore = this.#staged?.kept ?? 0;
    const staged = await turn.finish();
    if (suspended === null && staged.kept === keptBefore) return;
    // If an entry was broken off, entries after the last commit do not count.
    const outcomes = [...this.#processed].slice(0, staged.kept);
    const load = { table: { schema, name }, staged, outcomes, isInEntry: suspended !== null };
    await checkpoints.write(suspended?.suspended ?? null, resumedFrom, load);
    this.#staged = staged;
    ledger.advance();
  }

  async #publish() {
    const { job, ledger } = this.#work;
    const staged = /** @type {StagedRows} */ (this.#staged);
    const { recipe, sequencer = null } = job;
    const publishing = await this.#database.publish({ ...this.#request(stopOf(job)), staged });
    try {
      if (publishing.isPublished) takeLoaded(this.#work, this.#group, this.#processed, publishing);
      else if (!(await isLoaded(this.#work, this.#group, this.#processed, publishing))) {
        const record = { recipe: recipe.sha256, sequencer, entries: JSON.stringify(this.#processed) };
        await publishing.commit(record, () => ledger.claim());
        takeLoaded(this.#work, this.#group, this.#processed, publishing);
        this.#work.loaded.add(publishing.uri);
      }
    } finally {
      await publishing.rollback();
    }
    await this.discard();
  }

  /** @param {AbortSignal} stop */
  #request(stop) {
    const { source, signal } = this.#work.job;
    return { table: this.#group.table, ...loadedVersion(source), stop, end: signal };
  }

  get #database() {
    return /** @type {Database} */ (this.#work.job.database);
  }
}

/** What an earlier turn has left is gone, as a whole or in part. */
const GONE = ['database/staging-gone', 'storage/output-gone'];
