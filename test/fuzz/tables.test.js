import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseCount } from '../support/cases.js';
import { tryCase } from './tables.js';

test('of tables that are known, none is read wrong in silence, and few are refused that a person would read', async () => {
  const count = caseCount(4000);
  const outcomes = new Map();
  for (let seed = 0; seed < count; seed++) {
    const { outcome } = await tryCase(seed);
    const kind = outcome.split(':')[0];
    outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
  }
  const right = outcomes.get('right');
  const refused = outcomes.get('refused without doubt') ?? 0;
  assert.ok(refused <= (right + refused) * 0.06, `${refused} are refused, ${right} are right`);
});
