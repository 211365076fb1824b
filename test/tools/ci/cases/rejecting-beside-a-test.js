import { test } from 'node:test';

test('passes, and a promise is rejected that nobody awaits', async () => {
  await null;
  Promise.reject(new Error('beside the test'));
  await new Promise(resolve => setImmediate(resolve));
});
