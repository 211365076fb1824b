import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outputGone } from '../../src/destination/output-gone.js';
import { hasCode, isFinal, reportError, StorageError } from '../../src/errors.js';
import fc from '../support/fast-check.js';

test('storage/output-gone names the output, the reason and its cause, and the job is worth another attempt', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.anything(), (name, reason, cause) => {
      const error = outputGone(name, reason, cause);
      assert.ok(error instanceof StorageError);
      assert.ok(hasCode(error, 'storage/output-gone'));
      assert.equal(isFinal(error), false);
      const { code, message } = reportError(error);
      assert.equal(code, 'storage/output-gone');
      assert.ok(message.includes(`${name}: ${reason};`));
      assert.equal(error.cause, cause);
    }),
  );
});
