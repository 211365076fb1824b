import { pipeline } from 'node:stream/promises';
import { toArchiveError } from '../archive/open-archive.js';
import { dropBytes } from '../checkpoint/checkpoint.js';
import { pendingOutcome, withLaterMembers } from '../engine/entry-outcome.js';
import { engineStage } from '../engine/stage.js';
import { RecordLimit } from '../memory/record-limit.js';
import { EntryOutputs } from './entry-outputs.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { Archive } from '../archive/open-archive.js' */
/** @import { Checkpoint, Suspended } from '../checkpoint/checkpoint.js' */
/** @import { EntryOutcome } from '../engine/entry-outcome.js' */
/** @import { Job } from './archive.js' */

/**
 * @typedef {object} EntryAttempt
 * @property {Pick<Job, 'source' | 'destination' | 'recipe' | 'signal' | 'hashKey'>} job
 * @property {Archive} archive
 * @property {Entry} entry Not one that the recipe skips.
 * @property {() => Promise<void>} claim Called before anything is published.
 * @property {number} maxDescribed How many bad records may be described.
 * @property {AbortSignal | undefined} pause Asks the entry to suspend; only given if it may.
 * @property {Checkpoint | null} checkpoint To resume from. Its bytes are dropped on the way.
 * @property {(counts: EntryOutcome) => void} onProgress Called often, with the entry's counts so far.
 */

/**
 * What became of an entry. A failed one has published nothing, or only its rejected records or their reasons.
 *
 * @typedef {{ kind: 'published', outcome: EntryOutcome } | { kind: 'suspended', outcome: EntryOutcome, suspended: Suspended } |
 *   { kind: 'failed', outcome: EntryOutcome, error: unknown }} EntryResult
 */

/**
 * Takes one entry from the archive to the destination. Nothing is published before all of it is verified.
 *
 * @param {EntryAttempt} attempt
 * @returns {Promise<EntryResult>}
 */
export async function processEntry({ job, archive, entry, claim, maxDescribed, pause, checkpoint, onProgress }) {
  const { source, destination, recipe, signal } = job;
  const rule = recipe.ruleFor(entry.name);
  /** The engine counts in it. */
  const outcome = checkpoint ? withLaterMembers(checkpoint.outcome) : pendingOutcome(entry, rule.action);
  const options = { declaredBytes: entry.bytes, resumable: pause !== undefined };
  const outputs = new EntryOutputs({
    destination,
    outputFolder: source.outputFolder,
    name: entry.name,
    options,
    checkpoint,
  });
  /** @type {RecordLimit | null} */
  let limits = null;
  try {
    limits = new RecordLimit({
      maxRecordBytes: recipe.limits.maxRecordBytes,
      isStated: recipe.statesRecordLimit,
      entryBytes: entry.bytes,
      memory: rule.action === 'csv' ? destination.memoryFor(options) : null,
    });
    const writable = await outputs.open();
    const position = checkpoint?.engine.reader.position ?? 0;
    const { stage, suspendedState } = engineStage({
      entry,
      rule,
      limits,
      maxDescribed,
      outcome,
      hashKey: job.hashKey ?? null,
      facts: { archive: source.uri, entry: entry.name, time: source.lastModified ?? null },
      reject: bytes => outputs.reject(bytes),
      explain: bytes => outputs.explain(bytes),
      onProgress: () => onProgress(outcome),
      pause,
      state: checkpoint?.engine,
    });
    if (checkpoint !== null) dropBytes(checkpoint);
    /** @type {any[]} Node's types do not know a stage between two streams. */
    const streams = [archive.readRaw(entry, position), stage, writable];
    await pipeline(streams, signal ? { signal } : {});
    const state = suspendedState();
    if (state !== null) {
      return { kind: 'suspended', outcome, suspended: { outcome, engine: state, ...(await outputs.suspend()) } };
    }
    await claim();
    await outputs.commit();
    return { kind: 'published', outcome: { ...outcome, ...outputs.published, status: 'written' } };
  } catch (caught) {
    const error = toArchiveError(limits === null ? caught : limits.explain(caught));
    await outputs.giveUp(error);
    return { kind: 'failed', outcome: { ...outcome, ...outputs.published }, error };
  } finally {
    archive.releaseEntry();
  }
}
