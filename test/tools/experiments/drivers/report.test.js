import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { experiment } from '../../../../experiments/drivers/experiment.js';
import { reportOf } from '../../../../experiments/harness/report.js';
import { markdownPage } from '../../../../experiments/report/markdown.js';

/** @import { NamedResults } from '../../../../experiments/harness/shape.js' */

/** @type {NamedResults} */
const RECORDED = JSON.parse(
  await readFile(new URL('../../../../experiments/recorded/drivers/results.json', import.meta.url), 'utf8'),
);

describe('the report on drivers', () => {
  it('is complete, and all of its assertions hold', () => {
    const report = reportOf(experiment, RECORDED);
    assert.doesNotMatch(markdownPage(report), /NaN|undefined|Infinity|null|\[object/);
    assert.ok(report.assertions.length >= 4);
    assert.ok(report.assertions.every(({ holds }) => holds));
  });

  it('fails if a cursor waits more often than once for each batch, or forEach for its reader', () => {
    /** @param {string} arm @param {string} kind @param {Record<string, number>} figures */
    const brokenWith = (arm, kind, figures) => {
      const results = structuredClone(RECORDED);
      for (const cell of results.cells.filter(({ of }) => of.arm === arm && of.kind === kind))
        for (const run of cell.runs) Object.assign(run.figures, figures);
      return reportOf(experiment, results).assertions.filter(({ holds }) => !holds);
    };
    assert.equal(brokenWith('cursor', 'raw', { flights: 1_000_000 }).length, 2);
    assert.match(brokenWith('for-each', 'stall', { pulledBytes: 1_000 })[0].claim, /^The others read more than/);
    assert.match(brokenWith('copy-pg', 'stall', { pulledBytes: 1e12 })[0].claim, /cursors and COPY read less than/);
  });

  it('says that a small result is too small to compare memory', () => {
    const results = structuredClone(RECORDED);
    const { 'stalled-rows': before } = results.options;
    results.options['stalled-rows'] = 1_000;
    for (const { of } of results.cells) if (of.rows === before && of.kind === 'stall') of.rows = 1_000;
    const report = reportOf(experiment, results);
    assert.match(report.findings.lede, /too few to compare memory/);
    assert.ok(!report.assertions.some(({ claim }) => claim.includes('stalls')));
  });
});
