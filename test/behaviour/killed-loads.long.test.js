import assert from 'node:assert/strict';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freshDatabase, startServer } from '../destination/database/fixture.js';
import { startMessageProxy } from '../destination/database/message-proxy.js';
import { stride } from '../support/cases.js';
import { runCli, temporaryFolder } from '../support/run-cli.js';
import { runJobHere } from '../support/run-job-here.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { TestContext } from 'node:test' */

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

const rowsOf = (/** @type {string} */ name) => Array.from({ length: 500 }, (_, id) => `${id},${name}\n`).join('');
const ARCHIVE = writeZip(['a', 'b'].map(name => ({ name: `${name}.csv`, content: `id,name\n${rowsOf(name)}` })));
const CONTENT = 'SELECT name, count(*)::int, sum(id::int)::int FROM public.people GROUP BY name ORDER BY name';
const ALL = ['a', 'b'].map(name => ({ name, count: 500, sum: 124_750 }));
const RECIPE = { entries: [{ match: '*.csv', csv: { table: 'public.people' } }] };

/*
 * The process is killed while a message to or from the server is on its way, which is at every step of a load: before and after
 * each statement, within the rows, around the commit, and between that and the manifest. Then the job is run again, by a
 * process that lives: this one.
 */
test(
  'a process may be killed at any message of its load: the next one ends with all rows, none twice',
  {
    timeout: 1_800_000,
  },
  t => killEverywhere(t, false),
);

// A job with a checkpoint may be stopped at any moment: its rows are staged, and published then.
test(
  'a process may be killed at any message of staging and publishing: the next one ends with all rows, none twice',
  {
    timeout: 1_800_000,
  },
  t => killEverywhere(t, true),
);

/**
 * @param {TestContext} t
 * @param {boolean} isStaged
 */
async function killEverywhere(t, isStaged) {
  const { url, query } = await freshDatabase(t, server.url);
  const proxy = await startMessageProxy(url);
  t.after(proxy.close);
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'x.zip'), ARCHIVE);
  await writeFile(join(folder, 'r.json'), JSON.stringify(RECIPE));
  const [archive, to, recipe, checkpoint] = ['x.zip', 'out', 'r.json', 'c'].map(name => join(folder, name));
  const first = ['run', archive, '--to', to, '--recipe', recipe, ...(isStaged ? ['--checkpoint', checkpoint] : [])];
  const reset = async () => {
    await query('DROP TABLE IF EXISTS public.people; DROP SCHEMA IF EXISTS sluice CASCADE');
    for (const name of ['out', 'c']) await rm(join(folder, name), { recursive: true, force: true });
  };
  const { code, stderr } = await runJobHere(first, { database: proxy.url });
  assert.deepEqual([code, stderr], [0, '']);
  const messages = proxy.count;
  let kills = 0;
  let tries = 0;
  // More of them from the last row on.
  for (let at = 1; at <= messages; at += at > messages - 30 ? stride(1) : stride(4)) {
    tries += 1;
    await reset();
    const how = tries % 2 === 0 ? 'before' : 'behind';
    const ended = await runCli(first, {
      env: { ...process.env, SLUICE_DATABASE: proxy.url },
      onStart: kill =>
        Object.assign(proxy, { count: 0, types: [], fault: { at, how, onBreak: () => kill('SIGKILL') } }),
    });
    // The last messages are those of the goodbye.
    if (ended.code === null) kills += 1;
    proxy.fault = null;
    const what = `killed at ${at}: ${proxy.types.slice(0, at).join(' ')}`;
    const isBegun = (await stat(checkpoint).catch(() => null))?.size;
    const again = await runJobHere(isBegun ? ['resume', checkpoint] : first, { database: url });
    assert.deepEqual(again, { code: 0, stderr: '' }, what);
    const { status, totals } = JSON.parse(await readFile(join(to, 'x/_manifest.json'), 'utf8'));
    assert.deepEqual([status, totals.written, totals.recordsWritten], ['complete', 2, 1000], what);
    assert.deepEqual(await query(CONTENT), ALL, what);
    assert.deepEqual(await query('SELECT rows::int FROM sluice.loads'), [{ rows: 1000 }], what);
  }
  t.diagnostic(`${kills} kills`);
  assert.ok(kills > tries / 2, `${kills} kills`);
}
