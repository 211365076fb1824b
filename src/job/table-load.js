import { mustStage, stopOf } from '../checkpoint/turn.js';
import { mayBeWrongPassword } from '../engine/decryption/wrong-password.js';
import { reportError } from '../errors.js';
import { Outcomes } from '../ledger/outcomes.js';
import { incomplete, loadedVersion } from '../ledger/table-loads.js';
import { addressesOf } from '../output-paths.js';
import { isLoaded } from './is-loaded.js';
import { loadStaged } from './staged-load.js';
import { stopsJob } from './stops-job.js';
import { TimeWatch } from './time-watch.js';

/** @import { Archive } from '../archive/open-archive.js' */
/** @import { SuspendedLoad } from '../checkpoint/checkpoint.js' */
/** @import { Checkpoints } from '../checkpoint/checkpoints.js' */
/** @import { Turn } from '../checkpoint/turn.js' */
/** @import { Database, TableLoad } from '../destination/database/open.js' */
/** @import { Ledger } from '../ledger/ledger.js' */
/** @import { Job } from './archive.js' */
/** @import { RowsOptions } from './entries-work.js' */
/** @import { EntryResult, FailedEntry } from './entry.js' */
/** @import { TableGroup } from './table-groups.js' */

/**
 * What a load needs of its job. `process` takes an entry's rows into a load.
 *
 * @typedef {object} LoadWork
 * @property {Job} job
 * @property {Pick<Archive, 'entries'>} archive
 * @property {Outcomes} outcomes
 * @property {Pick<Ledger, 'claim' | 'advance' | 'isResumed'>} ledger
 * @property {Checkpoints} checkpoints
 * @property {Set<string>} loaded The addresses of the tables that this job has loaded: two names may stand for one table.
 * @property {(number: number, index: number, load: Pick<TableLoad, 'openOutput'>, options?: RowsOptions) => Promise<EntryResult>}
 *   process
 */

/**
 * Loads the rows of all entries of one table: in one transaction, or over several turns. Their outcomes are noted when all are
 * published; if one of them fails, none is.
 *
 * @param {LoadWork} work
 * @param {TableGroup} group
 * @throws {unknown} What stops the job.
 */
export async function loadTable(work, group) {
  const { outcomes } = work;
  const { pending, table } = group;
  const addresses = addressesOf(work.job.destination, work.job.source.outputFolder);
  /** The outcomes of the entries that were processed, in this order. */
  let processed = new Outcomes(addresses);
  try {
    if (group.hasFailed) throw incomplete(table.name);
    let failed = await loadAll(work, group, processed);
    const failedEntry = failed && work.archive.entries.get(pending[processed.length].index);
    const mayBeCured = failed && failedEntry && mayBeWrongPassword(failed.error, failedEntry);
    if (mayBeCured && (await work.job.password?.refresh())) {
      processed = new Outcomes(addresses);
      failed = await loadAll(work, group, processed);
    }
    if (failed === null) {
      for (const [place, { index }] of pending.entries()) outcomes.set(index, processed.get(place));
      return;
    }
    failAll(incomplete(table.name));
    const { index } = pending[processed.length];
    outcomes.set(index, { ...failed.outcome, status: 'failed', error: reportError(failed.error) });
  } catch (error) {
    // Rejected records may be published, however this ends.
    for (let place = 0; place < processed.length; place++) {
      const { rejected, reasons } = processed.get(place);
      const { index } = pending[place];
      outcomes.set(index, { ...outcomes.get(index), rejected, reasons });
    }
    if (work.job.signal?.aborted || stopsJob(error)) throw error;
    failAll(error);
  }

  /** @param {unknown} error */
  function failAll(error) {
    for (const [place, { index }] of pending.entries()) {
      const outcome = place < processed.length ? processed.get(place) : outcomes.get(index);
      // What triggers have done is undone, too.
      const undone = { output: null, takenByTriggers: 0 };
      outcomes.set(index, { ...outcome, ...undone, status: 'failed', error: reportError(error) });
    }
  }
}

/**
 * Loads straight into the table, or by staging. A load that an earlier turn has begun to stage is resumed.
 *
 * @param {LoadWork} work
 * @param {TableGroup} group
 * @param {Outcomes} processed Gets the outcome of each entry before the one that failed.
 * @returns {Promise<FailedEntry | null>} The entry that failed; null if all are loaded.
 * @throws {unknown} What fails the table as a whole, or stops the job.
 */
async function loadAll(work, group, processed) {
  const { job, ledger, checkpoints } = work;
  const earlier = checkpoints.takeLoad(group.table);
  if (earlier !== null && !fits(earlier, work, group)) await checkpoints.removeLoad(earlier);
  else if (earlier !== null) return loadStaged(work, group, processed, earlier);
  if (mustStage(ledger.isResumed, job.turn)) return loadStaged(work, group, processed, null);
  const watch = job.turn ? watchTime(job.turn, work, group) : null;
  try {
    return await loadDirectly(work, group, processed, watch);
  } catch (error) {
    if (!watch?.signal.aborted || stopOf(job).aborted) throw error;
    processed.clear();
    return loadStaged(work, group, processed, null);
  }
}

/**
 * Whether the entries of a suspended load are those that are pending.
 *
 * @param {SuspendedLoad} load
 * @param {LoadWork} work
 * @param {TableGroup} group
 */
function fits({ outcomes }, { archive }, { pending }) {
  return outcomes.every(({ path }, place) => pending[place] && archive.entries.get(pending[place].index).name === path);
}

/**
 * @param {Turn} turn
 * @param {LoadWork} work
 * @param {TableGroup} group
 */
function watchTime(turn, { archive }, { table, pending }) {
  const bytes = pending.reduce((total, { index }) => total + archive.entries.get(index).bytes, 0);
  return new TimeWatch(turn, { bytes, isMerge: table.mode === 'merge' });
}

/**
 * @param {LoadWork} work
 * @param {TableGroup} group
 * @param {Outcomes} processed
 * @param {TimeWatch | null} watch
 * @returns {Promise<FailedEntry | null>}
 */
async function loadDirectly(work, group, processed, watch) {
  const { job, ledger, loaded, process } = work;
  const { table, pending } = group;
  const { source, recipe, sequencer = null } = job;
  const stop = AbortSignal.any([stopOf(job), ...(watch ? [watch.signal] : [])]);
  const database = /** @type {Database} */ (job.database);
  const load = await database.begin({ table, ...loadedVersion(source), stop, end: job.signal });
  try {
    if (await isLoaded(work, group, processed, load)) return null;
    for (const { number, index } of pending) {
      const result = await process(number, index, load, { onBytes: bytes => watch?.note(bytes) });
      watch?.add(result.outcome.bytesIn);
      if (result.kind === 'published') processed.push(result.outcome);
      else if (result.kind === 'failed' && !stopsJob(result.error)) return result;
      else throw result.kind === 'failed' ? result.error : new Error('a table that is loaded directly was suspended');
    }
    const record = { recipe: recipe.sha256, sequencer, entries: JSON.stringify(processed) };
    await load.commit(record, () => ledger.claim());
    loaded.add(load.uri);
    return null;
  } finally {
    await load.rollback();
  }
}
