import assert from 'node:assert/strict';
import { after, before, describe, it, test } from 'node:test';
import { GetObjectTaggingCommand } from '@aws-sdk/client-s3';
import { clearAway } from '../../src/lambda/clear-away.js';
import { outcomes, startCloud, zipOf } from '../support/cloud.js';

/** @type {Awaited<ReturnType<typeof startCloud>>} */
let cloud;

before(async () => {
  cloud = await startCloud();
});

after(() => cloud?.close());

test('versions that the manifest of another archive names are not looked for', async () => {
  /** @type {unknown[]} */
  const seen = [];
  const source = {
    ...{ uri: 's3://in/x.zip', versionId: 'v1' },
    isOlder: async (/** @type {string} */ version) => seen.push(version) > 0,
    remove: async (/** @type {string} */ version) => void seen.push(version ?? 'its own'),
  };
  const manifest = { status: 'complete', archive: { uri: 's3://in/x.tar', superseded: ['v0'] } };
  await clearAway(/** @type {any} */ ({ source }), /** @type {any} */ ({ result: 'done', manifest }), 'delete');
  assert.deepEqual(seen, ['its own']);
});

describe('what becomes of an archive afterwards', { timeout: 100_000 }, () => {
  it('is nothing by default', async () => {
    const { deliver } = cloud.deploy();
    await deliver(await cloud.upload('sluice-in', 'kept.zip', await zipOf({ 'a.txt': 'a' })));
    assert.deepEqual(await cloud.keys('sluice-in', 'kept.zip'), ['kept.zip']);
  });

  it('is a tag', async () => {
    const { deliver } = cloud.deploy({ SLUICE_SOURCE_AFTERWARDS: 'tag' });
    await deliver(await cloud.upload('sluice-in', 'tagged.zip', await zipOf({ 'a.txt': 'a' })));
    const { TagSet } = await cloud.client.send(new GetObjectTaggingCommand({ Bucket: 'sluice-in', Key: 'tagged.zip' }));
    assert.deepEqual(TagSet, [{ Key: 'sluice', Value: 'processed' }]);
  });

  it('is its deletion, and an event that comes again is ignored', async () => {
    const { deliver, lines } = cloud.deploy({ SLUICE_SOURCE_AFTERWARDS: 'delete' });
    const event = await cloud.upload('sluice-in', 'deleted.zip', await zipOf({ 'a.txt': 'a' }));
    await deliver(event);
    assert.deepEqual(await cloud.keys('sluice-in', 'deleted.zip'), []);
    await deliver(event);
    assert.deepEqual(outcomes(lines), ['processed', 'ignored']);
  });

  it('is also applied to an archive that was processed before', async () => {
    const event = await cloud.upload('sluice-in', 'later.zip', await zipOf({ 'a.txt': 'a' }));
    await cloud.deploy().deliver(event);
    const { deliver, lines } = cloud.deploy({ SLUICE_SOURCE_AFTERWARDS: 'delete' });
    await deliver(event);
    assert.deepEqual(outcomes(lines), ['already-done']);
    assert.deepEqual(await cloud.keys('sluice-in', 'later.zip'), []);
  });

  it('is nothing if some entries failed', async () => {
    const { deliver, lines } = cloud.deploy({ SLUICE_SOURCE_AFTERWARDS: 'delete' });
    const archive = await zipOf({ 'good.txt': 'good', 'bad.txt': 'a text that is damaged' });
    archive[archive.indexOf('a text')] = 0;
    const event = await cloud.upload('sluice-in', 'partial.zip', archive);
    await deliver(event);
    await deliver(event);
    assert.deepEqual(
      lines.map(({ level, outcome, status, failed }) => [level, outcome, status, failed]),
      [
        ['warn', 'processed', 'partial', 1],
        ['warn', 'already-done', 'partial', 1],
      ],
    );
    assert.deepEqual(await cloud.keys('sluice-in', 'partial.zip'), ['partial.zip']);
  });
});
