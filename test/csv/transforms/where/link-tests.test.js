import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { FAIL, PASS } from '../../../../src/csv/plan/field-plan.js';
import { linkTests } from '../../../../src/csv/transforms/where/link-tests.js';
import fc, { caseCount } from '../../../support/fast-check.js';

/** @import { TestTree } from '../../../../src/csv/transforms/where/link-tests.js' */

suite('linkTests', () => {
  test('asks the same fields in the same order, with the same result, as JavaScript would', () => {
    fc.assert(
      fc.property(anyTree(), fc.array(fc.boolean(), { minLength: FIELDS, maxLength: FIELDS }), (tree, answers) => {
        /** @type {number[]} */
        const expectedQuestions = [];
        const expected = evaluate(tree, index => {
          expectedQuestions.push(index);
          return answers[index];
        });
        const tests = linkTests(tree);
        /** @type {number[]} */
        const questions = [];
        let position = tests.length > 0 ? 0 : PASS;
        while (position >= 0) {
          const { index, onTrue, onFalse } = tests[position];
          questions.push(index);
          const next = answers[index] ? onTrue : onFalse;
          assert.ok(next < 0 || next > position, 'jumps go forward');
          position = next;
        }
        assert.equal(position, expected ? PASS : FAIL);
        if (expectedQuestions.length > 0) assert.deepEqual(questions, expectedQuestions);
      }),
      { numRuns: caseCount(2000) },
    );
  });

  test('leaves out tests that no record gets to', () => {
    assert.equal(linkTests({ any: [leaf(0), true, leaf(1)] }).length, 1);
    assert.deepEqual(linkTests({ any: [true, leaf(1)] }), []);
    assert.deepEqual(linkTests({ not: { all: [false, leaf(1)] } }), []);
    assert.equal(linkTests({ all: [true, leaf(1)] }).length, 1);
  });

  test('filters every record out where the condition never holds', () => {
    const [{ onTrue, onFalse }, ...others] = linkTests({ all: [false, leaf(1)] });
    assert.deepEqual([onTrue, onFalse, others], [FAIL, FAIL, []]);
  });
});

/**
 * @param {TestTree} tree
 * @param {(index: number) => boolean} ask
 * @returns {boolean}
 */
function evaluate(tree, ask) {
  if (typeof tree === 'boolean') return tree;
  if ('not' in tree) return !evaluate(tree.not, ask);
  if ('all' in tree) return tree.all.every(part => evaluate(part, ask));
  if ('any' in tree) return tree.any.some(part => evaluate(part, ask));
  return ask(tree.index);
}

/** @param {number} index @returns {TestTree} */
function leaf(index) {
  return { index, trims: false, test: { kind: 'empty' } };
}

/** @returns {fc.Arbitrary<TestTree>} */
function anyTree() {
  return fc.letrec(tie => ({
    tree: fc.oneof(
      { depthSize: 'medium' },
      fc.nat(FIELDS - 1).map(leaf),
      fc.boolean(),
      fc.record({ not: tie('tree') }),
      fc.record({ all: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }) }),
      fc.record({ any: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }) }),
    ),
  })).tree;
}

const FIELDS = 5;
