import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { bigTable } from '../behaviour/big-table.js';
import { unlikeBytes } from '../destination/fixture.js';
import { writeTar } from '../support/tar-writer.js';
import { startSam } from './start-sam.js';

/** @type {import('./start-sam.js').Sam} */
let sam;
before(
  async () => {
    sam = await startSam();
  },
  { timeout: 600_000 },
);
after(() => sam?.close());

it('a tar.gz of many small entries and a large one goes from S3 to S3 with 128 MB, enforced', {
  timeout: 600_000,
}, async t => {
  const small = Array.from({ length: 300 }, (_, index) => ({ name: `small/${index}.txt`, content: unlikeBytes(2000) }));
  const tar = writeTar([
    { name: './', type: '5' },
    ...small,
    { name: 'people.csv', content: bigTable(64 * MIB) },
    { name: 'last.txt', content: 'last' },
  ]);
  const { etag } = await sam.upload('in/all.tar.gz', gzipSync(tar, { level: 1 }));
  const { summaries, output } = await sam.invoke(
    's3-put',
    { [CUSTOMERS]: etag, 'in/customers.zip': 'in/all.tar.gz' },
    {
      variables: {
        SLUICE_TRIGGER_SUFFIX: '.gz',
        SLUICE_RECIPE: JSON.stringify({ entries: [{ match: '**/*.csv', csv: { drop: ['notes'] } }] }),
      },
      memoryMegabytes: 128,
      timeoutSeconds: 200,
    },
  );
  assert.deepEqual([summaries[0]?.outcome, summaries[0]?.status], ['processed', 'complete'], output);
  assert.equal(await sam.read('in/all/last.txt'), 'last');
  assert.equal((await sam.list('in/all/')).length, small.length + 3);
  t.diagnostic(`${summaries[0].peakRssBytes / MIB} MiB`);
  assert.ok(summaries[0].peakRssBytes < 128 * MIB, `${summaries[0].peakRssBytes} bytes`);
});

const MIB = 1024 ** 2;
/** The ETag in the sample event. */
const CUSTOMERS = 'd41d8c5f9a0b204e98009982ecf8427e';
