import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAIL, PASS } from '../../../src/csv/plan/field-plan.js';
import { RecordScanner } from '../../../src/csv/records/record-scanner.js';
import { RecordTests } from '../../../src/csv/records/record-tests.js';

/** @import { RecordTest, ValueTest } from '../../../src/csv/plan/field-plan.js' */

const COMMA = 0x2c;

describe('a record is written', () => {
  const isA = [Buffer.from('x'), Buffer.from('a"')];
  const cases = /** @type {[title: string, record: string, test: ValueTest, trims: boolean, passes: boolean][]} */ ([
    ['if a field is empty', '1,', { kind: 'empty' }, false, true],
    ['if a field in quotes is empty', '1,""', { kind: 'empty' }, false, true],
    ['if a field is trimmed to nothing', '1," "', { kind: 'empty' }, true, true],
    ['unless it is only white space', '1, ', { kind: 'empty' }, false, false],
    ['if a value is one of some texts', '1,x', { kind: 'text', values: isA }, false, true],
    ['by the value, not by the field', '1,"a"""', { kind: 'text', values: isA }, false, true],
    ['by the trimmed value', '1,"\ta"" "', { kind: 'text', values: isA }, true, true],
    ['unless it is none of them', '1,x ', { kind: 'text', values: isA }, false, false],
    ['if a function holds', '1,"a"""', { kind: 'function', holds: value => String(value) === 'a"' }, false, true],
    ['unless a value cannot be compared', '1,a', { kind: 'function', holds: () => null }, false, false],
  ]);
  for (const [title, record, test, trims, expected] of cases) {
    it(title, () =>
      assert.equal(ask(record, [{ index: 1, trims, test, onTrue: PASS, onFalse: FAIL }]).passes, expected),
    );
  }

  it('without any test', () => assert.equal(ask('1,2', []).passes, true));

  it('if no required field is empty, and the tests behind them pass', () => {
    const empty = /** @type {ValueTest} */ ({ kind: 'empty' });
    const tests = [
      { index: 0, trims: false, test: empty, onTrue: FAIL, onFalse: 1 },
      { index: 1, trims: false, test: empty, onTrue: FAIL, onFalse: 2 },
      { index: 1, trims: false, test: empty, onTrue: FAIL, onFalse: PASS },
    ];
    assert.equal(ask('1,2', tests).passes, true);
    assert.equal(ask('1,', tests).passes, false);
    assert.equal(ask('"",2', tests).passes, false);
    assert.equal(ask('1,2', [...tests.slice(0, 2), { ...tests[2], onTrue: PASS, onFalse: FAIL }]).passes, false);
    assert.equal(ask('1,2', [{ ...tests[0], onTrue: PASS, onFalse: FAIL }]).passes, false);
  });

  it('by the tests on the way to the end, and counts only what they could not compare', () => {
    const unknown = /** @type {ValueTest} */ ({ kind: 'function', holds: () => null });
    const is = (/** @type {string} */ text) => /** @type {ValueTest} */ ({ kind: 'text', values: [Buffer.from(text)] });
    const tests = [
      { index: 0, trims: false, test: is('1'), onTrue: 2, onFalse: 1 },
      { index: 0, trims: false, test: unknown, onTrue: FAIL, onFalse: 2 },
      { index: 1, trims: false, test: is('2'), onTrue: PASS, onFalse: FAIL },
    ];
    assert.deepEqual(ask('1,2', tests), { passes: true, unparsed: 0 });
    assert.deepEqual(ask('0,2', tests), { passes: true, unparsed: 1 });
    assert.deepEqual(ask('0,3', tests), { passes: false, unparsed: 1 });
  });
});

/**
 * @param {string} record
 * @param {RecordTest[]} tests
 */
function ask(record, tests) {
  const scanner = new RecordScanner(COMMA, 2);
  scanner.begin(Buffer.from(`${record}\n`), true);
  scanner.next();
  const where = { unparsed: 0 };
  return { passes: new RecordTests(tests).pass(scanner, { where }), ...where };
}
