import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PathTree } from '../../src/recipe/path-tree.js';
import fc, { caseCount } from '../support/fast-check.js';

test('paths are found as by looking at each of them', () => {
  const path = fc.array(fc.constantFrom('a', 'b', '0', 0, 1), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(path, { maxLength: 8 }), path, (paths, sought) => {
      const tree = new PathTree(paths);
      const below = paths.filter(each => sought.every((key, index) => each[index] === key));
      assert.equal(tree.reaches(sought), below.length > 0);
      assert.equal(
        tree.has(sought),
        below.some(each => each.length === sought.length),
      );
    }),
    { numRuns: caseCount(1000) },
  );
});
