import { test } from 'node:test';

test('never ends', () => {
  for (;;);
});
