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
 * Runs each variant within the memory of each of Lambda's sizes, with Lambda's flags for Node, and records which it survives.
 *
 * @param {object} options
 * @param {Archive} options.archive
 * @param {string} options.recipePath
 * @param {string} options.folder For temporary outputs.
 * @param {AbortSignal} options.signal
 * @param {Run[]} options.runs Of the same archive, with unlimited memory.
 * @param {(variant: Variant, memoryMegabytes: number) => void} options.onAttempt
 * @param {readonly number[]} [options.memorySizes] In MB.
 * @returns {Promise<Omit<Survival, 'input'>>}
 */
export async function measureSurvival(options) {
  const { archive, recipePath, folder, signal, runs, onAttempt, memorySizes = MEMORY_SIZES } = options;
  const limit = await findMemoryLimit(signal);
  const outputFolder = join(folder, 'limited');
  /** @type {Attempt[]} */
  const attempts = [];
  for (const variant of VARIANTS) {
    for (const memoryMegabytes of memorySizes) {
      onAttempt(variant, memoryMegabytes);
      await mkdir(outputFolder);
      const { outcome, reason, wallSeconds } = await measure({
        command: process.execPath,
        args: [
          ...lambdaFlags(memoryMegabytes),
          ...argumentsOf({ variant, archivePath: archive.path, recipePath, outputFolder }),
        ],
        memory: { limit, bytes: memoryMegabytes * 2 ** 20 },
        timeoutMs: timeoutFor(runs.filter(run => run.variant === variant)),
        signal,
      });
      await rm(outputFolder, { recursive: true });
      attempts.push({ variant, memoryMegabytes, outcome, reason, wallSeconds });
    }
  }
  return { method: limit.method, attempts };
}

/**
 * After this time, a variant only collects garbage.
 *
 * @param {Run[]} runs Of one variant.
 */
function timeoutFor(runs) {
  return Math.max(MIN_TIMEOUT_MS, ...runs.map(({ wallSeconds }) => wallSeconds * 1000 * TIMES_AS_LONG));
}

const MIN_TIMEOUT_MS = 120_000;
const TIMES_AS_LONG = 4;
