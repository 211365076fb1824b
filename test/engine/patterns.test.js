import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAIL, PASS } from '../../src/csv/plan/field-plan.js';
import { valueTestsOf } from '../../src/csv/transforms/where/value-tests.js';
import { RecordTestLayout } from '../../src/engine/record-test-layout.js';
import { compilePattern } from '../../src/recipe/pattern.js';
import { ruleOf, transformsOf } from '../csv/edit-entry.js';
import { runEngineEditor } from './run-engine-editor.js';

/** @import { RecordTest } from '../../src/csv/plan/field-plan.js' */

describe('the module matches', () => {
  for (const trims of [false, true]) {
    it(`patterns as JavaScript does${trims ? ', trimmed' : ''}`, async () => {
      const values = [
        '',
        'a',
        'ab',
        'b a',
        ' a ',
        'A1',
        '""',
        '"a"',
        '"a b"',
        '" a"',
        '"a""b"',
        '"a\nb"',
        '"\xc3\xa9"',
        '\xc3\xa9',
        'a\xc3\xa9',
        '\xff',
        'a'.repeat(300),
      ];
      for (const pattern of ['', '^$', '^a', 'b$', '^a$', 'a"b', '\\d|é', '(?m)^b', '[^a]', 'a.{9}b']) {
        const tests = await testsOf([pattern], trims);
        const records = values.map(value => `1,${value}\n`).join('');
        assert.deepEqual(filter(tests, records), filter(withoutAutomata(tests), records), pattern);
      }
    });
  }

  it('values without quotes in them, and asks JavaScript about others', async context => {
    const asked = context.mock.method(RecordTestLayout.prototype, 'askFunction').mock;
    const tests = await testsOf(['^[^k]+$']);
    assert.equal(
      filter(tests, '1,abc\n2,"abj"\n3,k\xff\n4,\n5,abk\n6,\xc3\xa9\n').output,
      '1,abc\n2,"abj"\n6,\xc3\xa9\n',
    );
    assert.equal(asked.callCount(), 0);
    filter(tests, '1,a\xff\n2,"a""b"\n');
    assert.equal(asked.callCount(), 2);
    filter(await testsOf(['[é-ü]|b']), '1,a\xc3\xa9\n2,b\xc3\xa9\n');
    assert.equal(asked.callCount(), 3);
  });

  it('as many patterns as it has room for, and asks JavaScript about others', async context => {
    const asked = context.mock.method(RecordTestLayout.prototype, 'askFunction').mock;
    const tests = await testsOf(Array.from({ length: 20 }, (_, index) => `${index}|a.{5}b`));
    assert.equal(filter(tests, '1,a.....b\n2,a....b\n').output, '1,a.....b\n');
    assert.ok(asked.callCount() > 0 && asked.callCount() < 19);
  });
});

/**
 * @param {string[]} patterns All have to match.
 * @param {boolean} [trims]
 * @returns {Promise<RecordTest[]>}
 */
async function testsOf(patterns, trims = false) {
  const compiled = new Map();
  for (const pattern of patterns) compiled.set(pattern, await compilePattern(pattern));
  return patterns.map((matches, index) => {
    const [{ test }] = valueTestsOf({ field: 1, matches }, { patterns: compiled, date: null });
    return { index: 1, trims, test, onTrue: index + 1 < patterns.length ? index + 1 : PASS, onFalse: FAIL };
  });
}

/**
 * @param {RecordTest[]} tests
 * @returns {RecordTest[]} The same, but the module does not know the patterns.
 */
function withoutAutomata(tests) {
  return tests.map(each => {
    const { test } = each;
    return test.kind === 'function' ? { ...each, test: { ...test, holds: value => test.holds(value) } } : each;
  });
}

/**
 * @param {RecordTest[]} tests
 * @param {string} records Of two fields each.
 */
function filter(tests, records) {
  const rule = ruleOf({ header: ['a', 'b'] });
  const opening = '\n'.repeat(80_000);
  const found = runEngineEditor(
    { text: opening + records, rule, transforms: transformsOf(rule, { where: () => tests }) },
    [opening.length],
  );
  return { ...found, output: found.output.trimStart() };
}
