import { test } from 'node:test';

test('waits for what never happens', async () => {
  setTimeout(() => {
    throw new Error('beside the test');
  });
  await new Promise(resolve => setTimeout(resolve, 3_600_000));
});
