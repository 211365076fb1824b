import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { reportOf } from '../../../../experiments/harness/report.js';
import { helpOf } from '../../../../experiments/harness/run-experiment.js';
import { terminalReport } from '../../../../experiments/harness/terminal.js';
import { markdownPage } from '../../../../experiments/report/markdown.js';
import { writeContent } from '../../../../experiments/report/write-report.js';
import { temporaryFolder } from '../../../support/run-cli.js';
import { xmlProblem } from '../report/xml.js';
import { COUNTING, countingResults } from './fixture.js';

describe('a named experiment’s report', { timeout: 120_000 }, () => {
  it('has the findings, the claims, the assertions, the arms that are missing and how to repeat it', () => {
    const page = markdownPage(reportOf(COUNTING, countingResults()));
    for (const words of [
      '# Counting by tens takes a tenth of the steps',
      'charts/steps-wide-dark.svg',
      '| Speed | twice as fast | Ten times. | It counted by fives \\<b\\>. |',
      '- ✓ by tens takes a tenth: 10 and 100.',
      '- Not measured: by hundreds: no hundreds',
      '| Command | npm run experiment -- counting --most 100 --runs 3 |',
      '| Versions | node 24.21.0, server 1.0, sluice 0.1.0 |',
      '3 runs of each, in turns',
    ]) {
      assert.ok(page.includes(words), words);
    }
  });

  it('shows an assertion that does not hold', () => {
    const report = reportOf(COUNTING, countingResults([100, 20]));
    assert.match(markdownPage(report), /^- ✗ by tens takes a tenth: 20 and 100\.$/m);
    assert.match(terminalReport(report, { columns: 80, isColoured: false }), /^✗ by tens takes a tenth: 20 and 100$/m);
  });

  it('fits a terminal of any width', () => {
    const report = reportOf(COUNTING, countingResults());
    for (const columns of [20, 40, 80, 300]) {
      const lines = terminalReport(report, { columns, isColoured: false }).split('\n');
      for (const line of lines) assert.ok(line.length <= Math.max(40, Math.min(columns, 120)), line);
    }
  });

  it('is written like the first experiment’s, with charts that are well-formed', async t => {
    const folder = join(await temporaryFolder(t), 'report');
    await writeContent(reportOf(COUNTING, countingResults()), folder);
    assert.deepEqual((await readdir(folder)).sort(), ['charts', 'report.html', 'report.md', 'results.json']);
    const charts = await readdir(join(folder, 'charts'));
    assert.equal(charts.length, 8);
    for (const chart of charts) {
      const svg = await readFile(join(folder, 'charts', chart), 'utf8');
      assert.equal(xmlProblem(svg), null, chart);
      assert.doesNotMatch(svg, /NaN|undefined|Infinity|\[object/);
    }
  });

  it('is described by --help, with its options', () => {
    const help = helpOf(COUNTING);
    assert.match(
      help,
      /^Usage: npm run experiment -- counting \[--most 100\] \[--runs 3\] \[--out results\/counting\]$/m,
    );
    assert.match(help, /^ {2}--most N +how far \(100\)$/m);
  });
});
