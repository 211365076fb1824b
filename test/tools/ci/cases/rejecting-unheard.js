import { test } from 'node:test';

test('leaves a promise alone', async () => {
  await null;
  Promise.reject(new Error('unheard'));
  await new Promise(resolve => setTimeout(resolve, 50));
});
