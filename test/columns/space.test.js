import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withoutSpaceBefore, withoutSpaceBehind } from '../../src/columns/space.js';

it('white space is that of C, and nothing beyond ASCII', () => {
  const bytes = Buffer.from(' \t\n\v\f\rx \u00a0 ');
  assert.equal(withoutSpaceBefore(bytes, 0, bytes.length), 6);
  assert.equal(withoutSpaceBehind(bytes, 6, bytes.length), bytes.length - 1);
  assert.equal(withoutSpaceBefore(bytes, 0, 3), 3);
  assert.equal(withoutSpaceBehind(bytes, 0, 3), 0);
});
