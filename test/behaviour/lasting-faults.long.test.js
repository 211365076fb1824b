import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SluiceError } from '../../src/errors.js';
import { stride } from '../support/cases.js';
import { failure } from '../support/cloud.js';
import { writeZip } from '../support/zip-writer.js';
import { bigTable, withoutNotes } from './big-table.js';
import { startChain } from './chain.js';
import { NEW, newTexts, OLD, oldTexts, RECIPE } from './versions.js';

/** @import { Fault, ObservedRequest } from '../../local-s3/faults.js' */

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const TABLE = bigTable(5.5 * 1024 * 1024);
const ARCHIVE = writeZip([
  { name: 'first.txt', content: 'before it' },
  { name: 'big.csv', content: TABLE },
  { name: 'last.csv', content: 'id,notes\n1,a\n2\n' },
]);

const isManifest = (/** @type {ObservedRequest} */ { key }) => key.endsWith('/_manifest.json');
/** @param {...string} operations */
const are =
  (...operations) =>
  (/** @type {ObservedRequest} */ { operation }) =>
    operations.includes(operation);
const DENIED = { status: 403, code: 'AccessDenied' };
const MAX_TRIES = 20;

/** @type {[title: string, is: (request: ObservedRequest) => boolean, Fault, code: string, kept?: string[]][]} */
const FAULTS = [
  ['HeadObject answers 500', are('HeadObject'), { status: 500 }, 'storage/unavailable'],
  ['GetObject answers 503', are('GetObject'), { status: 503, code: 'SlowDown' }, 'storage/unavailable'],
  [
    'GetObject of the archive answers 503',
    request => request.operation === 'GetObject' && !isManifest(request),
    { status: 503, code: 'SlowDown' },
    'storage/read-failed',
  ],
  [
    'GetObject of the archive breaks before its first byte',
    request => request.operation === 'GetObject' && !isManifest(request),
    { cutAfterBytes: 0 },
    'storage/read-failed',
  ],
  ['GetObject is denied', are('GetObject'), DENIED, 'storage/access-denied'],
  ['ListObjectsV2 is denied', are('ListObjectsV2'), DENIED, 'storage/access-denied'],
  ['CreateMultipartUpload is denied', are('CreateMultipartUpload'), DENIED, 'storage/access-denied', ['first.txt']],
  ['UploadPart answers 500', are('UploadPart'), { status: 500 }, 'storage/unavailable', ['first.txt']],
  ['UploadPart is cut', are('UploadPart'), { cutRequestAfterBytes: 100_000 }, 'storage/unreachable', ['first.txt']],
  [
    'CompleteMultipartUpload answers 500',
    are('CompleteMultipartUpload'),
    { status: 500 },
    'storage/unavailable',
    ['first.txt'],
  ],
  [
    'CompleteMultipartUpload fails inside a success',
    are('CompleteMultipartUpload'),
    { status: 200 },
    'storage/unavailable',
    ['first.txt'],
  ],
  [
    'CompleteMultipartUpload meets another write',
    are('CompleteMultipartUpload'),
    { status: 409, code: 'ConditionalRequestConflict' },
    'storage/conflict',
    ['first.txt'],
  ],
  ['PutObject loses its connection', are('PutObject'), { dropConnection: true }, 'storage/unreachable'],
  [
    'the manifest is denied',
    request => request.operation === 'PutObject' && isManifest(request),
    DENIED,
    'storage/access-denied',
  ],
  [
    'the rejected file is denied',
    ({ operation, key }) => operation === 'PutObject' && key.startsWith('_rejected/'),
    DENIED,
    'storage/access-denied',
    ['big.csv', 'first.txt'],
  ],
];

describe('a fault that lasts', { timeout: 900_000 }, () => {
  it('is an error with a code, publishes nothing partial, and the next delivery finishes the job', {
    concurrency: 4,
  }, async t => {
    await Promise.all(
      FAULTS.map(([title, is, fault, code, kept = []], index) =>
        t.test(title, { timeout: 300_000 }, async () => {
          const folder = `lasting-${index}`;
          const deployed = await chain.deploy({ SLUICE_RECIPE: RECIPE, SLUICE_SOURCE_AFTERWARDS: 'delete' });
          const event = await chain.upload(`${folder}.zip`, ARCHIVE);
          // Of each request: the archive's start, its end and the checkpoint are asked for together.
          /** @type {Map<string, number>} */
          const struck = new Map();
          deployed.fault = request => {
            if (!is(request)) return;
            const asked = `${request.operation} ${request.key} ${request.headers.range}`;
            struck.set(asked, (struck.get(asked) ?? 0) + 1);
            return fault;
          };
          const error = await failure(deployed.deliver(event));
          for (const [asked, tries] of struck) assert.ok(tries <= MAX_TRIES, `${tries} tries of ${asked}`);
          assert.ok(error instanceof SluiceError && error.retryable);
          assert.equal(error.code, code);
          assert.equal(deployed.lines[0].error.code, code);

          const reference = /** @type {Record<string, Buffer>} */ ({
            'first.txt': Buffer.from('before it'),
            'big.csv': withoutNotes(TABLE),
            'last.csv': Buffer.from('id\n1\n'),
          });
          const there = [...(await chain.outputs(folder)).keys()].filter(key => !/^_(rejected|reasons)\//.test(key));
          // While the parts of one entry are on their way, the next one may be published.
          const isLastThere = there.includes(`${folder}/last.csv`);
          const expected =
            kept.includes('first.txt') && !kept.includes('big.csv') && isLastThere ? [...kept, 'last.csv'] : kept;
          assert.deepEqual(
            there,
            expected.map(path => `${folder}/${path}`),
          );
          for (const path of expected) assert.deepEqual(await chain.read(`${folder}/${path}`), reference[path]);
          assert.deepEqual(await chain.unfinishedUploads(folder), []);
          assert.equal((await chain.archives(folder)).length, 1, 'the archive is kept');
          assert.equal(deployed.socketsInUse(), 0);

          deployed.recover();
          await deployed.deliver(event);
          assert.equal(deployed.lines[1].status, 'complete');
          for (const [path, bytes] of Object.entries(reference)) {
            assert.deepEqual(await chain.read(`${folder}/${path}`), bytes);
          }
          assert.equal(String(await chain.read(`_rejected/${folder}/last.csv`)), '2\n');
          assert.equal((await chain.manifest(folder)).totals.written, 3);
          assert.deepEqual(await chain.archives(folder), []);
        }),
      ),
    );
  });

  it('may begin at any request of a job: the next delivery finishes it', async () => {
    const env = { SLUICE_RECIPE: RECIPE, SLUICE_SOURCE_AFTERWARDS: 'tag' };
    const base = await chain.deploy(env);
    let isOver = false;
    for (let index = 0; !isOver; index += stride(0.5)) {
      const folder = `cut-off-${index}`;
      await base.deliver(await chain.upload(`${folder}.zip`, OLD));
      const event = await chain.upload(`${folder}.zip`, NEW);
      const deployed = await chain.deploy(env);
      deployed.fault = (_, at) => (at >= index ? DENIED : undefined);
      const error = await deployed.deliver(event).then(
        () => null,
        caught => caught,
      );
      isOver = error === null;
      if (!isOver) assert.equal(error.code, 'storage/access-denied');
      const [old, fresh] = [oldTexts(folder), newTexts(folder)];
      for (const [key, text] of Object.entries(await chain.texts(folder))) {
        assert.ok([old[key], fresh[key]].includes(text), `${key} is neither the old output nor the new one`);
      }
      deployed.recover();
      await deployed.deliver(event);
      assert.deepEqual(await chain.texts(folder), fresh, `cut off at request ${index}`);
      const { status, outdated } = await chain.manifest(folder);
      assert.deepEqual([status, outdated], ['complete', undefined]);
      assert.equal((await chain.archives(folder))[0]?.[2], 'sluice=processed');
      assert.ok(index < 50 + stride(0.5));
    }
  });
});
