import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asInZip } from '../../src/container/tar-kind.js';

test('a folder’s name ends with one slash', () => {
  for (const [name, expected] of [
    ['a', 'a/'],
    ['a/', 'a/'],
    ['/a//b///', '/a//b/'],
    ['', './'],
    ['/', '/'],
    ['///', '/'],
  ])
    assert.equal(asInZip(name, true), expected);
  assert.equal(asInZip('a', false), 'a');
});

test('slashes within a folder’s name cost no more than other characters', () => {
  const many = '/'.repeat(2 ** 22);
  // With a search that begins anew at each slash it would take hours.
  assert.equal(asInZip(`${many}b`, true).length, many.length + 2);
});
