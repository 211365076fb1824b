import { formatBytes, formatCount } from '../../src/cli/units.js';
import { printable } from '../../src/printable.js';
import { MEGABYTES_PER_CPU, PRICES } from '../lambda/prices.js';

import { describeSize, VARIANT_NAMES } from './figures.js';

/** @import { Results } from '../results.js' */
/** @import { Summary } from './summary.js' */

/**
 * @typedef {object} Method
 * @property {[variant: string, does: string][]} variants
 * @property {string[]} steps How it was measured.
 * @property {string[]} caveats
 * @property {[name: string, value: string][]} facts The machine, versions and the command.
 */

/**
 * How the figures came about and how far they carry.
 *
 * @param {Results} results
 * @param {Summary} summary
 * @returns {Method}
 */
export function methodOf(
  { recordedAt, command, machine, recipe, repetitions, isOwn, inputs, survival },
  { variants, isTooSmall },
) {
  return {
    variants: [
      ['buffer', 'the whole archive, the whole text, arrays of rows: what one writes first.'],
      ['row by row', 'streams, with highland over every single row: what one writes next.'],
      [
        'stream',
        'the product’s own pipeline: blocks of whole records, and bytes instead of strings. It alone also checks sizes and CRC-32, publishes each file in one step and keeps a manifest, which shows where there are many small entries.',
      ],
    ],
    steps: [
      'Each variant is a program and a process of its own. All read the same archive and apply the same rules.',
      'Their outputs must have the same SHA-256, or there is no report.',
      `${repetitions === 1 ? 'One run' : `${formatCount(repetitions)} runs`} of each on each input${repetitions === 1 ? '' : '; figures are medians, in brackets the range over all runs'}. Times begin with the start of the process.`,
      'Memory is seen from outside as the resident set (RSS), with the peak that the kernel keeps, and from inside as heap, external memory and array buffers.',
      ...(survival.attempts.length > 0 ? [`Memory was limited by ${survival.method}.`] : []),
      ...(isTooSmall
        ? []
        : [
            `Costs: measured CPU seconds, at ${formatCount(MEGABYTES_PER_CPU)} MB to a vCPU, at the prices of ${PRICES.asOf} for ${PRICES.region} on x86 (${PRICES.source}), without the free tier.`,
          ]),
    ],
    caveats: [
      ...variants.flatMap(({ variant, failures }) =>
        failures.flatMap((reason, input) =>
          reason === null
            ? []
            : `${VARIANT_NAMES[variant]} does not finish on ${describeSize(inputs[input])}: ${printable(reason)}`,
        ),
      ),
      'One machine. A CPU second of Lambda may do more or less; look at ratios first.',
      ...(isTooSmall ? [] : EXTRAPOLATED),
      ...(isOwn
        ? []
        : ['The rows are made by Faker. Your data will have other widths; run it on an archive of yours with --own.']),
    ],
    facts: [
      ['Command', printable(command)],
      ['Recorded', `${recordedAt.slice(0, 16).replace('T', ' ')} UTC`],
      ['Processor', `${machine.processor}, ${machine.cores} ${machine.cores === 1 ? 'core' : 'cores'}`],
      ['Memory', formatBytes(machine.memoryBytes)],
      ['System', machine.system],
      [
        'Versions',
        Object.entries(machine.versions)
          .map(([name, version]) => `${name} ${version}`)
          .join(', '),
      ],
      ['Recipe', printable(recipe.name)],
    ],
  };
}

const EXTRAPOLATED = [
  'From file to folder: nothing here waits for S3, and neither its requests nor the CPU that they take are in the costs. The bench measures from S3 to S3.',
  'RSS counts Node itself, some 40 MB. So even memory that grows in proportion has an exponent under 1, and a small one where the archives are small.',
  'The growth is what fits the sizes that were measured; it says nothing of ones far beyond.',
];
