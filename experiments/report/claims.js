import { formatBytes, formatCount } from '../../src/cli/units.js';
import { MAX_SECONDS, MEGABYTES_PER_CPU } from '../lambda/prices.js';
import { USE_MORE } from '../too-small.js';
import { formatSeconds, VARIANT_NAMES } from './figures.js';

/** @import { Ancestor, Results } from '../results.js' */
/** @import { VariantCosts } from './costs.js' */
/** @import { Measured, Summary } from './summary.js' */

/**
 * @typedef {object} Claim
 * @property {string} topic
 * @property {string} said By the article.
 * @property {string[]} seen Here; each a sentence of its own.
 * @property {string} why They differ.
 */

/**
 * What the article said that this experiment descends from, beside what was seen here.
 *
 * @param {Results} results
 * @param {Summary} summary
 * @param {VariantCosts[]} costs
 * @returns {Claim[]} None where the user's own archive was looked at.
 */
export function claimsOf({ ancestor }, { variants, isTooSmall }, costs) {
  if (ancestor === null) return [];
  /** @param {(measured: Measured) => string} format */
  const each = format =>
    variants
      .map(({ variant, atLargest }) => `${VARIANT_NAMES[variant]} ${atLargest ? format(atLargest) : '–'}`)
      .join(', ');
  return [
    {
      topic: 'Memory',
      said: '1,403 MB with buffers, 5 MB with streams',
      seen: [
        `Peak, resident: ${each(cell => formatBytes(cell.peakRssBytes.median))}.`,
        `Peak outside the heap: ${each(cell => formatBytes(cell.peakExternalBytes.median))}.`,
        `Heap at the end, its measure: ${each(cell => formatBytes(cell.heapAtEndBytes.median))}.`,
      ],
      why: 'It read heapUsed once, when the work was over. That is no peak, and it does not count Buffers, which lie outside the heap.',
    },
    {
      topic: 'Time',
      said: '1,370 ms with buffers, 1,446 ms with streams',
      seen: [`Wall: ${each(cell => formatSeconds(cell.wallSeconds.median))}.`],
      why: 'Its streams carried one row at a time, and highland does its bookkeeping for each. Here the stream carries blocks of whole records, and the work in a block is on bytes. Row by row is its way, for comparison.',
    },
    sizeClaim(ancestor),
    {
      topic: 'Rows',
      said: 'Rows with an email and a phone, as comma-separated values',
      seen: [
        `${formatCount(ancestor.brokenRows)} of ${formatCount(ancestor.keptRows)} kept rows hold a comma in a field, and would come out with more fields than they had.`,
      ],
      why: 'Both of its versions join fields by commas without quotes. Here a field gets quotes where it needs them.',
    },
    {
      topic: 'Data',
      said: '500,000 rows, 370 MB, new ones at every run',
      seen: [
        'A seed decides every byte: the same rows on every machine, and the SHA-256 of what comes out is in the report.',
      ],
      why: 'It drew from Math.random beside a seeded Faker. Why its rows were longer (370 MB, here 323 MB for as many) cannot be told any more.',
    },
    lambdaClaim(costs, isTooSmall),
  ];
}

/**
 * @param {Ancestor} ancestor
 * @returns {Claim}
 */
function sizeClaim({ rows, keptRows, bufferBytes, streamBytes }) {
  const difference = bufferBytes - streamBytes;
  const match = difference === keptRows ? 'exactly one byte for each' : 'not one byte for each';
  return {
    topic: 'Size of the outputs',
    said: '237 MB with buffers, 236 MB with streams, “not sure why”',
    seen: [
      `Its two ways on these ${formatCount(rows)} rows: ${formatCount(bufferBytes)} and ${formatCount(streamBytes)} bytes, ${formatCount(difference)} apart.`,
      `Rows kept: ${formatCount(keptRows)}, so ${match}.`,
    ],
    why: 'Each row ends with a delimiter. Its buffer version keeps it, its stream version cuts it off: a third of a megabyte, which rounds to 1 MB more.',
  };
}

/**
 * @param {VariantCosts[]} costs
 * @param {boolean} isTooSmall
 * @returns {Claim}
 */
function lambdaClaim(costs, isTooSmall) {
  const sizes = costs.find(({ variant }) => variant === 'stream')?.sizes ?? [];
  const smallest = sizes[0];
  const share = Math.round((SMALLEST_MEGABYTES / MEGABYTES_PER_CPU) * 100);
  const seconds = Math.round((MAX_SECONDS * SMALLEST_MEGABYTES) / MEGABYTES_PER_CPU);
  return {
    topic: 'Lambda',
    said: '10 GB in a function of 128 MB',
    seen: [
      smallest?.largest
        ? `${smallest.memoryMegabytes === SMALLEST_MEGABYTES ? 'At 128 MB' : `At 128 MB the stream was killed; at ${formatCount(smallest.memoryMegabytes)} MB`} the largest entry that ends within 15 minutes is ${formatBytes(smallest.largest.bytes)}: by the work alone. (Requests to S3 take CPU too; \`npm run bench\` measures from S3 to S3.) A larger one goes on in the next invocation, at the very byte: \`npm run carry\`.`
        : smallest || isTooSmall
          ? `Too small to say how large an entry may be: ${USE_MORE}.`
          : 'The stream finished under none of the limits that were tried.',
    ],
    why: `Memory is not all: 128 MB come with ${share} % of a CPU, so 15 minutes hold ${seconds} seconds of CPU time. What counts is CPU time a byte.`,
  };
}

const SMALLEST_MEGABYTES = 128;
