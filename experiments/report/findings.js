import { formatBytes } from '../../src/cli/units.js';
import { USE_MORE } from '../too-small.js';
import { describeSize, formatFactor, formatMemorySize, formatSeconds, VARIANT_NAMES } from './figures.js';

/** @import { Results } from '../results.js' */
/** @import { Measured, Summary, VariantSummary } from './summary.js' */

/**
 * @typedef {object} BigNumber
 * @property {string} number
 * @property {string} label
 * @property {string} beside The buffer's figure.
 *
 * @typedef {object} Findings
 * @property {string} headline
 * @property {string} lede
 * @property {BigNumber[]} numbers Of the stream.
 */

/**
 * The experiment's findings in words, chosen by its figures.
 *
 * @param {Results} results
 * @param {Summary} summary
 * @returns {Findings}
 */
export function findingsOf({ inputs }, { variants, largest, isLimited, isTooSmall }) {
  const buffer = /** @type {VariantSummary} */ (variants.find(({ variant }) => variant === 'buffer'));
  const stream = /** @type {VariantSummary} */ (variants.find(({ variant }) => variant === 'stream'));
  return {
    headline: isTooSmall ? `${describeSize(largest)}: too small to compare` : headlineOf(buffer, stream),
    lede: isTooSmall
      ? ledeOfTooSmall(buffer, stream, describeSize(largest))
      : ledeOf(buffer, stream, describeSize(largest), inputs.length),
    numbers: [
      {
        number: stream.atLargest ? peakOf(stream) : '–',
        label: 'peak memory of the stream',
        beside: `${VARIANT_NAMES.buffer}: ${peakOf(buffer)}`,
      },
      ...(stream.growth && inputs.length > 1
        ? [
            {
              number: `× ${formatGrowth(stream.growth.exponent)}`,
              label: 'its memory when the input grows tenfold',
              beside: buffer.growth
                ? `${VARIANT_NAMES.buffer}: × ${formatGrowth(buffer.growth.exponent)}`
                : `${VARIANT_NAMES.buffer}: does not finish`,
            },
          ]
        : [
            {
              number: stream.atLargest ? formatSeconds(stream.atLargest.wallSeconds.median) : '–',
              label: 'wall time of the stream',
              beside: `${VARIANT_NAMES.buffer}: ${buffer.atLargest ? formatSeconds(buffer.atLargest.wallSeconds.median) : 'does not finish'}`,
            },
          ]),
      ...(isLimited
        ? [
            {
              number: sizeOf(stream),
              label: 'the smallest Lambda that survives',
              beside: `${VARIANT_NAMES.buffer}: ${sizeOf(buffer)}`,
            },
          ]
        : []),
    ],
  };
}

/**
 * @param {VariantSummary} buffer
 * @param {VariantSummary} stream
 */
function headlineOf(buffer, stream) {
  if (!stream.atLargest) return 'What the same job costs with buffers and with streams';
  if (!buffer.atLargest) return `Streaming takes ${peakOf(stream)}. Buffering does not finish.`;
  const times = buffer.atLargest.peakRssBytes.median / stream.atLargest.peakRssBytes.median;
  if (times >= 1.1) return `Buffering takes ${formatFactor(times)} times the memory of streaming`;
  return times > 1 / 1.1
    ? 'Streaming and buffering take about the same memory here'
    : `Streaming takes ${formatFactor(1 / times)} times the memory of buffering here`;
}

/**
 * @param {VariantSummary} buffer
 * @param {VariantSummary} stream
 * @param {string} size
 * @param {number} inputs
 */
function ledeOf(buffer, stream, size, inputs) {
  const [b, s] = [buffer.atLargest, stream.atLargest];
  if (!s) return `One archive, ${size}, processed by three programs with the same output.`;
  const memory = b
    ? `Buffering ${size} takes ${peakOf(buffer)} of memory, streaming ${peakOf(stream)}`
    : `Streaming ${size} takes ${peakOf(stream)} of memory`;
  const isSmaller = !b || s.peakRssBytes.median < b.peakRssBytes.median;
  const isFlat = inputs > 1 && stream.growth && Math.abs(stream.growth.exponent) < FLAT;
  const growth = isSmaller && isFlat ? ', and hardly more for a larger archive' : '';
  const busy = [b, s].some(cell => cell && cell.wallSeconds.median > BUSY * cell.cpuSeconds.median) ? WARNING : '';
  return `${memory}${growth}. ${b ? `${compareTimes(b, s)} Both write the same bytes.` : `It takes ${formatSeconds(s.wallSeconds.median)}.`}${busy}`;
}

/**
 * @param {VariantSummary} buffer
 * @param {VariantSummary} stream
 * @param {string} size
 */
function ledeOfTooSmall(buffer, stream, size) {
  const [b, s] = [buffer, stream].map(({ atLargest }) =>
    atLargest
      ? `${formatBytes(atLargest.peakRssBytes.median)} of memory and ${formatSeconds(atLargest.wallSeconds.median)}`
      : 'more than is available',
  );
  return `Streaming ${size} takes ${s}, buffering ${b}. Too small to say: how memory grows, which is faster, what a terabyte costs. The start of Node dominates; ${USE_MORE}.`;
}

/**
 * @param {Measured} buffer
 * @param {Measured} stream
 */
function compareTimes(buffer, stream) {
  const ratio = buffer.wallSeconds.median / stream.wallSeconds.median;
  const [b, s] = [buffer, stream].map(({ wallSeconds }) => formatSeconds(wallSeconds.median));
  if (ratio >= 1.1) return `Streaming is also ${formatFactor(ratio)} times as fast: ${s} instead of ${b}.`;
  return ratio <= 1 / 1.1 ? `Streaming is slower: ${s} instead of ${b}.` : `Both take about as long: ${s} and ${b}.`;
}

/** @param {VariantSummary} summary */
function peakOf({ atLargest }) {
  return atLargest ? formatBytes(atLargest.peakRssBytes.median) : 'does not finish';
}

/** @param {VariantSummary} summary */
function sizeOf({ smallestMegabytes, trials }) {
  if (smallestMegabytes !== null) return formatMemorySize(smallestMegabytes);
  const largest = trials.findLast(({ outcome }) => outcome !== null);
  if (largest === undefined) return 'not tried';
  return largest.outcome === 'killed' ? `> ${formatMemorySize(largest.memoryMegabytes)}` : 'does not finish';
}

/** @param {number} exponent */
function formatGrowth(exponent) {
  const times = 10 ** exponent;
  return times < 2 ? times.toFixed(2) : times.toFixed(1);
}

const FLAT = 0.1;

// The work waits only for a CPU, so wall time far above CPU time means other load.
const BUSY = 1.5;
const WARNING = ' The machine was busy with something else: compare CPU times, not wall times.';
