import { pipeline } from 'node:stream/promises';
import { plannedBytes } from '../archive/modulus.js';
import { toArchiveError } from '../archive/open-archive.js';
import { dropBytes } from '../checkpoint/checkpoint.js';
import { outputGone } from '../destination/output-gone.js';
import { fitsEntry } from '../engine/fits-entry.js';
import { isResumable, positionInArchive } from '../engine/stage.js';
import { quoteName } from '../printable.js';
import { EntryOutputs } from './entry-outputs.js';
import { EntryTask } from './entry-task.js';
import { landing } from './landing.js';
import { locateRow } from './locate-row.js';
import { isSmallEntry, processSmallEntry } from './small-entry.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { Archive } from '../archive/open-archive.js' */
/** @import { Checkpoint, Suspended } from '../checkpoint/checkpoint.js' */
/** @import { TableLoad } from '../destination/database/open.js' */
/** @import { EntryOutcome } from '../entry-outcome.js' */
/** @import { HeldBytes } from '../memory/held-bytes.js' */
/** @import { Job } from './archive.js' */

/**
 * @typedef {object} EntryAttempt
 * @property {Pick<Job, 'source' | 'destination' | 'recipe' | 'signal' | 'hashKey' | 'password' | 'turn'>} job
 * @property {Archive} archive
 * @property {Entry} entry Not one that the recipe skips.
 * @property {HeldBytes} memory For the outputs of a small entry.
 * @property {number} maxDescribed How many bad records may be described.
 * @property {Pick<TableLoad, 'openOutput'> | null} load Of the table that the rows of this entry go into; null if they go into a file.
 * @property {AbortSignal | undefined} pause Asks the entry to suspend; only given if it may.
 * @property {Checkpoint | null} checkpoint To resume from. Its bytes are dropped on the way.
 * @property {(counts: EntryOutcome) => void} onProgress Called often, with the entry's counts so far.
 */

/**
 * What became of an entry. A failed one has published nothing, or only its rejected records or their reasons.
 *
 * @typedef {{ kind: 'published', outcome: EntryOutcome }} PublishedEntry
 * @typedef {{ kind: 'suspended', outcome: EntryOutcome, suspended: Suspended }} SuspendedEntry
 * @typedef {{ kind: 'failed', outcome: EntryOutcome, error: unknown }} FailedEntry
 * @typedef {PublishedEntry | SuspendedEntry | FailedEntry} EntryResult
 */

/**
 * An entry that is ready is verified, and nothing of it is published yet: `land` does that, after `claim` has succeeded.
 * `bytes`: how much memory its outputs take until then.
 *
 * @typedef {{ kind: 'ready', outcome: EntryOutcome, bytes: number,
 *   land: (claim: () => Promise<void>) => Promise<PublishedEntry | FailedEntry> }} ReadyEntry
 * @typedef {ReadyEntry | SuspendedEntry | FailedEntry} ProcessedEntry
 */

/**
 * Takes one entry out of the archive, up to the point where its outputs can be published.
 *
 * @param {EntryAttempt} attempt
 * @returns {Promise<ProcessedEntry>}
 */
export async function processEntry(attempt) {
  if (!isSmallEntry(attempt)) return processStreamed(attempt);
  // One that has outgrown the memory may take any time.
  return (await processSmallEntry(attempt)) ?? processStreamed({ ...attempt, pause: attempt.job.turn?.pause });
}

/**
 * @param {EntryAttempt} attempt
 * @returns {Promise<ProcessedEntry>}
 */
async function processStreamed(attempt) {
  const { job, archive, entry, load, pause, checkpoint } = attempt;
  const { source, destination, signal } = job;
  const task = new EntryTask(attempt);
  const { outcome } = task;
  const options = { declaredBytes: plannedBytes(entry), resumable: pause !== undefined && isResumable(entry) };
  const outputs = new EntryOutputs({
    destination,
    outputFolder: source.outputFolder,
    name: entry.name,
    options,
    checkpoint,
    load,
  });
  try {
    if (checkpoint !== null && !fitsEntry(checkpoint.engine, entry, outcome.action)) {
      throw outputGone(`entry ${quoteName(entry.name)}`, 'its checkpoint is not of such an entry');
    }
    const { stage, suspendedState } = task.openStage(outputs, pause);
    const writable = await outputs.open();
    const position = checkpoint === null ? 0 : positionInArchive(checkpoint.engine);
    if (checkpoint !== null) dropBytes(checkpoint);
    /** @type {any[]} Node's types do not know a stage between two streams. */
    const streams = [archive.readRaw(entry, position), stage, writable];
    await pipeline(streams, signal ? { signal } : {});
    const state = suspendedState();
    if (state !== null) {
      return { kind: 'suspended', outcome, suspended: { outcome, engine: state, ...(await outputs.suspend()) } };
    }
    return { kind: 'ready', outcome, bytes: destination.heldBytes(options), land: landing(outputs, outcome) };
  } catch (caught) {
    const error = await locateRow(attempt, toArchiveError(task.explain(caught)));
    await outputs.giveUp(error);
    return { kind: 'failed', outcome, error };
  } finally {
    archive.releaseEntry();
  }
}
