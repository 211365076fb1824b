import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NameList } from '../../src/memory/name-list.js';
import fc, { caseCount } from '../support/fast-check.js';

test('gives names back unchanged, and finds their first index', { timeout: 60_000 }, () => {
  const name = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ maxLength: 2 }), fc.string({ minLength: 300 }));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 150 }), fc.array(name), fc.nat({ max: 200 }), (names, others, room) => {
      const list = new NameList(room);
      for (const [index, pushed] of names.entries()) {
        list.push(pushed);
        assert.equal(list.find(pushed), names.slice(0, index + 1).indexOf(pushed));
      }
      assert.deepEqual(
        names.map((_, index) => list.get(index)),
        names,
      );
      for (const other of others) assert.equal(list.find(other), names.indexOf(other));
    }),
    { numRuns: caseCount(50) },
  );
});
