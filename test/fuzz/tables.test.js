import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseCount } from '../support/cases.js';
import { tryCase } from './tables.js';

test('of tables that are known, none is read wrong in silence, and few are refused that a person would read', async () => {
  const count = caseCount(4000);
  let right = 0;
  let refused = 0;
  for (let seed = 0; seed < count; seed++) {
    const { outcome } = await tryCase(seed);
    right += Number(outcome === 'right');
    refused += Number(outcome.startsWith('refused without doubt'));
  }
  assert.ok(right > count / 2);
  assert.ok(refused <= (right + refused) * 0.06, `${refused} are refused, ${right} are right`);
});
