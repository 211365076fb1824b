import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareKeys, rollUp } from '../../local-s3/listing.js';
import fc, { caseCount } from '../support/fast-check.js';

test('keys are in the order of their UTF-8 bytes', () => {
  const key = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(key, key, (left, right) => {
      assert.equal(Math.sign(compareKeys(left, right)), Buffer.compare(Buffer.from(left), Buffer.from(right)));
    }),
  );
  assert.equal(compareKeys('\uffff', '😀'), -1);
});

test('a listing is what a walk through every key gives, for every page size', () => {
  const key = fc.string({ unit: fc.constantFrom('a', 'b', '/', '😀'), minLength: 1, maxLength: 6 });
  const prefix = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 2 });
  const delimiter = fc.constantFrom('', '/', 'b');
  fc.assert(
    fc.property(fc.uniqueArray(key), prefix, delimiter, fc.integer({ min: 1, max: 4 }), (keys, start, mark, size) => {
      const sorted = keys.toSorted(compareKeys);
      const pages = [];
      for (let after = ''; ; ) {
        const page = [...rollUp(sorted, { prefix: start, delimiter: mark, after })].slice(0, size).map(nameOf);
        if (page.length === 0) break;
        pages.push(...page);
        after = /** @type {string} */ (page.at(-1));
      }
      assert.deepEqual(pages, naively(sorted, start, mark));
    }),
    { numRuns: caseCount(300) },
  );
});

/** @param {{ key: string } | { prefix: string }} item */
function nameOf(item) {
  return 'key' in item ? item.key : item.prefix;
}

/**
 * @param {string[]} sorted
 * @param {string} prefix
 * @param {string} delimiter
 */
function naively(sorted, prefix, delimiter) {
  const names = new Set();
  for (const key of sorted.filter(candidate => candidate.startsWith(prefix))) {
    const rest = key.slice(prefix.length);
    const end = delimiter === '' ? -1 : rest.indexOf(delimiter);
    names.add(end === -1 ? key : prefix + rest.slice(0, end + delimiter.length));
  }
  return [...names];
}
