import { createHash } from 'node:crypto';
import { readCheckpoint } from '../../src/checkpoint/checkpoint-shape.js';
import { archivesIn } from '../../src/lambda/events.js';
import { parseManifest } from '../../src/ledger/manifest-text.js';
import { addressesOf } from '../../src/output-paths.js';
import { parseRecipe } from '../../src/recipe/read-recipe.js';

/** @import { Target } from './cost-targets.js' */

const JSON_PIECES = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '"a"',
  '"a":',
  '"path":',
  '0',
  '1e9',
  '\\',
  'null',
  '\n',
  ' ',
  '\u0001',
];
const ADDRESSES = addressesOf({ locate: path => path }, 'x');
const LINE = '    {"path":"a.csv","action":"copy","status":"skipped"},\n';

/** Documents that come from outside. @type {Target[]} */
export const DOCUMENT_TARGETS = [
  {
    name: 'key of an event',
    alphabet: ['%', '+', '2F', '%01', '%C3%A9', '%ff', 'a', '/', '..', '\u00e9', '"', '\\', ' '],
    plain: 'in/archive%20one.zip',
    read: text => archivesIn({ Records: [recordOf(text.slice(0, 1024)), recordOf(text)] }),
  },
  {
    name: 'message of a queue',
    alphabet: [...JSON_PIECES, '{"Records":[', '"eventSource":"aws:s3"'],
    plain: '{"Records":[]},',
    read: text => archivesIn({ Records: [{ eventSource: 'aws:sqs', messageId: 'id', body: text }] }),
  },
  {
    name: 'manifest',
    alphabet: [...JSON_PIECES, LINE, '\n  "entries": [', '"status":"pending"', '"badRecords":[', '"outdated":['],
    plain: LINE,
    read: text => parseManifest(chunksOf(`{"version":1,\n  "entries": [\n${text}`), ADDRESSES, 'x'),
  },
  {
    name: 'checkpoint',
    alphabet: [...JSON_PIECES, '{"$section":0}', '"outcome":{', '"container":{'],
    plain: '{"a":1},',
    read: text => readCheckpoint(sealed(`{"archive":[${text}`), 'x'),
  },
  {
    name: 'recipe',
    alphabet: [...JSON_PIECES, '"entries":[', '"match":', '"csv":{', '"drop":["a"]', '{"match":"*","copy":true}'],
    plain: '{"match":"*.csv","copy":true},',
    read: text => parseRecipe(`{"entries":[${text}`, 'recipe.json'),
  },
];

/** @param {string} key */
function recordOf(key) {
  return {
    ...{ eventSource: 'aws:s3', eventVersion: '2.1', eventName: 'ObjectCreated:Put' },
    s3: { bucket: { name: 'bucket' }, object: { key } },
  };
}

/** @param {string} text */
async function* chunksOf(text) {
  yield Buffer.from(text);
}

/**
 * @param {string} text
 * @returns {Buffer} A checkpoint with this JSON, closed as far as it can be, and nothing else.
 */
function sealed(text) {
  const json = Buffer.from(`${text.replace(/,$/, '')}]}`);
  const bytes = Buffer.concat([Buffer.from(`sluice checkpoint 1\n[${json.length}]\n`), json]);
  return Buffer.concat([bytes, createHash('sha256').update(bytes).digest()]);
}
