import { PAUSE_RESERVE } from '../../src/lambda/deadline.js';
import { MAX_SECONDS, MEGABYTES_PER_CPU } from '../lambda/prices.js';

/**
 * What is enforced for an invocation.
 *
 * The function sees only wall time. Its time limit is chosen such that it pauses with the same CPU budget left as with
 * Lambda's 900 s: the pause reserve at Lambda's share of a processor.
 *
 * @param {number} cpuSeconds The budget.
 */
export function limitsFor(cpuSeconds) {
  const reserve = PAUSE_RESERVE.ms / 1000;
  const pauseAfter = Math.max(1, (cpuSeconds - START_CPU_SECONDS - reserve * LAMBDA_SHARE) / CPU_SHARE);
  const timeoutSeconds = Math.round(Math.min(pauseAfter + reserve, pauseAfter / (1 - PAUSE_RESERVE.share)));
  return {
    memoryMegabytes: MEMORY_MEGABYTES,
    cpuSeconds,
    cpuShare: CPU_SHARE,
    timeoutSeconds,
  };
}

const MEMORY_MEGABYTES = 128;
const LAMBDA_SHARE = MEMORY_MEGABYTES / MEGABYTES_PER_CPU;

/** The CPU seconds that Lambda gives this memory size in 15 minutes. */
export const LAMBDA_CPU_SECONDS = MAX_SECONDS * LAMBDA_SHARE;

/** More than Lambda's share, to take minutes rather than hours; less than 1, so that the whole share is used. */
const CPU_SHARE = 0.5;

/** What a container uses before the function begins. */
const START_CPU_SECONDS = 0.5;
