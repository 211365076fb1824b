import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';

const run = promisify(execFile);
const JAVA_PROGRAM = fileURLToPath(new URL('../support/StreamedZip.java', import.meta.url));
const SHIFT_JIS = 'shift_jis';

/** @type {Record<string, string[]>} The names in each folder, which are what is in the files too. */
const FOLDERS = {
  japanese: ['表/ソ.csv', '予定.txt', 'plain.csv'],
  russian: ['Привет/мир.csv', 'plain.csv'],
  mixed: ['naïve/日本.csv', 'plain.csv'],
};

/** @type {string} */
let work;
before(async () => {
  work = await mkdtemp(join(tmpdir(), 'sluice-names-'));
  for (const [folder, names] of Object.entries(FOLDERS)) {
    for (const name of names) {
      await mkdir(dirname(join(work, folder, name)), { recursive: true });
      await writeFile(join(work, folder, name), name);
    }
  }
});
after(() => rm(work, { recursive: true }));

/** Makes an archive in Python of pairs of a name (or an entry's properties) and its content. */
const PYTHON = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as zip:
    for name, content, system, attributes in json.loads(sys.argv[2]):
        info = zipfile.ZipInfo(name)
        info.create_system, info.external_attr = system, attributes
        zip.writestr(info, content)
`;
const UNIX_FILE = 0o100644 * 65_536;
const UNIX_FOLDER = 0o040755 * 65_536;
const DOS_FOLDER = 0x10;

/**
 * @typedef {object} Made
 * @property {string} tool
 * @property {string} title
 * @property {(zip: string) => Promise<unknown>} make
 * @property {string} [entryNames] The recipe's.
 * @property {string[]} names Of the outputs. The content of each is its name.
 */

/** @type {Made[]} */
const ARCHIVES = [
  {
    tool: 'bsdtar',
    title: 'names in Shift-JIS, with 0x5C as half of a character',
    make: zip => shell(`cd japanese && bsdtar -c --format zip --options zip:hdrcharset=SHIFT_JIS -f "${zip}" *`),
    entryNames: SHIFT_JIS,
    names: FOLDERS.japanese,
  },
  {
    tool: 'bsdtar',
    title: 'names in code page 866',
    make: zip => shell(`cd russian && bsdtar -c --format zip --options zip:hdrcharset=CP866 -f "${zip}" *`),
    entryNames: 'cp866',
    names: FOLDERS.russian,
  },
  {
    tool: 'bsdtar',
    title: 'names in UTF-8, whatever the recipe says',
    make: zip => shell(`cd mixed && bsdtar -c --format zip -f "${zip}" *`),
    entryNames: SHIFT_JIS,
    names: FOLDERS.mixed,
  },
  {
    tool: 'java',
    title: 'names in Windows-31J, made by an unknown system',
    make: zip => java('japanese', zip, 'windows-31j'),
    entryNames: SHIFT_JIS,
    names: FOLDERS.japanese,
  },
  {
    tool: 'python3',
    title: 'backslashes between the parts of names',
    make: zip =>
      python(zip, [
        ['a\\b\\c.csv', 'a/b/c.csv', 0, 0x20],
        ['a\\d.csv', 'a/d.csv', 3, UNIX_FILE],
        ['ü\\e.csv', 'ü/e.csv', 0, 0x20],
        ['empty\\', '', 0, DOS_FOLDER],
      ]),
    names: ['a/b/c.csv', 'a/d.csv', 'ü/e.csv'],
  },
  {
    tool: 'python3',
    title: 'folders of all kinds',
    make: zip =>
      python(zip, [
        ['file’s mode/', '', 3, UNIX_FILE],
        ['bytes/', 'some', 3, UNIX_FOLDER + DOS_FOLDER],
        ['bytes and a file’s mode/', 'some', 3, UNIX_FILE],
        ['no slash', '', 3, UNIX_FOLDER],
        ['no slash/a.csv', 'no slash/a.csv', 3, UNIX_FILE],
        ['DOS', '', 0, DOS_FOLDER],
        ['DOS/a.csv', 'DOS/a.csv', 0, 0x20],
      ]),
    names: ['no slash/a.csv', 'DOS/a.csv'],
  },
  {
    tool: 'python3',
    title: 'names that differ by case only',
    make: zip =>
      python(zip, [
        ['a/README', 'a/README', 3, UNIX_FILE],
        ['A/readme', 'A/readme', 3, UNIX_FILE],
      ]),
    names: ['a/README', 'A/readme'],
  },
];
for (const { tool, title, make, entryNames, names } of ARCHIVES) {
  test(`an archive made by ${tool} is read: ${title}`, { timeout: 300_000 }, async t => {
    if (!(await isThere(tool))) return t.skip(`${tool} is not installed`);
    const { status, files } = await outcomeOf(make, entryNames);
    assert.equal(status, 'complete');
    assert.deepEqual(files, Object.fromEntries(names.toSorted().map(name => [name, name])));
  });
}

test('archive/unsafe-name: the error of a Shift-JIS name by bsdtar asks for a charset', async t => {
  if (!(await isThere('bsdtar'))) return t.skip('bsdtar is not installed');
  const { status, files, errors } = await outcomeOf(ARCHIVES[0].make);
  assert.equal(status, 'partial');
  assert.deepEqual(files, { 'plain.csv': 'plain.csv' });
  assert.equal(errors.length, 2);
  for (const { code, message } of errors) {
    assert.equal(code, 'archive/unsafe-name');
    assert.match(message, /unknown charset.*"entryNames": "shift_jis"/);
  }
});

/**
 * @param {(zip: string) => Promise<unknown>} make
 * @param {string} [entryNames]
 */
async function outcomeOf(make, entryNames) {
  const folder = await mkdtemp(join(work, 'made-'));
  await make(join(folder, 'x.zip'));
  const source = memorySource(await readFile(join(folder, 'x.zip')));
  const destination = memoryDestination();
  const recipe = await compileRecipe({ ...(entryNames !== undefined && { entryNames }) });
  const { manifest } = await processArchive({ source, destination, recipe });
  const written = Array.from(destination.files, ([path, content]) => [path.slice('x/'.length), String(content)]);
  const files = Object.fromEntries(written.filter(([name]) => name !== '_manifest.json').sort());
  const errors = [...(manifest?.entries ?? [])].flatMap(({ error }) => error ?? []);
  return { status: manifest?.status, files, errors };
}

/** @param {string} command */
function shell(command) {
  return run('sh', ['-c', command], { cwd: work, env: { ...process.env, LC_ALL: 'C.UTF-8' } });
}

/**
 * @param {string} folder
 * @param {string} zip
 * @param {string} charset
 */
function java(folder, zip, charset) {
  const options = '-Xshare:auto -XX:TieredStopAtLevel=1 -Dsun.jnu.encoding=UTF-8';
  return shell(`java ${options} "${JAVA_PROGRAM}" ${folder} "${zip}" ${charset}`);
}

/**
 * @param {string} zip
 * @param {[name: string, content: string, system: number, attributes: number][]} entries
 */
function python(zip, entries) {
  return run('python3', ['-c', PYTHON, zip, JSON.stringify(entries)], { env: { ...process.env, LC_ALL: 'C.UTF-8' } });
}

/** @param {string} tool */
async function isThere(tool) {
  return run('which', [tool]).then(
    () => true,
    () => false,
  );
}
