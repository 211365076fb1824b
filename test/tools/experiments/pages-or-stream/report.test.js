import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { reportOf } from '../../../../experiments/harness/report.js';
import { experiment } from '../../../../experiments/pages-or-stream/experiment.js';
import { markdownPage } from '../../../../experiments/report/markdown.js';

/** @import { NamedResults } from '../../../../experiments/harness/shape.js' */

/** @type {NamedResults} */
const RECORDED = JSON.parse(
  await readFile(new URL('../../../../experiments/recorded/pages-or-stream/results.json', import.meta.url), 'utf8'),
);

describe('the report on pages and streams', () => {
  it('is complete, and all of its assertions hold', () => {
    const report = reportOf(experiment, RECORDED);
    assert.doesNotMatch(markdownPage(report), /NaN|undefined|Infinity|null|\[object/);
    assert.ok(report.assertions.every(({ holds }) => holds));
  });

  it('says of each of the article’s times whether it holds, beside the figures of both kinds of pages', () => {
    const times = ({ claims } = reportOf(experiment, RECORDED)) => claims?.filter(({ topic }) => / pages$/.test(topic));
    assert.equal(times()?.length, 3);
    for (const { seen, why } of times() ?? []) {
      assert.match(
        seen.join(' '),
        /Without the sleep: LIMIT\/OFFSET pages .+, keyset pages .+, stream .+With the sleep/,
      );
      assert.match(why, /^It holds here with the sleep\. /);
    }
    const slow = changed(({ of }) => of.contestant === 'query-stream', { 'last row ms': 1e9 });
    assert.match(times(reportOf(experiment, slow))?.[0].why ?? '', /^Here it does not hold\. /);
  });

  it('does not say that pages lose by the sleep alone where they lose without it', () => {
    const title = (/** @type {NamedResults} */ results) => reportOf(experiment, results).charts[0].title;
    assert.equal(title(RECORDED), 'Keyset pages lose by the sleep in each query, not by being pages');
    const slow = changed(({ of }) => of.contestant === 'keyset' && !of.sleeps, { 'last row ms': 1e9 });
    assert.doesNotMatch(title(slow), /not by being pages/);
  });

  it('explains why the cursor grows more than the stream, where it does', () => {
    const words = (/** @type {NamedResults} */ results) => markdownPage(reportOf(experiment, results));
    const large = changed(({ of }) => of.contestant === 'cursor', { 'client growth bytes': 1e9 });
    assert.match(words(large), /waits for its client, but grows by 1\.00 GB: /);
    const small = changed(({ of }) => of.contestant === 'cursor', { 'client growth bytes': 10 });
    assert.doesNotMatch(words(small), /garbage|waits for its client, but/);
  });

  it('fails if LIMIT/OFFSET reads no row twice, or a cursor leaves its session at work', () => {
    const broken = (/** @type {NamedResults} */ results) =>
      reportOf(experiment, results).assertions.flatMap(({ holds, claim }) => (holds ? [] : [claim]));
    assert.match(
      broken(changed(({ of }) => of.contestant === 'offset', { 'items read': 500_000 }))[0],
      /^LIMIT\/OFFSET reads what it passes over/,
    );
    assert.match(
      broken(changed(({ of }) => of.kind === 'give up' && of.contestant === 'cursor', { busy: 1 }))[0],
      /^A cursor that is closed in a finally block/,
    );
  });
});

/**
 * @param {(cell: NamedResults['cells'][number]) => boolean} isMeant
 * @param {Record<string, number>} figures
 * @returns {NamedResults} The recorded ones, with other figures in some cells.
 */
function changed(isMeant, figures) {
  const results = structuredClone(RECORDED);
  for (const { runs } of results.cells.filter(isMeant)) for (const run of runs) Object.assign(run.figures, figures);
  return results;
}
