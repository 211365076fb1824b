import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareValues, connectToPostgres, TYPES } from './compare-with-postgres.js';

test('of more than a million values near the edges, Postgres accepts all that fit', { timeout: 600_000 }, async t => {
  const { client, close } = await connectToPostgres();
  t.after(close);
  let values = 0;
  let accepted = 0;
  for (const [number, type] of TYPES.entries()) {
    const found = await compareValues(client, type, { count: EACH, seed: 1000 + number });
    t.diagnostic(`${type}: ${found.accepted} of ${EACH} fitted; of the others, Postgres takes ${found.stricter}`);
    values += EACH;
    accepted += found.accepted;
  }
  assert.ok(values >= 1_000_000);
  assert.ok(accepted > 700_000, `only ${accepted} fitted`);
});

const EACH = 150_000;
