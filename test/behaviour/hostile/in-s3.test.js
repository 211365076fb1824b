import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { openDestination } from '../../../src/destination/open.js';
import { processArchive } from '../../../src/job/archive.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { openSource } from '../../../src/source/open-source.js';
import { assertNoUploadsLeft, contentOf, localS3 } from '../../support/s3.js';
import { expectOutcome } from './expect-outcome.js';
import { IN_S3 } from './in-s3.js';

/** @import { ParsedManifest } from '../../../src/ledger/manifest.js' */

for (const fixture of IN_S3) {
  test(`${fixture.code}, in S3: ${fixture.title}`, { timeout: 300_000 }, async t => {
    const { client, put, s3 } = await localS3(t);
    await put('x.zip', fixture.zip(''));
    const source = await openSource('s3://bucket/x.zip', { s3 });
    const destination = await openDestination('s3://bucket/out', { s3, memoryBytes: 256 * 1024 ** 2 });
    const recipe = await compileRecipe({ entries: [], limits: fixture.limits });
    await processArchive({ source, destination, recipe });
    await Promise.all([source.close(), destination.close()]);
    /** @type {ParsedManifest} */
    const manifest = JSON.parse(String(await contentOf(client, 'out/x/_manifest.json')));

    const paths = manifest.entries.filter(({ status }) => status === 'written').map(({ path }) => path);
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'bucket' }));
    assert.deepEqual(
      Contents.map(({ Key }) => Key).sort(),
      ['x.zip', 'out/x/_manifest.json', ...paths.map(path => `out/x/${path}`)].sort(),
    );
    await assertNoUploadsLeft(client);
    /** @type {Map<string, Buffer>} */
    const contents = new Map();
    for (const path of paths) contents.set(path, await contentOf(client, `out/x/${path}`));
    expectOutcome(fixture, manifest, contents);
  });
}
