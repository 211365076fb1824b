import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentTypeOf } from '../../../src/destination/s3/content-type.js';

test('the extension decides, and only the manifest and reasons get a charset', () => {
  const types = [
    'a.csv',
    'a.JSON',
    'a.html',
    'x/_manifest.json',
    '_reasons/x/a.csv.jsonl',
    'x/a.jsonl',
    'noextension',
    'a.unknown-thing',
    '.csv',
    'csv',
    '',
  ].map(contentTypeOf);
  assert.deepEqual(types, [
    'text/csv',
    'application/json',
    'text/html',
    'application/json; charset=utf-8',
    'application/x-ndjson; charset=utf-8',
    'application/octet-stream',
    'application/octet-stream',
    'application/octet-stream',
    'text/csv',
    'text/csv',
    'application/octet-stream',
  ]);
});
