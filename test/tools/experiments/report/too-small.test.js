import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../../../experiments/report/report.js';
import { terminalReport } from '../../../../experiments/report/terminal.js';
import { filesOf } from '../../../../experiments/report/write-report.js';
import { makeResults } from './fixture.js';

const OWN = { isOwn: true, archive: 'mine.zip' };

for (const [title, options] of /** @type {[string, Parameters<typeof makeResults>[0]][]} */ ([
  ['890 bytes', { sizes: [1], ...OWN }],
  ['100 kB', { sizes: [129], ...OWN }],
  ['99.8 MB', { sizes: [129_000], ...OWN }],
  ['generated archives of up to 1.5 MB', { sizes: [200, 400, 800, 1400, 2000] }],
])) {
  test(`nothing is extrapolated from ${title}, and the report says so`, () => {
    const report = reportOf(makeResults(options));
    const terminal = terminalReport(report, { columns: 100, isColoured: false });
    const pages = [...filesOf(report)].filter(([path]) => !path.endsWith('.json'));
    for (const [name, text] of [['terminal', terminal], ...pages]) {
      if (!name.startsWith('charts/')) {
        assert.match(text, /Too\s+small\s+to\s+say:/, name);
        assert.match(text, /at\s+least\s+100[\s\u00a0]MB/, name);
      }
      assert.doesNotMatch(
        text,
        /\$[\d,.]+|a terabyte (?:costs \\?\$|\|)|Exponents of growth|times (?:as fast|the memory)/,
        name,
      );
    }
    const names = report.charts.map(({ name }) => name);
    assert.deepEqual([names.includes('cost'), names.includes('memory-growth')], [false, false]);
    assert.ok(report.costs.every(({ sizes }) => sizes.length === 0));
  });
}

test('there are costs from 100 MB', () => {
  const report = reportOf(makeResults({ sizes: [130_000], ...OWN }));
  assert.match(terminalReport(report, { columns: 100, isColoured: false }), /^stream .*\$0\.\d\d/m);
  assert.ok(report.charts.some(({ name }) => name === 'cost'));
});
