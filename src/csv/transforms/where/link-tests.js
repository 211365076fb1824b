import { FAIL, PASS } from '../../plan/field-plan.js';

/** @import { RecordTest } from '../../plan/field-plan.js' */

/**
 * A condition on the fields of a record. `true` and `false` hold for every record, and for none.
 *
 * @typedef {{ all: TestTree[] } | { any: TestTree[] } | { not: TestTree } | FieldTest | boolean} TestTree
 *
 * @typedef {Omit<RecordTest, 'onTrue' | 'onFalse'>} FieldTest
 *
 * What comes behind a test: another one, or a result.
 * @typedef {LinkedTest | typeof PASS | typeof FAIL} Next
 *
 * @typedef {FieldTest & { onTrue: Next, onFalse: Next }} LinkedTest
 */

/**
 * Flattens a condition into tests, each of which names the one that follows. They are made from left to right, none twice, and
 * none that the result does not depend on.
 *
 * @param {TestTree} tree
 * @returns {RecordTest[]} None if every record passes.
 */
export function linkTests(tree) {
  /** @type {LinkedTest[]} From the last to the first. */
  const linked = [];
  const first = link(tree, PASS, FAIL, linked);
  if (first === PASS) return [];
  if (first === FAIL) return [NEVER];
  const reached = reachedFrom(first);
  // Tests beside a condition that is always true, or never, may be out of reach.
  const tests = linked.reverse().filter(test => reached.has(test));
  const positions = new Map(tests.map((test, position) => [test, position]));
  /** @param {Next} next */
  const positionOf = next => (typeof next === 'number' ? next : Number(positions.get(next)));
  return tests.map(({ onTrue, onFalse, ...test }) => ({
    ...test,
    onTrue: positionOf(onTrue),
    onFalse: positionOf(onFalse),
  }));
}

/**
 * @param {TestTree} tree
 * @param {Next} onTrue
 * @param {Next} onFalse
 * @param {LinkedTest[]} linked What has been linked so far: all that stands behind this.
 * @returns {Next} Where to begin.
 */
function link(tree, onTrue, onFalse, linked) {
  if (typeof tree === 'boolean') return tree ? onTrue : onFalse;
  if ('not' in tree) return link(tree.not, onFalse, onTrue, linked);
  if ('all' in tree) return tree.all.reduceRight((next, part) => link(part, next, onFalse, linked), onTrue);
  if ('any' in tree) return tree.any.reduceRight((next, part) => link(part, onTrue, next, linked), onFalse);
  const test = { ...tree, onTrue, onFalse };
  linked.push(test);
  return test;
}

/** @param {LinkedTest} first */
function reachedFrom(first) {
  const reached = new Set([first]);
  for (const { onTrue, onFalse } of reached) {
    if (typeof onTrue !== 'number') reached.add(onTrue);
    if (typeof onFalse !== 'number') reached.add(onFalse);
  }
  return reached;
}

/** @type {RecordTest} */
const NEVER = { index: 0, trims: false, test: { kind: 'empty' }, onTrue: FAIL, onFalse: FAIL };
