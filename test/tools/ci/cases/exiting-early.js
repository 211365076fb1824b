import { test } from 'node:test';

test('passes', () => {});
test('ends the process', () => process.exit(0));
test('never runs', () => {
  throw new Error('it ran');
});
