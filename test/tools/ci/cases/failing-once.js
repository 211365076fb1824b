import { test } from 'node:test';
import { isFirstRun } from '../first-run.js';

for (const number of [1, 2, 3]) {
  test('of one title', () => {
    if (number === 2 && isFirstRun()) throw new Error('once');
  });
}
