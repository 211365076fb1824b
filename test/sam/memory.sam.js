import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { drawsAll } from '../support/cases.js';
import { writeZip } from '../support/zip-writer.js';
import { repeatedTable } from './repeated-table.js';
import { startSam } from './start-sam.js';

/** Of the entries, in MB: the larger one is twice what there is. */
const SIZES = drawsAll ? [100, 500] : [50, 250];

/** @type {import('./start-sam.js').Sam} */
let sam;
/** @type {{ limit: number, heap: number, resident: number }[]} */
const peaks = [];
before(
  async () => {
    sam = await startSam();
  },
  { timeout: 600_000 },
);
after(() => sam?.close());

describe('with 128 MB, enforced', { timeout: 600_000 }, () => {
  for (const megabytes of SIZES) {
    it(`an entry of ${megabytes} MB goes from S3 to S3`, async t => {
      const key = `in/${megabytes}.zip`;
      const { archive, bytes } = repeatedTable(megabytes * 1e6);
      const { etag } = await sam.upload(key, archive);
      const { summaries, output } = await sam.invoke(
        's3-put',
        { [CUSTOMERS]: etag, 'in/customers.zip': key },
        { variables: { ...RECIPE, NODE_OPTIONS: `--import=${PROBE}` }, memoryMegabytes: 128, timeoutSeconds: 200 },
      );
      assert.equal(summaries[0]?.status, 'complete', output);
      assert.equal(summaries[0].bytes, bytes);
      const peak = {
        limit: Number(/^heap_size_limit (\d+)$/m.exec(output)?.[1]),
        heap: median(Array.from(output.matchAll(/^heap (\d+)$/gm), ([, size]) => Number(size))),
        resident: summaries[0].peakRssBytes,
      };
      t.diagnostic(JSON.stringify(peak));
      peaks.push(peak);
    });
  }

  it('an entry five times as large takes the same memory, within a quarter', () => {
    assert.equal(peaks.length, 2);
    assert.ok(peaks[1].resident < peaks[0].resident * 1.25, JSON.stringify(peaks));
    // This includes Node's own code, though the kernel could evict it.
    for (const { resident } of peaks) assert.ok(resident < 128 * MIB, `${resident} bytes`);
  });

  it('the output, the rejected records and their reasons are uploaded side by side, and phones formatted', async t => {
    const key = 'in/bad.zip';
    const { archive, bytes } = repeatedTable(0.05e9, text =>
      text.replace(/,x\n/g, (_, at) => (at % 2 ? ',x\n' : '\n')),
    );
    const { etag } = await sam.upload(key, archive);
    const csv = { drop: ['notes'], phones: [{ field: 'name', format: 'e164', country: 'DE' }], maxBad: '100%' };
    const { summaries, output } = await sam.invoke(
      's3-put',
      { [CUSTOMERS]: etag, 'in/customers.zip': key },
      {
        variables: { SLUICE_RECIPE: JSON.stringify({ entries: [{ match: '**/*.csv', csv }] }) },
        memoryMegabytes: 128,
        timeoutSeconds: 200,
      },
    );
    assert.equal(summaries[0]?.status, 'complete', output);
    assert.equal(summaries[0].bytes, bytes);
    t.diagnostic(`${summaries[0].peakRssBytes / MIB} MiB`);
    // The container enforces the limit. This also counts 48 MiB of pages of Node's own binary, which the kernel can take back: it
    // was 126 to 137 MiB.
    assert.ok(summaries[0].peakRssBytes < 144 * MIB, `${summaries[0].peakRssBytes} bytes`);
    for (const folder of ['', '_rejected/', '_reasons/']) {
      assert.equal((await sam.list(`${folder}in/bad/big.csv`)).length, 1, `${folder}in/bad/big.csv`);
    }
  });

  it('records of 16 MB are refused, and do not end the function', async () => {
    const key = 'in/long.zip';
    const content = Buffer.concat([
      Buffer.from('a\n'),
      ...Array(8)
        .fill(`${'x'.repeat(16e6)}\n`)
        .map(Buffer.from),
    ]);
    const { etag } = await sam.upload(key, writeZip([{ name: 'long.csv', content }]));
    const recipe = { entries: [{ match: '**/*.csv', csv: {} }], limits: { maxRatio: 10_000 } };
    const { summaries, output } = await sam.invoke(
      's3-put',
      { [CUSTOMERS]: etag, 'in/customers.zip': key },
      { variables: { SLUICE_RECIPE: JSON.stringify(recipe) }, memoryMegabytes: 128, timeoutSeconds: 100 },
    );
    assert.deepEqual([summaries[0]?.status, summaries[0]?.errorCode], ['partial', 'limit/memory'], output);
  });

  it('V8’s limit is set by the platform and too large; our settings keep its heap small', () => {
    for (const { limit, heap } of peaks) {
      // 116 for the old generation and four times 6 for the young one, as on the command line.
      assert.equal(limit, 140 * MIB);
      assert.ok(heap > MIB && heap < 30 * MIB, `${heap} bytes`);
    }
  });
});

/** @param {number[]} sizes */
function median(sizes) {
  return sizes.sort((one, other) => one - other)[Math.floor(sizes.length / 2)];
}

const MIB = 1024 ** 2;
const RECIPE = {
  SLUICE_RECIPE: JSON.stringify({ entries: [{ match: '**/*.csv', csv: { drop: ['notes'], require: ['name'] } }] }),
};
// Runs in the function's process before the function.
const PROBE = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  import { getHeapStatistics } from 'node:v8';
  // Not the console: the runtime adds a prefix to its lines.
  writeSync(2, 'heap_size_limit ' + getHeapStatistics().heap_size_limit + '\\n');
  setInterval(() => writeSync(2, 'heap ' + getHeapStatistics().total_heap_size + '\\n'), 50).unref();
`)}`;

// The ETag in the event.
const CUSTOMERS = 'd41d8c5f9a0b204e98009982ecf8427e';
