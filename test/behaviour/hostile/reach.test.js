import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findTable } from '../../../src/destination/database/table-name.js';
import { openFolderDestination } from '../../../src/destination/folder/destination.js';
import { FOLDS_ALL } from '../../../src/destination/folder/probe-folding.js';
import { processArchive } from '../../../src/job/archive.js';
import { redeliverSoon } from '../../../src/lambda/redeliver-soon.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { temporaryFolder, tree } from '../../destination/folder/fixture.js';
import { memorySource } from '../../support/memory-source.js';
import { writeZip } from '../../support/zip-writer.js';

// The smallest inputs of those that once reached what is not theirs.
suite('what is not the archive’s is not reached', () => {
  test('archive/reserved-name: the manifest’s name with an invisible character, where a folder ignores it', async t => {
    const root = await temporaryFolder(t);
    const destination = openFolderDestination(root, {}, async () => FOLDS_ALL);
    const source = memorySource(writeZip([{ name: '_mani\u200cfest.json', content: '{}' }]));
    const { manifest } = await processArchive({ source, destination, recipe: await compileRecipe() });
    assert.deepEqual(
      Array.from(manifest?.entries ?? [], ({ error }) => error?.code),
      ['archive/reserved-name'],
    );
    assert.deepEqual(await tree(root), ['x', 'x/_manifest.json']);
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
