import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { buildEngine } from '../../scripts/build-engine.js';

const COMMITTED = new URL('../../src/engine/module.generated.js', import.meta.url);

test('the committed module is what its source compiles to, or "npm run build-engine" was forgotten', async () => {
  assert.ok(readFileSync(COMMITTED, 'utf8') === (await buildEngine()));
});
