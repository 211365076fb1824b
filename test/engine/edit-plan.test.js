import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planFields } from '../../src/csv/plan/plan-fields.js';
import { BadRecords } from '../../src/csv/records/bad/bad-records.js';
import { RecordEditor } from '../../src/csv/records/record-editor.js';
import { fitsModule, writePlan } from '../../src/engine/edit-plan.js';
import { createEngine } from '../../src/engine/engine.js';
import { layOutParts } from '../../src/engine/part-layout.js';
import { newCounts, ruleOf, transformsOf } from '../csv/edit-entry.js';
import fc, { caseCount } from '../support/fast-check.js';

/** @import { FieldPlan } from '../../src/csv/plan/field-plan.js' */

const engine = createEngine();
const { exports, memory } = engine;

test('the module finds all of a plan in its memory, as assembly/plan/edit-plan.ts reads it', () => {
  const positions = fc.uniqueArray(fc.nat(11), { maxLength: 8 });
  const fields = fc.record({
    select: fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 12 }),
    stripped: positions,
    formatted: positions,
    trim: positions,
    set: fc.array(fc.constantFrom('', 'a', ';', 'record'), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fields, fc.integer({ min: 1, max: 2 ** 33 }), fc.boolean(), (drawn, maxRecordBytes, isChanged) => {
      const { select, trim } = drawn;
      const formatter = () => '1';
      const all = [...drawn.stripped, ...drawn.formatted];
      const phones = all.map((_, index) => (index < drawn.stripped.length ? null : formatter));
      const rule = ruleOf({ select, trim, phones: all.map(phoneOf) });
      const set = drawn.set.map((value, index) => ({
        name: `set ${index}`,
        value: value === 'record' ? /** @type {const} */ ('record') : Buffer.from(value),
      }));
      const plan = planFields(rule, transformsOf(rule, { phones, set }), null, 12);
      const editor = editorOf(plan, maxRecordBytes, isChanged);
      const delimiter = isChanged ? ';' : ',';
      const layout = layOutParts(plan, delimiter.charCodeAt(0), exports);
      const before = Buffer.from(memory.subarray(0, exports.PLAN.value));
      writePlan(engine, editor, layout);
      assert.ok(memory.subarray(0, exports.PLAN.value).equals(before));
      const { numbers, parts } = readPlan();
      const isAlone = select.length === 1 && set.length === 0;
      assert.deepEqual(numbers, [
        ...[0x2c, delimiter.charCodeAt(0), 12],
        ...[Math.min(maxRecordBytes, 2 ** 31 - 1), layout.growth, 0],
        ...[Number(isAlone), Number(isAlone)],
        Number(select.some((index, position) => index < (select[position - 1] ?? 0))),
      ]);
      const written = parts.map(part => (part.kind === 'fields' ? fieldsOf(part).join() : part.text));
      const expected = set.map(({ value }, index) => {
        const text = value === 'record' ? '$' : `${value}` === delimiter ? `"${delimiter}"` : `${value}`;
        return index < set.length - 1 && value !== 'record' ? text + delimiter : text;
      });
      assert.equal(written.slice(parts.filter(({ kind }) => kind === 'fields').length).join(''), expected.join(''));
      assert.deepEqual(
        parts.flatMap(part => (part.kind === 'fields' ? fieldsOf(part) : [])),
        select,
      );
      const kinds = new Map(parts.flatMap(part => (part.kind === 'fields' ? part.changes : [])));
      for (const index of select) {
        const kind = kinds.get(index);
        const trims = trim.includes(index);
        if (drawn.formatted.includes(index)) {
          assert.equal(layout.changes[kind ?? -1].change.index, index);
        } else if (all.includes(index)) assert.equal(kind, trims ? TRIM_AND_STRIP : STRIP);
        else assert.equal(kind, trims ? TRIM : undefined);
      }
    }),
    { numRuns: caseCount(300) },
  );
});

test('a plan fits up to 4,096 fields, 64 changes by JavaScript, and 4,096 bytes of set columns', () => {
  const fits = (/** @type {number} */ width, /** @type {number} */ masked, /** @type {number} */ bytes) => {
    const rule = ruleOf({ mask: Array.from({ length: masked }, (_, field) => ({ field, keepLast: 4 })) });
    const set = [{ name: 'set', value: Buffer.alloc(bytes, 'a') }];
    const plan = planFields(rule, transformsOf(rule, { set: bytes > 0 ? set : [] }), null, width);
    return fitsModule(engine, editorOf(plan, 1000, false), layOutParts(plan, 0x2c, exports));
  };
  assert.deepEqual([fits(4096, 64, 0), fits(4097, 0, 0), fits(65, 65, 0)], [true, false, false]);
  assert.deepEqual([fits(1, 0, 4096), fits(1, 0, 4097)], [true, false]);
});

test('a plan that numbers records does not fit if a digit is the delimiter', () => {
  const plan = planFields(ruleOf({}), transformsOf(ruleOf({}), { set: [{ name: 'n', value: 'record' }] }), null, 2);
  for (const delimiter of [',', '0', '9']) {
    const editor = editorOf(plan, 1000, false, delimiter);
    const layout = layOutParts(plan, delimiter.charCodeAt(0), exports);
    assert.equal(fitsModule(engine, editor, layout), delimiter === ',');
  }
});

test('the largest plan that fits leaves what stands behind it in memory as it is', () => {
  const every = Array.from({ length: 4096 }, (_, index) => index);
  const set = [{ name: 'set', value: Buffer.alloc(4096, 'a') }];
  for (const select of [every, every.toReversed()]) {
    const rule = ruleOf({ select, phones: every.map(phoneOf) });
    const plan = planFields(rule, transformsOf(rule, { set }), null, 4096);
    const behind = Buffer.from(memory.subarray(exports.RECORDS_BEFORE.value));
    const layout = layOutParts(plan, 0x2c, exports);
    const editor = editorOf(plan, 1000, false);
    assert.ok(fitsModule(engine, editor, layout));
    writePlan(engine, editor, layout);
    const { parts } = readPlan();
    assert.deepEqual(
      parts.flatMap(part => (part.kind === 'fields' ? fieldsOf(part) : [])),
      select,
    );
    assert.equal(parts.at(-1)?.text.length, 4096);
    assert.ok(memory.subarray(exports.RECORDS_BEFORE.value).equals(behind));
  }
});

/** @param {number} field */
function phoneOf(field) {
  return /** @type {const} */ ({ field, format: 'strip', country: null });
}

/**
 * @param {FieldPlan} plan
 * @param {number} maxRecordBytes
 * @param {boolean} isChanged Whether the delimiter becomes a semicolon.
 * @param {string} [delimiter]
 */
function editorOf(plan, maxRecordBytes, isChanged, delimiter = ',') {
  const counts = newCounts();
  const rule = ruleOf({ output: { delimiter: isChanged ? ';' : null } });
  return new RecordEditor({
    plan,
    rule,
    delimiter: delimiter.charCodeAt(0),
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
  const [partCount, isScattered] = list(2);
  position = exports.PARTS.value;
  const parts = Array.from({ length: partCount }, () => {
    const [first, second, third] = list(3);
    const kind = first === SET_TEXT ? 'text' : first === SET_NUMBER ? 'number' : 'fields';
    const changes = Array.from(
      { length: kind === 'fields' ? third : 0 },
      () => /** @type {const} */ ([next(), next()]),
    );
    const text = kind === 'text' ? memory.toString('latin1', second, second + third) : '$';
    return { kind, first, last: second, changes, text };
  });
  return { numbers: [...numbers, isScattered], parts };
}

/** @param {{ first: number, last: number }} run */
function fieldsOf({ first, last }) {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

// As in assembly/plan/edit-plan.ts.
const SET_TEXT = -1;
const SET_NUMBER = -2;
const STRIP = -1;
const TRIM = -2;
const TRIM_AND_STRIP = -3;
