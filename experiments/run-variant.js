import { fileURLToPath } from 'node:url';
import { measure } from './measure/measure.js';

/** @import { Run, Variant } from './results.js' */

/**
 * @typedef {object} VariantRun
 * @property {Variant} variant
 * @property {string} archivePath
 * @property {string} recipePath
 * @property {string} outputFolder Exists and is empty.
 * @property {AbortSignal} signal
 */

/**
 * Runs a variant in its own process, and measures it from outside and inside.
 *
 * @param {VariantRun} options
 * @returns {Promise<Omit<Run, 'variant' | 'input'>>}
 */
export async function runVariant({ signal, ...what }) {
  const { outcome, reason, ...seen } = await measure({
    command: process.execPath,
    args: argumentsOf(what),
    inside: true,
    timeoutMs: MAX_MS,
    signal,
  });
  return {
    failure: outcome === 'finished' ? null : (reason ?? outcome),
    wallSeconds: seen.wallSeconds,
    cpuSeconds: seen.cpuSeconds,
    peakRssBytes: seen.peakRssBytes,
    peakHeapBytes: seen.peakHeapBytes,
    peakExternalBytes: seen.peakExternalBytes,
    peakArrayBuffersBytes: seen.peakArrayBuffersBytes,
    heapAtEndBytes: seen.heapAtEndBytes,
    outside: seen.outside,
    inside: seen.inside,
  };
}

/**
 * @param {Omit<VariantRun, 'signal'>} what
 * @returns {string[]} Arguments for Node.
 */
export function argumentsOf({ variant, archivePath, recipePath, outputFolder }) {
  const program = fileURLToPath(new URL(`variants/${variant}.js`, import.meta.url));
  return [program, archivePath, recipePath, outputFolder];
}

// Lambda's limit, on a machine with far more CPU.
const MAX_MS = 15 * 60 * 1000;
