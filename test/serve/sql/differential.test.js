import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer } from '../../destination/database/fixture.js';
import fc, { caseCount } from '../../support/fast-check.js';
import { servedDatabase } from '../fixture.js';
import { printRead, readArbitrary } from '../random-reads.js';

/** @import { ConditionPlan, ReadPlan } from '../random-reads.js' */

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server?.stop());

/**
 * Columns with odd names, of every kind of type: what they hold, and which operators they have.
 *
 * @type {Record<string, { type: string, values: string[], operators: string[] }>}
 */
const COLUMNS = {
  id: { type: 'integer', values: ['1', '2', '7', '40', '-1'], operators: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] },
  'a "b".c': {
    type: 'text',
    values: ['', 'x', "O'Hara", 'a\\b', '{a,b}', 'a,b', '(x)', '"q"', '*', '%', 'é💥', 'null', 'x\ny', ' x '],
    operators: ['eq', 'neq', 'gt', 'lte', 'like', 'ilike'],
  },
  select: { type: 'varchar(5)', values: ['', 'a', 'ab', 'A_b', 'b%'], operators: ['eq', 'neq', 'like', 'ilike', 'lt'] },
  and: { type: 'boolean', values: ['true', 'false', 't', 'no'], operators: ['eq', 'neq', 'gt'] },
  größe: {
    type: 'numeric(10,2)',
    values: ['1.5', '-3', '0', 'NaN', '1e3'],
    operators: ['eq', 'neq', 'gt', 'gte', 'lt'],
  },
  t: {
    type: 'double precision',
    values: ['1.5', 'Infinity', '-Infinity', 'NaN', '1e-5'],
    operators: ['eq', 'gt', 'lte'],
  },
  "it's": {
    type: 'timestamptz',
    values: ['2020-01-01', 'infinity', '2024-02-29 12:00+02'],
    operators: ['eq', 'gt', 'lte'],
  },
  r: { type: 'date', values: ['2020-01-01', '1999-12-31', '-infinity'], operators: ['eq', 'neq', 'gte'] },
  'back\\slash': {
    type: 'text[]',
    values: ['{}', '{a}', '{a,b}', '{"a,b",NULL}', '{"{}"}'],
    operators: ['eq', 'cs', 'cd', 'lt'],
  },
  not: {
    type: 'jsonb',
    values: ['{}', '{"a":1}', '[1,2]', '"x"', 'null', '{"a":{"b":"c"}}'],
    operators: ['eq', 'cs', 'cd'],
  },
  'a.b': { type: 'mood', values: ['sad', 'ok', 'so so, "la"'], operators: ['eq', 'neq', 'gt'] },
  limit: { type: 'int4range', values: ['empty', '[1,5)', '(,3]', '[2,2]'], operators: ['eq', 'cs', 'cd'] },
  'a->b': {
    type: 'uuid',
    values: ['6b2f0a50-0000-4000-8000-000000000001', '{6B2F0A50-0000-4000-8000-000000000002}'],
    operators: ['eq', 'neq', 'lt'],
  },
  'x y': { type: 'positive', values: ['1', '5', '40'], operators: ['eq', 'gt', 'neq'] },
  '*': { type: 'char(4)', values: ['a', 'ab', '', 'a   '], operators: ['eq', 'neq', 'gt'] },
  bytes: { type: 'bytea', values: ['\\x', '\\x00ff', 'abc'], operators: ['eq', 'gt'] },
};

const TYPES = `CREATE TYPE mood AS ENUM ('sad', 'ok', 'so so, "la"'); CREATE DOMAIN positive AS integer CHECK (value > 0);`;

test('rows are those of a query with parameters, for reads of any kind', { timeout: 300_000 }, async t => {
  const { query, read } = await servedDatabase(t, server.url, ddl());
  await fill(query);
  let found = 0;
  await fc.assert(
    fc.asyncProperty(readArbitrary(FILTERS), fc.boolean(), async (plan, isCounted) => {
      // Without an order that decides, any rows could be the first.
      const isCut = plan.limit !== null || plan.offset > 0;
      const whole = isCut
        ? { ...plan, order: [...plan.order, { column: 'id', isDescending: false, nulls: null }] }
        : plan;
      const { rows, count } = await read(
        `/odd%20name?${printRead(whole)}`,
        /** @type {Record<string, string>} */ (isCounted ? { prefer: 'count=exact' } : {}),
      );
      const expected = await independent(query, whole);
      const got = rows.map(row => row.replace(/\n$/, ''));
      if (isCut) assert.deepEqual(got, expected.rows);
      else assert.deepEqual(got.toSorted(), expected.rows.toSorted());
      if (isCounted) assert.equal(count, expected.count);
      found += got.length;
    }),
    { numRuns: caseCount(400) },
  );
  assert.ok(found > caseCount(1_000), `only ${found} rows were found in all`);
});

function ddl() {
  const columns = Object.entries(COLUMNS).map(
    ([name, { type }]) => `${quoted(name)} ${type}${name === 'id' ? ' PRIMARY KEY' : ''}`,
  );
  return `${TYPES} CREATE TABLE "odd name" (${columns.join(', ')})`;
}

/** @param {(sql: string, values?: unknown[]) => Promise<unknown>} query */
async function fill(query) {
  const names = Object.keys(COLUMNS);
  const marks = names.map((name, index) => `$${index + 1}::text::${COLUMNS[name].type}`);
  for (let id = 1; id <= 40; id += 1) {
    const values = names.map((name, index) => {
      if (name === 'id') return String(id);
      const { values } = COLUMNS[name];
      const at = (id * (index + 3) + index) % (values.length + 1);
      return values[at] ?? null;
    });
    await query(`INSERT INTO "odd name" VALUES (${marks.join(', ')})`, values);
  }
}

/**
 * What the rows should be, by a query that was written here.
 *
 * @param {(sql: string, values?: unknown[]) => Promise<any[]>} query
 * @param {ReadPlan} plan
 */
async function independent(query, plan) {
  /** @type {unknown[]} */
  const values = [];
  const mark = (/** @type {unknown} */ value, /** @type {string} */ type) => {
    values.push(value);
    return `$${values.length}::text${type.endsWith('[]') && Array.isArray(value) ? '[]' : ''}::${type}`;
  };
  const where = plan.conditions.map(condition => `(${toSql(condition, mark)})`).join(' AND ') || 'true';
  const list = plan.columns.map(({ column, alias, cast }) => {
    const value = cast === null ? `odd.${quoted(column)}` : `odd.${quoted(column)}::${cast}`;
    return `${value} AS ${quoted(alias ?? column)}`;
  });
  const order = plan.order.map(({ column, isDescending, nulls }) => {
    const isFirst = nulls === null ? isDescending : nulls === 'first';
    const name = `odd.${quoted(column)}`;
    return `(${name} IS NULL) ${isFirst ? 'DESC' : 'ASC'}, ${name} ${isDescending ? 'DESC' : 'ASC'}`;
  });
  const found = await query(
    `SELECT row_to_json(x.*)::text AS row FROM (SELECT ${list.join(', ')} FROM "odd name" AS odd WHERE ${where}
       ${order.length > 0 ? `ORDER BY ${order.join(', ')}` : ''}
       ${plan.limit === null ? '' : `LIMIT ${plan.limit}`} OFFSET ${plan.offset}) x`,
    values,
  );
  const [{ count }] = await query(`SELECT count(*)::int AS count FROM "odd name" AS odd WHERE ${where}`, values);
  return { rows: found.map(({ row }) => row), count };
}

/**
 * @param {ConditionPlan} condition
 * @param {(value: unknown, type: string) => string} mark
 * @returns {string}
 */
function toSql(condition, mark) {
  const not = condition.isNot ? 'NOT ' : '';
  if ('conditions' in condition) {
    return `${not}(${condition.conditions.map(one => `(${toSql(one, mark)})`).join(` ${condition.kind} `)})`;
  }
  const name = `odd.${quoted(condition.column)}`;
  const type = COMPARED_AS[COLUMNS[condition.column].type] ?? COLUMNS[condition.column].type;
  if (condition.kind === 'is') return `${not}(${name} IS ${condition.value.replace('_', ' ')})`;
  if (condition.kind === 'in') {
    const values = condition.values.map(value => `${name} = ${mark(value, type)}`);
    return `${not}(${values.join(' OR ') || 'false'})`;
  }
  const { operator, value } = condition;
  if (operator.endsWith('like')) return `${not}(${name} ${operator} ${mark(value.replaceAll('*', '%'), 'text')})`;
  return `${not}(${name} ${SYMBOLS[operator]} ${mark(value, type)})`;
}

/** @param {string} name */
function quoted(name) {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * @param {string} column
 * @returns {fc.Arbitrary<ConditionPlan>}
 */
function filterOf(column) {
  const { type, values, operators } = COLUMNS[column];
  const common = { column: fc.constant(column), isNot: fc.boolean() };
  const value = fc.constantFrom(...values);
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant(/** @type {const} */ ('compare')),
        ...common,
        operator: fc.constantFrom(...operators),
        value,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant(/** @type {const} */ ('in')),
        ...common,
        values: fc.array(value, { maxLength: 4 }).filter(list => list.length !== 1 || list[0] !== ''),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant(/** @type {const} */ ('is')),
        ...common,
        value: fc.constantFrom('null', 'not_null', ...(type === 'boolean' ? ['true', 'false', 'unknown'] : [])),
      }),
    },
  );
}

const FILTERS = Object.fromEntries(Object.keys(COLUMNS).map(name => [name, filterOf]));

/** @type {Record<string, string>} A cast to a length would cut what is compared. */
const COMPARED_AS = { 'varchar(5)': 'text', 'numeric(10,2)': 'numeric', 'char(4)': 'bpchar', positive: 'integer' };

/** @type {Record<string, string>} */
const SYMBOLS = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=', cs: '@>', cd: '<@' };
