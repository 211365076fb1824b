import assert from 'node:assert/strict';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { findTable } from '../../../src/destination/database/table-name.js';
import { openFolderDestination } from '../../../src/destination/folder/destination.js';
import { FOLDS_ALL } from '../../../src/destination/folder/probe-folding.js';
import { processArchive } from '../../../src/job/archive.js';
import { redeliverSoon } from '../../../src/lambda/redeliver-soon.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { openSource } from '../../../src/source/open-source.js';
import { temporaryFolder, tree } from '../../destination/folder/fixture.js';
import { memorySource } from '../../support/memory-source.js';
import { writeZip } from '../../support/zip-writer.js';

// The smallest inputs of those that once reached what is not theirs.
suite('what is not the archive’s is not reached', () => {
  test('archive/reserved-name: the manifest’s name with an invisible character or a dot, where a folder ignores it', async t => {
    const root = await temporaryFolder(t);
    const destination = openFolderDestination(root, {}, async () => FOLDS_ALL);
    const names = ['_mani\u200cfest.json', 'b/_manifest.json.', 'a/_checkpoint .'];
    const source = memorySource(writeZip(names.map(name => ({ name, content: '{}' }))));
    const { manifest } = await processArchive({ source, destination, recipe: await compileRecipe() });
    assert.deepEqual(
      Array.from(manifest?.entries ?? [], ({ error }) => error?.code),
      names.map(() => 'archive/reserved-name'),
    );
    assert.deepEqual(await tree(root), ['x', 'x/_manifest.json']);
  });

  test('archive/reserved-name: an entry that would overwrite the archive itself, where a link leads to one of them', async t => {
    const root = await temporaryFolder(t);
    await mkdir(join(root, 'real/x'), { recursive: true });
    await mkdir(join(root, 'real/_rejected/x'), { recursive: true });
    await symlink('real', join(root, 'link'));
    const archive = writeZip(['x.zip', 'a'].map(name => ({ name, content: 'theirs' })));
    const recipe = await compileRecipe({ entries: [{ match: 'x.zip', csv: {} }] });
    for (const place of ['x/x.zip', '_rejected/x/x.zip']) {
      for (const [from, to] of [
        ['link', 'real'],
        ['real', 'link'],
        ['real', 'real'],
      ]) {
        await writeFile(join(root, 'real', place), archive);
        const source = await openSource(join(root, from, place));
        const destination = openFolderDestination(join(root, to), {});
        const { manifest } = await processArchive({ source, destination, recipe, force: true });
        await source.close();
        const codes = Array.from(manifest?.entries ?? [], ({ error }) => error?.code);
        assert.deepEqual(codes, ['archive/reserved-name', undefined], `${from}/${place} to ${to}`);
        assert.deepEqual(await readFile(join(root, 'real', place)), archive);
      }
      await rm(join(root, 'real', place));
    }
  });

  test('database/reserved-schema: a recipe that names the table of loads, with its schema or without', async () => {
    for (const schema of ['sluice', null]) {
      const connection = { query: async () => [{ oid: '1', schema: 'sluice', hasSchema: true }] };
      await assert.rejects(findTable(connection, { schema, name: 'loads' }), { code: 'database/reserved-schema' });
    }
  });

  test('job/stopped: the address of a queue that is a list, nested deeply, does not end the invocation', async () => {
    /** @type {unknown[]} */
    let eventSourceARN = [];
    for (let depth = 0; depth < 20_000; depth++) eventSourceARN = [eventSourceARN];
    const event = { Records: [{ messageId: 'message', receiptHandle: 'receipt', eventSourceARN }] };
    const sqs = async () => assert.fail('there is no queue');
    assert.deepEqual(await redeliverSoon(event, new Set(['message']), { sqs, timeoutMs: 1 }), []);
  });
});
