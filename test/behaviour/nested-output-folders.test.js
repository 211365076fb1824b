import assert from 'node:assert/strict';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openArchive } from '../../src/archive/open-archive.js';
import { openDestination } from '../../src/destination/open.js';
import { processArchive } from '../../src/job/archive.js';
import { judgeEntries } from '../../src/job/judge-entries.js';
import { takenPlaces } from '../../src/ledger/taken-places.js';
import { NameList } from '../../src/memory/name-list.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { temporaryFolder } from '../destination/folder/fixture.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { startChain } from './chain.js';

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const inner = writeZip([{ name: 'f.csv', content: 'inner' }]);
const outer = writeZip([
  { name: 'y/f.csv', content: 'outer' },
  { name: 'a.txt', content: 'outer' },
]);
const innerNewer = writeZip([{ name: 'f.csv', content: 'inner is newer' }]);
const outerNewer = writeZip([
  { name: 'y/f.csv', content: 'outer is newer' },
  { name: 'a.txt', content: 'outer' },
]);
const outerWithout = writeZip([{ name: 'a.txt', content: 'outer again' }]);

test('an archive whose outputs lie within another archive’s folder replaces none of that archive’s outputs', {
  timeout: 300_000,
}, async () => {
  const { deliver, lines } = await chain.deploy();
  await deliver(await chain.upload('x.zip', outer));
  await deliver(await chain.upload('x/y.zip', inner));
  assert.equal(lines.at(-1).status, 'partial');
  const { entries } = await chain.manifest('x/y');
  assert.equal(entries[0].error?.code, 'usage/place-taken');
  assert.equal((await chain.read('x/y/f.csv')).toString(), 'outer');
});

test('an archive removes no outputs of another archive whose folder lies within its own', {
  timeout: 300_000,
}, async () => {
  const { deliver } = await chain.deploy();
  await deliver(await chain.upload('p/y.zip', inner));
  await deliver(await chain.upload('p.zip', outer));
  assert.equal((await chain.read('p/y/f.csv')).toString(), 'inner');
  await deliver(await chain.upload('p.zip', outerWithout));
  assert.equal((await chain.read('p/y/f.csv')).toString(), 'inner');
  assert.equal((await chain.manifest('p')).status, 'complete');
});

/**
 * @param {string} root A folder, to which archives of a bucket go.
 * @param {string} key
 * @param {Buffer} zip
 * @returns {Promise<(string | null)[]>} The code of each entry's error.
 */
async function toFolder(root, key, zip) {
  const source = memorySource(zip, { uri: `s3://in/${key}.zip`, outputFolder: key, etag: String(zip.length) });
  const destination = await openDestination(root);
  const recipe = await compileRecipe();
  const { manifest } = await processArchive({ source, destination, recipe });
  await destination.close();
  return Array.from(manifest?.entries ?? [], ({ error }) => error?.code ?? null);
}

test('usage/place-taken: in a folder too, neither of two archives within one another replaces what the other has published', async t => {
  for (const [first, second, theirs, newer] of /** @type {[string, string, string, Buffer][]} */ ([
    ['x', 'x/y', 'outer', outerNewer],
    ['x/y', 'x', 'inner', innerNewer],
  ])) {
    const zipOf = (/** @type {string} */ key) => (key === 'x' ? outer : inner);
    const root = await temporaryFolder(t);
    assert.ok((await toFolder(root, first, zipOf(first))).every(code => code === null));
    assert.equal((await toFolder(root, second, zipOf(second)))[0], 'usage/place-taken');
    assert.equal(await readFile(join(root, 'x/y/f.csv'), 'utf8'), theirs);
    // What is its own is replaced as ever.
    assert.ok((await toFolder(root, first, newer)).every(code => code === null));
    assert.equal(await readFile(join(root, 'x/y/f.csv'), 'utf8'), `${theirs} is newer`);
  }
});

test('an entry whose name is too long for a folder fails alone, also when the folder is there', async t => {
  const root = await temporaryFolder(t);
  for (const content of ['first', 'the second']) {
    const zip = writeZip([
      { name: 'ok.csv', content },
      { name: `${'a'.repeat(300)}/f.csv`, content },
    ]);
    const [ok, long] = await toFolder(root, 'x', zip);
    assert.equal(ok, null);
    assert.notEqual(long, null);
    assert.equal(await readFile(join(root, 'x/ok.csv'), 'utf8'), content);
  }
});

test('a place is taken under any of the names that the folder takes for one, and only by a file', async t => {
  const root = await temporaryFolder(t);
  await toFolder(root, 'x', writeZip([{ name: 'Y/f.csv', content: 'outer' }]));
  const destination = await openDestination(root);
  t.after(() => destination.close());
  const names = new NameList();
  names.push('f.csv');
  const fold = (/** @type {string} */ path) => path.toLowerCase();
  assert.deepEqual([...(await takenPlaces({ ...destination, fold }, 'x/y', names))], [['x/y/f.csv', 'x']]);
  const manifest = JSON.parse(await readFile(join(root, 'x/_manifest.json'), 'utf8'));
  Object.assign(manifest.entries[0], { output: null, rejected: `${root}/x/_rejected/Y/f.csv` });
  await writeFile(join(root, 'x/_manifest.json'), JSON.stringify(manifest));
  assert.deepEqual([...(await takenPlaces({ ...destination, fold }, 'x/y', names))], []);
});

test('an entry whose rows go into a table needs no place', async t => {
  const root = await temporaryFolder(t);
  await toFolder(root, 'x/y', inner);
  const destination = await openDestination(root);
  t.after(() => destination.close());
  const source = memorySource(outer, { uri: 's3://in/x.zip', outputFolder: 'x' });
  const tables = { match: '**/*.csv', csv: { columns: { id: 'integer' }, table: { name: 'people' } } };
  for (const [entries, expected] of /** @type {[object[], string][]} */ ([
    [[tables], 'pending'],
    [[], 'failed'],
  ])) {
    const recipe = await compileRecipe({ entries });
    const archive = await openArchive(source, recipe.limits);
    const [first] = await judgeEntries(archive.entries, { source, destination, recipe }, []);
    assert.equal(first.status, expected);
  }
});

test('what only looks like another archive’s manifest in a folder keeps no entry from its place', async t => {
  const root = await temporaryFolder(t);
  await toFolder(root, 'x', outer);
  for (const content of ['', 'theirs', '{"version":1}', '{"version":1,"entries":[{"path":"f.csv"}]}']) {
    await writeFile(join(root, 'x/y/_manifest.json'), content);
    assert.ok((await toFolder(root, 'x', outerNewer)).every(code => code === null));
    assert.ok((await toFolder(root, 'x', outer)).every(code => code === null));
  }
  await rm(join(root, 'x/y/_manifest.json'));
  await symlink('../../y/_manifest.json', join(root, 'x/y/_manifest.json'));
  await toFolder(root, 'y', inner);
  assert.ok((await toFolder(root, 'x', outerNewer)).every(code => code === null));
});
