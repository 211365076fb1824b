import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import pg from 'pg';
import { makeSampleArchive } from '../../../scripts/generate-data/sample-archive.js';
import { zipOf } from '../../support/cloud.js';
import { runScript, temporaryFolder } from '../run-script.js';

const bounded = { timeout: 300_000, concurrency: 2 };

describe('npm run demo', bounded, () => {
  it('sends an archive through S3 and the function, and shows the outputs, but not the key from a file', async t => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'my files.zip'), await zipOf({ ...FILES, 'b/hashed.csv': 'name\nAda\n' }));
    await writeFile(join(folder, 'recipe.json'), JSON.stringify(RECIPE));
    await writeFile(join(folder, 'my.key'), `${KEY}\r\nsecond line\n`);
    const args = ['my files.zip', '--recipe', 'recipe.json', '--hash-key-file', 'my.key'];
    const { code, stdout, stderr } = await demo(t, folder, args);

    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^ {2}[├└] people\.csv +\d+ B +\w+ +[\d.]+ +csv \(rule 1\) +CSV \d$/m);
    assert.match(stdout, /^ {2}phone +text .*\(555\) 010-/m);
    assert.match(stdout, /^people\.csv +csv +written +\d+ B +\d+ B +3 +2 +1 +0$/m);
    assert.match(stdout, /^a\/note\.txt +copy +written +5 B +5 B$/m);
    assert.match(stdout, /^ {2}function +complete in [\d.]+ s, peak memory [\d.]+ MB of 268 MB$/m);
    assert.match(stdout, /^ {2}manifest +s3:\/\/sluice-out\/my files\/_manifest\.json/m);
    assert.match(stdout, /^ {2}phone +\(555\) 010-2 +5550102$/m);
    assert.match(stdout, /^ {2}notes +secret +\(dropped\)$/m);
    assert.match(stdout, /^ {2}output +demo\/output\/my files\/$/m);
    assert.ok(!stdout.includes('\u001b'), 'escape codes are for terminals');

    const output = join(folder, 'demo/output/my files');
    assert.equal(await readFile(join(output, 'people.csv'), 'utf8'), 'name,phone\nAda,5550100\nGrace,5550102\n');
    assert.equal(await readFile(join(output, 'a/note.txt'), 'utf8'), 'hello');
    const manifest = await readFile(join(output, '_manifest.json'), 'utf8');
    assert.equal(JSON.parse(manifest).status, 'complete');
    assert.deepEqual(await readdir(join(folder, 'demo')), ['output']);

    const hash = createHmac('sha256', KEY).update('Ada').digest('hex');
    assert.equal(await readFile(join(output, 'b/hashed.csv'), 'utf8'), `name\n${hash}\n`);
    assert.ok(!stdout.includes(KEY) && !manifest.includes(KEY));
  });

  it('uses an existing sample archive', async t => {
    const folder = await temporaryFolder(t);
    const { path } = await makeSampleArchive({ folder, rows: 500 });
    await mkdir(join(folder, 'data'));
    await rename(path, join(folder, 'data/sample.zip'));
    const { code, stdout, stderr } = await demo(t, folder, []);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^ {2}archive +data\/sample\.zip, is there already$/m);
    assert.match(stdout, /^people\.csv +csv +written .* 500 /m);
    assert.match(stdout, /^ {2}rejected +demo\/output\/_rejected\/sample\/$/m);
    assert.match(stdout, /^ {2}reasons +demo\/output\/_reasons\/sample\/$/m);
    const rejected = await readFile(join(folder, 'demo/output/_rejected/sample/exports/contacts.csv'), 'utf8');
    const { entries } = JSON.parse(await readFile(join(folder, 'demo/output/sample/_manifest.json'), 'utf8'));
    assert.ok(
      entries.some((/** @type {any} */ { records, bytesIn }) => records.bad === 6 && rejected.length < bytesIn),
    );
    assert.match(rejected, / \(old\);/);
  });

  it('loads tables into a database of its own, which ends with it', async t => {
    const folder = await temporaryFolder(t);
    const rows = Array.from({ length: 7 }, (_, index) => `name ${index},"5\u001b",c,d,e,f\n`).join('');
    await writeFile(join(folder, 'my.zip'), await zipOf({ 'people.csv': `name,b,c,d,e,f\n${rows}`, 'a.txt': 'hello' }));
    const recipe = {
      entries: [
        { match: '*.csv', csv: { table: 'public.The people' } },
        { match: '**', copy: true },
      ],
    };
    await writeFile(join(folder, 'recipe.json'), JSON.stringify(recipe));
    const { code, stdout, stderr } = await demo(t, folder, ['my.zip', '--recipe', 'recipe.json', '--database']);
    assert.deepEqual([code, stderr], [0, '']);
    const [, port] = /^ {2}Postgres +at port (\d+)/m.exec(stdout) ?? [];
    assert.match(stdout, /^people\.csv +csv +written .* 7 +7 +0 +0$/m);
    assert.match(stdout, /^The first rows of public\.The people, without 1 more columns:\n\n {2}name +b +c +d +e\n/m);
    assert.deepEqual(stdout.match(/^ {2}name \d +5\\u\{1b\} +c +d +e$/gm)?.length, 5);
    assert.match(stdout, /^ {2}archive +s3:\/\/sluice-in\/my\.zip\n {2}mode +append\n {2}rows +7\n/m);
    assert.ok(!stdout.includes('\u001b'));
    assert.deepEqual((await readdir(join(folder, 'demo/output/my'))).sort(), ['_manifest.json', 'a.txt']);
    const client = new pg.Client(`postgres://127.0.0.1:${port}/postgres`);
    await assert.rejects(client.connect(), { code: 'ECONNREFUSED' });
    for (const [table, more, message] of /** @type {const} */ ([
      ['public.people', [], /^usage\/no-database: /],
      [undefined, ['--database'], /^usage\/arguments: --database is for a recipe with a table/],
    ])) {
      await writeFile(join(folder, 'recipe.json'), JSON.stringify({ entries: [{ match: '*', csv: { table } }] }));
      const refused = await demo(t, folder, ['my.zip', '--recipe', 'recipe.json', ...more]);
      assert.deepEqual([refused.code, refused.stdout], [2, '']);
      assert.match(refused.stderr, message);
    }
  });

  it('serves the tables until it is stopped, and shows the first answer', async t => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'my.zip'), await zipOf({ 'people.csv': 'a name,b\nAda,1\nGrace,2\nAlan,3\n' }));
    const recipe = { entries: [{ match: '*', csv: { table: 'public.The people' } }] };
    await writeFile(join(folder, 'recipe.json'), JSON.stringify(recipe));
    const script = runScript(t, 'scripts/demo.js', ['my.zip', '--recipe', 'recipe.json', '--serve'], folder);
    const [, first] = await script.until(/^ {2}curl '(\S+)'\n {2}curl .*\n {2}curl .*\n/m);
    await script.until(/^ {2}\[\{"a name":"Ada","b":"1"\},\n {2}\{"a name":"Grace","b":"2"\}\]\n/m);
    assert.equal(/** @type {object[]} */ (await (await fetch(first)).json()).length, 2);
    const all = await fetch(first.split('?')[0], { headers: { accept: 'text/csv' } });
    assert.equal(await all.text(), 'a name,b\nAda,1\nGrace,2\nAlan,3\n');
    script.child.kill('SIGINT');
    const { code, stderr } = await script.end();
    assert.deepEqual([code, stderr], [0, '']);
    await assert.rejects(fetch(first));
  });

  it('refuses a recipe that hashes without a key, before anything is sent', async t => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'my.zip'), await zipOf(FILES));
    await writeFile(join(folder, 'recipe.json'), JSON.stringify(HASHING));
    // `readHashKey` has tests of its own for what else may be wrong with the file.
    const { code, stdout, stderr } = await demo(t, folder, ['my.zip', '--recipe', 'recipe.json']);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(
      stderr,
      /^recipe\/missing-secret: the recipe hashes fields, and there is no key; give it with --hash-key-file FILE/,
    );
    assert.deepEqual((await readdir(folder)).sort(), ['my.zip', 'recipe.json']);
  });

  it('exits with 1 if an entry failed, and reports why', async t => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'my.zip'), await zipOf(FILES));
    await writeFile(join(folder, 'recipe.json'), JSON.stringify(recipeThatDrops('salary')));
    const { code, stdout } = await demo(t, folder, ['my.zip', '--recipe', 'recipe.json']);
    assert.equal(code, 1);
    assert.match(stdout, /^people\.csv +csv +failed /m);
    assert.match(stdout, /^people\.csv: csv\/missing-field: .*"salary"/m);
    assert.match(stdout, /^ {2}function +partial in /m);
    assert.deepEqual((await readdir(join(folder, 'demo/output/my'))).sort(), ['_manifest.json', 'a']);
  });

  it('exits with 1 if the file is not an archive', async t => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'my.zip'), 'this is not a zip archive');
    const { code, stdout } = await demo(t, folder, ['my.zip']);
    assert.equal(code, 1);
    assert.match(stdout, /^archive\/not-a-zip: /m);
    assert.match(stdout, /^ {2}function +failed in /m);
  });

  it('reports a wrong command in one line, with exit code 2, before anything is done', async t => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'my.zip'), await zipOf(FILES));
    await writeFile(join(folder, 'my.tar'), '');
    await writeFile(join(folder, 'wrong.json'), '{"entires": []}');
    const mistakes = new Map([
      [['missing.zip'], /^usage\/no-such-file: there is no file missing\.zip\n$/],
      [['.'], /^usage\/not-a-file: /],
      [['my.tar'], /^usage\/not-a-zip: my\.tar does not end in \.zip/],
      [['my.zip', 'other.zip'], /^usage\/arguments: what is "other\.zip"\? usage: npm run demo/],
      [['--rceipe', 'x'], /^usage\/arguments: Unknown option '--rceipe'; usage: npm run demo/],
      [['my.zip', '--recipe', 'missing.json'], /^usage\/recipe-unreadable: cannot read the recipe \S+missing\.json: /],
      [['my.zip', '--recipe', 'wrong.json'], /^recipe\/unknown-key: .*entires/],
    ]);
    const runs = await Promise.all(Array.from(mistakes.keys(), args => demo(t, folder, args)));
    for (const [index, pattern] of [...mistakes.values()].entries()) {
      const { code, stdout, stderr } = runs[index];
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, pattern);
      assert.match(stderr, /^[^\n]+\n$/);
    }
    assert.deepEqual((await readdir(folder)).sort(), ['my.tar', 'my.zip', 'wrong.json']);
  });

  it('prints its usage on request, with exit code 0', async t => {
    const folder = await temporaryFolder(t);
    for (const args of [['--help'], ['my.zip', '--rceipe', '-h']]) {
      const { code, stdout, stderr } = await demo(t, folder, args);
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /^Usage: npm run demo -- \[my\.zip\]/);
    }
    assert.deepEqual(await readdir(folder), []);
  });

  it('removes what a killed demo left behind, but not the files of a running one', async t => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'my.ZIP'), await zipOf(FILES));
    const running = runScript(t, 'scripts/demo.js', ['my.ZIP'], folder);
    await running.until(/^ {2}S3 /m);
    running.child.kill('SIGKILL');
    await running.end();
    const [left, ...others] = await readdir(join(folder, 'demo'));
    assert.deepEqual([left.startsWith('s3-'), others], [true, []]);
    const kept = ['s3', 's3-other', left.replace(String(running.child.pid), String(process.pid)), `${left}.txt`];
    for (const name of kept) await mkdir(join(folder, 'demo', name));
    assert.equal((await demo(t, folder, ['my.ZIP'])).code, 0);
    assert.deepEqual((await readdir(join(folder, 'demo'))).sort(), [...kept, 'output'].sort());
    // Without a recipe, everything is copied.
    assert.equal(await readFile(join(folder, 'demo/output/my/people.csv'), 'utf8'), FILES['people.csv']);
  });

  it('can be stopped', async t => {
    const folder = await temporaryFolder(t);
    const run = runScript(t, 'scripts/demo.js', [], folder);
    await run.until(/Sluice/);
    run.child.kill('SIGINT');
    assert.equal((await run.end()).code, 130);
    assert.deepEqual(await readdir(join(folder, 'data')).catch(() => []), []);
  });
});

/**
 * @param {import('node:test').TestContext} t
 * @param {string} folder
 * @param {string[]} args
 */
function demo(t, folder, args) {
  return runScript(t, 'scripts/demo.js', args, folder).end();
}

/** @param {string} field */
function recipeThatDrops(field) {
  return { entries: [{ match: '*.csv', csv: { drop: [field] } }] };
}

const FILES = {
  'people.csv': 'name,phone,notes\nAda,555 0100,\nAlan,,x\nGrace,(555) 010-2,secret\n',
  'a/note.txt': 'hello',
};

const HASHING = { entries: [{ match: '*.csv', csv: { drop: ['notes'], require: ['phone'], hash: ['name'] } }] };
const KEY = '3f6b0c2e5d';

const RECIPE = {
  entries: [
    { match: '*.csv', csv: { drop: ['notes'], require: ['phone'], phones: [{ field: 'phone', format: 'strip' }] } },
    { match: 'b/*', csv: { hash: ['name'] } },
  ],
};
