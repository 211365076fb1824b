import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { handler } from '../src/handler.js';
import { failure, put } from './support/cloud.js';

describe('the exported handler', { timeout: 60_000 }, () => {
  it('is a literal async function, which the runtime requires', () => {
    assert.equal(handler.constructor.name, 'AsyncFunction');
    assert.equal(handler.length, 2);
  });

  it('reads its settings from the environment', async () => {
    const error = await failure(handler(put('sluice-in', 'a.zip'), { getRemainingTimeInMillis: () => 1000 }));
    assert.equal(error.code, 'usage/config');
  });
});
