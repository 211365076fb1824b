import { test } from 'node:test';

test('passes, but leaves a timer', async () => {
  await null;
  setTimeout(() => {
    throw new Error('later');
  }, 10);
});
test('goes on for a while', () => new Promise(resolve => setTimeout(resolve, 50)));
