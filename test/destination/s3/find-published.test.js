import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPublished } from '../../../src/destination/s3/find-published.js';
import { provenanceMetadata } from '../../../src/destination/s3/provenance.js';
import { JOB } from '../fixture.js';

/** @import { S3Prefix } from '../../../src/destination/s3/prefix.js' */

const METADATA = provenanceMetadata(JOB.provenance, 'this');

/** @param {{ ETag: string, Metadata: Record<string, string> } | null} there */
function find(there) {
  const prefix = /** @type {S3Prefix} */ (/** @type {unknown} */ ({ head: async () => there }));
  return findPublished(prefix, 'x/a', { metadata: METADATA, expectedETag: '"before"' });
}

test('an output of this upload is written, also with the expected ETag', async () => {
  for (const ETag of ['"now"', '"before"']) {
    assert.deepEqual(await find({ ETag, Metadata: METADATA }), { ETag, result: 'written' });
  }
});

test('an output of another upload from the same source and recipe is adopted, unless it was there before', async () => {
  const Metadata = { ...METADATA, 'sluice-upload': 'another' };
  assert.deepEqual(await find({ ETag: '"now"', Metadata }), { ETag: '"now"', result: 'adopted' });
  assert.equal(await find({ ETag: '"before"', Metadata }), null);
});

test('nothing, or anything else, is no output', async () => {
  assert.equal(await find(null), null);
  assert.equal(await find({ ETag: '"now"', Metadata: {} }), null);
});
