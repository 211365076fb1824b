import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasPassword } from '../../../src/destination/database/address.js';

test('a password is found wherever an address can have one', () => {
  for (const url of [
    'postgres://a:b@c/d',
    'postgres://c/d?password=b',
    'postgres://a:b@one:1,two:2/x',
    'postgres://a:b@/d',
  ])
    assert.ok(hasPassword(url), url);
  for (const url of ['postgres://a@c:5432/d', 'postgres://c/d', 'postgres://', 'postgres://a@/d'])
    assert.ok(!hasPassword(url), url);
});
