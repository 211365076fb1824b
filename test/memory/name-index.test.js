import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NameIndex } from '../../src/memory/name-index.js';
import fc from '../support/fast-check.js';

test('finds the first index of a name, and no other name', { timeout: 60_000 }, () => {
  const name = fc.oneof(fc.string({ maxLength: 2 }), fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 300 }), fc.array(name), (names, others) => {
      const index = new NameIndex(names.length, position => names[position]);
      for (const other of [...names, ...others]) assert.equal(index.find(other), names.indexOf(other));
    }),
  );
});

test('distinguishes names with the same hash', () => {
  const index = new NameIndex(0, () => '');
  const seen = new Map();
  let pair = null;
  // Among 2^17 random hashes of 32 bits, two are equal almost surely.
  for (let number = 0; pair === null; number++) {
    const hash = index.hash(`name-${number}`);
    if (seen.has(hash)) pair = [seen.get(hash), `name-${number}`];
    seen.set(hash, `name-${number}`);
  }
  const [one, other] = pair;
  const names = [one, other];
  const both = Object.assign(new NameIndex(0, position => names[position]), { seed: index.seed });
  both.hashes = Uint32Array.from(names, name => both.hash(name));
  both.order = Uint32Array.of(0, 1);
  assert.deepEqual([both.find(one), both.find(other), both.find('another')], [0, 1, -1]);
});

test('finds a file with the name of one of a name’s folders', { timeout: 60_000 }, () => {
  const part = fc.constantFrom('a', 'b', '', 'ab');
  const name = fc.array(part, { minLength: 1, maxLength: 5 }).map(parts => parts.join('/'));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 20 }), name, (names, sought) => {
      const index = new NameIndex(names.length, position => names[position]);
      const folders = [...sought.matchAll(/\//g)].map(slash => sought.slice(0, slash.index));
      const expected = folders.map(folder => names.indexOf(folder)).find(found => found !== -1) ?? -1;
      assert.equal(index.findFolderOf(sought), expected);
    }),
  );
});
