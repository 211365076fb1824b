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
 * @property {string} claimed The article's claim.
 * @property {string[]} seen The findings here, as sentences.
 * @property {string} why The reason for the difference.
 */

/**
 * The claims of the article that this experiment descends from, compared with the findings here.
 *
 * @param {Results} results
 * @param {Summary} summary
 * @param {VariantCosts[]} costs
 * @returns {Claim[]} Empty for a user's archive.
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
      claimed: '1,403 MB with buffers, 5 MB with streams',
      seen: [
        `Peak RSS: ${each(cell => formatBytes(cell.peakRssBytes.median))}.`,
        `Peak outside the heap: ${each(cell => formatBytes(cell.peakExternalBytes.median))}.`,
        `Heap at the end, as the article measured: ${each(cell => formatBytes(cell.heapAtEndBytes.median))}.`,
      ],
      why: 'The article read heapUsed once, at the end. That is not the peak, and does not count Buffers, which are outside the heap.',
    },
    {
      topic: 'Time',
      claimed: '1,370 ms with buffers, 1,446 ms with streams',
      seen: [`Wall: ${each(cell => formatSeconds(cell.wallSeconds.median))}.`],
      why: 'Its streams pass one row at a time, with highland’s overhead for each. The stream here passes blocks of whole records, and edits their bytes. Row by row is the article’s way, for comparison.',
    },
    sizeClaim(ancestor),
    {
      topic: 'Rows',
      claimed: 'Rows with an email and a phone, as comma-separated values',
      seen: [
        `${formatCount(ancestor.brokenRows)} of ${formatCount(ancestor.keptRows)} kept rows have a comma in a field, which would split that field in two.`,
      ],
      why: 'Both of its versions join fields by commas without quoting. Here, fields are quoted where necessary.',
    },
    {
      topic: 'Data',
      claimed: '500,000 rows, 370 MB, different in every run',
      seen: [
        'A seed determines every byte: the rows are the same on every machine, and the output’s SHA-256 is in the report.',
      ],
      why: 'It used Math.random beside a seeded Faker. Why its rows were longer (370 MB, here 323 MB for the same number) is unknown.',
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
    claimed: '237 MB with buffers, 236 MB with streams, “not sure why”',
    seen: [
      `Its two versions on these ${formatCount(rows)} rows: ${formatCount(bufferBytes)} and ${formatCount(streamBytes)} bytes, ${formatCount(difference)} apart.`,
      `Rows kept: ${formatCount(keptRows)}, so ${match}.`,
    ],
    why: 'Each row ends with a delimiter. Its buffer version keeps it, its stream version removes it: a third of a megabyte, which can change the rounded size by 1 MB.',
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
    claimed: '10 GB in a function of 128 MB',
    seen: [
      smallest?.largest
        ? `${smallest.memoryMegabytes === SMALLEST_MEGABYTES ? 'At 128 MB' : `At 128 MB the stream was killed; at ${formatCount(smallest.memoryMegabytes)} MB`} the largest entry that finishes within 15 minutes is ${formatBytes(smallest.largest.bytes)}, without requests to S3, which take CPU too (\`npm run bench\` measures from S3 to S3). A larger entry is resumed by the next invocation (\`npm run measure:turns\`).`
        : smallest || isTooSmall
          ? `Too small to say how large an entry may be: ${USE_MORE}.`
          : 'The stream did not finish under any of the limits.',
    ],
    why: `Memory is not the only limit: 128 MB come with ${share} % of a CPU, so 15 minutes have ${seconds} seconds of CPU time. What counts is CPU time per byte.`,
  };
}

const SMALLEST_MEGABYTES = 128;
