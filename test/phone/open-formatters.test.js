import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFormatters } from '../../src/phone/open-formatters.js';

test('openFormatters opens one formatter per phone, in order, and none for `strip`', async () => {
  const formatters = await openFormatters([
    { field: 'a', format: 'national', country: 'GB' },
    { field: 'b', format: 'strip', country: null },
    { field: 'c', format: 'e164', country: 'US' },
  ]);
  assert.equal(formatters[0]?.('+44 20 7946 0958'), '020 7946 0958');
  assert.equal(formatters[1], null);
  assert.equal(formatters[2]?.('202-555-0123'), '+12025550123');
});
