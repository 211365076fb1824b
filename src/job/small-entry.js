import { toArchiveError } from '../archive/open-archive.js';
import { throwIfStopped } from '../checkpoint/turn.js';
import { processWhole } from '../engine/process-whole.js';
import { REQUEST_BYTES } from '../memory/memory-plan.js';
import { EntryTask } from './entry-task.js';
import { HeldOutputs, OutgrownError } from './held-outputs.js';
import { landing } from './landing.js';

/** @import { EntryAttempt, ProcessedEntry } from './entry.js' */

/**
 * @param {Pick<EntryAttempt, 'archive' | 'entry' | 'checkpoint' | 'load'>} attempt
 * @returns {boolean} Whether the entry is small enough to be held in memory. Rows go to their table at once.
 */
export function isSmallEntry({ archive, entry, checkpoint, load }) {
  return load === null && checkpoint === null && entry.bytes <= SMALL_BYTES && archive.isSmall(entry);
}

/**
 * Processes a small entry in memory, without a stream: streams would cost more than the entry.
 *
 * @param {EntryAttempt} attempt
 * @returns {Promise<ProcessedEntry | null>} Null if its outputs turned out to be too large for that.
 */
export async function processSmallEntry(attempt) {
  const { job, archive, entry, memory } = attempt;
  const task = new EntryTask(attempt);
  const { source, destination } = job;
  const outputs = new HeldOutputs({ destination, outputFolder: source.outputFolder, name: entry.name, memory });
  try {
    const options = task.stageOptions(outputs, undefined, () => throwIfStopped(job));
    await processWhole(options, await archive.readWhole(entry), block => outputs.write(block));
    outputs.end();
    return {
      kind: 'ready',
      outcome: task.outcome,
      bytes: outputs.bytes + REQUEST_BYTES,
      land: landing(outputs, task.outcome),
    };
  } catch (caught) {
    if (caught instanceof OutgrownError) return null;
    return { kind: 'failed', outcome: task.outcome, error: toArchiveError(task.explain(caught)) };
  }
}

/** Inflated. An entry of this size is processed within milliseconds, so that nothing waits for it. */
const SMALL_BYTES = 256 * 1024;
