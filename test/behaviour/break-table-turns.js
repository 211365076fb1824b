import assert from 'node:assert/strict';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { freshDatabase } from '../destination/database/fixture.js';
import { startMessageProxy } from '../destination/database/message-proxy.js';
import { writeZip } from '../support/zip-writer.js';
import { beginTableJob, contentOf, stagingIn } from './table-turns.js';
import { FILLER } from './turns.js';

/** @import { TestContext } from 'node:test' */
/** @import { Break } from '../destination/database/message-proxy.js' */

const rowsOf = (/** @type {number} */ from, /** @type {string} */ name) =>
  Array.from({ length: 300 }, (_, at) => `${from + at},${name}\n`).join('');
const ZIP = writeZip([
  { name: '1.csv', content: `id,name\n${rowsOf(0, 'x')}`, method: 0 },
  { name: '2.csv', content: `id,name\n${rowsOf(200, 'y')}`, method: 0 },
  FILLER,
]);

/**
 * Loads a table in several turns, again and again, each time through connections of which one breaks at another message; then
 * the job goes on through ones that hold. After that, the table must have all rows, and none twice.
 *
 * @param {TestContext} t
 * @param {string} server
 * @param {'append' | 'replace' | 'merge'} mode
 * @param {(at: number, messages: number) => Break[]} waysAt How to break the connection at a message, of so many.
 * @returns {Promise<{ breaks: number, results: Set<string> }>}
 */
export async function breakTableTurns(t, server, mode, waysAt) {
  const database = await freshDatabase(t, server);
  const { url, query } = database;
  const proxy = await startMessageProxy(url);
  t.after(proxy.close);
  const table = { name: 'public.people', mode, ...(mode === 'merge' && { key: ['id'] }) };
  const recipe = await compileRecipe({
    entries: [
      { match: FILLER.name, skip: true },
      { match: '*.csv', csv: { columns: { id: 'integer' }, table } },
    ],
  });
  const reset = () =>
    query(
      `DROP TABLE IF EXISTS public.people; CREATE TABLE public.people (id integer ${mode === 'merge' ? 'PRIMARY KEY' : ''}, name text);
       INSERT INTO public.people VALUES (-1, 'old'); DROP SCHEMA IF EXISTS sluice CASCADE`,
    );
  const all = { append: 601, replace: 600, merge: 501 }[mode];
  const how = { chunkBytes: 500, pauseAfter: 3 };
  await reset();
  assert.ok((await beginTableJob({ ...database, url: proxy.url }, { zip: ZIP, recipe }).finish(how)).turns > 2);
  const { rows: wanted } = await contentOf(database);
  assert.equal(wanted.length, all);
  const messages = proxy.count;
  /** @type {Set<string>} */
  const results = new Set();
  let breaks = 0;
  for (let at = 1; at <= messages; at++) {
    for (const way of waysAt(at, messages)) {
      await reset();
      breaks += 1;
      Object.assign(proxy, { count: 0, types: [], fault: { at, how: way } });
      const job = beginTableJob({ ...database, url: proxy.url }, { zip: ZIP, recipe });
      const broken = await job.finish(how).then(
        () => 'done',
        error => {
          assert.equal(error.retryable, true, `${error.stack} at ${proxy.types}`);
          return error.code;
        },
      );
      proxy.fault = null;
      const what = `${broken} after breaking ${way} ${at}: ${proxy.types.slice(0, at).join(' ')}`;
      const { manifest } = await beginTableJob(database, { zip: ZIP, recipe, destination: job.destination }).finish(
        how,
      );
      assert.equal(manifest.status, 'complete', what);
      assert.equal(manifest.totals.recordsRead, 600, what);
      const { rows, loads } = await contentOf(database);
      assert.deepEqual(rows, wanted, what);
      assert.deepEqual([loads.length, loads[0].rows], [1, 600], what);
      assert.equal(job.destination.files.has('x/_checkpoint'), false, what);
      results.add(broken);
      if (broken === 'done') assert.deepEqual(await stagingIn(database), [], what);
    }
  }
  return { breaks, results };
}
