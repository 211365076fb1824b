import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { reportOf } from '../../../../experiments/report/report.js';
import { terminalReport } from '../../../../experiments/report/terminal.js';
import { makeResults } from './fixture.js';
import { SHAPES } from './shapes.js';

const plain = { columns: 80, isColoured: false };

test('the first table shows the result within 80 columns', () => {
  const text = terminalReport(reportOf(makeResults()), plain);
  const [, table] = text.split('\n\n');
  assert.deepEqual(table.split('\n').slice(0, 5), [
    'variant       wall     CPU  peak RSS  memory over time          growth    Lambda',
    '────────────────────────────────────────────────────────────────────────────────',
    'buffer      4.50 s  5.49 s   1.98 GB  ▁▁▁▂▂▂▃▃▃▄▄▅▅▆▆▆▇▇▇█████    0.91  2,048 MB',
    'row by row  4.36 s  4.53 s    153 MB  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁      0.01    256 MB',
    'stream      1.93 s  2.04 s    109 MB  ▁▁▁▁▁▁▁▁▁▁                  0.01    128 MB',
  ]);
  assert.match(text, /^Buffering takes 18 times the memory of streaming\n/);
  assert.match(text, /^peak RSS by size +38\.7 MB .* 387 MB$/m);
  assert.match(text, /^buffer +killed +killed +killed +killed +\$0\.41 +\$0\.57$/m);
  assert.match(text, /318,750 apart\.\n +Rows kept: 318,750, so exactly one byte for each\./);
});

for (const [name, make] of Object.entries(SHAPES)) {
  test(`no line is wider than the terminal: ${name}`, () => {
    const report = reportOf(make());
    for (const columns of [40, 41, 60, 79, 80, 81, 100, 120, 200]) {
      for (const isColoured of [false, true]) {
        const text = terminalReport(report, { columns, isColoured });
        for (const line of stripVTControlCharacters(text).split('\n')) {
          assert.ok(line.length <= columns, `${line.length} of ${columns}: ${line}`);
          assert.equal(line, line.trimEnd());
        }
        assert.doesNotMatch(text, /NaN|undefined|Infinity|\[object/);
        for (const variant of ['buffer', 'row by row', 'stream'])
          assert.match(text, new RegExp(`^\\S*${variant}`, 'm'));
      }
    }
  });
}

test('colours change nothing else, and can be turned off', () => {
  const report = reportOf(makeResults());
  const coloured = terminalReport(report, { columns: 80, isColoured: true });
  const bare = terminalReport(report, plain);
  assert.match(coloured, /\u001b\[/);
  assert.doesNotMatch(bare, /\u001b/);
  assert.equal(stripVTControlCharacters(coloured), bare);
});

test('a wider terminal shows longer sparklines', () => {
  const blocks = (/** @type {number} */ columns) =>
    terminalReport(reportOf(makeResults()), { columns, isColoured: false }).match(/▁+[▂-█]*/)?.[0].length ?? 0;
  assert.ok(blocks(100) > blocks(80));
  assert.equal(blocks(60), 0, 'and a narrow one none');
});
