import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tryCase } from './deflate64.js';

test('a case of this campaign says what was made and what became of it', async () => {
  const outcomes = new Set();
  for (let seed = 0; seed < 60; seed++) outcomes.add((await tryCase(seed)).outcome);
  for (const outcome of ['right bytes', 'right bytes, over checkpoints too']) assert.ok(outcomes.has(outcome), outcome);
});
