import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { printable } from '../src/printable.js';
import { ExperimentError } from './experiment-error.js';
import { findDifference, readOutputs } from './outputs.js';
import { VARIANTS } from './results.js';
import { runVariant } from './run-variant.js';

/** @import { Archive } from './inputs.js' */
/** @import { Outputs } from './outputs.js' */
/** @import { Input, Run, Variant } from './results.js' */

/**
 * @typedef {object} SweepOptions
 * @property {Archive[]} archives
 * @property {string} recipePath
 * @property {number} repetitions
 * @property {string} folder For temporary outputs.
 * @property {AbortSignal} signal
 * @property {(variant: Variant, input: number, repetition: number) => void} onRun
 */

/**
 * Runs each variant on each archive several times, in turns, and verifies that all outputs are the same.
 *
 * @param {SweepOptions} options
 * @returns {Promise<{ inputs: Input[], runs: Run[] }>}
 * @throws {ExperimentError} `experiment/cannot-run`: the product failed. `experiment/outputs-differ`: the message says
 *   where.
 */
export async function sweep(options) {
  /** @type {Input[]} */
  const inputs = [];
  /** @type {Run[]} */
  const runs = [];
  for (const [input, { path, name, rows, zipBytes, bytes }] of options.archives.entries()) {
    const { output, runs: those } = await sweepInput(input, path, options);
    inputs.push({ archive: name, rows, zipBytes, bytes, output });
    runs.push(...those);
  }
  return { inputs, runs };
}

/**
 * @param {number} input
 * @param {string} archivePath
 * @param {SweepOptions} options
 */
async function sweepInput(input, archivePath, { recipePath, repetitions, folder, signal, onRun }) {
  await readIntoCache(archivePath);
  const expectedFolder = join(folder, 'expected');
  /** @type {Outputs | null} */
  let expected = null;
  /** @type {Run[]} */
  const runs = [];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    for (const variant of orderOf(repetition)) {
      // A variant that failed once would fail again.
      if (runs.some(run => run.variant === variant && run.failure !== null)) continue;
      onRun(variant, input, repetition);
      /** @type {string} */
      const outputFolder = expected === null ? expectedFolder : join(folder, 'actual');
      await mkdir(outputFolder);
      const run = await runVariant({ variant, archivePath, recipePath, outputFolder, signal });
      if (run.failure === null) {
        const outputs = await readOutputs(outputFolder);
        if (expected !== null) await assertSame(expected, outputs, variant);
        expected ??= outputs;
      } else if (variant === PRODUCT) {
        throw new ExperimentError('experiment/cannot-run', `${printable(archivePath)}: ${run.failure}`);
      }
      runs.push({ ...run, variant, input });
      if (outputFolder !== expected?.folder) await rm(outputFolder, { recursive: true });
    }
  }
  await rm(expectedFolder, { recursive: true });
  const { files, bytes, sha256 } = /** @type {Outputs} */ (expected);
  return { output: { files, bytes, sha256 }, runs };
}

/**
 * Rotates the order, beginning with the product: if it fails, the others need not run.
 *
 * @param {number} repetition
 * @returns {Variant[]}
 */
function orderOf(repetition) {
  const first = VARIANTS.indexOf(PRODUCT) + repetition;
  return VARIANTS.map((_, index) => VARIANTS[(first + index) % VARIANTS.length]);
}

/**
 * @param {Outputs} expected
 * @param {Outputs} actual
 * @param {Variant} variant
 */
async function assertSame(expected, actual, variant) {
  if (expected.sha256 === actual.sha256 && expected.files === actual.files) return;
  const difference = await findDifference(expected, actual);
  throw new ExperimentError('experiment/outputs-differ', `the variants do not agree: of ${variant}, ${difference}`);
}

/** @param {string} path Read once, so that the first variant does not wait for the disk. */
async function readIntoCache(path) {
  await pipeline(createReadStream(path), createHash('sha256'));
}

const PRODUCT = 'stream';
