import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isName, isObject, nameOrNull } from '../../src/lambda/event-values.js';

test('objects and lists are objects, null is not', () => {
  assert.deepEqual([{}, [], null, undefined, 'x', 1].map(isObject), [true, true, false, false, false, false]);
});

test('only a string that is not empty is a name', () => {
  assert.deepEqual(['x', '', 1, null, undefined, {}].map(isName), [true, false, false, false, false, false]);
  assert.deepEqual(['x', '', 1, null].map(nameOrNull), ['x', null, null, null]);
});
