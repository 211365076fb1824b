import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ETagList } from '../../../src/destination/s3/etag-list.js';
import fc from '../../support/fast-check.js';

test('a list gives the ETags that it got, of any form, and takes others in their place', async () => {
  const etag = fc.oneof(
    fc.stringMatching(/^[0-9a-f]{32}$/).map(digest => `"${digest}"`),
    fc.stringMatching(/^[0-9a-f]{32}-[1-9]{1,4}$/).map(digest => `"${digest}"`),
    fc.constantFrom('', '"0123456789ABCDEF0123456789ABCDEF"', '0123456789abcdef0123456789abcdef', '"short"'),
  );
  const paths = fc.uniqueArray(fc.string({ unit: 'grapheme', maxLength: 20 }), { maxLength: 150 });
  await fc.assert(
    fc.asyncProperty(paths, fc.infiniteStream(etag), fc.infiniteStream(fc.nat(3)), async (names, etags, changes) => {
      const list = new ETagList();
      /** @type {Map<string, string | null>} */
      const model = new Map();
      const next = () => String(etags.next().value);
      for (const path of names) {
        const ETag = next();
        list.push(path, ETag);
        model.set(path, ETag);
      }
      await list.prepareLooks();
      for (const path of names) {
        const change = changes.next().value;
        const ETag = change === 0 ? null : next();
        if (change === 3) continue;
        list.replace(path, ETag);
        model.set(path, ETag);
      }
      for (const [path, ETag] of model) assert.equal(list.get(path), ETag);
      list.replace('not in it at all, and too long', '"0123456789abcdef0123456789abcdef"');
      assert.equal(list.get('not in it at all, and too long'), null);
    }),
  );
});

test('a list keeps what it has when it grows', async () => {
  const list = new ETagList();
  const etagOf = (/** @type {number} */ index) => `"${String(index).padStart(32, '0')}"`;
  for (let index = 0; index < 1_000; index++) list.push(`x/${index}`, etagOf(index));
  await list.prepareLooks();
  for (let index = 0; index < 1_000; index++) assert.equal(list.get(`x/${index}`), etagOf(index));
});
