import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hex } from '../../src/archive/verifier.js';

test('a CRC-32 is written in eight digits', () => {
  assert.equal(hex(0), '00000000');
  assert.equal(hex(0xfedcba98), 'fedcba98');
});
