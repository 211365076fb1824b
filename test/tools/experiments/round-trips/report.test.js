import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { reportOf } from '../../../../experiments/harness/report.js';
import { markdownPage } from '../../../../experiments/report/markdown.js';
import { experiment } from '../../../../experiments/round-trips/experiment.js';
import { explainArticle } from '../../../../experiments/round-trips/explain.js';

/** @import { CellResult, NamedResults } from '../../../../experiments/harness/shape.js' */

/** @type {NamedResults} */
const RECORDED = JSON.parse(
  await readFile(new URL('../../../../experiments/recorded/round-trips/results.json', import.meta.url), 'utf8'),
);

describe('the report on round trips', () => {
  it('computes the article’s times from the flights alone', () => {
    const found = explainArticle(RECORDED);
    assert.ok(found);
    const { roundTripMs, rows } = found;
    assert.deepEqual(
      rows.map(({ flights }) => flights),
      [8, 7, 2, 1],
    );
    for (const { flights, predicted } of rows) assert.ok(Math.abs(predicted - 21 - flights * roundTripMs) < 1e-9);
    const [query, simple, , pooledSimple] = rows;
    for (const { article, predicted } of [query, simple, pooledSimple])
      assert.ok(Math.abs(predicted / article - 1) < 0.05, `${predicted} and ${article}`);
  });

  for (const [what, isMissing] of /** @type {[string, (cell: CellResult) => boolean][]} */ ([
    ['PgBouncer', ({ of }) => of.kind === 'rotating' || of.place === 'near' || of.place === 'far'],
    ['workerd', ({ of }) => of.platform === 'workerd'],
    ['openssl', ({ of }) => of.isTls === true],
  ])) {
    it(`says what was not measured without ${what}, and is complete otherwise`, () => {
      const why = `${what} is not installed`;
      const results = {
        ...RECORDED,
        cells: RECORDED.cells.map(cell => (isMissing(cell) ? { ...cell, runs: [], digest: null, missing: why } : cell)),
      };
      const report = reportOf(experiment, results);
      const page = markdownPage(report);
      assert.doesNotMatch(page, /NaN|undefined|Infinity|null|\[object/);
      assert.ok(page.includes(`: ${why}\n`), page);
      assert.ok(report.assertions.every(({ holds }) => holds));
    });
  }

  it('fails if a way needs more flights than it did', () => {
    const results = structuredClone(RECORDED);
    const cell = results.cells.find(({ of }) => of.way === 'pg-unnamed' && of.place === 'direct' && !of.isTls);
    for (const { figures } of cell?.runs ?? []) figures[`next flights ${results.options['round-trip']}`] = 2;
    const broken = reportOf(experiment, results).assertions.filter(({ holds }) => !holds);
    assert.match(broken[0].claim, /^On a kept connection, one flight/);
  });
});
