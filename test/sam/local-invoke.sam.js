import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { writeZip } from '../support/zip-writer.js';
import { startSam } from './start-sam.js';

/** @type {import('./start-sam.js').Sam} */
let sam;
/** Its ETag. */
let customers = '';
before(
  async () => {
    sam = await startSam();
  },
  { timeout: 600_000 },
);
after(() => sam?.close());

describe('sam local invoke', { timeout: 600_000 }, () => {
  it('processes the archive of an S3 event, and logs it in one line', async () => {
    const archive = writeZip([TABLE, { name: 'readme.txt', content: 'read me' }]);
    customers = (await sam.upload('in/customers.zip', archive)).etag;
    const replaced = { [CUSTOMERS]: customers };
    const { code, answer, summaries, output } = await sam.invoke('s3-put', replaced, { variables: RECIPE });
    assert.deepEqual([code, answer], [0, { batchItemFailures: [] }], output);
    assert.equal(summaries.length, 1, output);
    const { outcome, status, entries, records, key } = summaries[0];
    assert.deepEqual([outcome, status, entries, records, key], ['processed', 'complete', 2, 2, 'in/customers.zip']);
    assert.equal(await sam.read('in/customers/table.csv'), 'name,phone\nAnn,+12015550123\n');
    assert.equal(await sam.read('in/customers/readme.txt'), 'read me');
    assert.equal(JSON.parse(await sam.read('in/customers/_manifest.json')).status, 'complete');
  });

  it('does nothing when the same event is repeated', async () => {
    sam.requests.length = 0;
    const { summaries, output } = await sam.invoke('s3-put', { [CUSTOMERS]: customers }, { variables: RECIPE });
    assert.equal(summaries[0]?.outcome, 'already-done', output);
    assert.ok(sam.requests.length > 0);
    assert.deepEqual(
      sam.requests.filter(({ operation }) => !/^(Get|Head|List)/.test(operation)),
      [],
    );
  });

  it('processes a queue’s batch: one message is done, one is to be redelivered', async () => {
    const { etag } = await sam.upload('in/queued.zip', writeZip([TABLE]));
    const replaced = { [CUSTOMERS]: etag, 'in/customers.zip': 'in/queued.zip' };
    sam.goWrong(({ key }) => (key.includes('warehouse') ? { status: 503, code: 'SlowDown' } : undefined));
    const { answer, summaries, output } = await sam.invoke('sqs-s3', replaced);
    sam.goWrong(null);
    assert.deepEqual(answer, { batchItemFailures: [{ itemIdentifier: WAREHOUSE_MESSAGE }] }, output);
    assert.deepEqual(
      summaries.map(({ outcome, error }) => [outcome, error?.code ?? null]),
      [
        ['processed', null],
        ['retry', 'storage/unavailable'],
      ],
    );
    assert.deepEqual(await sam.list('in/queued/'), ['in/queued/_manifest.json', 'in/queued/table.csv']);
  });

  it('logs which archive failed and why, with the error’s code, and does not ask for a redelivery', async () => {
    const { etag } = await sam.upload('in/broken.zip', writeZip([TABLE]).subarray(0, 40));
    const replaced = { [CUSTOMERS]: etag, 'in/customers.zip': 'in/broken.zip' };
    const { code, answer, summaries, output } = await sam.invoke('s3-put', replaced);
    assert.deepEqual([code, answer], [0, { batchItemFailures: [] }], output);
    assert.equal(summaries[0].level, 'error');
    assert.match(summaries[0].error.message, /the archive begins like a zip but has no end record/);
    assert.equal(summaries[0].error.code, 'archive/truncated');
    assert.deepEqual(await sam.list('in/broken/'), ['in/broken/_manifest.json']);
  });

  it('throws errors of the storage, so that the event is redelivered', async () => {
    const { etag } = await sam.upload('in/nowhere.zip', writeZip([TABLE]));
    const replaced = { [CUSTOMERS]: etag, 'in/customers.zip': 'in/nowhere.zip' };
    const variables = { SLUICE_DESTINATION: 's3://no-such-bucket' };
    const { code, answer, output } = await sam.invoke('s3-put', replaced, { variables });
    assert.deepEqual([code, answer?.errorType], [0, 'StorageError'], output);
    assert.match(answer?.errorMessage, /no-such-bucket.*the bucket does not exist/);
    assert.match(output, /"code":"storage\/no-such-bucket"/);
  });

  it('stops in time, records its progress, and continues from there with the same event', async () => {
    const archive = writeZip([
      { name: 'a.txt', content: 'done first' },
      { name: 'b.bin', content: Buffer.alloc(LONG, 'b'), method: 0 },
    ]);
    const { etag } = await sam.upload('in/long.zip', archive);
    const replaced = { [CUSTOMERS]: etag, 'in/customers.zip': 'in/long.zip' };
    // The second entry never arrives.
    sam.goWrong(({ operation, headers }) =>
      operation === 'GetObject' && rangeLength(headers.range) > 2 * MIB ? { stallAfterBytes: 70_000 } : undefined,
    );
    const first = await sam.invoke('s3-put', replaced, { timeoutSeconds: 12 });
    sam.goWrong(null);
    assert.equal(first.answer?.errorType, 'StoppedError', first.output);
    assert.doesNotMatch(first.output, /timed out/);
    assert.deepEqual([first.summaries[0]?.outcome, first.summaries[0]?.error.code], ['retry', 'job/stopped']);
    const { status, entries } = JSON.parse(await sam.read('in/long/_manifest.json'));
    assert.equal(status, 'unfinished');
    assert.deepEqual(
      entries.map((/** @type {any} */ entry) => [entry.path, entry.status]),
      [
        ['a.txt', 'written'],
        ['b.bin', 'pending'],
      ],
    );
    assert.deepEqual(await sam.list('in/long/'), ['in/long/_manifest.json', 'in/long/a.txt']);

    sam.requests.length = 0;
    const second = await sam.invoke('s3-put', replaced, { timeoutSeconds: 60 });
    assert.deepEqual([second.summaries[0]?.outcome, second.summaries[0]?.status], ['processed', 'complete']);
    const written = sam.requests.filter(({ operation }) => operation === 'PutObject').map(({ key }) => key);
    assert.ok(!written.includes('in/long/a.txt') && written.includes('in/long/b.bin'), String(written));
    assert.equal((await sam.read('in/long/b.bin')).length, LONG);
  });

  it('refuses records that its memory cannot hold before it reads them; more memory helps', async () => {
    // One record, far beyond the default of maxRecordBytes.
    const record = Buffer.alloc(60 * MIB, 'long ');
    const content = Buffer.concat([Buffer.from('name,notes\nAnn,'), record, Buffer.from('\n')]);
    const zip = writeZip([{ name: 'wide.csv', content, method: 0 }]);
    const variables = {
      SLUICE_RECIPE: JSON.stringify({
        entries: [{ match: '**/*.csv', csv: { drop: ['notes'] } }],
        limits: { maxRecordBytes: 100 * MIB },
      }),
    };
    /** @param {string} key @param {number} memoryMegabytes */
    const invoke = async (key, memoryMegabytes) => {
      const { etag } = await sam.upload(key, zip);
      const replaced = { [CUSTOMERS]: etag, 'in/customers.zip': key };
      return sam.invoke('s3-put', replaced, { variables, memoryMegabytes });
    };
    const small = await invoke('in/wide.zip', 128);
    assert.doesNotMatch(small.output, /signal: killed/);
    const [refused] = small.summaries;
    assert.deepEqual(
      [refused?.status, refused?.errorCode, refused?.bytes],
      ['partial', 'limit/memory', 0],
      small.output,
    );
    assert.deepEqual(await sam.list('in/wide/'), ['in/wide/_manifest.json']);

    const large = await invoke('in/wider.zip', 1024);
    assert.equal(large.summaries[0]?.status, 'complete', large.output);
    assert.equal(await sam.read('in/wider/wide.csv'), 'name\nAnn\n');
  });

  it('leaves no container behind', async () => {
    assert.deepEqual(await sam.containers(), []);
  });
});

/** @param {string | undefined} range */
function rangeLength(range = '') {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  return Number(to) - Number(from) + 1;
}

const MIB = 1024 ** 2;
const LONG = 4_000_000;
const TABLE = { name: 'table.csv', content: 'name,phone,notes\nAnn,(201) 555-0123,x\nBob,,y\n' };
const RECIPE = {
  SLUICE_RECIPE: JSON.stringify({
    entries: [
      {
        match: '**/*.csv',
        csv: { drop: ['notes'], require: ['phone'], phones: [{ field: 'phone', format: 'e164', country: 'US' }] },
      },
    ],
  }),
};

// The ETag in the events.
const CUSTOMERS = 'd41d8c5f9a0b204e98009982ecf8427e';
const WAREHOUSE_MESSAGE = '2e1424d4-f796-459a-8184-9c92662be6da';
