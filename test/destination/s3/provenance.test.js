import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareProvenance, provenanceMetadata } from '../../../src/destination/s3/provenance.js';
import fc from '../../support/fast-check.js';

test('metadata is valid in headers, whatever the source is called', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), source => {
      const metadata = provenanceMetadata({ source, recipe: 'ab12', outputFolder: 'x' }, 'upload');
      for (const value of Object.values(metadata)) assert.match(value, /^[\x21-\x7e]*$/);
      assert.ok(Object.entries(metadata).flat().join('').length < 2048);
    }),
  );
});

test('different sources have different metadata', () => {
  const long = 'ü'.repeat(500);
  const names = ['a b', 'a%20b', 'ü', '%C3%BC', long, `${long}x`].map(
    source => provenanceMetadata({ source, recipe: '', outputFolder: '' }, '')['sluice-source'],
  );
  assert.equal(new Set(names).size, names.length);
});

test('an object is our own upload, the same work of another one, or something else', () => {
  const ours = provenanceMetadata({ source: 's', recipe: 'r', outputFolder: 'x' }, 'one');
  assert.equal(compareProvenance(ours, ours), 'same-upload');
  assert.equal(compareProvenance({ ...ours, 'sluice-upload': 'two' }, ours), 'same-version');
  assert.equal(compareProvenance({ ...ours, 'sluice-upload': 'two', 'sluice-recipe': 'x' }, ours), 'other');
  assert.equal(compareProvenance({}, ours), 'other');
  assert.equal(compareProvenance(undefined, ours), 'other');
});

test('what is common to the outputs of a job is made once, and each job has its own', () => {
  const provenance = { source: 's', recipe: 'r', outputFolder: 'x' };
  const looked = { ...provenance };
  let looks = 0;
  Object.defineProperty(looked, 'source', {
    get() {
      looks += 1;
      return 's';
    },
  });
  for (const upload of ['one', 'two']) {
    assert.deepEqual(provenanceMetadata(looked, upload), provenanceMetadata(provenance, upload));
    assert.equal(provenanceMetadata(looked, upload)['sluice-upload'], upload);
  }
  assert.equal(looks, 1);
  assert.equal(provenanceMetadata({ ...provenance, source: 't' }, 'one')['sluice-source'], 't');
});
