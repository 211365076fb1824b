import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOperand } from '../../src/recipe/operand.js';

test('an operand is a number, in quotes or not, or a time', () => {
  assert.deepEqual(parseOperand(18), parseOperand('18.0'));
  assert.deepEqual(parseOperand(1e21), parseOperand('1000000000000000000000'));
  assert.deepEqual(parseOperand('1970-01-02'), { kind: 'time', time: 86_400_000_000_000n });
});

test('an operand is nothing else', () => {
  for (const text of ['', 'pro', '31.01.2026', '1,5', 'today']) assert.equal(parseOperand(text), null);
});
