import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { experiment } from '../../../../experiments/coalescing/experiment.js';
import { reportOf } from '../../../../experiments/harness/report.js';
import { markdownPage } from '../../../../experiments/report/markdown.js';

/** @import { NamedResults } from '../../../../experiments/harness/shape.js' */

/** @type {NamedResults} */
const RECORDED = JSON.parse(
  await readFile(new URL('../../../../experiments/recorded/coalescing/results.json', import.meta.url), 'utf8'),
);

describe('the report on coalescing', () => {
  it('says what was not measured without Redis, and is complete otherwise', () => {
    const why = 'redis-server is not installed';
    const cells = RECORDED.cells.map(cell =>
      cell.of.store === 'redis' ? { ...cell, runs: [], digest: null, missing: why } : cell,
    );
    const report = reportOf(experiment, { ...RECORDED, cells });
    const page = markdownPage(report);
    assert.doesNotMatch(page, /NaN|undefined|Infinity|null|\[object/);
    assert.ok(page.includes(`: ${why}\n`), page);
    assert.equal(page.match(/\| Redis, /g), null);
    assert.ok(report.assertions.every(({ holds }) => holds));
  });

  it('says where the runs cannot tell whether sharing costs anything', () => {
    const seen = (/** @type {NamedResults} */ results) =>
      reportOf(experiment, results)
        .claims?.find(({ topic }) => topic === 'When it pays')
        ?.seen.join(' ') ?? '';
    assert.match(withRates([700, 1000, 1300], [600, 800, 1000]), /with it, in ranges that overlap\./);
    assert.match(withRates([900, 1000, 1300], [600, 700, 800]), /700 requests\/s \(600–800\) with it\./);

    /** @param {number[]} each @param {number[]} ours */
    function withRates(each, ours) {
      const results = structuredClone(RECORDED);
      for (const { of, runs } of results.cells) {
        if (of.keys !== 'distinct' || of.store !== 'postgres') continue;
        const rates = of.contestant === 'each' ? each : ours;
        for (const [at, { figures }] of runs.entries()) figures['requests a second'] = rates[at];
      }
      return seen(results).split(' Redis: ')[0];
    }
  });
});
