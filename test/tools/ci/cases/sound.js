import { describe, it, test } from 'node:test';

test('passes', () => {});
describe('a group', () => {
  it('passes, too', () => {});
  it('is skipped', { skip: 'for a reason' }, () => {});
});
