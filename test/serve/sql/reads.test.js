import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { toServeError } from '../../../src/serve/serve-error.js';
import { writeStatements } from '../../../src/serve/sql/write-statements.js';
import { startServer } from '../../destination/database/fixture.js';
import { parse, servedDatabase } from '../fixture.js';

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server?.stop());

test('values of all kinds come out as row_to_json has them', { timeout: 60_000 }, async t => {
  const { query, read } = await servedDatabase(
    t,
    server.url,
    `CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE DOMAIN short AS text CHECK (length(value) < 9);
     CREATE TYPE pair AS (one int, two json); CREATE DOMAIN document AS json;
     CREATE TABLE kinds (id int, n numeric, f float8, t text, b bytea, at timestamptz, d date, i interval, u uuid, bits bit(3),
       tags text[], grid int[][], r int4range, m int4multirange, j json, jb jsonb, js json[], mood mood, moods mood[], short short, pair pair,
       pairs pair[], document document, ip inet, x xml, c "char", p point, big int8, flag bool, money money, dropped int);
     ALTER TABLE kinds DROP COLUMN dropped;
     INSERT INTO kinds VALUES (1, 'NaN', 'Infinity', E'tab\\t quote" back\\\\ line\\n\\r\\x01\\x02 é💥', '\\x00ff', 'infinity', '-infinity', '1 day 2 h',
       '6b2f0a50-0000-4000-8000-000000000001', '101', '{a,"b,c",NULL}', '{{1,2},{3,4}}', '[1,5)', '{[1,2],[5,6]}', E'{"a":\\n\\r\\t[1 ,2]}',
       '{"b": 1, "a": 2}', ARRAY[E'{\\n}', E'[\\n]']::json[], 'ok', '{sad,ok}', 'x', ROW(1, E'{\\n"x":1}'), ARRAY[ROW(2, E'[\\n]')::pair], E'\\n[]\\n',
       '10.0.0.0/8', '<a/>', 'c', '(1,2)', 9223372036854775807, true, 12.5);
     INSERT INTO kinds (id) VALUES (2)`,
  );
  const expected = await query('SELECT row_to_json(k) AS row FROM kinds k ORDER BY id');
  for (const accept of ['application/json', 'application/x-ndjson']) {
    const { rows } = await read('/kinds?order=id', { accept });
    assert.equal(rows.length, 2);
    for (const [index, row] of rows.entries()) {
      assert.match(row, /^\{[^\n\r\x01\x02]*\}\n$/, 'a row is one line, and nothing is quoted');
      assert.deepEqual(JSON.parse(row), expected[index].row);
    }
  }
  const plain = await read('/kinds?select=id,t&id=eq.1');
  assert.equal(
    plain.rows[0],
    `${(await query('SELECT row_to_json(k)::text AS row FROM (SELECT id, t FROM kinds WHERE id = 1) k'))[0].row}\n`,
  );
  assert.deepEqual((await read('/kinds?select=n:j::jsonb,id::text,jb::json&id=eq.1')).rows, [
    '{"n":{"a": [1, 2]},"id":"1","jb":{"a": 2, "b": 1}}\n',
  ]);
});

test('CSV is as COPY writes it, after a line of our own', { timeout: 60_000 }, async t => {
  const { query, read, catalog } = await servedDatabase(
    t,
    server.url,
    `CREATE TABLE people (id int, "na""me, x" text, flag bool);
     INSERT INTO people VALUES (1, 'a,"b"', true), (2, '', false), (3, NULL, NULL), (4, E'x\\ny', true)`,
  );
  const accept = 'text/csv';
  const { rows } = await read('/people?order=id', { accept });
  assert.deepEqual(rows, ['1,"a,""b""",t\n', '2,"",f\n', '3,,\n', '4,"x\ny",t\n']);
  const { header } = writeStatements(parse(catalog, '/people?select=*,"é, x":id', { accept }), {
    role: null,
    claims: null,
  });
  assert.equal(String(header), 'id,"na""me, x",flag,"é, x"\n');
  await query('CREATE TABLE nothing ()');
});

test('tables of all kinds are read', { timeout: 60_000 }, async t => {
  const { read, catalog } = await servedDatabase(
    t,
    server.url,
    `CREATE TABLE base (id int, name text); INSERT INTO base VALUES (1, 'a'), (2, 'b');
     CREATE VIEW seen AS SELECT id, upper(name) AS name FROM base;
     CREATE MATERIALIZED VIEW kept AS SELECT * FROM base;
     CREATE TABLE parts (id int, name text) PARTITION BY RANGE (id);
     CREATE TABLE part_1 PARTITION OF parts FOR VALUES FROM (0) TO (10); INSERT INTO parts VALUES (1, 'a'), (2, 'b');
     CREATE FOREIGN DATA WRAPPER nothing; CREATE SERVER away FOREIGN DATA WRAPPER nothing;
     CREATE FOREIGN TABLE far (id int) SERVER away; CREATE TABLE nothing (); INSERT INTO nothing DEFAULT VALUES`,
  );
  for (const name of ['base', 'seen', 'kept', 'parts', 'part_1']) {
    const { rows, count } = await read(`/${name}?id=gt.1`, { prefer: 'count=exact' });
    assert.deepEqual([JSON.parse(rows[0]).id, rows.length, count], [2, 1, 1], name);
  }
  assert.deepEqual((await read('/nothing')).rows, ['{}\n']);
  assert.equal(catalog.tables.get('far')?.kind, 'foreign table');
});

test('an order is by a column, also where an alias has its name', { timeout: 60_000 }, async t => {
  const { read } = await servedDatabase(
    t,
    server.url,
    `CREATE TABLE swapped (a int, b int); INSERT INTO swapped VALUES (1, 9), (2, 8)`,
  );
  assert.deepEqual((await read('/swapped?select=a:b,b:a&order=a')).rows, ['{"a":9,"b":1}\n', '{"a":8,"b":2}\n']);
});

test('a count is of all rows that are meant, exactly or as the planner has it', { timeout: 60_000 }, async t => {
  const { read, query } = await servedDatabase(
    t,
    server.url,
    'CREATE TABLE numbers AS SELECT generate_series(1, 1000) AS id; ANALYZE numbers',
  );
  const exact = await read('/numbers?id=gt.900&limit=3&offset=5', { prefer: 'count=exact' });
  assert.deepEqual([exact.count, exact.rows.length], [100, 3]);
  const planned = await read('/numbers?limit=3', { prefer: 'count=planned' });
  assert.deepEqual([planned.count, planned.rows.length], [1000, 3]);
  assert.equal((await read('/numbers?offset=5000', { prefer: 'count=exact' })).count, 1000);
  await query('TRUNCATE numbers');
  assert.deepEqual(await read('/numbers', { prefer: 'count=exact' }), {
    rows: [],
    count: 0,
    commands: ['SET', 'SELECT 1', 'COPY 0'],
  });
});

test('a role reads what it may, with its claims, and nothing stays set', { timeout: 60_000 }, async t => {
  const role = `reader_${process.pid}`;
  const { read, query, client } = await servedDatabase(
    t,
    server.url,
    `CREATE TABLE notes (id int, owner text); INSERT INTO notes VALUES (1, 'ann'), (2, 'bob'); CREATE TABLE hidden (id int);
     ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
     CREATE POLICY own ON notes USING (owner = current_setting('request.jwt.claims', true)::json ->> 'sub')`,
  );
  await query(`CREATE ROLE ${role}; GRANT SELECT ON notes TO ${role}`);
  try {
    const ann = { role, claims: { sub: 'ann' } };
    assert.deepEqual((await read('/notes', {}, ann)).rows, ['{"id":1,"owner":"ann"}\n']);
    assert.deepEqual((await read('/notes', { prefer: 'count=exact' }, { role, claims: { sub: "o'\\" } })).count, 0);
    const error = await read('/hidden', {}, ann).catch(error => error);
    assert.equal(toServeError(error).status, 403);
    assert.equal(toServeError(error, { hasToken: false }).status, 401);
    assert.equal(toServeError(error, { hasToken: false }).headers['www-authenticate'], 'Bearer');
    const unknown = await read('/notes', {}, { role: 'nobody_has_this_name' }).catch(error => error);
    assert.equal(toServeError(unknown).status, 401);
    const { rows } = await client.query(
      `SELECT current_user = session_user AS same, nullif(current_setting('request.jwt.claims', true), '') AS claims,
              current_setting('transaction_read_only') AS mode`,
    );
    assert.deepEqual(rows, [{ same: true, claims: null, mode: 'off' }]);
  } finally {
    await query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  }
});

test('nothing can be written, not by a function either', { timeout: 60_000 }, async t => {
  const { read, query } = await servedDatabase(
    t,
    server.url,
    `CREATE TABLE visits (id int); CREATE TABLE pages (id int);
     CREATE FUNCTION visit() RETURNS int LANGUAGE plpgsql AS $$ BEGIN INSERT INTO visits VALUES (1); RETURN 1; END $$;
     CREATE FUNCTION unlock() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
       PERFORM set_config('transaction_read_only', 'off', true); INSERT INTO visits VALUES (1); RETURN 1; END $$;
     CREATE VIEW visiting AS SELECT visit() AS id; CREATE VIEW unlocking AS SELECT unlock() AS id`,
  );
  for (const name of ['visiting', 'unlocking']) {
    const { status } = toServeError(await read(`/${name}`).catch(error => error));
    assert.ok(status >= 400, name);
  }
  assert.deepEqual(await query('SELECT * FROM visits'), []);
});

test('what Postgres refuses has the status that PostgREST gives it', { timeout: 60_000 }, async t => {
  const { read } = await servedDatabase(
    t,
    server.url,
    `CREATE TABLE people (id int, name text, born date, data json, tags text[]); INSERT INTO people VALUES (1, 'x', now(), '{}', '{}');
     CREATE FUNCTION fail(state text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN
       RAISE EXCEPTION 'no %', state USING ERRCODE = state, DETAIL = 'why', HINT = 'how'; END $$;
     CREATE VIEW teapot AS SELECT fail('PT418') AS id; CREATE VIEW raised AS SELECT fail('P0001') AS id;
     CREATE VIEW internal AS SELECT fail('XX001') AS id; CREATE VIEW full_disk AS SELECT fail('53100') AS id`,
  );
  for (const [path, status, code] of /** @type {const} */ ([
    ['/people?id=eq.x', 400, '22P02'],
    ['/people?id=eq.99999999999999', 400, '22003'],
    ['/people?born=gt.yesterdayish', 400, '22007'],
    ['/people?born=gt.2020-02-31', 400, '22008'],
    ['/people?tags=cs.x', 400, '22P02'],
    ['/people?name=match.(', 400, '2201B'],
    ['/people?id=is.true', 400, '42804'],
    ['/people?data=eq.1', 404, '42883'],
    ['/people?id=like.*1*', 404, '42883'],
    ['/people?select=name::int', 400, '22P02'],
    ['/people?select=born::bool', 400, '42846'],
    ['/teapot', 418, 'PT418'],
    ['/raised', 400, 'P0001'],
    ['/internal', 500, 'XX001'],
    ['/full_disk', 503, '53100'],
  ])) {
    const error = toServeError(await read(path).catch(error => error));
    assert.deepEqual([error.status, error.code], [status, code], path);
  }
  assert.deepEqual(toServeError(await read('/raised').catch(error => error)).toJSON(), {
    ...{ code: 'P0001', message: 'no P0001', details: 'why', hint: 'how' },
  });
  assert.deepEqual(toServeError(await read('/internal').catch(error => error)).toJSON(), {
    ...{ code: 'XX001', message: 'the database failed', details: null, hint: null },
  });
});
