import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findDirectory } from '../../../src/archive/find-directory.js';
import { LineEnds } from '../../../src/csv/foreign/line-ends.js';
import { ArchiveError } from '../../../src/errors.js';
import { processArchive } from '../../../src/job/archive.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { memoryDestination } from '../../support/memory-destination.js';
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
      message: /is the one that other programs go by/,
    });
    assert.equal(errors, 1);
  });

  test('read: an entry of very many short lines that are no records, in another encoding than UTF-8', async t => {
    const recipe = await compileRecipe({
      entries: [{ match: '**', csv: { encoding: 'windows-1252', comments: '#' } }],
    });
    const content = '\r#'.repeat(5000);
    const { find } = LineEnds.prototype;
    let found = 0;
    t.after(() => Object.assign(LineEnds.prototype, { find }));
    /** @this {LineEnds} @param {number} byte @param {number} from */
    LineEnds.prototype.find = function (byte, from) {
      found += 1;
      return find.call(this, byte, from);
    };
    const source = memorySource(writeZip([{ name: 'a.csv', content }]));
    const { manifest } = await processArchive({ source, destination: memoryDestination(), recipe });
    assert.equal(manifest?.status, 'complete');
    // Each line once for its place in the entry, or a few times: not all that are before it again.
    assert.ok(found > 0 && found < 5 * 5000, `${found} line ends were looked for`);
  });
});
