import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments, shownPath, typedPath, wholeNumber } from '../../scripts/command-line/command.js';
import { createScreen } from '../../scripts/command-line/screen.js';
import { makeScratchFolder } from '../../scripts/folders/scratch-folder.js';
import { formatDuration } from '../../src/cli/units.js';
import { ExperimentError } from '../experiment-error.js';
import { describeMachine } from '../measure/machine.js';
import { refuseOthers, writeContent } from '../report/write-report.js';
import { reportOf } from './report.js';
import { runCells } from './run-cells.js';
import { terminalReport } from './terminal.js';

/** @import { Screen } from '../../scripts/command-line/screen.js' */
/** @import { Experiment, NamedResults } from './shape.js' */

/**
 * Runs a named experiment and writes its report.
 *
 * @param {Experiment} experiment
 * @param {AbortSignal} signal
 * @returns {Promise<number>} The exit code.
 * @throws {ExperimentError} `experiment/does-not-hold`: of the assertions; the report is written all the same.
 */
export async function runExperiment(experiment, signal) {
  const { runs, out, options } = readOptions(experiment);
  // Checked before the work, not only after it.
  await refuseOthers(out);
  const screen = createScreen();
  const folder = await makeScratchFolder(DATA_FOLDER);
  try {
    const results = await measure(experiment, { runs, options, folder, screen, signal });
    const report = reportOf(experiment, results);
    await writeContent(report, out);
    screen.print(
      terminalReport(report, { columns: screen.columns, isColoured: process.stdout.hasColors?.() ?? false }),
    );
    screen.fact('report', shownPath(join(out, 'report.html')));
    const broken = report.assertions.filter(({ holds }) => !holds);
    if (broken.length === 0) return 0;
    const reasons = broken.map(({ claim, seen }) => `${claim}: ${seen}`).join('; ');
    throw new ExperimentError('experiment/does-not-hold', `${experiment.name}: ${reasons}`);
  } finally {
    screen.clear();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {Experiment} experiment
 * @returns {string} What `--help` prints.
 */
export function helpOf(experiment) {
  const lines = Object.entries(experiment.options).map(
    ([name, { about, default: value }]) => `  ${`--${name} N`.padEnd(18)}${about} (${value})`,
  );
  return `Usage: ${usageOf(experiment)}

${experiment.about}

${lines.join('\n')}
  --runs N          how often each is run (${experiment.runs})
  --out FOLDER      for the report: an HTML page, its charts and the raw data; an earlier report there is replaced

Exit code 0: done. 1: outputs differ, something cannot run, or an assertion does not hold. 2: the command is wrong.
130: stopped.
`;
}

/**
 * @param {Experiment} experiment
 * @param {{ runs: number, options: Record<string, number>, folder: string, screen: Screen, signal: AbortSignal }} how
 * @returns {Promise<NamedResults>}
 */
async function measure(experiment, { runs, options, folder, screen, signal }) {
  const note = (/** @type {string} */ text) => screen.note(text);
  note('starting what it needs');
  const stage = await experiment.prepare({ options, folder, signal, note });
  try {
    const start = performance.now();
    const onRun = (/** @type {{ name: string, done: number, of: number }} */ { name, done, of }) => {
      const left = ((performance.now() - start) / 1000) * (of / done - 1);
      note(`${name}: ${done} of ${of}${done / of > 0.05 ? `, about ${formatDuration(left)} left` : ''}`);
    };
    const cells = await runCells(stage.cells, { runs, signal, onRun });
    const machine = describeMachine(experiment.packages);
    const { sluice, ...others } = machine.versions;
    return {
      version: 1,
      experiment: experiment.name,
      recordedAt: new Date().toISOString(),
      command: commandOf(experiment, runs, options),
      machine: { ...machine, versions: { ...others, ...stage.versions, sluice } },
      options,
      repetitions: runs,
      cells,
    };
  } finally {
    await stage.close();
  }
}

/** @param {Experiment} experiment */
function readOptions(experiment) {
  const names = Object.keys(experiment.options);
  /** @type {Record<string, { type: 'string' }>} */
  const shape = Object.fromEntries([...names, 'runs', 'out'].map(name => [name, { type: 'string' }]));
  const { values } = readArguments(shape, { usage: usageOf(experiment), maxPositionals: 0 });
  const numbers = names.map(name => {
    const { min, max, default: value } = experiment.options[name];
    return [name, wholeNumber(name, values[name] ?? String(value), min, max)];
  });
  return {
    options: /** @type {Record<string, number>} */ (Object.fromEntries(numbers)),
    runs: wholeNumber('runs', values.runs ?? String(experiment.runs), 1, 100),
    out: typedPath(values.out ?? `results/${experiment.name}`),
  };
}

/** @param {Experiment} experiment */
function usageOf({ name, options, runs }) {
  const own = Object.entries(options).map(([option, { default: value }]) => `[--${option} ${value}]`);
  return ['npm run experiment --', name, ...own, `[--runs ${runs}]`, `[--out results/${name}]`].join(' ');
}

/**
 * @param {Experiment} experiment
 * @param {number} runs
 * @param {Record<string, number>} options
 */
function commandOf({ name }, runs, options) {
  const own = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]);
  return ['npm run experiment --', name, ...own, '--runs', runs].join(' ');
}

// Relative to the package's folder, where npm runs scripts.
const DATA_FOLDER = 'data';
