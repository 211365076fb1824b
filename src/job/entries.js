import { StoppedError } from '../errors.js';
import { Turns } from '../streams/turns.js';
import { EntriesWork } from './entries-work.js';
import { groupByTable, tableFor } from './table-groups.js';
import { loadTable } from './table-load.js';

/** @import { Checkpoints } from '../checkpoint/checkpoints.js' */
/** @import { Container } from '../container/open-container.js' */
/** @import { Ledger } from '../ledger/ledger.js' */
/** @import { Outcomes } from '../ledger/outcomes.js' */
/** @import { Job } from './archive.js' */

/**
 * Processes the pending entries in the order of their bytes: neighbours are read together. While the outputs of one entry are
 * on their way to the destination, the next one is processed. A suspended entry is resumed from its checkpoint. The entries
 * whose rows go into tables are the last, table by table.
 *
 * @param {Job} job
 * @param {Container} archive
 * @param {Outcomes} outcomes Each pending one is replaced by what became of its entry.
 * @param {Ledger} ledger
 * @param {Checkpoints} checkpoints
 * @throws {StorageError | StoppedError | ArchiveError} What stops the whole job; `archive/changed`. By then nothing is on its
 *   way any more. An entry's own final error is in its outcome.
 */
export async function processEntries(job, archive, outcomes, ledger, checkpoints) {
  checkpoints.keep(archive.state);
  const work = new EntriesWork({ job, archive, outcomes, ledger, checkpoints });
  try {
    const turns = new Turns();
    for (const [number, index] of archive.entries.inOrder().entries()) {
      if (!outcomes.isPending(index)) continue;
      if (job.recipe.needsDatabase) await turns.before(job.recipe.workFor(outcomes.get(index).path));
      if (tableFor(job.recipe, archive, index) === null) await work.process(number, index);
    }
    await work.settle();
    work.freeMemory();
    const loaded = new Set();
    for (const group of await groupByTable(job.recipe, archive, outcomes)) {
      const process = work.processRows.bind(work);
      await loadTable({ job, archive, outcomes, ledger, checkpoints, loaded, process }, group);
    }
  } catch (error) {
    await work.settle().catch(() => {});
    // Between two entries: nothing is lost without it but time.
    const isPaused = job.turn?.pause.aborted || (job.turn !== undefined && error instanceof StoppedError);
    if (isPaused) await checkpoints.writeContainer().catch(() => {});
    throw job.signal?.aborted && !(error instanceof StoppedError) ? new StoppedError({ cause: error }) : error;
  }
}
