import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import fc, { caseCount } from '../support/fast-check.js';
import { temporaryFolder } from '../support/run-cli.js';
import { extract } from './fixture.js';

/** @param {string} folder */
async function filesOf(folder) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter(each => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const files = await Promise.all(
    paths.map(async path => [path.slice(folder.length + 1), (await readFile(path)).toString('latin1')]),
  );
  return Object.fromEntries(files);
}

const part = fc.stringMatching(/^[a-z0-9 éß漢]{1,12}$/u).filter(name => name.trim() === name);
const longPart = fc.stringMatching(/^[a-z]{60,90}$/);
const tree = fc.uniqueArray(
  fc.record({
    path: fc.array(fc.oneof({ arbitrary: part, weight: 5 }, longPart), { minLength: 1, maxLength: 4 }),
    content: fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom(511, 512, 513, 1024, 70_000).map(length => new Uint8Array(length).fill(120)),
    ),
  }),
  { maxLength: 8, minLength: 1, selector: ({ path }) => path[0].toLowerCase() },
);

for (const format of ['v7', 'ustar', 'gnu', 'posix']) {
  test(`what GNU tar packs as ${format} comes out as GNU tar unpacks it, from a tar and from a tar.gz`, async t => {
    const folder = await temporaryFolder(t);
    await fc.assert(
      fc.asyncProperty(tree, fc.integer({ min: 1, max: 2000 }), async (files, chunkBytes) => {
        const [from, to] = [join(folder, 'from'), join(folder, 'to')];
        for (const each of [from, to]) {
          await rm(each, { recursive: true, force: true });
          await mkdir(each);
        }
        for (const { path, content } of files) {
          const file = join(from, ...path);
          await mkdir(dirname(file), { recursive: true });
          await writeFile(file, content);
        }
        const archive = join(folder, 'x.tar');
        // v7 and ustar leave out what has too long a name.
        const pack = ['-C', from, `--format=${format}`, '-cf', archive, '.'];
        try {
          execFileSync('tar', pack, { stdio: 'pipe' });
        } catch (error) {
          if (!String(/** @type {any} */ (error).stderr).includes('not dumped')) throw error;
        }
        execFileSync('tar', ['-C', to, '-xf', archive], { stdio: 'pipe' });
        const expected = await filesOf(to);
        const tar = await readFile(archive);
        const gzip = execFileSync('gzip', ['-c'], { input: tar });
        for (const bytes of [tar, gzip]) {
          const { status, files: found } = await extract(bytes, { from: { chunkBytes } });
          assert.equal(status, 'complete');
          assert.deepEqual(found, expected);
        }
      }),
      { numRuns: caseCount(12) },
    );
  });
}

for (const format of ['gnu', 'posix']) {
  test(`a backup of GNU tar in its ${format} format, with a volume's name and the lists of folders, is complete`, async t => {
    const folder = await temporaryFolder(t);
    const from = join(folder, 'from');
    await mkdir(join(from, 'sub'), { recursive: true });
    const names = Array.from({ length: 400 }, (_, index) => `sub/a rather long name of a file, ${index}`);
    for (const name of names) await writeFile(join(from, name), name);
    const archive = join(folder, 'x.tar');
    const options = [`--format=${format}`, '--label=the volume', `--listed-incremental=${join(folder, 'snapshot')}`];
    execFileSync('tar', ['-C', from, ...options, '-cf', archive, '.'], { stdio: 'pipe' });
    const { status, files } = await extract(await readFile(archive));
    assert.equal(status, 'complete');
    assert.deepEqual(files, Object.fromEntries(names.map(name => [name, name])));
  });

  test(`of a sparse file, packed as one by GNU tar in its ${format} format, nothing is published`, async t => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'plain'), 'x');
    const sparse = await open(join(folder, 'sparse'), 'w');
    for (let position = 0; position < 30; position++) await sparse.write('data', position * 1024 ** 2);
    await sparse.close();
    const archive = join(folder, 'x.tar');
    execFileSync('tar', ['-C', folder, `--format=${format}`, '--sparse', '-cf', archive, 'sparse', 'plain']);
    const { errors, files } = await extract(await readFile(archive));
    assert.deepEqual(files, { plain: 'x' });
    assert.deepEqual(errors, { sparse: 'archive/special-file' });
  });
}
