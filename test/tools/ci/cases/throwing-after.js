import { test } from 'node:test';

test('passes, but leaves a timer', () => {
  setTimeout(() => {
    throw new Error('after its file');
  }, 50);
});
