import { MEMORY_SIZES, VARIANTS } from '../../../../experiments/results.js';
import { randomOf } from '../../../support/random.js';

/** @import { Ancestor, Attempt, Input, Results, Run, Variant } from '../../../../experiments/results.js' */

/**
 * Made-up results of the experiment, with the characteristics of the variants. The same arguments make the same results.
 *
 * @param {object} [options]
 * @param {number[]} [options.sizes] Rows of each input.
 * @param {number} [options.repetitions]
 * @param {boolean} [options.isOwn]
 * @param {string} [options.archive] The name of the largest one.
 * @param {(variant: Variant) => number} [options.survivesFrom] MB.
 * @param {(run: Run) => Run} [options.alter]
 * @returns {Results}
 */
export function makeResults({
  sizes = [50_000, 100_000, 200_000, 350_000, 500_000],
  repetitions = 3,
  isOwn = false,
  archive,
  survivesFrom = variant => SURVIVES_FROM[variant],
  alter = run => run,
} = {}) {
  const { below } = randomOf(1337);
  const chance = () => below(1_000_000) / 1_000_000;
  const inputs = sizes.map((rows, input) => makeInput(rows, isOwn, input === sizes.length - 1 ? archive : undefined));
  const last = inputs.length - 1;
  return {
    version: 1,
    recordedAt: '2026-05-20T10:00:00.000Z',
    command: isOwn ? `npm run experiment -- --own ${archive} --recipe my.json` : 'npm run experiment',
    machine: {
      processor: 'Example Processor 2.4 GHz',
      cores: 2,
      memoryBytes: 8_300_000_000,
      system: 'Linux 6.1.0 x64',
      versions: { node: '24.21.0', unzipper: '0.12.5', highland: '2.13.5', sluice: '0.1.0' },
    },
    recipe: {
      name: isOwn ? 'my.json' : 'the experiment’s',
      rules: {
        entries: [
          {
            match: '**/*.csv',
            csv: {
              delimiter: '|',
              drop: ['notes', 'sentence'],
              require: ['email', 'phone'],
              phones: [{ field: 'phone', format: 'strip' }],
            },
          },
        ],
      },
    },
    isOwn,
    repetitions,
    inputs,
    runs: inputs.flatMap((input, index) =>
      Array.from({ length: repetitions }, () =>
        VARIANTS.map(variant => alter(makeRun(variant, index, input.bytes, chance))),
      ).flat(),
    ),
    survival: {
      method: 'a control group of Linux (version 2) with memory.max and no swap',
      input: last,
      attempts: VARIANTS.flatMap(variant =>
        MEMORY_SIZES.map(size => makeAttempt(variant, size, survivesFrom(variant), inputs[last].bytes)),
      ),
    },
    ancestor: isOwn ? null : makeAncestor(sizes[sizes.length - 1]),
  };
}

/**
 * @param {number} rows
 * @param {boolean} isOwn
 * @param {string} [archive]
 * @returns {Input}
 */
function makeInput(rows, isOwn, archive = `people-${rows}-1337-header.zip`) {
  const bytes = rows * 774 + 116;
  const output = { files: 1, bytes: Math.round(bytes * 0.53), sha256: '3f79bb7b435b05321651daefd374cdc6'.repeat(2) };
  return { archive, rows: isOwn ? null : rows, zipBytes: Math.round(bytes * 0.328), bytes, output };
}

/**
 * @param {Variant} variant
 * @param {number} input
 * @param {number} bytes
 * @param {() => number} chance
 * @returns {Run}
 */
function makeRun(variant, input, bytes, chance) {
  const { fixed, perByte, start, secondsPerByte, cpuPerWall, heapAtEnd } = SHAPES[variant];
  const wallSeconds = start + bytes * secondsPerByte * (0.95 + 0.12 * chance());
  const peak = (fixed + bytes * perByte) * (0.97 + 0.06 * chance());
  const count = Math.max(4, Math.min(400, Math.round(wallSeconds / 0.01)));
  const share = variant === 'stream' ? 0.25 : variant === 'row-by-row' ? 0.45 : 0.8;
  /** @type {Run['outside']} */
  const outside = [];
  /** @type {Run['inside']} */
  const inside = [];
  for (let index = 0; index <= count; index++) {
    const at = index / count;
    const seconds = at * wallSeconds;
    const grown = variant === 'buffer' ? Math.min(1, at * 1.15) ** 1.2 * (at > 0.9 ? 0.93 : 1) : Math.min(1, at * 9);
    const wave = variant === 'buffer' ? 0.97 + 0.03 * chance() : 0.88 + 0.12 * ((index % 17) / 17);
    const rss = Math.round(START_BYTES + (peak - START_BYTES) * grown * wave);
    outside.push([seconds, rss]);
    inside.push([
      seconds,
      Math.round(rss * share * 0.7),
      Math.round(rss * share * 0.3),
      Math.round(rss * share * 0.28),
    ]);
  }
  return {
    variant,
    input,
    failure: null,
    wallSeconds,
    cpuSeconds: wallSeconds * cpuPerWall,
    peakRssBytes: Math.round(peak),
    peakHeapBytes: Math.round(peak * share * 0.7),
    peakExternalBytes: Math.round(peak * share * 0.3),
    peakArrayBuffersBytes: Math.round(peak * share * 0.28),
    heapAtEndBytes: Math.round(heapAtEnd * (variant === 'buffer' ? bytes / 387e6 : 1)),
    outside,
    inside,
  };
}

/**
 * @param {Variant} variant
 * @param {number} memoryMegabytes
 * @param {number} from
 * @param {number} bytes
 * @returns {Attempt}
 */
function makeAttempt(variant, memoryMegabytes, from, bytes) {
  const wallSeconds = SHAPES[variant].start + bytes * SHAPES[variant].secondsPerByte;
  return memoryMegabytes >= from
    ? { variant, memoryMegabytes, outcome: 'finished', reason: null, wallSeconds }
    : {
        variant,
        memoryMegabytes,
        outcome: 'killed',
        reason: 'out of memory (SIGKILL)',
        wallSeconds: wallSeconds * 0.3,
      };
}

/**
 * @param {number} rows
 * @returns {Ancestor}
 */
function makeAncestor(rows) {
  const keptRows = Math.round(rows * 0.6375);
  const streamBytes = keptRows * 741;
  return { rows, keptRows, bufferBytes: streamBytes + keptRows, streamBytes, brokenRows: Math.round(keptRows * 0.31) };
}

/** @type {Record<Variant, { fixed: number, perByte: number, start: number, secondsPerByte: number, cpuPerWall: number, heapAtEnd: number }>} */
const SHAPES = {
  buffer: { fixed: 55e6, perByte: 4.9, start: 0.05, secondsPerByte: 1.17e-8, cpuPerWall: 1.22, heapAtEnd: 8.1e8 },
  'row-by-row': { fixed: 148e6, perByte: 0.02, start: 0.09, secondsPerByte: 1.06e-8, cpuPerWall: 1.04, heapAtEnd: 2e7 },
  stream: { fixed: 108e6, perByte: 0.002, start: 0.09, secondsPerByte: 4.7e-9, cpuPerWall: 1.06, heapAtEnd: 1.2e7 },
};
/** @type {Record<Variant, number>} */
const SURVIVES_FROM = { buffer: 2048, 'row-by-row': 256, stream: 128 };
const START_BYTES = 42e6;
