import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it, test } from 'node:test';

/** @type {string[]} */
const calls = [];
before(() => calls.push('before'));
beforeEach(() => calls.push('before each'));
after(() => assert.deepEqual(calls, ['before', 'before each', 'first', 'before each', 'second']));

test('runs after the hooks', () => {
  calls.push('first');
});
describe('a group', () => {
  it('runs after the hooks, too', () => {
    calls.push('second');
  });
});
