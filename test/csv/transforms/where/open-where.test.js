import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { FAIL, PASS } from '../../../../src/csv/plan/field-plan.js';
import { FieldFinder } from '../../../../src/csv/plan/find-fields.js';
import { openTransforms } from '../../../../src/csv/transforms/open-transforms.js';
import { compileRecipe } from '../../../../src/recipe/recipe.js';
import fc, { caseCount } from '../../../support/fast-check.js';

/** @import { Condition, CsvRule, FieldCondition, Operand } from '../../../../src/recipe/recipe.js' */
/** @import { RecordTest } from '../../../../src/csv/plan/field-plan.js' */

suite('where', () => {
  test('decides and counts as a plain evaluation of the condition does', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyCondition(),
        fc.array(anyRecord(), { minLength: 1, maxLength: 5 }),
        async (where, records) => {
          const rule = await ruleOf({ where, missing: 'ignore', dates: [{ field: 'born', from: 'DD.MM.YYYY' }] });
          const tests = await testsOf(rule, NAMES);
          for (const record of records) {
            const reference = { unparsed: 0 };
            const expected = evaluate(where, record, reference);
            assert.deepEqual(run(tests, record), { holds: expected, ...reference });
          }
        },
      ),
      { numRuns: caseCount(500) },
    );
  });

  test('holds if one of two fields of the same name meets the whole condition', async () => {
    const tests = await testsOf(await ruleOf({ where: { field: 'a', gte: 2, lt: 5 } }), ['a', 'b', 'a']);
    assert.equal(run(tests, ['1', '3', '3']).holds, true);
    assert.equal(run(tests, ['9', '3', '1']).holds, false);
    assert.deepEqual(run(tests, ['x', '', 'y']), { holds: false, unparsed: 2 });
    assert.deepEqual(run(tests, ['3', '', 'y']), { holds: true, unparsed: 0 });
  });

  test('takes a missing field for empty', async () => {
    const holds = async (/** @type {Condition} */ where) =>
      (await testsOf(await ruleOf({ where, missing: 'ignore' }), ['a'])).length === 0;
    assert.equal(await holds({ field: 'b', empty: true }), true);
    assert.equal(await holds({ field: 'b', empty: false }), false);
    assert.equal(await holds({ field: 'b', eq: '' }), true);
    assert.equal(await holds({ field: 'b', in: ['x', ''] }), true);
    assert.equal(await holds({ field: 'b', matches: '^x*$' }), true);
    assert.equal(await holds({ not: { field: 'b', lt: 5 } }), true);
    assert.equal(await holds({ field: 'b', lt: 5 }), false);
    assert.equal(await holds({ field: 7, empty: true }), true);
  });

  test('says of each test whether its field is trimmed', async () => {
    const rule = await ruleOf({
      where: {
        all: [
          { field: 'a', eq: 'x' },
          { field: 'b', eq: 'y' },
        ],
      },
    });
    const { where } = await open(rule);
    const tests = where(new FieldFinder(rule, ['a', 'b'], 2), new Set([1]));
    assert.deepEqual(
      tests.map(({ index, trims }) => [index, trims]),
      [
        [0, false],
        [1, true],
      ],
    );
  });

  test('compares texts as bytes', async () => {
    const [{ test: found }] = await testsOf(await ruleOf({ where: { field: 'a', in: ['é', 'x', 'é'] } }), ['a']);
    assert.deepEqual(found, { kind: 'text', values: [Buffer.from('é'), Buffer.from('x')] });
  });

  test('finds matches anywhere in the text, with U+FFFD for bytes that are not UTF-8', async () => {
    const matching = async (/** @type {string} */ matches, /** @type {Buffer | string} */ value) =>
      run(await testsOf(await ruleOf({ where: { field: 'a', matches } }), ['a']), [value]).holds;
    assert.equal(await matching('b', 'abc'), true);
    assert.equal(await matching('^b', 'a\nb'), false);
    assert.equal(await matching('^.$', '🙂'), true);
    assert.equal(await matching('^\\x{fffd}$', Buffer.from([0xff])), true);
    assert.equal(await matching('(?i)ÉCLAIR', 'éclair'), true);
    assert.equal(await matching('^$', ''), true);
  });

  test('matches in linear time what makes backtracking explode', async () => {
    const evil = ['^(a*)*b$', '^(a+a+)+b$', '^(a|a)*b$', '^(a|aa)+b$', '^(.*a){20}b$', '^(?:a?){100}a{100}b$'];
    for (const matches of evil) {
      const tests = await testsOf(await ruleOf({ where: { field: 'a', matches } }), ['a']);
      // Backtracking would not end: RegExp takes seconds for 30 letters already.
      assert.equal(run(tests, [`${'a'.repeat(20_000)}b!`]).holds, false, matches);
    }
  });
});

/** @param {Partial<Record<keyof CsvRule, unknown>>} csv */
async function ruleOf(csv) {
  const recipe = await compileRecipe({ entries: [{ match: '**', csv }] });
  const rule = recipe.ruleFor('a.csv');
  assert.equal(rule.action, 'csv');
  return /** @type {CsvRule} */ (rule.csv);
}

/** @param {CsvRule} rule */
function open(rule) {
  return openTransforms(rule, { hashKey: null, facts: { archive: 'a.zip', entry: 'a.csv', time: null } });
}

/** @param {CsvRule} rule @param {string[]} names */
async function testsOf(rule, names) {
  const { where } = await open(rule);
  return where(new FieldFinder(rule, names, names.length), new Set());
}

/**
 * @param {RecordTest[]} tests
 * @param {(string | Buffer)[]} record
 */
function run(tests, record) {
  let unparsed = 0;
  let position = tests.length > 0 ? 0 : PASS;
  while (position >= 0) {
    const { index, test: asked, onTrue, onFalse } = tests[position];
    const value = Buffer.from(record[index]);
    let holds = false;
    if (asked.kind === 'empty') holds = value.length === 0;
    else if (asked.kind === 'text') holds = asked.values.some(text => text.equals(value));
    else {
      const result = asked.holds(value);
      if (result === null) unparsed += 1;
      holds = result === true;
    }
    position = holds ? onTrue : onFalse;
  }
  assert.ok(position === PASS || position === FAIL);
  return { holds: position === PASS, unparsed };
}

/**
 * @param {Condition} condition
 * @param {string[]} record
 * @param {{ unparsed: number }} counts
 * @returns {boolean}
 */
function evaluate(condition, record, counts) {
  if ('all' in condition) return condition.all.every(part => evaluate(part, record, counts));
  if ('any' in condition) return condition.any.some(part => evaluate(part, record, counts));
  if ('not' in condition) return !evaluate(condition.not, record, counts);
  const values = NAMES.flatMap((name, index) => (name === condition.field ? [record[index]] : []));
  return (values.length > 0 ? values : ['']).some(value => meets(condition, value, counts));
}

/**
 * @param {FieldCondition} leaf
 * @param {string} value
 * @param {{ unparsed: number }} counts
 * @returns {boolean}
 */
function meets(leaf, value, counts) {
  const { field, empty, eq, in: oneOf, matches } = leaf;
  /** @param {Operand} operand @param {(order: number) => boolean} holds */
  const compare = (operand, holds) => {
    if (value === '') return false;
    const read = String(operand).includes('-') ? DATES[field === 'born' ? 'inFormat' : 'inIso'] : NUMBERS;
    const own = read[value];
    if (own === undefined) {
      counts.unparsed += 1;
      return false;
    }
    return holds(own - Number(DATES.inIso[operand] ?? operand));
  };
  /** @param {Operand} operand */
  const equals = operand => (typeof operand === 'string' ? value === operand : compare(operand, order => order === 0));
  if (empty !== undefined && (value === '') !== empty) return false;
  if (eq !== undefined && !equals(eq)) return false;
  if (oneOf !== undefined && !oneOf.some(operand => typeof operand === 'string' && equals(operand))) {
    const numbers = oneOf.filter(operand => typeof operand === 'number');
    const before = counts.unparsed;
    const isFound = numbers.some(equals);
    counts.unparsed = before + (numbers.length === oneOf.length && counts.unparsed > before ? 1 : 0);
    if (!isFound) return false;
  }
  if (leaf.lt !== undefined && !compare(leaf.lt, order => order < 0)) return false;
  if (leaf.lte !== undefined && !compare(leaf.lte, order => order <= 0)) return false;
  if (leaf.gt !== undefined && !compare(leaf.gt, order => order > 0)) return false;
  if (leaf.gte !== undefined && !compare(leaf.gte, order => order >= 0)) return false;
  return matches === undefined || new RegExp(matches, 'u').test(value);
}

/** What the values mean as numbers. @type {Record<string, number>} */
const NUMBERS = { 18: 18, '18.0': 18, 17.5: 17.5, 7: 7 };

/** What the values mean as dates. @type {Record<'inIso' | 'inFormat', Record<string, number>>} */
const DATES = {
  inIso: { '2026-01-31': 20260131, '2026-02-01': 20260201 },
  inFormat: { '2026-01-31': 20260131, '31.01.2026': 20260131, '01.02.2026': 20260201 },
};

/** The name `twice` is there twice; the recipe's `absent` is not. */
const NAMES = ['plan', 'age', 'born', 'twice', 'twice'];

const VALUES = [
  '',
  'pro',
  'Pro',
  '18',
  '18.0',
  '17.5',
  '7',
  'x',
  '2026-01-31',
  '31.01.2026',
  '01.02.2026',
  '31.02.2026',
  'é',
];

function anyRecord() {
  return fc.array(fc.constantFrom(...VALUES), { minLength: NAMES.length, maxLength: NAMES.length });
}

/** @param {Operand | undefined} operand */
function kindOf(operand) {
  if (operand === undefined) return [];
  return String(operand).includes('-') ? 'date' : 'number';
}

/** @returns {fc.Arbitrary<Condition>} */
function anyCondition() {
  const number = fc.constantFrom(18, 7, 17.5);
  const ordered = fc.constantFrom(18, '18.00', 7, '2026-01-31', '2026-02-01');
  const operand = fc.oneof(number, fc.constantFrom(...VALUES));
  const leaf = fc
    .record(
      {
        field: fc.constantFrom('plan', 'age', 'born', 'twice', 'absent'),
        empty: fc.boolean(),
        eq: operand,
        in: fc.array(operand, { minLength: 1, maxLength: 3 }),
        ...{ lt: ordered, lte: ordered, gt: ordered, gte: ordered },
        matches: fc.constantFrom('^[0-9]+$', 'p|é', '^.$', '(?:^|r)o'),
      },
      { requiredKeys: ['field'] },
    )
    .filter(({ field: _, ...asked }) => Object.keys(asked).length > 0 && Object.keys(asked).length < 4)
    // A recipe that compares a field both with a number and with a date is refused.
    .filter(({ lt, lte, gt, gte }) => new Set([lt, lte, gt, gte].flatMap(kindOf)).size < 2);
  return /** @type {fc.Arbitrary<Condition>} */ (
    fc.letrec(tie => ({
      condition: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.record({ not: tie('condition') }),
        fc.record({ all: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
      ),
    })).condition
  );
}
