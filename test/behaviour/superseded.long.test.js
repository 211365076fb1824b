import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { stride } from '../support/cases.js';
import { startChain } from './chain.js';
import { atEachRequest } from './stoppable-job.js';
import { BUCKET, FAILED, idOf, left, PARTIAL, versionedArchives } from './versioned-archives.js';
import { NEW, newTexts, OLD } from './versions.js';

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

// All of a suite's tests together.
const bounded = { timeout: 300_000 };
const { deploy, begin, upload, versionsOf } = versionedArchives(() => chain);

for (const afterwards of /** @type {const} */ (['delete', 'tag'])) {
  describe(`a superseded version, with "${afterwards}"`, bounded, () => {
    // The requests of the two differ only at the end.
    const step = stride(afterwards === 'delete' ? 0.5 : 1.4);

    it('is cleared away even if the job ends at any request after the manifest and the event is redelivered', async () => {
      let isAtEnd = false;
      for (let at = 0; !isAtEnd; at += 1) {
        const folder = `ends-${afterwards}-${at}`;
        const deployed = await deploy(afterwards);
        const events = [await upload(folder, PARTIAL), await upload(folder, FAILED)];
        for (const event of events) await deployed.deliver(event);
        const newest = await upload(folder, NEW);
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
        assert.deepEqual(await versionsOf(folder), left(afterwards, [...events, newest]), `${at}: ${end}`);
        assert.equal((await chain.manifest(folder)).archive.superseded, undefined);
      }
    });

    it('is cleared away wherever its job is overtaken by the newer version', () =>
      atEachRequest(
        async at => {
          const folder = `overtaken-${afterwards}-${at}`;
          const older = await upload(folder, OLD);
          const slow = await begin(older, afterwards);
          const isReached = (await slow.runTo(at)) !== null;
          const events = [older];
          if (isReached) {
            events.push(await upload(folder, NEW));
            // Outputs of the older one that are on their way may be a conflict.
            await (await begin(events[1], afterwards)).complete();
          }
          await slow.complete();
          assert.deepEqual(await versionsOf(folder), left(afterwards, events), `at ${at}`);
          if (isReached) assert.deepEqual(await chain.texts(folder), newTexts(folder), `at ${at}`);
          return isReached;
        },
        { step },
      ));

    it('is cleared away wherever its job overtakes the newer version’s', () =>
      atEachRequest(
        async at => {
          const folder = `overtaken-newer-${afterwards}-${at}`;
          const [older, newer] = [await upload(folder, OLD), await upload(folder, NEW)];
          const [slow, fast] = [await begin(newer, afterwards), await begin(older, afterwards)];
          const isReached = (await slow.runTo(at)) !== null;
          if (isReached) await fast.run();
          const error = await slow.run();
          assert.equal(error?.code ?? 'storage/conflict', 'storage/conflict');
          if (error !== null) await slow.redeliver();
          if (!isReached) await fast.run();
          assert.deepEqual(await versionsOf(folder), left(afterwards, [older, newer]), `at ${at}`);
          assert.deepEqual(await chain.texts(folder), newTexts(folder), `at ${at}`);
          return isReached;
        },
        { step },
      ));

    it('is named in the manifest by two concurrent jobs', () =>
      atEachRequest(
        async at => {
          const folder = `named-${afterwards}-${at}`;
          const older = [await upload(folder, OLD), await upload(folder, OLD)];
          const partial = await upload(folder, PARTIAL);
          const deployed = await deploy(afterwards);
          await deployed.deliver(partial);
          const [slow, fast] = [await begin(older[0], afterwards), await begin(older[1], afterwards)];
          const isReached = (await slow.runTo(at)) !== null;
          assert.equal(await fast.run(), null);
          assert.equal(await slow.run(), null);
          const { archive } = await chain.manifest(folder);
          assert.deepEqual(archive.superseded?.toSorted(), older.map(idOf).sort(), `at ${at}`);
          const last = await upload(folder, NEW);
          await deployed.deliver(last);
          assert.deepEqual(await versionsOf(folder), left(afterwards, [...older, partial, last]), `at ${at}`);
          return isReached;
        },
        { atLeast: 1 },
      ));
  });
}
