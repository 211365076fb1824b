import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEarlier, isForVersion, isLater, sequencerOf } from '../../src/ledger/versions.js';
import { manifestOf } from './fixture.js';

// Its version is s3://in/x.zip, ETag 1, sequencer 02.
const MANIFEST = manifestOf('complete', 'somebody');
const VERSION = { uri: 's3://in/x.zip', etag: '1', versionId: null };

test('a manifest is earlier or later than an event of the same key, if both have a sequencer', () => {
  for (const [sequencer, uri, expected] of /** @type {const} */ ([
    ['01', VERSION.uri, 'later'],
    ['03', VERSION.uri, 'earlier'],
    ['02', VERSION.uri, 'neither'],
    ['020', VERSION.uri, 'neither'],
    [null, VERSION.uri, 'neither'],
    ['01', 's3://in/y.zip', 'neither'],
    ['03', 's3://in/y.zip', 'neither'],
  ])) {
    const event = { uri, sequencer };
    assert.equal(isLater(MANIFEST, event), expected === 'later', `${sequencer} ${uri}`);
    assert.equal(isEarlier(MANIFEST, event), expected === 'earlier', `${sequencer} ${uri}`);
  }
});

test('a manifest is for a version of the same key, version id and ETag', () => {
  assert.equal(isForVersion(MANIFEST, VERSION), true);
  for (const other of [{ uri: 's3://in/y.zip' }, { etag: '2' }, { versionId: 'v1' }]) {
    assert.equal(isForVersion(MANIFEST, { ...VERSION, ...other }), false);
  }
});

test('a job without an event keeps the sequencer that is recorded for its version', () => {
  assert.equal(sequencerOf(MANIFEST, { source: VERSION, sequencer: '05' }), '05');
  assert.equal(sequencerOf(MANIFEST, { source: VERSION, sequencer: null }), '02');
  assert.equal(sequencerOf(MANIFEST, { source: { ...VERSION, etag: '2' } }), null);
  assert.equal(sequencerOf(null, { source: VERSION }), null);
});
