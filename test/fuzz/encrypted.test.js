import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseCount } from '../support/cases.js';
import { tryCase } from './encrypted.js';

test('the campaign finds nothing in its first cases, which end in every way', { timeout: 300_000 }, async () => {
  const categories = new Set();
  const outcomes = new Set();
  const count = caseCount(5000);
  for (let seed = 0; seed < count; seed++) {
    const { category, outcome } = await tryCase(seed);
    categories.add(category);
    outcomes.add(outcome);
  }
  assert.equal(categories.size, 12);
  for (const code of ['wrong-password', 'hmac-mismatch', 'crc-mismatch', 'corrupt', 'size-mismatch']) {
    assert.ok(outcomes.has(`in part: archive/${code}`), code);
  }
  assert.ok(outcomes.has('right'));
});
