import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

const LAST = { name: 'last', content: 'last' };

/**
 * An archive that holds another one, whose comment reaches to the end of the file.
 *
 * @param {import('../support/zip-writer.js').ZipEntry} first
 * @param {Buffer} [trailing] Bytes behind the archive's own end record.
 */
function twoArchives(first, trailing = Buffer.alloc(0)) {
  const inner = writeZip([{ name: 'evil', content: 'evil' }]);
  // As if it were one of several parts, which 7-Zip does not mind.
  inner.writeUInt16LE(1, inner.length - 16);
  /** @param {number} comment */
  const outer = comment => {
    inner.writeUInt16LE(comment, inner.length - 2);
    return writeZip([first, { name: 'inner', content: inner, method: 0 }, LAST], { trailing });
  };
  const zip = outer(0);
  return outer(zip.length - zip.indexOf('PK\x05\x06') - 22);
}

test('archive/bad-directory: a local header that disagrees, where a second archive reaches to the end', async () => {
  for (const local of [{ crc32: 1 }, { size: 9 }, { method: 8 }]) {
    for (const trailing of ['', 'more']) {
      const zip = twoArchives({ name: 'first', content: 'first', method: 0, local }, Buffer.from(trailing));
      assert.equal(await outcomeOf(zip), 'archive/bad-directory');
    }
  }
  const named = twoArchives({ name: 'first', content: 'first', localName: 'other' });
  assert.equal(await outcomeOf(named), 'archive/bad-directory');
});

test('archive/bad-directory: flags that say nothing, but differ, where a second archive reaches to the end', async () => {
  const [deflated, stored] = [{ content: 'first' }, { content: 'first', method: 0 }].map(each => ({
    ...each,
    name: 'first',
  }));
  const named = { ...stored, name: 'fürst', flags: 0 };
  /** @type {[import('../support/zip-writer.js').ZipEntry, flags: number][]} */
  const others = [[stored, 2], [stored, 4], [stored, 64], [stored, 8], [deflated, 16], [deflated, 0x4000], [named, 0x800]]; // biome-ignore format: a table
  for (const [first, flags] of others) {
    const title = `${first.name} ${flags}`;
    assert.equal(await outcomeOf(twoArchives({ ...first, local: { flags } })), 'archive/bad-directory', title);
    assert.equal(
      await outcomeOf(twoArchives({ ...first, flags, local: { flags: first.flags ?? 0 } })),
      'archive/bad-directory',
      title,
    );
    const [content] = Object.values(await outcomeOf(writeZip([{ ...first, local: { flags } }])));
    assert.equal(content, 'first', title);
  }
  // How hard deflate has tried is compared by nobody.
  const tried = await outcomeOf(twoArchives({ ...deflated, local: { flags: 6 } }));
  assert.deepEqual(Object.keys(tried), ['first', 'inner', 'last']);
  const same = await outcomeOf(twoArchives({ ...named, flags: 0x800 }));
  assert.deepEqual(Object.keys(same), ['fürst', 'inner', 'last']);
});

test('without either, what is sound is read', async () => {
  const outcome = await outcomeOf(twoArchives({ name: 'first', content: 'first' }));
  assert.deepEqual(Object.keys(outcome), ['first', 'inner', 'last']);
  const inner = writeZip([{ name: 'evil', content: 'evil' }]);
  const first = { name: 'first', content: 'first', local: { crc32: 1 } };
  const zip = writeZip([first, { name: 'inner', content: inner, method: 0 }]);
  assert.deepEqual(await outcomeOf(zip), { first: 'archive/header-mismatch', inner: inner.toString() });
});
