import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatPath, pathOf } from '../../src/recipe/path.js';

test('a path is written as in JavaScript, with names in quotes where they need them', () => {
  assert.equal(formatPath([]), 'the recipe');
  assert.equal(formatPath(['entries', 0, 'csv', 'rename', 'E-Mail']), 'entries[0].csv.rename.E-Mail');
  assert.equal(formatPath(['set', '7', 'a b', '']), 'set["7"]["a b"][""]');
  assert.equal(formatPath(['\u001b[31m']), '["\\u001b[31m"]');
});

test('a pointer is read with the value that it points into, because only arrays have indices', () => {
  const recipe = { entries: [{ csv: { set: { 0: 1, 'a/b~': 2 } } }] };
  assert.deepEqual(pathOf('', recipe), []);
  assert.deepEqual(pathOf('/entries/0/csv/set/0', recipe), ['entries', 0, 'csv', 'set', '0']);
  assert.deepEqual(pathOf('/entries/0/csv/set/a~1b~0', recipe), ['entries', 0, 'csv', 'set', 'a/b~']);
});
