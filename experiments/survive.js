import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lambdaFlags } from '../scripts/local-stack/lambda-flags.js';
import { measure } from './measure/measure.js';
import { findMemoryLimit } from './measure/memory-limit.js';
import { MEMORY_SIZES, VARIANTS } from './results.js';
import { argumentsOf } from './run-variant.js';

/** @import { Archive } from './inputs.js' */
/** @import { Attempt, Run, Survival, Variant } from './results.js' */

/**
 * Runs each variant with as much memory as Lambda's sizes have, and Node as Lambda starts it, and sees which it survives.
 *
 * @param {object} options
 * @param {Archive} options.archive
 * @param {string} options.recipePath
 * @param {string} options.folder For the outputs; they do not stay.
 * @param {AbortSignal} options.signal
 * @param {Run[]} options.runs Of the same archive, with all the memory there is.
 * @param {(variant: Variant, memoryMegabytes: number) => void} options.onAttempt
 * @returns {Promise<Omit<Survival, 'input'>>}
 */
export async function seeWhatSurvives({ archive, recipePath, folder, signal, runs, onAttempt }) {
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
        timeoutMs: patienceMs(runs.filter(run => run.variant === variant)),
        signal,
      });
      await rm(outputFolder, { recursive: true });
      attempts.push({ variant, memoryMegabytes, outcome, reason, wallSeconds });
    }
  }
  return { method: limit.method, attempts };
}

/**
 * What has not come to an end by then only goes round in circles for memory.
 *
 * @param {Run[]} runs Of one variant.
 */
function patienceMs(runs) {
  return Math.max(LEAST_PATIENCE_MS, ...runs.map(({ wallSeconds }) => wallSeconds * 1000 * TIMES_AS_LONG));
}

const LEAST_PATIENCE_MS = 120_000;
const TIMES_AS_LONG = 4;
