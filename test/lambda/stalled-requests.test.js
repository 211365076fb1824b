import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { failure, startCloud, zipOf } from '../support/cloud.js';
import { manualDeadline } from './manual-deadline.js';

/** @import { S3Client } from '@aws-sdk/client-s3' */
/** @import { Fault, ObservedRequest } from '../../local-s3/faults.js' */

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
  ['HeadObject', /^(?!_re).*_manifest\.json$/, {}, /s3:\/\/sluice-out\/\w+\/_manifest\.json$/],
  ['PutObject', /_manifest\.json$/, {}, /s3:\/\/sluice-out\/\w+\/_manifest\.json$/],
  ['PutObject', /^stalled\d+x\/a\.csv$/, {}, /s3:\/\/sluice-out\/\w+\/a\.csv$/],
  ['PutObject', /_rejected\//, {}, /s3:\/\/sluice-out\/_rejected\/\w+\/a\.csv$/],
  ['PutObject', /_reasons\//, {}, /s3:\/\/sluice-out\/_reasons\/\w+\/a\.csv\.jsonl$/],
  ['CreateMultipartUpload', /big$/, {}, /s3:\/\/sluice-out\/\w+\/big$/],
  ['UploadPart', /big$/, {}, /s3:\/\/sluice-out\/\w+\/big$/],
  ['CompleteMultipartUpload', /big$/, {}, /s3:\/\/sluice-out\/\w+\/big$/],
  ['DeleteObject', /gone$/, {}, /s3:\/\/sluice-out\/\w+\/gone$/],
];
const RECIPE = JSON.stringify({ entries: [{ match: '*.csv', csv: { maxBad: '100%' } }] });

/** @type {Map<string, (request: ObservedRequest) => Fault | undefined>} By a part of the addresses that the requests are about. */
const faults = new Map();

// All at the same time, because a request that writes is waited for, for a few seconds.
suite(
  'a request that is never answered ends with the time, and the log says what the job was waiting for',
  {
    concurrency: true,
    timeout: 60_000,
  },
  () => {
    before(() =>
      cloud.misbehave(request => {
        const address = `${request.key ?? ''} ${request.query.get('prefix') ?? ''}`;
        for (const [name, fault] of faults) if (address.includes(name)) return fault(request);
        return undefined;
      }),
    );
    for (const [index, [operation, key, env, named]] of STALLS.entries()) {
      test(`${operation} of ${key}`, async () => {
        const name = `stalled${index}x`;
        if (key.test('gone')) {
          const { deliver } = cloud.deploy();
          await deliver(await cloud.upload('sluice-in', `${name}.zip`, await zipOf({ gone: 'a' })));
        }
        const table = 'id,b\n1,2\n1\n';
        // For the second one, the claim is looked at.
        const files = key.test('big') ? { big: 'x'.repeat(6 * 1024 ** 2) } : { 'a.csv': table, 'b.csv': table };
        const event = await cloud.upload('sluice-in', `${name}.zip`, await zipOf(files));
        const { deadline, stop } = manualDeadline();
        let stalled = 0;
        // Others may be under way at the same time; these are answered first.
        const { client, count } = countRequests(cloud.client, () =>
          setTimeout(() => stalled > 0 && count() === stalled && stop(), 20),
        );
        const { deliver, lines } = cloud.deploy({ SLUICE_RECIPE: RECIPE, ...env }, { deadline, s3: () => client });
        faults.set(name, request => {
          if (request.operation !== operation || !key.test(request.key ?? '')) return undefined;
          stalled += 1;
          setTimeout(() => count() === stalled && stop(), 20);
          return { stallMs: NEVER };
        });
        const error = await failure(deliver(event));
        faults.delete(name);
        assert.equal(error.code, 'job/stopped');
        assert.equal(lines.length, 1);
        assert.match(lines[0].error.message, named);
      });
    }

    test('the bytes of an entry', async () => {
      const name = 'stalledBytes';
      const event = await cloud.upload('sluice-in', `${name}.zip`, await zipOf({ big: 'x'.repeat(6 * 1024 ** 2) }));
      const { deadline, stop } = manualDeadline();
      const { deliver, lines } = cloud.deploy({}, { deadline });
      faults.set(name, ({ operation, key, headers }) => {
        if (operation !== 'GetObject' || !key.endsWith('.zip') || !/^bytes=\d{1,3}-/.test(headers.range ?? ''))
          return undefined;
        setTimeout(stop, 200);
        return { stallAfterBytes: 300_000 };
      });
      await failure(deliver(event));
      faults.delete(name);
      assert.match(lines[0].error.message, /: it was waiting for s3:\/\/sluice-in\/stalledBytes\.zip$/);
    });
  },
);

/**
 * @param {S3Client} client
 * @param {() => void} onEnd Called whenever a request has ended.
 * @returns {{ client: S3Client, count: () => number }} `count`: how many requests of the client are under way.
 */
function countRequests(client, onEnd) {
  let underWay = 0;
  const send = async (/** @type {any} */ command, /** @type {any} */ options) => {
    underWay += 1;
    try {
      return await client.send(command, options);
    } finally {
      underWay -= 1;
      onEnd();
    }
  };
  return {
    client: /** @type {S3Client} */ (/** @type {unknown} */ ({ config: client.config, send })),
    count: () => underWay,
  };
}
