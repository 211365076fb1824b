import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDestination } from '../../src/destination/open.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { openSource } from '../../src/source/open-source.js';
import { temporaryFolder } from '../support/run-cli.js';
import { writeZip } from '../support/zip-writer.js';

const COPY = await compileRecipe();
const OPEN = await compileRecipe({ entries: [{ match: '**/*.zip', archive: true }] });

for (const [what, before, after, files] of /** @type {const} */ ([
  ['opens an archive that was copied', COPY, OPEN, ['other', 'y.zip', 'y.zip/a']],
  ['copies an archive that was opened', OPEN, COPY, ['other', 'y.zip']],
])) {
  test(`a recipe that ${what} is storage/name-in-the-way in a folder, and goes on once the old output is gone`, async t => {
    const folder = await temporaryFolder(t);
    const inner = writeZip([{ name: 'a', content: 'a' }]);
    await writeFile(
      join(folder, 'x.zip'),
      writeZip([
        { name: 'y.zip', content: inner },
        { name: 'other', content: 'o' },
      ]),
    );
    /** @param {typeof COPY} recipe */
    const work = async recipe => {
      const source = await openSource(join(folder, 'x.zip'));
      const destination = await openDestination(join(folder, 'out'));
      try {
        return (await processArchive({ source, destination, recipe })).manifest;
      } finally {
        await Promise.all([source.close(), destination.close()]);
      }
    };
    const there = async () =>
      (await readdir(join(folder, 'out/x'), { recursive: true })).filter(name => name !== '_manifest.json').sort();
    const isInTheWay = (/** @type {any} */ { code, message }) =>
      code === 'storage/name-in-the-way' && /y\.zip.*move it away, or delete it/.test(message);
    assert.equal((await work(before))?.status, 'complete');
    const old = await there();
    await assert.rejects(work(after), isInTheWay);
    assert.deepEqual(await there(), old);
    assert.equal(JSON.parse(await readFile(join(folder, 'out/x/_manifest.json'), 'utf8')).status, 'unfinished');
    await rm(join(folder, 'out/x/y.zip'), { recursive: true });
    assert.equal((await work(after))?.status, 'complete');
    assert.deepEqual(await there(), files);
  });
}
