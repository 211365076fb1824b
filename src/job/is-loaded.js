import { judgeLoad, loadedOutcome, supersededLoad, twoNames } from '../ledger/table-loads.js';
import { addressesOf } from '../output-paths.js';

/** @import { TableLoad } from '../destination/database/open.js' */
/** @import { Outcomes } from '../ledger/outcomes.js' */
/** @import { TableGroup } from './table-groups.js' */
/** @import { LoadWork } from './table-load.js' */

/**
 * Whether an earlier job has loaded the same rows. If so, takes the outcomes from there.
 *
 * @param {Pick<LoadWork, 'job' | 'outcomes' | 'ledger' | 'loaded'>} work
 * @param {TableGroup} group
 * @param {Outcomes} processed
 * @param {Pick<TableLoad, 'uri' | 'earlier' | 'latestSequencer'>} load
 * @returns {Promise<boolean>}
 * @throws {DatabaseError} `database/superseded`, `database/already-loaded`
 */
export async function isLoaded(work, group, processed, load) {
  if (work.loaded.has(load.uri)) throw twoNames(load.uri);
  switch (judgeLoad(load, work.job)) {
    case 'loaded':
      takeLoaded(work, group, processed, load);
      return true;
    case 'superseded':
      // The manifest is the later version's too, unless that went to another destination.
      await work.ledger.claim();
      throw supersededLoad(load.uri);
    case 'load':
      return false;
  }
}

/**
 * Takes the outcomes of entries whose rows are in the table from their record there.
 *
 * @param {Pick<LoadWork, 'job' | 'outcomes'>} work
 * @param {TableGroup} group
 * @param {Outcomes} processed
 * @param {Pick<TableLoad, 'uri' | 'earlier'>} load
 */
export function takeLoaded({ job, outcomes }, { pending }, processed, load) {
  const addresses = addressesOf(job.destination, job.source.outputFolder);
  processed.clear();
  for (const { index } of pending) processed.push(loadedOutcome(load, outcomes.get(index), addresses));
}
