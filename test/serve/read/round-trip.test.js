import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { caseCount } from '../../support/fast-check.js';
import { catalogOf, parse } from '../fixture.js';
import { nameArbitrary, planOf, printRead, readArbitrary } from '../random-reads.js';

/** @import { ConditionPlan } from '../random-reads.js' */

const COLUMNS = ['id', 'a b', 'a.b', '"', '\\', "'", 'select', 'and', 'not', 'é-è', '💥', ' x ', '*', 'a->b', '\n'];
const catalog = await catalogOf({ people: Object.fromEntries(COLUMNS.map(name => [name, 'text'])) });

const value = fc.string({ unit: 'binary', maxLength: 12 }).filter(text => !text.includes('\0') && text.isWellFormed());

/**
 * @param {string} column
 * @returns {fc.Arbitrary<ConditionPlan>}
 */
const filterOf = column =>
  fc.oneof(
    fc.record({
      kind: fc.constant(/** @type {const} */ ('compare')),
      column: fc.constant(column),
      isNot: fc.boolean(),
      operator: fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch', 'cs', 'cd'),
      value,
    }),
    fc.record({
      kind: fc.constant(/** @type {const} */ ('in')),
      column: fc.constant(column),
      isNot: fc.boolean(),
      // PostgREST reads a list of one empty text as an empty list.
      values: fc.array(value, { maxLength: 4 }).filter(values => values.length !== 1 || values[0] !== ''),
    }),
    fc.record({
      kind: fc.constant(/** @type {const} */ ('is')),
      column: fc.constant(column),
      isNot: fc.boolean(),
      value: fc.constantFrom('null', 'not_null', 'true', 'false', 'unknown'),
    }),
  );

const reads = readArbitrary(Object.fromEntries(COLUMNS.map(name => [name, filterOf])));

test('a read that is written as a request is read as what it was', () => {
  fc.assert(
    fc.property(reads, plan => {
      // Trees come after the other parameters.
      const [trees, filters] = [true, false].map(isTree =>
        plan.conditions.filter(condition => 'conditions' in condition === isTree),
      );
      assert.deepEqual(planOf(parse(catalog, `/people?${printRead(plan)}`)), {
        ...plan,
        conditions: [...filters, ...trees],
      });
    }),
    { numRuns: caseCount(1_000) },
  );
});

test('two reads have one key exactly if they ask for the same', () => {
  fc.assert(
    fc.property(reads, reads, fc.boolean(), (one, two, isSame) => {
      const other = isSame ? { ...one, conditions: [...one.conditions].reverse() } : two;
      const keys = [one, other].map(plan => parse(catalog, `/people?${printRead(plan)}`).key);
      assert.equal(keys[0] === keys[1], same(one) === same(other));
    }),
    { numRuns: caseCount(1_000) },
  );
});

/** @param {unknown} plan A text that is equal for plans that differ in the order of conditions only. */
function same(plan) {
  return JSON.stringify(plan, (key, held) => {
    // No column is in an empty list.
    if (Array.isArray(held?.values) && held.values.length === 0) return { ...held, column: null };
    return key === 'conditions' ? held.map((/** @type {unknown} */ one) => same(one)).sort() : held;
  })
    .replaceAll('*', '%')
    .replaceAll('not_null', 'NOT NULL');
}

test('whatever a request says, it is read or refused with a status of 4xx', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 20 }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.oneof(text, fc.constantFrom(...PARAMETERS)), text), { maxLength: 4 }),
      parameters => {
        const search = parameters.map(([name, held]) => `${encode(name)}=${encode(held)}`).join('&');
        try {
          parse(catalog, `/people?${search}`);
        } catch (error) {
          const { status, message } = /** @type {{ status?: number, message: string }} */ (error);
          assert.ok(status !== undefined && status >= 400 && status < 500, message);
        }
      },
    ),
    { numRuns: caseCount(3_000) },
  );
});

/** @param {string} text */
function encode(text) {
  return text.isWellFormed() ? encodeURIComponent(text) : text;
}

test('a name of any characters is found in quotes', async () => {
  await fc.assert(
    fc.asyncProperty(nameArbitrary, async name => {
      const odd = await catalogOf({ t: { [name]: 'text' } });
      const column = { column: name, alias: null, cast: null };
      /** @type {ConditionPlan} */
      const condition = { kind: 'compare', column: name, isNot: false, operator: 'eq', value: name };
      const plan = {
        columns: [column],
        conditions: [condition, { kind: /** @type {const} */ ('or'), isNot: true, conditions: [condition] }],
        order: [{ column: name, isDescending: true, nulls: null }],
        ...{ limit: null, offset: 0 },
      };
      assert.deepEqual(planOf(parse(odd, `/t?${printRead(plan)}`)), plan);
    }),
    { numRuns: caseCount(300) },
  );
});

const PARAMETERS = ['select', 'order', 'limit', 'offset', 'and', 'or', 'not.and', 'id', 'a b'];
const PIECES = [
  'id',
  'a b',
  '.',
  ',',
  '(',
  ')',
  '"',
  '\\',
  ':',
  '::',
  '*',
  '->',
  'eq',
  'in',
  'is',
  'null',
  'not',
  'and',
  'or',
  'desc',
  ' ',
  '{',
  '}',
  'text',
  '-',
  '!',
  '5',
  '\t',
];
