import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BadRecords } from '../../src/csv/bad-records.js';
import { planFields } from '../../src/csv/field-plan.js';
import { RecordEditor } from '../../src/csv/record-editor.js';
import { fitsModule, writePlan } from '../../src/engine/edit-plan.js';
import { createEngine } from '../../src/engine/engine.js';
import { newCounts, ruleOf, runsOf, transformsOf } from '../csv/edit-entry.js';

/** @import { FieldChange, FieldPlan } from '../../src/csv/field-plan.js' */

const engine = createEngine();
const { exports, memory } = engine;

test('the module finds all of a plan in its memory, as assembly/edit-plan.ts reads it', () => {
  const positions = fc.uniqueArray(fc.nat(11), { maxLength: 8 });
  const fields = fc.record({ drop: positions, require: positions, stripped: positions, formatted: positions });
  fc.assert(
    fc.property(fields, fc.integer({ min: 1, max: 2 ** 33 }), fc.boolean(), (drawn, maxRecordBytes, isChanged) => {
      const { drop, require } = drawn;
      const formatter = () => '1';
      const all = [...drawn.stripped, ...drawn.formatted];
      const phones = all.map((_, index) => (index < drawn.stripped.length ? null : formatter));
      const rule = ruleOf({ drop, require: [...require, ...require], phones: all.map(phoneOf) });
      const plan = planFields(rule, transformsOf(rule, { phones }), null, 12);
      const editor = editorOf(plan, maxRecordBytes, isChanged);
      const called = runsOf(plan).flatMap(run => run.changes.filter(({ phone }) => phone?.format !== null));
      const before = Buffer.from(memory.subarray(0, exports.PLAN.value));
      writePlan(engine, editor, called);
      assert.ok(memory.subarray(0, exports.PLAN.value).equals(before));
      const { numbers, required, runs } = readPlan();
      const { writer } = editor;
      assert.deepEqual(numbers, [
        ...[0x2c, isChanged ? 0x3b : 0x2c, 12],
        ...[Math.min(maxRecordBytes, 2 ** 31 - 1), called.length * exports.REPLACEMENT_BYTES.value],
        ...[writer.lastKept, Number(writer.keepsOneField), Number(writer.mayEmptyRecords)],
      ]);
      assert.deepEqual(required, require);
      const kept = runs.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
      assert.deepEqual(
        kept,
        Array.from({ length: 12 }, (_, index) => index).filter(index => !drop.includes(index)),
      );
      const found = runs.flatMap(run => run.phones);
      const expected = kept.filter(index => all.includes(index));
      assert.deepEqual(
        found.map(({ index }) => index),
        expected,
      );
      for (const { index, number } of found) {
        // -1 stands for a phone that the module strips itself.
        if (drawn.formatted.includes(index)) assert.equal(called[number].index, index);
        else assert.equal(number, -1);
      }
    }),
    { numRuns: 300 },
  );
});

test('a plan fits up to 4,096 fields, and up to 64 phones that JavaScript formats', () => {
  const phones = (/** @type {number} */ length) => Array.from({ length }, () => /** @type {FieldChange} */ ({}));
  const fits = (/** @type {number} */ width, /** @type {number} */ count) =>
    fitsModule(engine, /** @type {FieldPlan} */ ({ width }), phones(count));
  assert.deepEqual([fits(1, 0), fits(4096, 64), fits(4097, 0), fits(65, 65)], [true, true, false, false]);
});

test('the largest plan that fits leaves what stands behind it in memory as it is', () => {
  const every = Array.from({ length: 4096 }, (_, index) => index);
  const odd = every.filter(index => index % 2 === 1);
  const largest = [
    ruleOf({ drop: odd, require: every, phones: every.map(phoneOf) }),
    ruleOf({ require: every, phones: every.map(phoneOf) }),
  ];
  const behind = Buffer.from(memory.subarray(exports.STATE.value));
  for (const rule of largest) {
    writePlan(engine, editorOf(planFields(rule, transformsOf(rule), null, 4096), 1000, false), []);
    assert.equal(readPlan().required.length, 4096);
    assert.ok(memory.subarray(exports.STATE.value).equals(behind));
  }
});

/** @param {number} field */
function phoneOf(field) {
  return /** @type {const} */ ({ field, format: 'strip', country: null });
}

/**
 * @param {FieldPlan} plan
 * @param {number} maxRecordBytes
 * @param {boolean} isChanged Whether the delimiter is.
 */
function editorOf(plan, maxRecordBytes, isChanged) {
  const counts = newCounts();
  const rule = ruleOf({ output: { delimiter: isChanged ? ';' : null } });
  return new RecordEditor({
    plan,
    rule,
    delimiter: 0x2c,
    maxRecordBytes,
    bad: new BadRecords({ rule, maxDescribed: 0, counts }),
    counts,
  });
}

/** A second reading of the plan in the module's memory: 32-bit numbers, lists behind their lengths. */
function readPlan() {
  let position = exports.PLAN.value;
  const next = () => {
    position += 4;
    return memory.readInt32LE(position - 4);
  };
  const list = (/** @type {number} */ length) => Array.from({ length }, next);
  const numbers = list(8);
  const [requiredCount, runCount] = list(2);
  const required = list(requiredCount);
  const runs = Array.from({ length: runCount }, () => {
    const [first, last, phoneCount] = list(3);
    const phones = Array.from({ length: phoneCount }, () => ({ index: next(), number: next() }));
    return { first, last, phones };
  });
  return { numbers, required, runs };
}
