import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DeleteObjectCommand, GetObjectTaggingCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { batch, failure } from '../support/cloud.js';
import { writeZip } from '../support/zip-writer.js';
import { startChain } from './chain.js';
import { atEachRequest, isPutOf } from './stoppable-job.js';
import { NEW, newTexts, OLD, RECIPE } from './versions.js';

/** @import { Chain, Deployed } from './chain.js' */

/** @type {Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

// All of a suite's tests together.
const bounded = { timeout: 110_000 };
const BUCKET = 'sluice-versioned';
const PARTIAL = writeZip([
  { name: 'people.csv', content: 'id,notes\n1,a\n' },
  { name: 'damaged', content: 'x', crc32: 1 },
]);
const FAILED = Buffer.from('not a zip archive');

/** @param {'keep' | 'delete' | 'tag'} afterwards */
const deploy = afterwards => chain.deploy({ SLUICE_RECIPE: RECIPE, SLUICE_SOURCE_AFTERWARDS: afterwards });

/** @param {unknown} event @param {'keep' | 'delete' | 'tag'} afterwards */
const begin = (event, afterwards) =>
  chain.begin(event, { SLUICE_RECIPE: RECIPE, SLUICE_SOURCE_AFTERWARDS: afterwards });

/** @param {string} place @param {Buffer} body @returns {Promise<any>} */
const upload = (place, body) => chain.upload(`${place}.zip`, body, BUCKET);

/** @param {any} event @returns {string} */
const idOf = event => event.Records[0].s3.object.versionId;

/** @param {string} place @returns {Promise<Record<string, string>>} By version, its tags. */
async function versionsOf(place) {
  const Key = `${place}.zip`;
  const { Versions = [], DeleteMarkers = [] } = await chain.client.send(
    new ListObjectVersionsCommand({ Bucket: BUCKET, Prefix: Key }),
  );
  assert.deepEqual(DeleteMarkers, []);
  const tagged = Versions.map(async ({ VersionId = '' }) => {
    const { TagSet = [] } = await chain.client.send(new GetObjectTaggingCommand({ Bucket: BUCKET, Key, VersionId }));
    return /** @type {const} */ ([VersionId, TagSet.map(tag => `${tag.Key}=${tag.Value}`).join()]);
  });
  return Object.fromEntries(await Promise.all(tagged));
}

/**
 * @param {'keep' | 'delete' | 'tag'} afterwards
 * @param {any[]} cleared Events.
 * @param {any[]} [untouched]
 */
function left(afterwards, cleared, untouched = []) {
  const tag = afterwards === 'tag' ? 'sluice=processed' : '';
  return Object.fromEntries([
    ...(afterwards === 'delete' ? [] : cleared.map(event => [idOf(event), tag])),
    ...untouched.map(event => [idOf(event), '']),
  ]);
}

/** @param {Deployed} deployed @returns {(string | undefined)[]} The versions that it deleted or tagged, in that order. */
const clearedBy = ({ requests }) =>
  requests
    .filter(({ operation, bucket }) => bucket === BUCKET && ['DeleteObject', 'PutObjectTagging'].includes(operation))
    .map(({ query }) => query.get('versionId'));

for (const afterwards of /** @type {const} */ (['keep', 'delete', 'tag'])) {
  describe(`an older version, where "${afterwards}" is what happens afterwards`, bounded, () => {
    it('is cleared away though its event comes after that of the newer one', async () => {
      const place = `late-${afterwards}`;
      const [older, newer] = [await upload(place, OLD), await upload(place, NEW)];
      const deployed = await deploy(afterwards);
      await deployed.deliver(newer);
      assert.deepEqual(await versionsOf(place), left(afterwards, [newer], [older]), 'nobody was told of it yet');
      for (const _ of [1, 2]) await deployed.deliver(older);
      assert.deepEqual(await versionsOf(place), left(afterwards, [older, newer]));
      assert.equal(deployed.lines[1].outcome, 'superseded');
      assert.deepEqual(await chain.texts(place), newTexts(place));
    });

    it('stays while the newer one is at work, and goes with it', async () => {
      const place = `at-work-${afterwards}`;
      const [older, newer] = [await upload(place, OLD), await upload(place, NEW)];
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
      assert.deepEqual(await versionsOf(place), left(afterwards, [], [older, newer]));
      slow.recover();
      await slow.deliver(newer);
      assert.deepEqual(clearedBy(slow), afterwards === 'keep' ? [] : [older, newer].map(idOf));
      assert.deepEqual(await versionsOf(place), left(afterwards, [older, newer]));
    });

    for (const [status, body] of /** @type {const} */ ([
      ['partial', PARTIAL],
      ['failed', FAILED],
    ])) {
      it(`stays behind a newer one that is ${status}, until one is complete`, async () => {
        const place = `behind-${status}-${afterwards}`;
        const [first, second, middle] = [await upload(place, OLD), await upload(place, OLD), await upload(place, body)];
        const deployed = await deploy(afterwards);
        for (const event of [middle, second, first, second]) await deployed.deliver(event);
        assert.deepEqual(await versionsOf(place), left(afterwards, [], [first, second, middle]));
        assert.equal((await chain.manifest(place)).status, status);
        const last = await upload(place, NEW);
        await deployed.deliver(last);
        assert.deepEqual(await versionsOf(place), left(afterwards, [first, second, middle, last]));
      });
    }

    it('is cleared away with all that were tried and left, before the newest, and nothing else is', async () => {
      const place = `chain-${afterwards}`;
      const deployed = await deploy(afterwards);
      const partial = await upload(place, PARTIAL);
      await deployed.deliver(partial);
      const unknown = await upload(place, OLD);
      const failed = await upload(place, FAILED);
      await deployed.deliver(failed);
      const complete = await upload(place, NEW);
      const newest = await upload(place, OLD);
      deployed.recover();
      await deployed.deliver(complete);
      const cleared = afterwards === 'keep' ? [] : [partial, failed, complete].map(idOf);
      assert.deepEqual(clearedBy(deployed), cleared);
      assert.deepEqual(await versionsOf(place), left(afterwards, [partial, failed, complete], [unknown, newest]));
      const { archive, status } = await chain.manifest(place);
      assert.deepEqual([status, archive.versionId], ['complete', idOf(complete)]);
      assert.deepEqual(archive.superseded, afterwards === 'keep' ? [partial, failed].map(idOf) : undefined);
    });
  });
}

for (const afterwards of /** @type {const} */ (['delete', 'tag'])) {
  describe(`what was superseded, where it is to be cleared away by "${afterwards}"`, bounded, () => {
    // What differs between the two comes at the end.
    const stride = afterwards === 'delete' ? 1 : 3;

    it('is, also where the job ends at any of its requests after the manifest, and the event comes again', async () => {
      let isAtEnd = false;
      for (let at = 0; !isAtEnd; at += 1) {
        const place = `ends-${afterwards}-${at}`;
        const deployed = await deploy(afterwards);
        const events = [await upload(place, PARTIAL), await upload(place, FAILED)];
        for (const event of events) await deployed.deliver(event);
        const newest = await upload(place, NEW);
        deployed.recover();
        let since = -1;
        deployed.fault = async ({ operation, bucket }) => {
          if (since === -1 && bucket !== BUCKET) return;
          const isClearing = operation === 'DeleteObject' || operation.endsWith('ObjectTagging');
          if (since === -1 && !isClearing) return;
          since += 1;
          return since >= at ? { status: 403, code: 'AccessDenied' } : undefined;
        };
        const end = await deployed.deliver(newest).then(
          () => 'done',
          error => error.code,
        );
        isAtEnd = end === 'done';
        deployed.recover();
        await deployed.deliver(newest);
        assert.deepEqual(await versionsOf(place), left(afterwards, [...events, newest]), `${at}: ${end}`);
        assert.equal((await chain.manifest(place)).archive.superseded, undefined);
      }
    });

    it('is, also where the next version takes over before the job could do it', async () => {
      const place = `taken-over-${afterwards}`;
      const deployed = await deploy(afterwards);
      const partial = await upload(place, PARTIAL);
      await deployed.deliver(partial);
      const complete = await upload(place, OLD);
      deployed.fault = ({ bucket, operation }) =>
        bucket === BUCKET && /Delete|Tagging/.test(operation) ? { status: 403, code: 'AccessDenied' } : undefined;
      await failure(deployed.deliver(complete));
      const newest = await upload(place, FAILED);
      deployed.recover();
      await deployed.deliver(newest);
      await deployed.deliver(complete);
      assert.deepEqual(await versionsOf(place), left(afterwards, [], [partial, complete, newest]));
      const last = await upload(place, NEW);
      await deployed.deliver(last);
      assert.deepEqual(await versionsOf(place), left(afterwards, [partial, complete, newest, last]));
    });

    it('may be gone by then', async () => {
      const place = `gone-${afterwards}`;
      const deployed = await deploy(afterwards);
      const [first, second] = [await upload(place, PARTIAL), await upload(place, FAILED)];
      for (const event of [first, second]) await deployed.deliver(event);
      const Key = `${place}.zip`;
      await chain.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key, VersionId: idOf(first) }));
      const newest = await upload(place, NEW);
      await deployed.deliver(newest);
      assert.deepEqual(
        deployed.lines.map(({ outcome, status, error }) => [outcome, status, error?.code ?? null]),
        [
          ['processed', 'partial', null],
          ['processed', 'failed', 'archive/not-a-zip'],
          ['processed', 'complete', null],
        ],
      );
      assert.deepEqual(await versionsOf(place), left(afterwards, [second, newest]));
    });

    it('is, wherever a job on it is overtaken by the newer version', () =>
      atEachRequest(
        async at => {
          const place = `overtaken-${afterwards}-${at}`;
          const older = await upload(place, OLD);
          const slow = await begin(older, afterwards);
          const isReached = (await slow.runTo(at)) !== null;
          const events = [older];
          if (isReached) {
            events.push(await upload(place, NEW));
            await (await begin(events[1], afterwards)).run();
          }
          await slow.complete();
          assert.deepEqual(await versionsOf(place), left(afterwards, events), `at ${at}`);
          if (isReached) assert.deepEqual(await chain.texts(place), newTexts(place), `at ${at}`);
          return isReached;
        },
        { step: stride },
      ));

    it('is, wherever a job on the newer version is overtaken by it', () =>
      atEachRequest(
        async at => {
          const place = `overtaken-newer-${afterwards}-${at}`;
          const [older, newer] = [await upload(place, OLD), await upload(place, NEW)];
          const [slow, fast] = [await begin(newer, afterwards), await begin(older, afterwards)];
          const isReached = (await slow.runTo(at)) !== null;
          if (isReached) await fast.run();
          const error = await slow.run();
          assert.equal(error?.code ?? 'storage/conflict', 'storage/conflict');
          if (error !== null) await slow.redeliver();
          if (!isReached) await fast.run();
          assert.deepEqual(await versionsOf(place), left(afterwards, [older, newer]), `at ${at}`);
          assert.deepEqual(await chain.texts(place), newTexts(place), `at ${at}`);
          return isReached;
        },
        { step: stride },
      ));

    it('does not hide how far the newer one had come when it was named', async () => {
      const place = `progress-${afterwards}`;
      const [older, newer] = [await upload(place, OLD), await upload(place, NEW)];
      const [slow, fast] = [await begin(newer, afterwards), await begin(older, afterwards)];
      assert.ok(await slow.runTo(isPutOf(`${place}/note.txt`)));
      await fast.run();
      assert.ok(await slow.run({ status: 403, code: 'AccessDenied' }));
      const { status, archive, entries } = await chain.manifest(place);
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
      assert.ok(!slow.requests.slice(requests).some(isPutOf(`${place}/people.csv`)));
      assert.deepEqual(await versionsOf(place), left(afterwards, [older, newer]));
    });

    it('is named in the manifest by two concurrent jobs', () =>
      atEachRequest(
        async at => {
          const place = `named-${afterwards}-${at}`;
          const older = [await upload(place, OLD), await upload(place, OLD)];
          const partial = await upload(place, PARTIAL);
          const deployed = await deploy(afterwards);
          await deployed.deliver(partial);
          const [slow, fast] = [await begin(older[0], afterwards), await begin(older[1], afterwards)];
          const isReached = (await slow.runTo(at)) !== null;
          assert.equal(await fast.run(), null);
          assert.equal(await slow.run(), null);
          const { archive } = await chain.manifest(place);
          assert.deepEqual(archive.superseded?.toSorted(), older.map(idOf).sort(), `at ${at}`);
          const last = await upload(place, NEW);
          await deployed.deliver(last);
          assert.deepEqual(await versionsOf(place), left(afterwards, [...older, partial, last]), `at ${at}`);
          return isReached;
        },
        { atLeast: 1 },
      ));
  });
}

describe('a superseded version that S3 refuses to clear away', bounded, () => {
  /** @param {'delete' | 'tag'} afterwards @param {string} place */
  const refuseOlder = async (afterwards, place) => {
    const deployed = await deploy(afterwards);
    const older = [await upload(place, PARTIAL), await upload(place, PARTIAL)];
    for (const event of older) await deployed.deliver(event);
    const newest = await upload(place, NEW);
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

  it('is told of once where it cannot be tagged, and not with each later version', async () => {
    const { older, newest } = await refuseOlder('tag', 'told-once');
    const deployed = await deploy('tag');
    const later = await upload('told-once', OLD);
    await deployed.deliver(later);
    assert.deepEqual(clearedBy(deployed), [idOf(later)]);
    assert.deepEqual([deployed.lines[0].level, deployed.lines[0].errorCode], ['info', null]);
    assert.deepEqual(await versionsOf('told-once'), left('tag', [older[1], newest, later], [older[0]]));
  });
});

describe('a bucket without versions', bounded, () => {
  it('holds no older one, and an upload of the same bytes as an older one is not taken for it', async () => {
    for (const afterwards of /** @type {const} */ (['delete', 'tag'])) {
      const place = `returned-${afterwards}`;
      const deployed = await deploy('keep');
      const first = await chain.upload(`${place}.zip`, OLD);
      await chain.upload(`${place}.zip`, NEW);
      const third = await chain.upload(`${place}.zip`, OLD);
      await deployed.deliver(third);
      const clearing = await deploy(afterwards);
      await clearing.deliver(first);
      assert.deepEqual(
        clearing.lines.map(({ outcome }) => outcome),
        ['superseded'],
      );
      assert.deepEqual(
        (await chain.archives(place)).map(([, , tags]) => tags),
        [''],
      );
    }
  });
});
