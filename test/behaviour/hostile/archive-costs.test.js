import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findDirectory } from '../../../src/archive/find-directory.js';
import { ArchiveError } from '../../../src/errors.js';
import { memorySource } from '../../support/memory-source.js';
import { writeZip } from '../../support/zip-writer.js';

suite('an archive costs what it weighs', () => {
  test('archive/bad-directory: a comment full of end records, of which each would make an error', async t => {
    const possible = Buffer.from(`PK\x05\x06${'\0'.repeat(4)}\x01\0\x01\0\x2e${'\0'.repeat(9)}`);
    let errors = 0;
    t.after(() => Reflect.deleteProperty(ArchiveError.prototype, 'code'));
    Object.defineProperty(ArchiveError.prototype, 'code', {
      configurable: true,
      set(value) {
        errors += 1;
        Object.defineProperty(this, 'code', { value });
      },
    });
    const find = (/** @type {Buffer} */ piece, /** @type {number} */ count) =>
      findDirectory(memorySource(writeZip([{ name: 'a' }], { comment: Buffer.concat(Array(count).fill(piece)) })));
    await find(possible.subarray(0, 4), 16_000);
    assert.equal(errors, 0);
    await assert.rejects(find(possible, 2900), {
      code: 'archive/bad-directory',
      message: /there are many end records/,
    });
    assert.ok(errors > 0 && errors < 100, `${errors} errors`);
  });
});
