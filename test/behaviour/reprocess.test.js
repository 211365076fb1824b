import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CopyObjectCommand, GetObjectTaggingCommand } from '@aws-sdk/client-s3';
import { writeZip } from '../support/zip-writer.js';
import { startChain } from './chain.js';

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

for (const bucket of ['sluice-in', 'sluice-versioned']) {
  test(`the documented command has the function process an archive in "${bucket}" by a new recipe`, {
    timeout: 300_000,
  }, async () => {
    const key = `${bucket}/fe ed+ü.zip`;
    const folder = key.slice(0, -'.zip'.length);
    const archive = writeZip([{ name: 'a.csv', content: 'name,password\nAda,secret\n' }]);
    const before = await chain.deploy({ SLUICE_SOURCE_AFTERWARDS: 'tag' });
    await before.deliver(await chain.upload(key, archive, bucket));
    assert.equal((await chain.texts(folder))[`${folder}/a.csv`], 'name,password\nAda,secret\n');

    const drop = { entries: [{ match: '*.csv', csv: { drop: ['password'] } }] };
    const changed = await chain.deploy({ SLUICE_RECIPE: JSON.stringify(drop), SLUICE_SOURCE_AFTERWARDS: 'keep' });
    const event = await chain.eventOf(key, bucket, new CopyObjectCommand(documentedCopy(bucket, key)));
    assert.equal(event.Records[0].eventName, 'ObjectCreated:Copy');
    await changed.deliver(event);
    assert.equal(changed.lines[0].outcome, 'processed');
    assert.equal((await chain.texts(folder))[`${folder}/a.csv`], 'name\nAda\n');
    const { TagSet } = await chain.client.send(new GetObjectTaggingCommand({ Bucket: bucket, Key: key }));
    assert.deepEqual(TagSet, [], 'the tag by which S3 removes the archive came along');
  });
}

/**
 * What the AWS CLI sends for the command in the documentation.
 *
 * @param {string} bucket
 * @param {string} key
 */
function documentedCopy(bucket, key) {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const pages = globSync(['README.md', 'docs/*.md'], { cwd: root }).map(page => readFileSync(`${root}${page}`, 'utf8'));
  const commands = pages.flatMap(text => text.match(/^aws s3api copy-object (?:.*\\\n)*.*$/gm) ?? []);
  assert.equal(commands.length, 1);
  const words = String(commands[0]).replaceAll('\\\n', ' ').split(/\s+/).slice(3);
  const string = /** @type {const} */ ({ type: 'string' });
  const { values } = parseArgs({
    args: words.map(word => word.replace('BUCKET', bucket).replace('in/feed.zip', key)),
    options: {
      bucket: string,
      key: string,
      'copy-source': string,
      'metadata-directive': string,
      'tagging-directive': string,
    },
  });
  return {
    Bucket: values.bucket,
    Key: values.key,
    // The CLI encodes this itself.
    CopySource: values['copy-source']?.split('/').map(encodeURIComponent).join('/'),
    MetadataDirective: /** @type {'REPLACE'} */ (values['metadata-directive']),
    TaggingDirective: /** @type {'REPLACE'} */ (values['tagging-directive']),
  };
}
