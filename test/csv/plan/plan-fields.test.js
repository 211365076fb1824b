import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planFields } from '../../../src/csv/plan/plan-fields.js';
import { editEntry, keptFields, ruleOf, runsOf, transformsOf } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

const NAMES = ['id', 'name', 'phone', 'name'];

describe('planFields', () => {
  it('plans once for neighbouring entries with the same rule and header', () => {
    const rule = ruleOf({ drop: ['id'], missing: 'ignore' });
    const transforms = transformsOf(rule);
    const plan = planFields(rule, transforms, NAMES, 4);
    assert.equal(planFields(rule, transforms, [...NAMES], 4), plan);
    const others = [
      planFields(ruleOf({ drop: ['name'] }), transforms, NAMES, 4),
      planFields(rule, transformsOf(rule), NAMES, 4),
      planFields(rule, transforms, ['id', 'name', 'phone', 'fax'], 4),
      planFields(ruleOf({ drop: [0] }), transforms, null, 4),
    ];
    for (const other of others) assert.notEqual(other, plan);
    // A plan of many columns is not kept.
    assert.notEqual(planFields(rule, transforms, null, 1001), planFields(rule, transforms, null, 1001));
    assert.deepEqual(keptFields(others[0]), [0, 2]);
    const byPosition = ruleOf({ drop: [0] });
    assert.deepEqual(keptFields(planFields(byPosition, transforms, null, 4)), [1, 2, 3]);
    assert.deepEqual(keptFields(planFields(byPosition, transforms, null, 5)), [1, 2, 3, 4]);
  });

  const cases = /** @type {[title: string, rule: Partial<CsvRule>, runs: [number, number][]][]} */ ([
    ['keeps everything without `drop` and `keep`', {}, [[0, 3]]],
    [
      'drops by name and by position',
      { drop: ['id', 2] },
      [
        [1, 1],
        [3, 3],
      ],
    ],
    [
      'drops both fields of a name',
      { drop: ['name'] },
      [
        [0, 0],
        [2, 2],
      ],
    ],
    [
      'keeps both fields of a name, in the order of the input',
      { keep: ['name', 'id'] },
      [
        [0, 1],
        [3, 3],
      ],
    ],
    ['distinguishes fields of one name by position', { drop: [3] }, [[0, 2]]],
    ['allows a field to be named twice', { keep: [0, 'id', 0] }, [[0, 0]]],
    ['skips missing fields if the rule says so', { drop: ['nothing', 9, 'id'], missing: 'ignore' }, [[1, 3]]],
  ]);
  for (const [title, rule, expected] of cases) {
    it(title, () => {
      assert.deepEqual(
        runsOf(plan(rule, NAMES, 4)).map(({ first, last }) => [first, last]),
        expected,
      );
    });
  }

  it('requires every field of a name, and formats all of them that are kept', () => {
    const phones = /** @type {CsvRule['phones']} */ ([{ field: 'name', format: 'strip', country: null }]);
    const planned = plan({ require: ['name', 0], phones, drop: [1] }, NAMES, 4);
    assert.deepEqual(
      planned.tests.map(({ index }) => index),
      [1, 3, 0],
    );
    assert.deepEqual(
      runsOf(planned).map(({ changes }) => changes.map(({ index, phone }) => ({ index, phone }))),
      [[], [{ index: 3, phone: { format: null } }]],
    );
  });

  it('does not confuse names and positions', () => {
    assert.deepEqual(keptFields(plan({ drop: ['1'] }, ['0', 'b', '1'], 3)), [0, 1]);
  });

  for (const key of /** @type {const} */ (['drop', 'keep', 'require'])) {
    it(`fails if "${key}" names a field that the header lacks, and lists the header`, () => {
      assert.throws(() => plan({ [key]: ['\u001bid'] }, NAMES, 4), {
        name: 'CsvError',
        code: 'csv/missing-field',
        message:
          `"${key}" names the field "\\u001bid", which the entry lacks; it has "id", "name", "phone", "name"; ` +
          'if the names stand further down, set "skipLines"; if they are split in the wrong places, set "delimiter"; ' +
          'or, if such entries may lack it, set "missing": "ignore"',
      });
    });
  }

  it('fails for a missing phone, and for a position past the end', () => {
    const phones = /** @type {CsvRule['phones']} */ ([{ field: 4, format: 'strip', country: null }]);
    assert.throws(() => plan({ phones }, NAMES, 4), {
      code: 'csv/missing-field',
      message: /^"phones" names the field position 4, which the entry lacks/,
    });
    assert.throws(() => plan({ drop: [4] }, null, 4), {
      message: /it has positions 0 to 3, and no header/,
    });
    assert.throws(() => plan({ drop: ['id'] }, null, 4), { code: 'csv/missing-field' });
  });

  it('shortens and escapes the list of a long header', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `${'\n'}${index}${'x'.repeat(1000)}`);
    assert.throws(
      () => plan({ drop: ['y'] }, names, 10_000),
      ({ message }) => {
        assert.ok(message.length < 800, `${message.length} characters`);
        assert.ok(!message.includes('\n'));
        assert.match(message, / and 9996 more; if/);
        return true;
      },
    );
  });

  for (const rule of /** @type {Partial<CsvRule>[]} */ ([
    { drop: [0, 1, 2, 3] },
    { keep: ['nothing'], missing: 'ignore' },
  ])) {
    it(`fails if no field is kept: ${JSON.stringify(rule)}`, () => {
      assert.throws(() => plan(rule, NAMES, 4), {
        code: 'csv/nothing-kept',
        message: 'the recipe keeps none of the entry\'s 4 fields: "id", "name", "phone", "name"',
      });
    });
  }

  it('drops, keeps and requires among 10,000 columns', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `c${index}`);
    const drop = names.filter((_, index) => index % 2 === 1);
    const text = `${names.join(',')}\n${names.map((_, index) => index).join(',')}\n`;
    const { output, counts } = await editEntry(text, { drop, require: ['c9999'] }, { cuts: [4096] });
    const even = names.map((_, index) => index).filter(index => index % 2 === 0);
    assert.equal(output.toString(), `${even.map(index => `c${index}`).join(',')}\n${even.join(',')}\n`);
    assert.equal(counts.records.written, 1);
  });
});

/**
 * @param {Partial<CsvRule>} rule
 * @param {string[] | null} names
 * @param {number} width
 */
function plan(rule, names, width) {
  const whole = ruleOf(rule);
  return planFields(whole, transformsOf(whole), names, width);
}
