import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lambdaFlags } from '../scripts/loop/lambda-flags.js';
import { measure } from './measure/measure.js';
import { findMemoryLimit } from './measure/memory-limit.js';
import { MEMORY_SIZES, VARIANTS } from './results.js';
import { argumentsOf } from './run-variant.js';

/** @import { Archive } from './inputs.js' */
/** @import { Attempt, Survival, Variant } from './results.js' */

/**
 * Runs each variant with as much memory as Lambda's sizes have, and Node as Lambda starts it, and sees which it survives.
 *
 * @param {object} options
 * @param {Archive} options.archive
 * @param {string} options.recipePath
 * @param {string} options.folder For the outputs; they do not stay.
 * @param {AbortSignal} options.signal
 * @param {(variant: Variant, memoryMegabytes: number) => void} options.onAttempt
 * @returns {Promise<Omit<Survival, 'input'>>}
 */
export async function seeWhatSurvives({ archive, recipePath, folder, signal, onAttempt }) {
  const limit = await findMemoryLimit(signal);
  const outputFolder = join(folder, 'limited');
  /** @type {Attempt[]} */
  const attempts = [];
  for (const variant of VARIANTS) {
    for (const memoryMegabytes of MEMORY_SIZES) {
      onAttempt(variant, memoryMegabytes);
      await mkdir(outputFolder);
      const { outcome, reason, wallSeconds } = await measure({
        command: process.execPath,
        args: [
          ...lambdaFlags(memoryMegabytes),
          ...argumentsOf({ variant, archivePath: archive.path, recipePath, outputFolder }),
        ],
        memory: { limit, bytes: memoryMegabytes * 2 ** 20 },
        timeoutMs: MAX_MS,
        signal,
      });
      await rm(outputFolder, { recursive: true });
      const finished = outcome === 'finished';
      attempts.push({
        variant,
        memoryMegabytes,
        outcome: finished ? 'finished' : 'killed',
        reason: finished ? null : (reason ?? outcome),
        wallSeconds,
      });
    }
  }
  return { method: limit.method, attempts };
}

// What has not come to an end by then only goes round in circles for memory.
const MAX_MS = 120_000;
