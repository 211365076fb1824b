import { before, describe, it } from 'node:test';

describe('a group', () => {
  before(() => {
    throw new Error('in before');
  });
  it('passes', () => {});
});
