import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAIL, PASS } from '../../src/csv/plan/field-plan.js';
import { FieldFinder } from '../../src/csv/plan/find-fields.js';
import { openTransforms } from '../../src/csv/transforms/open-transforms.js';
import { valueTestsOf } from '../../src/csv/transforms/where/value-tests.js';
import { createEngine } from '../../src/engine/engine.js';
import { RecordTestLayout } from '../../src/engine/record-test-layout.js';
import { KEYED, ruleOf, transformsOf } from '../csv/edit-entry.js';
import { leftBytes, runEngineEditor } from './run-engine-editor.js';

/** @import { RecordTest, ValueTest } from '../../src/csv/plan/field-plan.js' */
/** @import { FieldCondition } from '../../src/recipe/recipe.js' */

const engine = createEngine();
const { exports, memory } = engine;

describe('the module asks', () => {
  const isA = texts('a', 'say "hi"');
  const cases = /** @type {[title: string, test: ValueTest, trims: boolean, records: string, written: string][]} */ ([
    ['whether a value is empty', { kind: 'empty' }, false, '1,\n2,""\n3, \n4,"a"\n', '1,\n2,""\n'],
    [
      'whether a trimmed value is empty',
      { kind: 'empty' },
      true,
      '1, \xc2\xa0\n2,"\t"\n3,a\n',
      '1, \xc2\xa0\n2,"\t"\n',
    ],
    ['whether a value is one of some texts', isA, false, '1,a\n2,"a"\n3,A\n4,ab\n5,\n6,"a "\n', '1,a\n2,"a"\n'],
    [
      'about quotes in a value',
      isA,
      false,
      '1,say "hi"\n2,"say ""hi"""\n3,say ""hi""\n',
      '1,say "hi"\n2,"say ""hi"""\n',
    ],
    ['about a trimmed value', isA, true, '1, a\n2,"a\t"\n3,a a\n4," say ""hi"""\n', '1, a\n2,"a\t"\n4," say ""hi"""\n'],
    ['for an empty text', texts('', 'b'), false, '1,\n2,""\n3,a\n4,b\n', '1,\n2,""\n4,b\n'],
    ['about bytes of any value', texts('\xff\0'), false, '1,\xff\0\n2,\xff\n3,\xff\0\0\n', '1,\xff\0\n'],
  ]);
  for (const [title, test, trims, records, written] of cases) {
    it(title, context => {
      const left = leftBytes(context);
      const found = filter([{ index: 1, trims, test, onTrue: PASS, onFalse: FAIL }], records);
      assert.equal(found.output, written);
      assert.deepEqual(left(), []);
    });
  }

  it('whether a value is one of a thousand texts of any length', context => {
    const left = leftBytes(context);
    const long = Array.from({ length: 1000 }, (_, index) => `${'x'.repeat(index % 40)}${index}`);
    const values = [...long, ...long.map(text => `no${text}`)];
    const found = filter(
      [{ index: 1, trims: false, test: texts(...long), onTrue: PASS, onFalse: FAIL }],
      values.map(value => `1,${value}\n`).join(''),
    );
    assert.equal(found.output, long.map(value => `1,${value}\n`).join(''));
    assert.deepEqual(left(), []);
  });

  it('JavaScript whether a value is one of more texts than it has room for', context => {
    const left = leftBytes(context);
    const many = Array.from({ length: 20_000 }, (_, index) => `text "${index}"`);
    const found = filter(
      [{ index: 1, trims: false, test: texts(...many), onTrue: PASS, onFalse: FAIL }],
      '1,text "19999"\n2,"text ""0"""\n3,text 0\n',
    );
    assert.equal(found.output, '1,text "19999"\n2,"text ""0"""\n');
    assert.deepEqual(left(), []);
  });

  it('JavaScript about a value, without its quotes, and counts what cannot be compared', context => {
    const left = leftBytes(context);
    /** @type {string[]} */
    const asked = [];
    /** @type {ValueTest} */
    const test = {
      kind: 'function',
      holds: value => {
        asked.push(value.toString('latin1'));
        return value.includes('"') ? null : value.length > 1;
      },
    };
    const found = filter([{ index: 1, trims: true, test, onTrue: PASS, onFalse: FAIL }], '1, aa\n2,"a""b "\n3,c\n');
    assert.deepEqual(asked, ['aa', 'a"b', 'c']);
    assert.equal(found.output, '1, aa\n');
    assert.deepEqual(found.counts.where, { unparsed: 1 });
    assert.equal(found.counts.records.filtered, 2);
    assert.deepEqual(left(), []);
  });

  it('JavaScript about the text of a value, without its quotes', () => {
    /** @type {string[]} */
    const asked = [];
    const holds = Object.assign(() => assert.fail('no Buffer is needed'), {
      ofText: (/** @type {string} */ text) => asked.push(text) > 0 && text !== 'no',
    });
    const tests = [
      { index: 1, trims: false, test: { kind: /** @type {const} */ ('function'), holds }, onTrue: PASS, onFalse: FAIL },
    ];
    assert.equal(filter(tests, '1,J\xc3\xbcrgen\n2,no\n3,\n').output, '1,J\xc3\xbcrgen\n3,\n');
    assert.deepEqual(asked, ['Jürgen', 'no', '']);
  });

  it('JavaScript about a value in quotes with a pattern, as about one without', async () => {
    const rule = ruleOf({ where: { field: 1, matches: '^"?[a-zé]+"?$' } });
    const { where } = await openTransforms(rule, KEYED);
    const tests = where(new FieldFinder(rule, ['a', 'b'], 2), new Set());
    const records = '1,a\n2,"a"\n3,A\n4,"""a"""\n5,"\xc3\xa9"\n6,\xc3\xa9\n7,"a""b"\n';
    assert.equal(filter(tests, records).output, '1,a\n2,"a"\n4,"""a"""\n5,"\xc3\xa9"\n6,\xc3\xa9\n');
  });

  it('only tests on the way to the end', () => {
    const [is1, is2, unknown] = [
      texts('1'),
      texts('2'),
      /** @type {ValueTest} */ ({ kind: 'function', holds: () => null }),
    ];
    const tests = [
      { index: 0, trims: false, test: is1, onTrue: 2, onFalse: 1 },
      { index: 0, trims: false, test: unknown, onTrue: FAIL, onFalse: 2 },
      { index: 1, trims: false, test: is2, onTrue: PASS, onFalse: FAIL },
    ];
    const found = filter(tests, '1,2\n0,2\n0,3\n1,3\n');
    assert.equal(found.output, '1,2\n0,2\n');
    assert.deepEqual(found.counts.where, { unparsed: 2 });
  });
});

describe('the module compares', () => {
  const values = [
    ...[
      '0',
      '-0',
      '+0',
      '00',
      '1',
      '1.0',
      '01',
      '1.000001',
      '1.0000001',
      '0.999999',
      '-1',
      '-1.5',
      '+1.5',
      '1.',
      '.5',
      '-.5',
    ],
    ...[
      '999999999',
      '999999999.999999',
      '1000000000',
      '-999999999.999999',
      '123456789012345678901234567890',
      '1e0',
      '1E-7',
    ],
    ...['', '-', '+', '.', '1.2.3', '1,5', ' 1', '1 ', 'x', '1x', '--1', '"1"', '"-1.5"', '"1""2"', '""', '0x1', '١'],
  ];
  const operands = [0, 1, -1.5, 0.000001, 1e-7, 999_999_999, 999_999_999.999999, 1e9, -1e30, 1.5];
  const all = ['lt', 'lte', 'gt', 'gte', 'eq'].flatMap(key => operands.map(operand => ({ key, operand })));

  for (const trims of [false, true]) {
    it(`numbers as JavaScript does${trims ? ', trimmed' : ''}`, () => {
      for (const { key, operand } of all) {
        const tests = testsOf({ [key]: operand }, trims);
        const records = values.map(value => `1,${value.includes(',') ? `"${value}"` : value}\n`).join('');
        const [found, expected] = [filter(tests, records), filter(withoutNumbers(tests), records)];
        assert.deepEqual(found, expected, `${key} ${operand}`);
      }
    });
  }

  it('numbers of up to nine digits before and six behind the point, and asks JavaScript about others', context => {
    const asked = context.mock.method(RecordTestLayout.prototype, 'askFunction').mock;
    assert.equal(filter(testsOf({ gte: 1.5 }), '1,1.5\n2,-999999999.999999\n3,"2"\n').output, '1,1.5\n3,"2"\n');
    assert.equal(asked.callCount(), 0);
    filter(testsOf({ gte: 1.5 }), '1,1e1\n2,1.0000001\n3,1000000000\n4,x\n5,"1 "\n');
    assert.equal(asked.callCount(), 5);
    filter(testsOf({ gte: 1e9 }), '1,1\n');
    assert.equal(asked.callCount(), 6);
  });

  it('with at most 64 numbers, and changes nothing else in memory', () => {
    const before = otherMemory();
    const [test] = testsOf({ gte: 1 });
    const tests = Array.from({ length: 65 }, (_, index) => ({ ...test, onTrue: index === 64 ? PASS : index + 1 }));
    assert.equal(filter(tests, '1,1\n2,0\n').output, '1,1\n');
    new RecordTestLayout(engine).write(tests);
    assert.ok(otherMemory().equals(before));
  });
});

/**
 * @param {Omit<FieldCondition, 'field'>} condition
 * @param {boolean} [trims]
 * @returns {RecordTest[]}
 */
function testsOf(condition, trims = false) {
  const [{ test }] = valueTestsOf({ ...condition, field: 1 }, { patterns: new Map(), date: null });
  return [{ index: 1, trims, test, onTrue: PASS, onFalse: FAIL }];
}

/**
 * @param {RecordTest[]} tests
 * @returns {RecordTest[]} The same, but the module does not know what is compared.
 */
function withoutNumbers(tests) {
  return tests.map(each => {
    const { test } = each;
    return test.kind === 'function' ? { ...each, test: { ...test, holds: value => test.holds(value) } } : each;
  });
}

describe('a record whose tests are asked twice', () => {
  /** @type {RecordTest[]} */
  const tests = [
    { index: 1, trims: false, test: { kind: 'function', holds: () => null }, onTrue: FAIL, onFalse: 1 },
    { index: 1, trims: false, test: { kind: 'function', holds: refuseX }, onTrue: PASS, onFalse: FAIL },
  ];

  it('is counted once if JavaScript gets it because a test throws', () => {
    const found = filter(tests, '1,a\n2,x\n3,b\n');
    assert.deepEqual(found.error, new RangeError('x'));
    assert.deepEqual(found.counts.where, { unparsed: 2 });
  });

  it('is counted once if the output region is full', () => {
    const records = '1,aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n'.repeat(100);
    const found = filter(tests, records, 200);
    assert.equal(found.output, records);
    assert.deepEqual(found.counts.where, { unparsed: 100 });
  });
});

describe('tests', () => {
  it('of the largest number change nothing else in memory', () => {
    const test = { kind: /** @type {const} */ ('empty') };
    const one = { trims: true, test, onTrue: PASS, onFalse: FAIL };
    const tests = Array.from({ length: exports.MAX_TESTS.value }, (_, index) => ({ index, ...one }));
    const before = otherMemory();
    new RecordTestLayout(engine).write(tests);
    assert.ok(otherMemory().equals(before));
  });

  it('with more texts than there is room for change nothing else in memory', () => {
    const before = otherMemory();
    for (const count of [1, 5, 5000, 7000, 20_000]) {
      const test = texts(...Array.from({ length: count }, (_, index) => `${index}"`));
      new RecordTestLayout(engine).write([{ index: 0, trims: true, test, onTrue: PASS, onFalse: FAIL }]);
      assert.ok(otherMemory().equals(before));
    }
  });

  it('in too large a number are left to JavaScript', context => {
    const left = leftBytes(context);
    const test = texts('a');
    const tests = Array.from({ length: exports.MAX_TESTS.value + 1 }, (_, index) => ({
      ...{ index: 1, trims: false, test, onTrue: PASS },
      onFalse: index === exports.MAX_TESTS.value ? FAIL : index + 1,
    }));
    assert.equal(filter(tests, '1,a\n2,b\n').output, '1,a\n');
    assert.notDeepEqual(left(), []);
  });
});

/** All memory but that of tests and of the values and numbers that fields are compared to. */
function otherMemory() {
  const { TESTS, MAX_TESTS, VALUES, VALUES_BYTES, NUMBERS, MAX_NUMBERS } = exports;
  const copy = Buffer.from(memory);
  copy.fill(0, TESTS.value, TESTS.value + 8 + 24 * MAX_TESTS.value);
  copy.fill(0, NUMBERS.value, NUMBERS.value + 16 * MAX_NUMBERS.value);
  copy.fill(0, VALUES.value, VALUES.value + VALUES_BYTES.value);
  return copy;
}

/** @param {string[]} values @returns {ValueTest} */
function texts(...values) {
  return { kind: 'text', values: values.map(value => Buffer.from(value, 'latin1')) };
}

/** @param {Buffer} value */
function refuseX(value) {
  if (value.toString() === 'x') throw new RangeError('x');
  return true;
}

/**
 * @param {RecordTest[]} tests
 * @param {string} records Of two fields each.
 * @param {number} [outputBytes]
 */
function filter(tests, records, outputBytes) {
  const rule = ruleOf({ header: ['a', 'b'] });
  const opening = '\n'.repeat(80_000);
  const transforms = transformsOf(rule, { where: () => tests });
  const found = runEngineEditor({ text: opening + records, rule, transforms }, [opening.length], outputBytes);
  return { ...found, output: found.output.trimStart() };
}
