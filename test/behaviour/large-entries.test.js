import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { writeZip } from '../support/zip-writer.js';
import { bigTable, withoutNotes } from './big-table.js';
import { startChain } from './chain.js';
import { RECIPE } from './versions.js';

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const bounded = { timeout: 300_000 };
const MIB = 1024 * 1024;
const TABLE = bigTable(12 * MIB);

/** @param {Buffer} bytes */
const sha256 = bytes => createHash('sha256').update(bytes).digest('hex');

/** @param {import('./chain.js').Deployed} deployed */
const count = ({ requests }, /** @type {string} */ name) =>
  requests.filter(({ operation }) => operation === name).length;

test('an entry of twelve mebibytes is uploaded in parts, byte for byte', bounded, async () => {
  const deployed = await chain.deploy({ SLUICE_RECIPE: RECIPE });
  const archive = writeZip([
    { name: 'table.csv', content: TABLE, zip64: true, descriptor: 'signed' },
    { name: 'stored.bin', content: TABLE, method: 0 },
  ]);
  await deployed.deliver(await chain.upload('large.zip', archive));
  assert.equal(deployed.lines[0].status, 'complete');
  assert.equal(count(deployed, 'CreateMultipartUpload'), 2);
  assert.ok(count(deployed, 'UploadPart') >= 6);
  const reads = deployed.requests.filter(({ operation, key }) => operation === 'GetObject' && key === 'large.zip');
  assert.equal(reads.length, 4, 'the directory, the start, and each entry in one go');
  assert.equal(sha256(await chain.read('large/table.csv')), sha256(withoutNotes(TABLE)));
  assert.equal(sha256(await chain.read('large/stored.bin')), sha256(TABLE));
  const { entries } = await chain.manifest('large');
  assert.deepEqual(
    entries.map(({ bytesIn, bytesOut }) => [bytesIn, bytesOut]),
    [
      [TABLE.length, withoutNotes(TABLE).length],
      [TABLE.length, TABLE.length],
    ],
  );
  assert.deepEqual(await chain.unfinishedUploads('large'), []);
});

test('a large entry with a wrong CRC-32 publishes nothing, and the other entries are written', bounded, async () => {
  const deployed = await chain.deploy({ SLUICE_RECIPE: RECIPE });
  const table = bigTable(16 * MIB);
  const bad = Buffer.from(table.toString('latin1').replace(/,x\n/g, '\n'), 'latin1');
  const archive = writeZip([
    { name: 'good.csv', content: table, crc32: 0x12345678 },
    { name: 'rejected.csv', content: bad, crc32: 0x12345678 },
    { name: 'copied.bin', content: table, crc32: 0x12345678, method: 0 },
    { name: 'note.txt', content: 'after them' },
  ]);
  assert.deepEqual(await deployed.deliver(await chain.upload('wrong.zip', archive)), { batchItemFailures: [] });
  const { status, entries } = await chain.manifest('wrong');
  assert.deepEqual(
    [status, ...entries.map(({ output, rejected, error }) => [output, rejected, error?.code])],
    [
      'partial',
      ...Array(3).fill([null, null, 'archive/crc-mismatch']),
      ['s3://sluice-out/wrong/note.txt', null, undefined],
    ],
  );
  assert.deepEqual(await chain.texts('wrong'), { 'wrong/note.txt': 'after them' });
  assert.ok(count(deployed, 'UploadPart') >= 6, 'all but the last parts were on their way');
  // An upload may need several aborts while a part is still under way.
  const aborted = deployed.requests.filter(({ operation }) => operation === 'AbortMultipartUpload');
  const uploads = new Set(aborted.map(({ query }) => query.get('uploadId')));
  assert.equal(uploads.size, count(deployed, 'CreateMultipartUpload'));
  assert.equal(count(deployed, 'CompleteMultipartUpload'), 0);
  assert.deepEqual(await chain.unfinishedUploads('wrong'), []);
  assert.equal(deployed.socketsInUse(), 0);
});
