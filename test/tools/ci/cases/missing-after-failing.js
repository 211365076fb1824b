import { test } from 'node:test';
import { isFirstRun } from '../first-run.js';

const isFirst = isFirstRun();
test('fails', () => {
  if (isFirst) throw new Error('once');
});
if (isFirst) test('exists once', () => {});
