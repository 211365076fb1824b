import { test } from 'node:test';

test('passes, but leaves a variable', () => {
  process.env.LEFT_BY_A_TEST = 'yes';
});
