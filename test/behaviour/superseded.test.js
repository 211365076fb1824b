import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { batch, failure } from '../support/cloud.js';
import { startChain } from './chain.js';
import { isPutOf } from './stoppable-job.js';
import { BUCKET, FAILED, idOf, left, PARTIAL, versionedArchives } from './versioned-archives.js';
import { NEW, newTexts, OLD } from './versions.js';

/** @import { Deployed } from './chain.js' */

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

// All of a suite's tests together.
const bounded = { timeout: 300_000 };
const { deploy, begin, upload, versionsOf } = versionedArchives(() => chain);

/** @param {Deployed} deployed @returns {(string | undefined)[]} The versions that it deleted or tagged, in that order. */
const clearedBy = ({ requests }) =>
  requests
    .filter(({ operation, bucket }) => bucket === BUCKET && ['DeleteObject', 'PutObjectTagging'].includes(operation))
    .map(({ query }) => query.get('versionId'));

for (const afterwards of /** @type {const} */ (['keep', 'delete', 'tag'])) {
  describe(`an older version, with "${afterwards}"`, bounded, () => {
    it('is cleared away even if its event comes after that of the newer one', async () => {
      const folder = `late-${afterwards}`;
      const [older, newer] = [await upload(folder, OLD), await upload(folder, NEW)];
      const deployed = await deploy(afterwards);
      await deployed.deliver(newer);
      assert.deepEqual(await versionsOf(folder), left(afterwards, [newer], [older]), 'its event has not come yet');
      for (const _ of [1, 2]) await deployed.deliver(older);
      assert.deepEqual(await versionsOf(folder), left(afterwards, [older, newer]));
      assert.equal(deployed.lines[1].outcome, 'superseded');
      assert.deepEqual(await chain.texts(folder), newTexts(folder));
    });

    it('stays while the newer one is at work, and goes with it', async () => {
      const folder = `at-work-${afterwards}`;
      const [older, newer] = [await upload(folder, OLD), await upload(folder, NEW)];
      const [slow, fast] = [await deploy(afterwards), await deploy(afterwards)];
      let isClaimed = false;
      slow.fault = ({ operation, key }) => {
        if (isClaimed && operation === 'PutObject') return { status: 403, code: 'AccessDenied' };
        isClaimed ||= operation === 'PutObject' && key.endsWith('/_manifest.json');
      };
      await failure(slow.deliver(newer));
      const message = batch(older);
      for (const _ of [1, 2]) assert.deepEqual(await fast.deliver(message), { batchItemFailures: [] });
      assert.deepEqual(
        fast.lines.map(({ outcome }) => outcome),
        ['superseded', 'superseded'],
      );
      assert.deepEqual(await versionsOf(folder), left(afterwards, [], [older, newer]));
      slow.recover();
      await slow.deliver(newer);
      assert.deepEqual(clearedBy(slow), afterwards === 'keep' ? [] : [older, newer].map(idOf));
      assert.deepEqual(await versionsOf(folder), left(afterwards, [older, newer]));
    });

    for (const [status, body] of /** @type {const} */ ([
      ['partial', PARTIAL],
      ['failed', FAILED],
    ])) {
      it(`stays behind a newer one that is ${status}, until one is complete`, async () => {
        const folder = `behind-${status}-${afterwards}`;
        const [first, second, middle] = [
          await upload(folder, OLD),
          await upload(folder, OLD),
          await upload(folder, body),
        ];
        const deployed = await deploy(afterwards);
        for (const event of [middle, second, first, second]) await deployed.deliver(event);
        assert.deepEqual(await versionsOf(folder), left(afterwards, [], [first, second, middle]));
        assert.equal((await chain.manifest(folder)).status, status);
        const last = await upload(folder, NEW);
        await deployed.deliver(last);
        assert.deepEqual(await versionsOf(folder), left(afterwards, [first, second, middle, last]));
      });
    }

    it('is cleared away with all others that were attempted, before the newest one, and nothing else is', async () => {
      const folder = `chain-${afterwards}`;
      const deployed = await deploy(afterwards);
      const partial = await upload(folder, PARTIAL);
      await deployed.deliver(partial);
      const unknown = await upload(folder, OLD);
      const failed = await upload(folder, FAILED);
      await deployed.deliver(failed);
      const complete = await upload(folder, NEW);
      const newest = await upload(folder, OLD);
      deployed.recover();
      await deployed.deliver(complete);
      const cleared = afterwards === 'keep' ? [] : [partial, failed, complete].map(idOf);
      assert.deepEqual(clearedBy(deployed), cleared);
      assert.deepEqual(await versionsOf(folder), left(afterwards, [partial, failed, complete], [unknown, newest]));
      const { archive, status } = await chain.manifest(folder);
      assert.deepEqual([status, archive.versionId], ['complete', idOf(complete)]);
      assert.deepEqual(archive.superseded, afterwards === 'keep' ? [partial, failed].map(idOf) : undefined);
    });
  });
}

for (const afterwards of /** @type {const} */ (['delete', 'tag'])) {
  describe(`a superseded version, with "${afterwards}"`, bounded, () => {
    it('is cleared away even if the next version takes over before the job could do it', async () => {
      const folder = `taken-over-${afterwards}`;
      const deployed = await deploy(afterwards);
      const partial = await upload(folder, PARTIAL);
      await deployed.deliver(partial);
      const complete = await upload(folder, OLD);
      deployed.fault = ({ bucket, operation }) =>
        bucket === BUCKET && /Delete|Tagging/.test(operation) ? { status: 403, code: 'AccessDenied' } : undefined;
      await failure(deployed.deliver(complete));
      const newest = await upload(folder, FAILED);
      deployed.recover();
      await deployed.deliver(newest);
      await deployed.deliver(complete);
      assert.deepEqual(await versionsOf(folder), left(afterwards, [], [partial, complete, newest]));
      const last = await upload(folder, NEW);
      await deployed.deliver(last);
      assert.deepEqual(await versionsOf(folder), left(afterwards, [partial, complete, newest, last]));
    });

    it('may have been deleted by then', async () => {
      const folder = `gone-${afterwards}`;
      const deployed = await deploy(afterwards);
      const [first, second] = [await upload(folder, PARTIAL), await upload(folder, FAILED)];
      for (const event of [first, second]) await deployed.deliver(event);
      const Key = `${folder}.zip`;
      await chain.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key, VersionId: idOf(first) }));
      const newest = await upload(folder, NEW);
      await deployed.deliver(newest);
      assert.deepEqual(
        deployed.lines.map(({ outcome, status, error }) => [outcome, status, error?.code ?? null]),
        [
          ['processed', 'partial', null],
          ['processed', 'failed', 'archive/not-a-zip'],
          ['processed', 'complete', null],
        ],
      );
      assert.deepEqual(await versionsOf(folder), left(afterwards, [second, newest]));
    });

    it('does not hide the newer one’s progress when it is recorded as superseded', async () => {
      const folder = `progress-${afterwards}`;
      const [older, newer] = [await upload(folder, OLD), await upload(folder, NEW)];
      const [slow, fast] = [await begin(newer, afterwards), await begin(older, afterwards)];
      assert.ok(await slow.runTo(isPutOf(`${folder}/note.txt`)));
      await fast.run();
      assert.ok(await slow.run({ status: 403, code: 'AccessDenied' }));
      const { status, archive, entries } = await chain.manifest(folder);
      assert.deepEqual([status, archive.superseded], ['unfinished', [idOf(older)]]);
      assert.deepEqual(
        entries.map(({ path, status }) => [path, status]),
        [
          ['people.csv', 'written'],
          ['note.txt', 'pending'],
        ],
      );
      const requests = slow.requests.length;
      await slow.redeliver();
      assert.ok(!slow.requests.slice(requests).some(isPutOf(`${folder}/people.csv`)));
      assert.deepEqual(await versionsOf(folder), left(afterwards, [older, newer]));
    });
  });
}

describe('a superseded version that S3 refuses to clear away', bounded, () => {
  /** @param {'delete' | 'tag'} afterwards @param {string} folder */
  const refuseOlder = async (afterwards, folder) => {
    const deployed = await deploy(afterwards);
    const older = [await upload(folder, PARTIAL), await upload(folder, PARTIAL)];
    for (const event of older) await deployed.deliver(event);
    const newest = await upload(folder, NEW);
    const refused = idOf(older[0]);
    deployed.fault = ({ operation, query }) =>
      /DeleteObject|PutObjectTagging/.test(operation) && query.get('versionId') === refused
        ? { status: 403, code: 'AccessDenied', message: 'Access Denied because object protected by object lock.' }
        : undefined;
    deployed.lines.length = 0;
    await deployed.deliver(newest);
    const [{ level, outcome, errorCode }] = deployed.lines;
    assert.deepEqual([level, outcome, errorCode], ['warn', 'processed', 'storage/protected']);
    return { older, newest };
  };

  it('keeps the newest one from being deleted, so as not to become the current one again', async () => {
    const { older, newest } = await refuseOlder('delete', 'locked-delete');
    assert.deepEqual(await versionsOf('locked-delete'), left('delete', [older[1]], [older[0], newest]));
  });

  it('does not keep the others from being tagged', async () => {
    const { older, newest } = await refuseOlder('tag', 'locked-tag');
    assert.deepEqual(await versionsOf('locked-tag'), left('tag', [older[1], newest], [older[0]]));
  });

  it('is reported once if it cannot be tagged, not with each later version', async () => {
    const { older, newest } = await refuseOlder('tag', 'reported-once');
    const deployed = await deploy('tag');
    const later = await upload('reported-once', OLD);
    await deployed.deliver(later);
    assert.deepEqual(clearedBy(deployed), [idOf(later)]);
    // It has a bad record.
    assert.deepEqual([deployed.lines[0].level, deployed.lines[0].errorCode], ['warn', null]);
    assert.deepEqual(await versionsOf('reported-once'), left('tag', [older[1], newest, later], [older[0]]));
  });
});

describe('a bucket without versions', bounded, () => {
  it('has no older one, and an upload of the same bytes as an older one is not mistaken for it', async () => {
    for (const afterwards of /** @type {const} */ (['delete', 'tag'])) {
      const folder = `returned-${afterwards}`;
      const deployed = await deploy('keep');
      const first = await chain.upload(`${folder}.zip`, OLD);
      await chain.upload(`${folder}.zip`, NEW);
      const third = await chain.upload(`${folder}.zip`, OLD);
      await deployed.deliver(third);
      const clearing = await deploy(afterwards);
      await clearing.deliver(first);
      assert.deepEqual(
        clearing.lines.map(({ outcome }) => outcome),
        ['superseded'],
      );
      assert.deepEqual(
        (await chain.archives(folder)).map(([, , tags]) => tags),
        [''],
      );
    }
  });
});
