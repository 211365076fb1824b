import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { parsedBytes } from '../../src/memory/parsed-bytes.js';

/** @typedef {{ before: string, part: string, count: number, after: string, isCheckpoint?: boolean }} Document `part`: with `#` for its number. */

const HEAD =
  '{\n  "version": 1,\n  "archive": {"uri":"s3://in/x.zip","etag":""}, "recipe": {"sha256":""}, "status": "partial",';
const TAIL = '    {"path":"z","action":"skip","status":"skipped","bytesIn":0,"error":{"code":"a"}}\n  ]\n}\n';
const COUNTED =
  '"bytesIn":1,"bytesOut":1,"crc32":null,"records":{"read":1,"written":1,"filtered":0,"bad":0},"phones":{"formatted":0,"unparsed":0}';

/** @type {(part: string, count: number) => Document} */
const entriesOf = (part, count) => ({
  before: `${HEAD}\n  "entries": [\n`,
  part: `    {"path":${part}},\n`,
  count,
  after: TAIL,
});
/** @type {(before: string, part: string, after: string) => Document} */
const wide = (before, part, after) => ({
  before: `{"version":1,"a":${before}`,
  part,
  count: 400_000,
  after: `${after}}`,
});

/** @type {Record<string, Document>} */
const TOO_LARGE = {
  'empty objects': wide('[', '{},', '0]'),
  'empty lists': wide('[', '[],', '0]'),
  'names of members': wide('{', '"k#":0,', '"k":0}'),
  'lists in lists': wide('', '[', ']'),
  'a text': wide('"', 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', '"'),
  'entries with a code': entriesOf('"e#","action":"csv","status":"failed",' + '"error":{"code":"a"}', 300_000),
  'distinct codes': entriesOf('"e","action":"csv","status":"failed","error":{"code":"a#"}', 300_000),
  'distinct fields that are missing': entriesOf(
    `"e","action":"csv","status":"written",${COUNTED},"missing":["#"]`,
    300_000,
  ),
  'bad records of every entry': entriesOf(
    `"e","action":"csv","status":"written",${COUNTED},"badRecords":[{"record":1,"byte":#,"code":"a"}]`,
    300_000,
  ),
};

test('limit/manifest: whatever a manifest is made of, it is refused before it fills the heap; 10,000 entries are read', async () => {
  const honest = entriesOf(`"folder/entry-#.csv","action":"csv","status":"written",${COUNTED},"missing":[]`, 10_000);
  const failed = entriesOf(
    '"folder/entry-#.csv","action":"csv","status":"failed","error":{"code":"csv/empty"}',
    10_000,
  );
  const { found, error } = await readIn(24, { honest, failed, ...TOO_LARGE });
  const expected = Object.keys(TOO_LARGE).map(title => [title, 'limit/manifest']);
  assert.deepEqual([found, error], [[['honest', 10_001], ['failed', 10_001], ...expected], null]);
});

test('a checkpoint of which the JSON would fill the heap is a damaged one', async () => {
  const documents = ['empty objects', 'names of members', 'lists in lists'].map(title => [
    title,
    { ...TOO_LARGE[title], isCheckpoint: true },
  ]);
  const { found, error } = await readIn(24, Object.fromEntries(documents));
  assert.deepEqual([found, error], [documents.map(([title]) => [title, 'damaged']), null]);
});

test('a bracket in a text counts too, and nothing else does', () => {
  const counted = (/** @type {string} */ json) => parsedBytes(Buffer.from(json)) - 3 * Buffer.byteLength(json);
  assert.deepEqual(['', '"a"', '[{}]', '"[,{"', '\u5b2c\u7b2c'].map(counted), [0, 0, 80, 120, 0]);
});

/**
 * @param {number} megabytes Of the heap.
 * @param {Record<string, Document>} documents
 * @returns {Promise<{ found: [title: string, found: unknown][], error: string | null }>}
 */
async function readIn(megabytes, documents) {
  const worker = new Worker(new URL('./read-in-small-heap.js', import.meta.url), {
    workerData: documents,
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 2 },
  });
  /** @type {[title: string, found: unknown][]} */
  const found = [];
  worker.on('message', each => found.push(each));
  /** @type {PromiseWithResolvers<string | null>} */
  const { promise, resolve } = Promise.withResolvers();
  worker.once('error', error => resolve(/** @type {any} */ (error).code ?? String(error)));
  worker.once('exit', () => resolve(null));
  return { error: await promise, found };
}
