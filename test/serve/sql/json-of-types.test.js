import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer } from '../../destination/database/fixture.js';
import fc, { caseCount } from '../../support/fast-check.js';
import { servedDatabase } from '../fixture.js';

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server?.stop());

const anyText = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...'\b\f\n\r\t\v\\"\x01\x1f\x7fN.é💥a') }),
    fc.constantFrom('\\N', '\\.', '\\', '', 'null', '\n'),
  )
  .filter(text => text.isWellFormed() && !text.includes('\0'));
const spaced = fc
  .tuple(fc.json(), fc.constantFrom('', ' ', '\n', '\r\n\t'))
  .map(([json, space]) => space + json + space);
const jsonText = spaced.filter(json => !json.includes('\\u0000') && !/\\ud[89a-f]/i.test(json));
const day = fc.tuple(fc.integer({ min: -4_700, max: 20_000 }), fc.integer({ min: 1, max: 12 })).map(([year, month]) => {
  const isBefore = year < 1;
  return [`${String(isBefore ? 1 - year : year).padStart(4, '0')}-${month}-28`, isBefore ? ' BC' : ''];
});
const clock = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59), fc.constantFrom('', '.5', '.123456'), fc.constantFrom('', '+05:30', '-08'))
  .map(([h, m, s, part, zone]) => `${h}:${m}:${s}${part}${zone}`);
const moment = fc.oneof(
  fc.constantFrom('infinity', '-infinity'),
  fc.tuple(day, clock).map(([[date, era], time]) => `${date} ${time}${era}`),
);
const quoted = anyText.map(text => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`);

/** What columns of each type hold, as texts. @type {Record<string, fc.Arbitrary<string>>} */
const VALUES = {
  ...{ text: anyText, varchar: anyText, 'char(5)': anyText.map(text => Array.from(text).slice(0, 5).join('')) },
  ...{ name: fc.string({ maxLength: 15 }), '"char"': fc.constantFrom('', 'c', 'é', '\\', '"', '\x01') },
  ...{ int2: fc.integer({ min: -32_768, max: 32_767 }).map(String), int4: fc.integer().map(String) },
  int8: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  numeric: fc.oneof(
    fc.tuple(fc.bigInt(), fc.nat(10)).map(([digits, exponent]) => `${digits}e-${exponent}`),
    fc.constantFrom('NaN', 'Infinity', '-Infinity', '1e300', '0.000'),
  ),
  float8: fc.double().map(String),
  float4: fc.float().map(number => (Math.abs(number) > 3e38 && Number.isFinite(number) ? '3e38' : String(number))),
  ...{ bool: fc.constantFrom('t', 'f'), positive: fc.constantFrom('1', '2000000000'), flag: fc.constantFrom('t', 'f') },
  ...{ json: spaced, jsonb: jsonText, document: spaced },
  date: fc.oneof(
    fc.constantFrom('infinity', '-infinity'),
    day.map(([date, era]) => date + era),
  ),
  ...{ timestamp: moment, timestamptz: moment, since: moment, 'timestamptz(3)': moment },
  ...{ time: clock, timetz: clock },
  interval: fc
    .tuple(fc.integer({ min: -99, max: 99 }), clock)
    .map(([days, time]) => `${days} days ${time.slice(0, 4)}`),
  ...{
    uuid: fc.uuid(),
    bytea: fc.uint8Array({ maxLength: 9 }).map(bytes => `\\x${Buffer.from(bytes).toString('hex')}`),
  },
  ...{ 'bit(3)': fc.constantFrom('101', '000'), varbit: fc.constantFrom('', '1') },
  ...{ money: fc.integer().map(String), inet: fc.ipV6(), cidr: fc.ipV4().map(ip => `${ip}/32`) },
  ...{ macaddr: fc.constant('08:00:2b:01:02:03'), xml: fc.constantFrom('<a b="c">\n</a>', '<é/>') },
  ...{ point: fc.constant('(1,-2.5e30)'), box: fc.constant('(1,2),(0,0)'), oid: fc.constant('4000000000') },
  ...{ int4range: fc.constantFrom('empty', '[1,5)', '(,)'), tstzmultirange: fc.constant('{[2020-01-01,2021-01-01)}') },
  ...{ tsvector: anyText.map(text => text.replaceAll(/[\\':]/g, ' ')), pg_lsn: fc.constant('16/B374D848') },
  ...{ 'text[]': fc.array(quoted, { maxLength: 3 }).map(list => `{${[...list, 'NULL'].join()}}`) },
  ...{ 'int4[]': fc.constantFrom('{}', '{1,NULL}', '{{1,2},{3,4}}'), 'json[]': fc.constant('{"{\n}",NULL}') },
  ...{ mood: fc.constantFrom('sad', 'so "so"\\'), 'mood[]': fc.constant('{sad}'), feeling: fc.constant('sad') },
  ...{ pair: fc.constantFrom('(1,"[\n]")', '(,)'), int2vector: fc.constant('1 2'), boxed: fc.constant('(7)') },
};

const TYPES = String.raw`CREATE TYPE mood AS ENUM ('sad', 'so "so"\'); CREATE DOMAIN feeling AS mood;
  CREATE DOMAIN positive AS int4 CHECK (value > 0); CREATE DOMAIN flag AS bool; CREATE DOMAIN since AS timestamptz; CREATE DOMAIN document AS json;
  CREATE TYPE pair AS (one int, two json); CREATE TYPE one AS (n int); CREATE DOMAIN boxed AS one;
  CREATE FUNCTION shown(mood) RETURNS json LANGUAGE sql AS $$ SELECT json_build_object('mood', $1::text) $$;`;

const SETTINGS = [
  '',
  "SET DateStyle = 'SQL, DMY'; SET IntervalStyle = 'iso_8601'; SET bytea_output = 'escape'; SET extra_float_digits = -3; SET TimeZone = 'Asia/Kolkata'",
  "SET DateStyle = 'German'; SET IntervalStyle = 'sql_standard'; SET TimeZone = 'America/St_Johns'; SET xmloption = 'content'",
];

test('a value of any type is what row_to_json makes of it, byte for byte', { timeout: 300_000 }, async t => {
  const types = Object.keys(VALUES);
  const columns = types.map((type, index) => `c${index} ${type}`);
  const ddl = `${TYPES} CREATE TABLE values (id int, ${columns.join(', ')})`;
  const { client, query, read } = await servedDatabase(t, server.url, ddl);
  const row = fc.tuple(...Object.values(VALUES).map(value => fc.option(value, { freq: 5 })));
  const marks = types.map((type, index) => `$${index + 2}::text::${type}`);
  let id = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...SETTINGS),
      fc.constantFrom('order=id', 'order=id&limit=99', 'limit=99'),
      async (rows, settings, how) => {
        await query('TRUNCATE values');
        for (const values of rows)
          await query(`INSERT INTO values VALUES ($1, ${marks.join(', ')})`, [id++, ...values]);
        await client.query(`RESET ALL; ${settings}`);
        const expected = await client.query('SELECT row_to_json(v)::text AS row FROM values v ORDER BY id');
        const got = await read(`/values?${how}`);
        assert.deepEqual(
          got.rows,
          expected.rows.map(each => `${each.row.replaceAll(/[\r\n]/g, ' ')}\n`),
        );
      },
    ),
    { numRuns: caseCount(60) },
  );
});

test('a type with a cast to JSON is what the cast makes of it', { timeout: 60_000 }, async t => {
  const { read, load, query } = await servedDatabase(
    t,
    server.url,
    `${TYPES} CREATE CAST (mood AS json) WITH FUNCTION shown(mood); CREATE TABLE moods (id int, mood mood, feeling feeling, moods mood[]);
     INSERT INTO moods VALUES (1, 'sad', 'sad', '{sad}')`,
  );
  const { rows } = await read('/moods');
  const [{ row }] = await query('SELECT row_to_json(m)::text AS row FROM moods m');
  assert.deepEqual(rows, [`${row}\n`]);
  assert.match(row, /^\{"id":1,"mood":\{"mood" : "sad"\},"feeling":\{"mood" : "sad"\}/);
  assert.equal((await load()).types.get('mood')?.form, 'other');
});

test('a type of one’s own is what row_to_json makes of it', { timeout: 60_000 }, async t => {
  const { read, query } = await servedDatabase(
    t,
    server.url,
    `CREATE TYPE word;
     CREATE FUNCTION word_in(cstring) RETURNS word LANGUAGE internal STRICT IMMUTABLE AS 'textin';
     CREATE FUNCTION word_out(word) RETURNS cstring LANGUAGE internal STRICT IMMUTABLE AS 'textout';
     CREATE TYPE word (INPUT = word_in, OUTPUT = word_out, CATEGORY = 'N'); CREATE DOMAIN int4 AS word;
     CREATE TABLE things (word word, words word[], int4 public.int4); INSERT INTO things VALUES ('7', '{8}', '9')`,
  );
  const [{ row }] = await query('SELECT row_to_json(t)::text AS row FROM things t');
  assert.equal(row, '{"word":"7","words":["8"],"int4":"9"}');
  assert.deepEqual((await read('/things')).rows, [`${row}\n`]);
});

test('what Postgres makes JSON of, it does for the rows only that are sent', { timeout: 60_000 }, async t => {
  const { read } = await servedDatabase(
    t,
    server.url,
    `${TYPES} CREATE FUNCTION fail(mood) RETURNS json LANGUAGE plpgsql AS $$ BEGIN
       IF $1 = 'sad' THEN RAISE 'sad'; END IF; RETURN '"fine"'; END $$;
     CREATE CAST (mood AS json) WITH FUNCTION fail(mood); CREATE TABLE moods (id int, mood mood);
     INSERT INTO moods VALUES (2, 'so "so"\\'), (1, 'sad'), (3, 'sad')`,
  );
  for (const cut of ['order=id.desc&offset=1&limit=1', 'order=id&limit=1&offset=1', 'limit=1']) {
    assert.deepEqual((await read(`/moods?select=mood&${cut}`)).rows, ['{"mood":"fine"}\n']);
  }
  await assert.rejects(read('/moods?select=mood&order=id'), { message: 'sad' });
});

test('the server’s own tables, with types that no other has, are what row_to_json makes of them', {
  timeout: 120_000,
}, async t => {
  const { client, read, catalog } = await servedDatabase(
    t,
    server.url,
    'CREATE TABLE things (id int PRIMARY KEY, list text[]); INSERT INTO things SELECT i, ARRAY[i::text] FROM generate_series(1, 300) i; ANALYZE',
    'pg_catalog',
  );
  // What all databases share may change from one query to the next.
  const { rows: own } = await client.query('SELECT relname FROM pg_class WHERE NOT relisshared');
  const names = new Set(own.map(({ relname }) => relname));
  const stable = [...catalog.tables.values()].filter(
    ({ name, kind }) => (kind === 'table' && names.has(name)) || name === 'pg_stats',
  );
  let found = 0;
  for (const { name } of stable) {
    for (const limit of ['limit=40', 'limit=40&order=oid', '']) {
      if (limit.includes('oid') && !catalog.tables.get(name)?.columns.has('oid')) continue;
      if (limit === '' && LARGE.includes(name)) continue;
      const order = limit.includes('oid') ? 'ORDER BY oid' : '';
      const { rows } = await read(`/${name}${limit === '' ? '' : `?${limit}`}`);
      const expected = await client.query(
        `SELECT row_to_json(r.*)::text AS row FROM (SELECT * FROM pg_catalog.${name} ${order} ${limit === '' ? '' : 'LIMIT 40'}) r`,
      );
      assert.deepEqual(
        rows,
        expected.rows.map(({ row }) => `${row}\n`),
        name,
      );
      found += rows.length;
    }
  }
  assert.ok(stable.length > 50 && found > 1_000, `${found} rows of ${stable.length} tables`);
});

const LARGE = ['pg_proc', 'pg_attribute', 'pg_depend', 'pg_description', 'pg_collation', 'pg_operator', 'pg_rewrite'];

test('a column that has another type since the catalog was read gives JSON all the same', {
  timeout: 60_000,
}, async t => {
  const { read, query } = await servedDatabase(
    t,
    server.url,
    `CREATE TABLE changed (number int, flag bool, word text, data json, more jsonb, at date);
     INSERT INTO changed VALUES (1, true, 'x', '{}', '{}', '2020-01-01')`,
  );
  await query(`ALTER TABLE changed ALTER number TYPE text USING '1,"role":"admin"', ALTER flag TYPE text USING 'true}',
    ALTER word TYPE int USING 5, ALTER at TYPE text USING 'now"', ALTER data TYPE text USING '1,"x":2', ALTER more TYPE int USING 6`);
  assert.deepEqual(
    (await read('/changed')).rows.map(row => JSON.parse(row)),
    [{ number: '1,"role":"admin"', flag: 'true}', word: '5', data: '1,"x":2', more: 6, at: 'now"' }],
  );
});
