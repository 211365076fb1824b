import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { failure, startCloud, zipOf } from '../support/cloud.js';
import { manualDeadline } from './manual-deadline.js';

/** @type {Awaited<ReturnType<typeof startCloud>>} */
let cloud;

before(async () => {
  cloud = await startCloud();
});

after(() => cloud?.close());

const NEVER = 1_000_000_000;

/** @type {[operation: string, key: RegExp, env: Record<string, string>, named: RegExp][]} */
const STALLS = [
  ['GetObject', /_manifest\.json$/, {}, /s3:\/\/sluice-out\/\w+\/_manifest\.json$/],
  ['ListObjectsV2', /^/, {}, /a list of s3:\/\/sluice-out$/],
  ['GetObject', /\.zip$/, {}, /s3:\/\/sluice-in\/\w+\.zip$/],
  ['GetObject', /_checkpoint$/, {}, /s3:\/\/sluice-out\/\w+\/_checkpoint$/],
  ['DeleteObject', /\.zip$/, { SLUICE_SOURCE_AFTERWARDS: 'delete' }, /s3:\/\/sluice-in\/\w+\.zip$/],
  ['GetObjectTagging', /\.zip$/, { SLUICE_SOURCE_AFTERWARDS: 'tag' }, /s3:\/\/sluice-in\/\w+\.zip$/],
  ['PutObjectTagging', /\.zip$/, { SLUICE_SOURCE_AFTERWARDS: 'tag' }, /s3:\/\/sluice-in\/\w+\.zip$/],
];
suite('a request that is never answered ends with the time, and the log says what the job was waiting for', () => {
  for (const [index, [operation, key, env, named]] of STALLS.entries()) {
    test(`${operation} of ${key}`, async () => {
      const event = await cloud.upload('sluice-in', `stalled${index}.zip`, await zipOf({ 'a.txt': 'a' }));
      const { deadline, stop } = manualDeadline();
      const { deliver, lines } = cloud.deploy(env, { deadline });
      cloud.misbehave(request => {
        if (request.operation !== operation || !key.test(request.key ?? '')) return undefined;
        setTimeout(stop, 20);
        return { stallMs: NEVER };
      });
      const error = await failure(deliver(event));
      cloud.misbehave(() => {});
      assert.equal(error.code, 'job/stopped');
      assert.equal(lines.length, 1);
      assert.match(lines[0].error.message, named);
    });
  }
});
