import assert from 'node:assert/strict';
import { test } from 'node:test';
import { badDirectory } from '../../src/archive/bad-directory.js';
import { ArchiveError, isFinal } from '../../src/errors.js';

test('archive/bad-directory is the archive’s fault, so another attempt would end the same way', () => {
  const error = badDirectory('two directories');
  assert.ok(error instanceof ArchiveError);
  assert.deepEqual([error.code, error.message], ['archive/bad-directory', 'two directories']);
  assert.equal(isFinal(error), true);
});
