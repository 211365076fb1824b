import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportOf } from '../../../../experiments/harness/report.js';
import { runCells } from '../../../../experiments/harness/run-cells.js';
import { terminalReport } from '../../../../experiments/harness/terminal.js';
import { describeMachine } from '../../../../experiments/measure/machine.js';
import { writeContent } from '../../../../experiments/report/write-report.js';
import { drawsAll } from '../../../support/cases.js';
import { temporaryFolder } from '../../../support/run-cli.js';
import { xmlProblem } from '../report/xml.js';

/** @import { TestContext } from 'node:test' */
/** @import { Cell, Experiment, NamedResults } from '../../../../experiments/harness/shape.js' */

/**
 * Runs an experiment with small sizes, each cell once, and checks that its assertions hold and that its report is complete. Of the
 * large experiments only some cells run, unless all cases are drawn (`TEST_CASES`): without a report, which the recorded runs check.
 *
 * @param {TestContext} t
 * @param {Experiment} experiment
 * @param {Record<string, number>} sizes
 * @param {(cell: Cell) => boolean} isDrawn Which cells run.
 * @returns {Promise<NamedResults['cells']>}
 */
export async function runSmall(t, experiment, sizes, isDrawn) {
  const defaults = Object.entries(experiment.options).map(([name, option]) => [name, option.default]);
  /** @type {Record<string, number>} */
  const options = { ...Object.fromEntries(defaults), ...sizes };
  const folder = await temporaryFolder(t);
  const { signal } = t;
  const stage = await experiment.prepare({ options, folder, signal, note: () => {} });
  try {
    // A turn to warm up would run every program once more.
    const once = stage.cells.filter(cell => drawsAll || isDrawn(cell)).map(cell => ({ ...cell, skipsWarmUp: true }));
    assert.ok(once.length > 1);
    const cells = await runCells(once, { runs: 1, signal, onRun: () => {} });
    /** @type {NamedResults} */
    const results = {
      ...{
        version: 1,
        experiment: experiment.name,
        recordedAt: '2026-01-02T03:04:05.678Z',
        command: 'npm run experiment',
      },
      ...{ machine: describeMachine(experiment.packages), options, repetitions: 1, cells },
    };
    if (drawsAll) await checkReport(experiment, results, join(folder, 'report'));
    return cells;
  } finally {
    await stage.close();
  }
}

/**
 * @param {Experiment} experiment
 * @param {NamedResults} results
 * @param {string} folder
 */
async function checkReport(experiment, results, folder) {
  const report = reportOf(experiment, results);
  assert.deepEqual(
    report.assertions.filter(({ holds }) => !holds),
    [],
  );
  await writeContent(report, folder);
  const texts = [
    await readFile(join(folder, 'report.md'), 'utf8'),
    terminalReport(report, { columns: 100, isColoured: false }),
  ];
  for (const chart of await readdir(join(folder, 'charts'))) {
    const svg = await readFile(join(folder, 'charts', chart), 'utf8');
    assert.equal(xmlProblem(svg), null, chart);
    texts.push(svg);
  }
  for (const text of texts) assert.doesNotMatch(text, /NaN|undefined|Infinity|\[object/);
}
