import { test } from 'node:test';
import { isFirstRun } from '../first-run.js';

const isFirst = isFirstRun();
test('fails, then is skipped', { skip: !isFirst }, () => {
  throw new Error('once');
});
