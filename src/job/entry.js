import { finished, pipeline } from 'node:stream/promises';
import { toArchiveError } from '../archive/open-archive.js';
import { isSameOutput } from '../checkpoint/checkpoint.js';
import { engineStage } from '../engine/stage.js';
import { isFinal } from '../errors.js';
import { outputPath, rejectedPath } from '../output-paths.js';

/** @import { Entry } from '../archive/entry.js' */
/** @import { Archive } from '../archive/open-archive.js' */
/** @import { Checkpoint } from '../checkpoint/checkpoint.js' */
/** @import { Destination, Output, SuspendedOutput } from '../destination/open.js' */
/** @import { EngineState } from '../engine/stage.js' */
/** @import { EntryOutcome } from '../engine/entry-outcome.js' */
/** @import { Recipe, Rule } from '../recipe/recipe.js' */

/**
 * Brings one entry from the archive to the destination: inflated, verified, transformed, published. Nothing is
 * published, under any name, before all of it has been verified.
 *
 * @param {object} job
 * @param {Archive} job.archive
 * @param {Entry} job.entry
 * @param {Rule} job.rule Not one that skips.
 * @param {Recipe['limits']} job.limits
 * @param {Destination} job.destination
 * @param {string} job.outputFolder
 * @param {EntryOutcome} job.outcome Filled in.
 * @param {() => Promise<void>} job.claim Called before anything is published.
 * @param {number} job.maxDescribed How many bad records may be described.
 * @param {AbortSignal | undefined} job.signal
 * @param {AbortSignal | undefined} job.pause Says that the entry is to be suspended; without it, it is not.
 * @param {Checkpoint | null} job.checkpoint What to go on from. Its bytes are let go of.
 * @param {() => void} job.onProgress
 * @returns {Promise<Suspended | null>} null where the entry is published.
 */
export async function processEntry(job) {
  const { archive, entry, destination, outputFolder, outcome, claim, signal, pause, checkpoint } = job;
  const declared = { declaredBytes: entry.bytes, resumable: pause !== undefined };
  if (checkpoint !== null) Object.assign(outcome, checkpoint.outcome);
  const path = outputPath(outputFolder, entry.name);
  const output = await (checkpoint
    ? destination.resume(path, checkpoint.output, declared)
    : destination.create(path, declared));
  const aside = openAside(job, output, declared);

  try {
    // Where nothing is left of one of them, that is to be known before the work.
    await aside.opened();
    const position = checkpoint?.engine.reader.position ?? 0;
    const { stage, paused } = engineStage({ ...job, reject: aside.reject, state: checkpoint?.engine });
    if (checkpoint !== null) letGo(checkpoint);
    /** @type {any[]} Node's types do not know a stage between two streams. */
    const streams = [archive.readRaw(entry, position), stage, output.writable];
    await pipeline(streams, signal ? { signal } : {});
    const engine = paused();
    const rejected = await aside.opened();
    if (engine !== null) {
      if (rejected) await end(rejected);
      return { engine, ...(await suspendBoth(job, output, rejected)) };
    }
    await claim();
    if (rejected !== null) {
      await end(rejected);
      await rejected.commit();
      outcome.rejected = rejected.uri;
    }
    await output.commit();
    outcome.output = output.uri;
    return null;
  } catch (caught) {
    const error = toArchiveError(caught);
    // What a checkpoint tells of has to be there when it is gone on from again.
    const leave = (/** @type {Output} */ left) => (isFinal(error) ? left.abort() : left.release());
    // It may be about to be opened.
    const leftAside = aside.opened().then(
      rejected => rejected && leave(rejected),
      () => {},
    );
    await Promise.all([leave(output), leftAside]);
    throw error;
  } finally {
    archive.release();
  }
}

/**
 * Where the entry's bad records go, once there are some.
 *
 * @param {Parameters<typeof processEntry>[0]} job
 * @param {Output} output The pipeline's.
 * @param {{ declaredBytes: number, resumable: boolean }} declared
 */
function openAside({ destination, outputFolder, entry, checkpoint }, output, declared) {
  const path = rejectedPath(outputFolder, entry.name);
  /** @type {Promise<Output> | null} */
  let opening = checkpoint?.rejected ? destination.resume(path, checkpoint.rejected, declared) : null;
  opening?.catch(() => {});
  return {
    opened: async () => opening,
    /** @param {Buffer} bytes */
    async reject(bytes) {
      opening ??= destination.create(path, declared);
      const { writable } = await opening;
      // The pipeline does not know of it, and would wait for it when it failed itself.
      if (output.writable.destroyed) throw output.writable.errored ?? new Error('the output was destroyed');
      const destroy = () => void writable.destroy();
      output.writable.once('close', destroy);
      try {
        await write(writable, bytes);
      } finally {
        output.writable.off('close', destroy);
      }
    },
  };
}

/**
 * The outputs have taken over what they have to know, and so have the stages. It may be as much as two parts.
 *
 * @param {Checkpoint} checkpoint
 */
function letGo(checkpoint) {
  checkpoint.engine = NO_ENGINE;
  checkpoint.output.rest = EMPTY;
  if (checkpoint.rejected !== null) checkpoint.rejected.rest = EMPTY;
}

/**
 * @param {Parameters<typeof processEntry>[0]} job
 * @param {Output} output
 * @param {Output | null} rejected
 * @returns {Promise<Pick<Suspended, 'output' | 'rejected'>>}
 */
async function suspendBoth({ destination, outputFolder, entry, checkpoint }, output, rejected) {
  const suspended = await output.suspend();
  try {
    return { output: suspended, rejected: (await rejected?.suspend()) ?? null };
  } catch (error) {
    const isKnown = checkpoint !== null && isSameOutput(suspended, checkpoint.output);
    if (!isKnown) await destination.discard(outputPath(outputFolder, entry.name), suspended).catch(() => {});
    throw error;
  }
}

/** @param {Output} output */
async function end({ writable }) {
  writable.end();
  await finished(writable);
}

/**
 * @param {import('node:stream').Writable} writable
 * @param {Buffer} bytes
 * @returns {Promise<void>}
 */
function write(writable, bytes) {
  return new Promise((resolve, reject) => {
    writable.write(bytes, error => (error ? reject(error) : resolve()));
  });
}

const EMPTY = Buffer.alloc(0);
/** @type {EngineState} */
const NO_ENGINE = { reader: { position: 0 }, verified: { bytes: 0, crc32: 0 }, blocks: null };

/** @typedef {{ engine: EngineState, output: SuspendedOutput, rejected: SuspendedOutput | null }} Suspended */
