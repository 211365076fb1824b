import { cellOf, median, spread } from '../../../../experiments/harness/spread.js';
import { barChart } from '../../../../experiments/report/charts/bars.js';
import { lineChart } from '../../../../experiments/report/charts/lines.js';

/** @import { Cell, CellResult, Experiment, NamedResults } from '../../../../experiments/harness/shape.js' */

/** An experiment of two programs that count to a number, with everything that a report can have. @type {Experiment} */
export const COUNTING = {
  name: 'counting',
  about: 'Counts, by ones and by tens.',
  options: { most: { default: 100, min: 1, max: 1000, about: 'how far' } },
  runs: 3,
  packages: ['pg'],
  prepare: async () => ({ cells: [], versions: { server: '1.0' }, close: async () => {} }),
  report: results => ({
    headline: 'Counting by tens takes a tenth of the steps',
    lede: `To ${results.options.most}.`,
    numbers: [
      { number: '10', label: 'steps by tens', beside: 'by ones: 100' },
      { number: '1', label: 'more of them', beside: 'by ones: 10' },
      { number: '0', label: 'errors', beside: 'by ones: 0' },
    ],
    charts: [
      barChart({
        ...{ name: 'steps', title: 'Tens take fewer steps', subtitle: 'Steps to 100' },
        bars: results.cells.map(({ name, missing }) => ({
          label: name,
          value: spread(cellOf(results, { way: name }), 'steps'),
          ...(missing === null ? {} : { words: 'not installed' }),
          role: name === 'by tens' ? 'stream' : 'buffer',
          group: 'Ways to count',
        })),
        format: steps => `${steps} steps`,
      }),
      lineChart({
        ...{ name: 'growth', title: 'Both grow in proportion', subtitle: 'Steps by number, both axes logarithmic' },
        panels: ['One', 'Other'].map(title => ({
          title,
          lines: /** @type {const} */ (['by ones', 'by tens']).map((way, index) => ({
            label: way,
            note: 'exponent 1.00',
            role: index === 0 ? 'buffer' : 'stream',
            points: [10, 100, 1000].map(x => {
              const steps = x / 10 ** index;
              return { x, y: { median: steps, min: steps * 0.9, max: steps * 1.1 } };
            }),
          })),
        })),
        formatX: x => `${x}`,
        formatY: y => `${y} steps`,
        isLogX: true,
        isLogY: true,
      }),
    ].filter(chart => chart !== null),
    overview: {
      title: 'At a glance',
      headings: ['way', 'steps'],
      textColumns: 1,
      rows: results.cells.map(({ name }) => [name, String(median(cellOf(results, { way: name }), 'steps'))]),
    },
    tables: [],
    claimsTitle: 'The article this descends from',
    claims: [{ topic: 'Speed', claimed: 'twice as fast', seen: ['Ten times.'], why: 'It counted by fives <b>.' }],
    programsTitle: 'The ways',
    programs: [['by ones', 'adds 1.']],
    steps: ['Counted aloud.'],
    caveats: ['Only to 100.'],
  }),
  assertions: results => {
    const [ones, tens] = ['by ones', 'by tens'].map(way => median(cellOf(results, { way }), 'steps'));
    return [{ claim: 'by tens takes a tenth', seen: `${tens} and ${ones}`, holds: tens * 10 === ones }];
  },
};

/**
 * @param {number[]} [steps] Of each way.
 * @returns {NamedResults}
 */
export function countingResults(steps = [100, 10]) {
  return {
    version: 1,
    experiment: 'counting',
    recordedAt: '2026-01-02T03:04:05.678Z',
    command: 'npm run experiment -- counting --most 100 --runs 3',
    machine: {
      ...{ processor: 'Example Processor', cores: 2, memoryBytes: 8e9, system: 'Linux 6.1.0 x64' },
      versions: { node: '24.21.0', server: '1.0', sluice: '0.1.0' },
    },
    options: { most: 100 },
    repetitions: 3,
    cells: [
      ...['by ones', 'by tens'].map((name, index) => cellResult(name, steps[index])),
      { name: 'by hundreds', of: { way: 'by hundreds' }, sameAs: null, digest: null, missing: 'no hundreds', runs: [] },
    ],
  };
}

/**
 * @param {string} name
 * @param {number} steps
 * @returns {CellResult}
 */
function cellResult(name, steps) {
  const run = { failure: null, wallSeconds: 0.1, cpuSeconds: 0.1, peakRssBytes: 5e7, peakHeapBytes: 0, words: {} };
  const runs = [1, 2, 3].map(() => ({ ...run, figures: { steps } }));
  return { name, of: { way: name }, sameAs: 'the number', digest: 'abc', missing: null, runs };
}

/**
 * A cell whose program is this code.
 *
 * @param {string} name
 * @param {string} code
 * @param {Partial<Cell>} [more]
 * @returns {Cell}
 */
export function cellOfCode(name, code, more = {}) {
  return { name, of: { name }, program: '--input-type=module', args: ['-e', code], ...more };
}
