import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { startSluiceBuckets } from '../support/s3.js';
import { writeZip } from '../support/zip-writer.js';

/** @type {Awaited<ReturnType<typeof startSluiceBuckets>>} */
let buckets;
/** @type {number} The peak of a job with short records. */
let shortPeak;
before(async () => {
  buckets = await startSluiceBuckets({});
  const { status, peakRssBytes } = await run(recordOf(100).toString().repeat(200_000));
  assert.equal(status, 'complete');
  shortPeak = peakRssBytes;
});
after(() => buckets.close());

for (const [what, record] of /** @type {const} */ ([
  ['eight fields of 8 MB', () => recordOf(64 * MIB, '"')],
  ['a record that is a byte too long', () => recordOf(LONGEST + 1)],
])) {
  test(`${what}, with 128 MB: limit/memory, and the memory that is planned is not exceeded`, async () => {
    const { status, errorCode, peakRssBytes } = await run(record());
    assert.deepEqual([status, errorCode], ['partial', 'limit/memory']);
    assert.ok(peakRssBytes - shortPeak < LEFT_BYTES, `${peakRssBytes - shortPeak} bytes more`);
  });
}

test('the longest records that 128 MB allow take no more than is planned for them', async () => {
  const { status, records, peakRssBytes } = await run(Buffer.concat(Array(5).fill(recordOf(LONGEST))));
  assert.deepEqual([status, records], ['complete', 5]);
  assert.ok(peakRssBytes - shortPeak < LEFT_BYTES, `${peakRssBytes - shortPeak} bytes more`);
});

/** @type {[string, object, (text: string) => Buffer][]} */
const FOREIGN = [
  ['UTF-16', {}, text => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['single quotes', { quote: "'" }, text => Buffer.from(text.replaceAll('"', "'"))],
  ['line ends of CR', { header: true }, text => Buffer.from(text.replaceAll('\n', '\r').replaceAll('"', ''))],
];
for (const [what, csv, write] of FOREIGN) {
  const short = recordOf(100, '"').toString().repeat(20);

  test(`eight fields of 8 MB with ${what}, with 128 MB: limit/memory, within the memory that is planned`, async () => {
    const { status, errorCode, peakRssBytes } = await run(
      write(`${HEADER}${short}${recordOf(64 * MIB, '"')}`),
      '',
      csv,
    );
    assert.deepEqual([status, errorCode], ['partial', 'limit/memory']);
    assert.ok(peakRssBytes - shortPeak < LEFT_BYTES, `${peakRssBytes - shortPeak} bytes more`);
  });

  test(`the longest records with ${what} take no more than is planned for them`, async () => {
    const long = recordOf(LONGEST_FOREIGN, '"').toString().repeat(3);
    const { status, records, peakRssBytes } = await run(write(`${HEADER}${short}${long}`), '', csv);
    assert.deepEqual([status, records], ['complete', 23]);
    assert.ok(peakRssBytes - shortPeak < LEFT_BYTES, `${peakRssBytes - shortPeak} bytes more`);
  });
}

test('65,536 columns, one of them dropped by name, take no more than is planned for them', async () => {
  const names = Array.from({ length: 65_536 }, (_, index) => `column_${index}`);
  const { status, records, peakRssBytes } = await run(`${names}\n${`${'1,'.repeat(65_535)}1\n`.repeat(50)}`, '', {
    drop: ['COLUMN_7'],
  });
  assert.deepEqual([status, records], ['complete', 50]);
  assert.ok(peakRssBytes - shortPeak < LEFT_BYTES, `${peakRssBytes - shortPeak} bytes more`);
});

/**
 * @param {string | Buffer} records
 * @param {string} [header]
 * @param {object} [csv]
 * @returns {Promise<any>} The archive's log line.
 */
async function run(records, header = HEADER, csv = {}) {
  const content = Buffer.concat([Buffer.from(header), Buffer.from(records)]);
  const raw = deflateRawSync(content, { level: 1 });
  const event = await buckets.upload('sluice-in', 'x.zip', writeZip([{ name: 'x.csv', content, raw }]));
  const child = fork(PROGRAM, { execArgv: [...HEAP_FLAGS, '--import', QUICKLY] });
  const answer = once(child, 'message');
  child.send({ connection: buckets.connection, event, env: environment(csv) });
  const [line] = await answer;
  await once(child, 'exit');
  return line;
}

/**
 * @param {number} bytes
 * @param {string} [quote]
 * @returns {Buffer} A record of eight fields.
 */
function recordOf(bytes, quote = '') {
  const field = `${quote}${'x'.repeat(Math.floor(bytes / 8) - 1 - 2 * quote.length)}${quote}`;
  const fields = Array(7).fill(field).join(',');
  return Buffer.from(`${fields},${quote.padEnd(bytes - fields.length - 2 - quote.length, 'x')}${quote}\n`);
}

/** @param {object} csv */
function environment(csv) {
  return {
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
    SLUICE_RECIPE: JSON.stringify({ entries: [{ match: '**', csv }], limits: { maxRatio: 10_000 } }),
  };
}

const MIB = 1024 ** 2;
const LEFT_BYTES = 26 * MIB;
const HEADER = 'a,b,c,d,e,f,g,h\n';
// What is left after eight columns.
const LONGEST_FOREIGN = Math.floor((LEFT_BYTES - 8 * 320) / 7);
const LONGEST = Math.floor((LEFT_BYTES - 8 * 320) / 2.5);
const PROGRAM = fileURLToPath(new URL('job-process.js', import.meta.url));
/** As Lambda's runtime sets them for 128 MB. */
const HEAP_FLAGS = ['--max-semi-space-size=6', '--max-old-space-size=116'];
const QUICKLY = new URL('../support/load-quickly.js', import.meta.url).href;
