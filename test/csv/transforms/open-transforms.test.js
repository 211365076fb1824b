import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { suite, test } from 'node:test';
import { openTransforms } from '../../../src/csv/transforms/open-transforms.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

const facts = { archive: 's3://bucket/a.zip', entry: 'a.csv', time: null };

suite('openTransforms', () => {
  test('opens nothing for a rule without transforms', async () => {
    const { phones, dates, hash, where, set } = await open({});
    assert.deepEqual({ phones, dates, hash, set }, { phones: [], dates: [], hash: null, set: [] });
    assert.deepEqual(where(/** @type {any} */ (null), new Set()), []);
  });

  test('opens one reader per date and one formatter per phone, in the order of the rule', async () => {
    const { dates, phones } = await open({
      dates: [
        { field: 'a', from: 'DD.MM.YYYY' },
        { field: 'b', from: 'MM/DD/YYYY' },
      ],
      phones: [
        { field: 'c', format: 'strip' },
        { field: 'd', format: 'e164' },
      ],
    });
    assert.deepEqual(
      dates.map(read => read(Buffer.from('01/02/2026')).toString()),
      ['unparsed', '2026-01-02'],
    );
    assert.deepEqual(
      phones.map(format => format === null),
      [true, false],
    );
  });

  test('hashes with the key', async () => {
    const key = Buffer.from('secret');
    const { hash } = await open({ hash: ['email'] }, key);
    assert.equal(hash?.(Buffer.from('a')).toString(), createHmac('sha256', key).update('a').digest('hex'));
  });

  test('does not hash without a key', async () => {
    await assert.rejects(open({ hash: ['email'] }), TypeError);
  });

  test('masks, and adds columns', async () => {
    const { mask, set } = await open({ mask: [{ field: 'iban', keepLast: 4 }], set: { from: '$archive', n: 7 } });
    assert.equal(mask(Buffer.from('123456'), 4).toString(), '**3456');
    assert.deepEqual(
      set.map(({ name, value }) => [name, value.toString()]),
      [
        ['from', 's3://bucket/a.zip'],
        ['n', '7'],
      ],
    );
  });

  test('opens a rule once for all entries, but not its columns, nor for another key', async () => {
    const rule = await compile({ hash: ['email'], set: { from: '$entry' } });
    const [key, otherKey] = ['one', 'other'].map(text => Buffer.from(text));
    const first = await openTransforms(rule, { hashKey: key, facts });
    const second = await openTransforms(rule, { hashKey: key, facts: { ...facts, entry: 'b.csv' } });
    const again = await openTransforms(rule, { hashKey: otherKey, facts: { ...facts, entry: 'c.csv' } });
    assert.equal(first.hash, second.hash);
    assert.deepEqual(
      [first, second, again].map(({ set }) => String(set[0].value)),
      ['a.csv', 'b.csv', 'c.csv'],
    );
    assert.notDeepEqual(first.hash?.(Buffer.from('a')), again.hash?.(Buffer.from('a')));

    const plain = await compile({ trim: true });
    const options = { hashKey: null, facts };
    assert.equal(await openTransforms(plain, options), await openTransforms(plain, options));
  });
});

/**
 * @param {Partial<Record<keyof CsvRule, unknown>>} csv
 * @param {Buffer | null} [hashKey]
 */
async function open(csv, hashKey = null) {
  return openTransforms(await compile(csv), { hashKey, facts });
}

/**
 * @param {Partial<Record<keyof CsvRule, unknown>>} csv
 * @returns {Promise<CsvRule>}
 */
async function compile(csv) {
  const recipe = await compileRecipe({ entries: [{ match: '**', csv }] });
  const rule = recipe.ruleFor('a.csv');
  assert.equal(rule.action, 'csv');
  return /** @type {CsvRule} */ (rule.csv);
}
