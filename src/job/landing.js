/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { ReadyEntry } from './entry.js' */
/** @import { EntryOutputs } from './entry-outputs.js' */
/** @import { HeldOutputs } from './held-outputs.js' */

/**
 * The last step of an entry: publishes its outputs, which are all there and verified.
 *
 * @param {EntryOutputs | HeldOutputs} outputs
 * @param {EntryOutcome} outcome
 * @returns {ReadyEntry['land']}
 */
export function landing(outputs, outcome) {
  return async claim => {
    try {
      await outputs.prepare();
      await claim();
      await outputs.commit(outcome.records.written);
      return { kind: 'published', outcome: { ...outcome, ...outputs.published, status: 'written' } };
    } catch (error) {
      await outputs.giveUp(error);
      return { kind: 'failed', outcome: { ...outcome, ...outputs.published }, error };
    }
  };
}
