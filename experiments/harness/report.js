import { formatCount } from '../../src/cli/units.js';
import { factsOf } from '../report/method.js';

/** @import { Experiment, NamedReport, NamedResults } from './shape.js' */

/**
 * The content of the terminal report and the pages, from the results alone.
 *
 * @param {Experiment} experiment
 * @param {NamedResults} results
 * @returns {NamedReport}
 */
export function reportOf(experiment, results) {
  const { headline, lede, numbers, ...found } = experiment.report(results);
  const assertions = experiment.assertions(results);
  return {
    results,
    assertions,
    words: {
      eyebrow: `Sluice · ${experiment.name}`,
      claims: found.claimsTitle,
      programs: found.programsTitle,
      results: 'All runs are in [`results.json`](results.json).',
    },
    findings: { headline, lede, numbers },
    charts: found.charts,
    overview: found.overview,
    tables: found.tables,
    claims: found.claims,
    method: {
      variants: found.programs,
      steps: [...commonSteps(results), ...found.steps],
      caveats: [
        ...missingArms(results),
        ...found.caveats,
        'Timings vary; compare ratios. This is one machine, and everything runs on it at the same time: client, servers and proxies.',
      ],
      facts: factsOf(results),
    },
    checks: {
      title: 'What holds on any machine',
      lines: assertions.map(({ holds, claim, seen }) => `${holds ? '✓' : '✗'} ${claim}: ${seen}.`),
    },
    listing: null,
  };
}

/** @param {NamedResults} results */
function commonSteps({ cells, repetitions }) {
  const outputs = new Set(cells.map(({ sameAs }) => sameAs).filter(sameAs => sameAs !== null));
  return [
    'Each combination is measured in its own process, one after the other.',
    ...(outputs.size === 0
      ? []
      : [
          'If two combinations that should write the same do not have the same SHA-256, there is no report. They are compared before anything is timed, and after each run.',
        ]),
    repetitions === 1
      ? 'One run of each.'
      : `${runsOfEach(cells, repetitions)}, in turns; figures are medians, with the range of all runs in parentheses.`,
  ];
}

/**
 * @param {NamedResults['cells']} cells
 * @param {number} repetitions
 */
function runsOfEach(cells, repetitions) {
  const haveFewer = cells.some(({ missing, runs }) => missing === null && runs.length < repetitions);
  return haveFewer
    ? `Up to ${formatCount(repetitions)} runs of each, fewer of slow ones`
    : `${formatCount(repetitions)} runs of each`;
}

/** @param {NamedResults} results */
function missingArms({ cells }) {
  const reasons = Map.groupBy(
    cells.filter(({ missing }) => missing !== null),
    ({ missing }) => String(missing),
  );
  return Array.from(reasons, ([why, those]) => `Not measured: ${those.map(({ name }) => name).join('; ')}: ${why}`);
}
