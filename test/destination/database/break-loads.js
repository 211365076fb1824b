import assert from 'node:assert/strict';
import { begin, COLUMNS, commit, freshDatabase, send } from './fixture.js';
import { startMessageProxy } from './message-proxy.js';

/** @import { TestContext } from 'node:test' */
/** @import { Break } from './message-proxy.js' */

const rowsOf = (/** @type {string} */ name) => Array.from({ length: 300 }, (_, id) => `${id},${name}\n`).join('');
const ENTRIES = [rowsOf('x'), rowsOf('y')];
const KEYED = COLUMNS.map(column => ({ ...column, isKey: column.name === 'id' }));

/**
 * Loads a table again and again, each time through a connection that breaks at another message, and then through one that holds:
 * as a job does that is run again. After that, the table must have all rows, and none twice.
 *
 * @param {TestContext} t
 * @param {string} server
 * @param {'append' | 'replace' | 'merge'} mode
 * @param {(at: number, messages: number) => Break[]} waysAt How to break the connection at a message, of so many.
 * @returns {Promise<{ breaks: number, results: Set<string> }>}
 */
export async function breakLoads(t, server, mode, waysAt) {
  const { url, query } = await freshDatabase(t, server);
  const proxy = await startMessageProxy(url);
  t.after(proxy.close);
  const reset = () =>
    query(
      `DROP TABLE IF EXISTS public.people; CREATE TABLE public.people (id integer ${mode === 'merge' ? 'PRIMARY KEY' : ''}, name text);
       INSERT INTO public.people VALUES (-1, 'old'); DROP SCHEMA IF EXISTS sluice CASCADE`,
    );
  const rows = () => query('SELECT name, count(*)::int, sum(id)::int FROM public.people GROUP BY name ORDER BY name');
  const [old, first, second] = [
    { name: 'old', count: 1, sum: -1 },
    { name: 'x', count: 300, sum: 44_850 },
    { name: 'y', count: 300, sum: 44_850 },
  ];
  const all = { append: [old, first, second], replace: [first, second], merge: [old, second] }[mode];
  await reset();
  assert.equal(await loadOnce(proxy.url, mode), 'loaded');
  assert.deepEqual(await rows(), all);
  const messages = proxy.count;
  /** @type {Set<string>} */
  const results = new Set();
  let breaks = 0;
  for (let at = 1; at <= messages; at++) {
    for (const how of waysAt(at, messages)) {
      await reset();
      breaks += 1;
      Object.assign(proxy, { count: 0, types: [], fault: { at, how } });
      const broken = await loadOnce(proxy.url, mode).catch(error => {
        assert.equal(error.retryable, true, `${error.stack} at ${proxy.types}`);
        return error.code;
      });
      proxy.fault = null;
      // Waits until the server has noticed.
      const again = await loadOnce(url, mode);
      const what = `${broken}, ${again} after breaking ${how} ${at}: ${proxy.types.slice(0, at).join(' ')}`;
      assert.deepEqual(await rows(), all, what);
      if (broken === 'loaded') assert.equal(again, 'was loaded', what);
      results.add(`${broken}, ${again}`);
    }
  }
  return { breaks, results };
}

/**
 * A job's way to load: what is loaded already is not loaded again.
 *
 * @param {string} url
 * @param {'append' | 'replace' | 'merge'} mode
 * @returns {Promise<'loaded' | 'was loaded'>}
 */
async function loadOnce(url, mode) {
  const begun = await begin(url, { mode });
  try {
    if (begun.earlier !== null) return 'was loaded';
    for (const rows of ENTRIES) await send(begun, rows, mode === 'merge' ? KEYED : COLUMNS);
    await commit(begun);
    return 'loaded';
  } finally {
    await begun.rollback();
  }
}
