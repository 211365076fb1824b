import { after, test } from 'node:test';

after(() => {
  throw new Error('in after');
});
test('passes', () => {});
