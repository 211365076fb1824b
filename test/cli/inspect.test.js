import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { formatJson } from '../../src/cli/inspect.js';
import { environmentFor, folderOf, runCli } from '../support/run-cli.js';
import { localS3 } from '../support/s3.js';
import { writeZip } from '../support/zip-writer.js';

const ZIP = writeZip([
  { name: 'a.csv', content: 'id,email\n1,ann@example.org\n2,ben@example.org\n' },
  { name: '../up.csv', content: 'x' },
]);

describe('sluice inspect', { concurrency: 2 }, () => {
  test('--json prints the inspection and nothing else; an entry that a job refuses is no failure', async t => {
    const recipe = { entries: [{ match: '*.csv', csv: { drop: ['email'] } }] };
    const cwd = await folderOf(t, { 'x.zip': ZIP, 'recipe.json': recipe });
    const { code, stdout, stderr } = await runCli(['inspect', 'x.zip', '--recipe', 'recipe.json', '--json'], { cwd });
    assert.deepEqual([code, stderr], [0, '']);
    const { archive, recipe: used, entries, kinds } = JSON.parse(stdout);
    assert.deepEqual([archive.uri, archive.entries, used.path], [join(cwd, 'x.zip'), 2, 'recipe.json']);
    assert.equal(entries[1].error.code, 'archive/unsafe-name');
    assert.deepEqual([kinds[0].afterHeader, kinds[0].after], [['id'], [['1'], ['2']]]);
    assert.deepEqual((await readdir(cwd)).sort(), ['recipe.json', 'x.zip']);
  });

  test('--write-recipe writes a recipe with which the archive can be inspected', async t => {
    const cwd = await folderOf(t, { 'x.zip': ZIP });
    const { code, stderr } = await runCli(['inspect', 'x.zip', '--write-recipe', 'new.json', '--json'], { cwd });
    assert.deepEqual([code, stderr], [0, 'sluice: wrote new.json\n']);
    assert.deepEqual((await readdir(cwd)).sort(), ['new.json', 'x.zip']);
    const written = JSON.parse(await readFile(join(cwd, 'new.json'), 'utf8'));
    assert.equal(written.$schema, './node_modules/sluice/src/recipe/recipe.schema.json');
    const again = await runCli(['inspect', 'x.zip', '--recipe', 'new.json', '--json'], { cwd });
    assert.deepEqual([again.code, JSON.parse(again.stdout).kinds[0].error], [0, null]);
  });

  test('usage/file-exists: a file is not overwritten: exit 2', async t => {
    const cwd = await folderOf(t, { 'x.zip': ZIP });
    await writeFile(join(cwd, 'old.json'), 'mine');
    const { code, stdout, stderr } = await runCli(['inspect', 'x.zip', '--write-recipe', 'old.json'], { cwd });
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^sluice: usage\/file-exists: .*old\.json.*\n$/);
    assert.equal(await readFile(join(cwd, 'old.json'), 'utf8'), 'mine');
  });

  test('an archive that is refused as a whole: exit 1, one line, and no recipe', async t => {
    const twice = { name: 'a.csv', content: 'a,b\n1,2\n' };
    const cwd = await folderOf(t, { 'x.zip': writeZip([twice, twice]) });
    const { code, stdout, stderr } = await runCli(['inspect', 'x.zip', '--write-recipe', 'new.json', '--json'], {
      cwd,
    });
    assert.equal(code, 1);
    assert.match(stderr, /^sluice: archive\/duplicate-name: [^\n]*\n$/);
    assert.equal(JSON.parse(stdout).error.code, 'archive/duplicate-name');
    assert.deepEqual(await readdir(cwd), ['x.zip']);
  });

  test('a missing archive: exit 1; a recipe that is wrong or missing: exit 2', async t => {
    const cwd = await folderOf(t, { 'x.zip': ZIP, 'wrong.json': { entries: [{ match: '*', csv: { drops: [] } }] } });
    const outcomes = await Promise.all([
      runCli(['inspect', 'none.zip', '--json'], { cwd }),
      runCli(['inspect', 'x.zip', '--recipe', 'none.json', '--json'], { cwd }),
      runCli(['inspect', 'x.zip', '--recipe', 'wrong.json', '--json'], { cwd }),
    ]);
    assert.deepEqual(
      outcomes.map(({ code, stdout }) => [code, JSON.parse(stdout).error.code.split('/')[0]]),
      [
        [1, 'storage'],
        [2, 'usage'],
        [2, 'recipe'],
      ],
    );
  });

  test('a signal stops it: exit 130', { timeout: 60_000 }, async t => {
    const { server, put, requests } = await localS3(t);
    await put('x.zip', ZIP);
    /** @type {(signal: NodeJS.Signals) => void} */
    let kill = () => {};
    // The only answer is the signal.
    requests.fault = request => {
      if (request.method !== 'GET') return undefined;
      kill('SIGINT');
      return { stallMs: 30_000 };
    };
    const env = environmentFor(server);
    const onStart = (/** @type {typeof kill} */ stop) => {
      kill = stop;
    };
    const { code, stderr } = await runCli(['inspect', 's3://bucket/x.zip', '--json'], { env, onStart });
    assert.equal(code, 130);
    assert.match(stderr, /^sluice: job\/stopped: [^\n]*\n$/);
  });
});

test('the JSON has a line for each entry and each kind', () => {
  const inspection = /** @type {any} */ ({
    archive: { uri: 'x' },
    error: null,
    entries: [{ path: 'a' }, { path: 'b' }],
    kinds: [],
  });
  const text = [...formatJson(inspection)].join('');
  assert.deepEqual(JSON.parse(text), inspection);
  assert.equal(text.split('\n').length, 10);
});
