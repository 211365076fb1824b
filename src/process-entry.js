import { finished, pipeline } from 'node:stream/promises';
import { inflateStages } from './archive/inflate.js';
import { releaseChunk } from './chunk-memory.js';
import { csvStage } from './csv/csv-stage.js';
import { outputPath, rejectedPath } from './output-paths.js';

/** @import { Entry } from './archive/entry.js' */
/** @import { Archive } from './archive/open-archive.js' */
/** @import { Destination, Output } from './destination/open-destination.js' */
/** @import { EntryOutcome } from './manifest.js' */
/** @import { Recipe, Rule } from './recipe/recipe.js' */

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
 * @param {string} job.place
 * @param {EntryOutcome} job.outcome Filled in.
 * @param {() => Promise<void>} job.claim Called before anything is published.
 * @param {number} job.maxDescribed How many bad records may be described.
 * @param {AbortSignal | undefined} job.signal
 * @param {() => void} job.onProgress
 * @returns {Promise<void>}
 */
export async function processEntry(job) {
  const { archive, entry, rule, limits, destination, place, outcome, claim, maxDescribed, signal, onProgress } = job;
  const declared = { declaredBytes: entry.bytes };
  const output = await destination.create(outputPath(place, entry.name), declared);
  /** @type {Promise<Output> | null} */
  let rejected = null;

  /** @param {Buffer} bytes */
  const reject = async bytes => {
    rejected ??= destination.create(rejectedPath(place, entry.name), declared);
    const { writable } = await rejected;
    // The pipeline does not know of it, and would wait for it when it failed itself.
    if (output.writable.destroyed) throw output.writable.errored ?? new Error('the output was destroyed');
    const destroy = () => void writable.destroy();
    output.writable.once('close', destroy);
    try {
      await write(writable, bytes);
    } finally {
      output.writable.off('close', destroy);
    }
  };
  const openedAside = async () => rejected;
  const onBytes = (/** @type {number} */ bytes) => {
    outcome.bytesIn += bytes;
    if (rule.action === 'copy') outcome.bytesOut += bytes;
    onProgress();
  };

  try {
    await pipeline(
      [
        archive.readRaw(entry),
        ...inflateStages(entry, onBytes),
        ...(rule.action === 'csv'
          ? [
              csvStage({
                rule: rule.csv,
                maxRecordBytes: limits.maxRecordBytes,
                maxDescribed,
                counts: outcome,
                reject,
                release: releaseChunk,
              }),
            ]
          : []),
        output.writable,
      ],
      signal ? { signal } : {},
    );
    await claim();
    const aside = await openedAside();
    if (aside !== null) {
      await publish(aside);
      outcome.rejected = aside.uri;
    }
    await output.commit();
    outcome.output = output.uri;
  } catch (error) {
    // It may be about to be opened.
    const abortAside = openedAside().then(
      aside => aside?.abort(),
      () => {},
    );
    await Promise.all([output.abort(), abortAside]);
    throw error;
  } finally {
    archive.release();
  }
}

/** @param {Output} output */
async function publish(output) {
  output.writable.end();
  await finished(output.writable);
  await output.commit();
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
