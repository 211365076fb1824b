import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { parsedBytes } from '../../src/memory/parsed-bytes.js';
import '../support/own-process.js';

/** @typedef {{ before: string, part: string, count: number, after: string, kind?: string }} Document `part`: with `#` for its number. */

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

/**
 * Of a list or an object, or of lists or objects in each other. `#` stands for its number, `%` for one of a few letters.
 *
 * @typedef {{ open?: string, each: string, close?: string, isObject?: boolean }} Piece
 */

setFlagsFromString('--expose-gc');
const COLLECT = runInNewContext('gc');

/** @type {Record<string, Document>} */
const TOO_LARGE = {
  'empty objects': wide('[', '{},', '0]'),
  'empty lists': wide('[', '[],', '0]'),
  'names of members': wide('{', '"k#":0,', '"k":0}'),
  'lists in lists': wide('', '[', ']'),
  'objects of a small index': wide('[', '{"34":0},', '0]'),
  'empty lines': { before: '{"version":1', part: '\n', count: 400_000, after: '}' },
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
  const documents = ['empty objects', 'names of members', 'lists in lists', 'objects of a small index'].map(title => [
    title,
    { ...TOO_LARGE[title], kind: 'checkpoint' },
  ]);
  const { found, error } = await readIn(24, Object.fromEntries(documents));
  assert.deepEqual([found, error], [documents.map(([title]) => [title, 'damaged']), null]);
});

test('a manifest of which only the status is asked for does not fill the heap either', async () => {
  const { part } = TOO_LARGE['objects of a small index'];
  const [before, after] = ['{"version":1,"a":[', '0],\n  "status": "complete",\n  "entries": [\n'];
  const { found, error } = await readIn(24, {
    small: { before, part, count: 1000, after, kind: 'status' },
    large: { before, part, count: 100_000, after, kind: 'status' },
  });
  assert.deepEqual(
    [found, error],
    [
      [
        ['small', 'complete'],
        ['large', 'none'],
      ],
      null,
    ],
  );
});

test('recipe/too-large, usage/unknown-event: neither a recipe nor a message fills the heap', async () => {
  const document = { ...TOO_LARGE['objects of a small index'], count: 100_000 };
  const { found, error } = await readIn(24, {
    recipe: { ...document, kind: 'recipe' },
    message: { ...document, kind: 'message' },
  });
  assert.deepEqual(found, [
    ['recipe', 'recipe/too-large'],
    ['message', 'usage/unknown-event'],
  ]);
  assert.equal(error, null);
});

/** @type {Record<string, Piece>} */
const PIECES = {
  'lists in lists': { open: '[', each: '', close: ']' },
  'lists in pairs': { open: '[0,', each: '0', close: ']' },
  'objects in objects': { open: '{"":', each: '0', close: '}' },
  'objects in objects, of distinct names': { open: '{"#":', each: '0', close: '}' },
  'empty lists': { each: '[]' },
  'lists of one': { each: '[0]' },
  'lists of an empty list': { each: '[[]]' },
  'lists of an empty object': { each: '[{}]' },
  'empty objects': { each: '{}' },
  'objects of one member': { each: '{"a":0}' },
  'objects of one distinct member': { each: '{"k#":0}' },
  'objects of two members, one of them distinct': { each: '{"a":0,"k#":0}' },
  'objects of five distinct members': { each: '{"a#":0,"b#":0,"c#":0,"d#":0,"e#":0}' },
  'objects of a small index': { each: '{"34":0}' },
  'objects of an escaped index': { each: '{"\\u0033\\u0034":0}' },
  'objects of a large index': { each: '{"99999":0}' },
  'objects of distinct indices': { each: '{"#":0}' },
  'objects of four indices': { each: '{"71":0,"0":0,"1":0,"2":0}' },
  'members of distinct names': { each: '"k#":0', isObject: true },
  'members of indices': { each: '"#":0', isObject: true },
  'members of indices far apart': { each: '"#00":0', isObject: true },
  'small numbers': { each: '1' },
  'numbers that are not small': { each: '1e99' },
  'numbers in objects': { each: '{"a":1.5}' },
  'numbers beside texts': { each: '"",1.5' },
  'empty texts': { each: '""' },
  'short texts': { each: '"a#"' },
  'short texts of two bytes a character': { each: '"\u4e2d#"' },
  'texts of escapes': { each: '"\\u4e2d\\n"' },
  'long texts': { each: `"${'x'.repeat(1000)}#"` },
  'long texts of two bytes a character': { each: `"${'\u4e2d'.repeat(300)}#"` },
  'long names': { each: `{"${'x'.repeat(300)}#":""}` },
  'names in many orders': { each: `{${[...'abcdefghij'].map(letter => `"${letter}%":0`)}}` },
};

test('JSON of any kind takes no more of the heap than is estimated', () => {
  /** @type {unknown[]} */
  const kept = [];
  let before = collectedHeap();
  for (const [title, piece] of Object.entries(PIECES)) {
    const json = documentOf(piece, 1500);
    const estimated = parsedBytes(Buffer.from(json));
    let growth = Number.POSITIVE_INFINITY;
    // Node compiles its own code meanwhile, which takes memory too, but not each time.
    for (let attempt = 0; attempt < 3 && growth > estimated; attempt++) {
      kept.push(JSON.parse(json));
      const after = collectedHeap();
      growth = after - before;
      before = after;
    }
    assert.ok(growth <= estimated, `${title}: ${growth} bytes, where ${estimated} are estimated`);
  }
  assert.ok(kept.length >= Object.keys(PIECES).length);
});

test('what a job writes is estimated at no more than twelve times its text', () => {
  const line = `{"path":"folder/entry-#.csv","action":"csv","status":"written",${COUNTED},"missing":[],"error":null}`;
  const json = Buffer.from(documentOf({ each: line }, 1000));
  assert.ok(parsedBytes(json) < 12 * json.length, `${parsedBytes(json) / json.length}`);
});

test('what many lines have in common is counted once, and a name on an earlier line as an index', () => {
  const line = Buffer.from('{"path":"a","records":{"read":1}}');
  const names = new Set();
  const first = parsedBytes(line, names);
  assert.equal(first, parsedBytes(line));
  assert.equal(parsedBytes(line, names), first - 3 * 128);
  const parts = ['{"34"', ':0'].map(part => parsedBytes(Buffer.from(part)));
  assert.equal(parts[0] + parts[1], parsedBytes(Buffer.from('{"34":0')));
});

test('what stands in a text is no list, no object and no value', () => {
  const counted = (/** @type {string} */ json) => parsedBytes(Buffer.from(json)) - 3 * Buffer.byteLength(json);
  assert.deepEqual(['', '"a"', '"[{,:"', '"\\"[{"', '"[', '"\\'].map(counted), [0, 0, 0, 0, 0, 0]);
  assert.equal(counted('["]","\\"]",[]]'), counted('["","",[]]'));
  assert.ok(counted('{"a":0,"b":0}') > counted('{"a":0,"a":0}'));
});

/**
 * @param {Piece} piece
 * @param {number} count
 */
function documentOf({ open, each, close = '', isObject = false }, count) {
  // A letter for each `%`, by three bits of a number that is spread.
  const letters = (/** @type {number} */ index) => {
    let place = 0;
    return () => 'abcdefgh'[(Math.imul(index, 0x9e3779b1) >>> (3 * place++)) & 7];
  };
  const numbered = (/** @type {string} */ text, /** @type {number} */ index) =>
    text.replaceAll('#', String(index)).replaceAll('%', letters(index));
  const all = (/** @type {string} */ text) => Array.from({ length: count }, (_, index) => numbered(text, index));
  if (open !== undefined) return `${all(open).join('')}${each}${close.repeat(count)}`;
  const [before, after] = isObject ? '{}' : '[]';
  return `${before}${all(each).join(',')}${after}`;
}

function collectedHeap() {
  COLLECT();
  return process.memoryUsage().heapUsed;
}

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
