import { before, describe, it } from 'node:test';
import { isFirstRun } from '../first-run.js';

describe('a group', () => {
  before(() => {
    if (isFirstRun()) throw new Error('in before');
  });
  it('passes', () => {});
});
