import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BUILT_IN_TYPES } from '../../../src/serve/catalog/built-in-types.js';
import { loadCatalog } from '../../../src/serve/catalog/load-catalog.js';
import { startServer } from '../../destination/database/fixture.js';
import { parse, servedDatabase } from '../fixture.js';

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server?.stop());

const DDL = `
  CREATE SCHEMA "odd ""api"; COMMENT ON SCHEMA "odd ""api" IS 'what is served';
  SET search_path = "odd ""api", public;
  CREATE TYPE mood AS ENUM ('sad', 'it''s "ok"'); CREATE DOMAIN short AS varchar(9); CREATE DOMAIN shorter AS short;
  CREATE DOMAIN moody AS mood; CREATE TYPE pair AS (one int, two json); CREATE DOMAIN document AS json;
  CREATE TABLE people (
    id int, b int, name varchar(20) NOT NULL, gone int, tags text[], price numeric(10, 2), mood mood, moody moody, short shorter,
    pair pair, pairs pair[], document document, documents json[], jsonb jsonb, "Odd ""col" text, PRIMARY KEY (b, id));
  ALTER TABLE people DROP COLUMN gone;
  COMMENT ON TABLE people IS 'Who is there'; COMMENT ON COLUMN people.name IS 'What they are called';
  CREATE VIEW seen AS SELECT id, name FROM people; CREATE MATERIALIZED VIEW kept AS SELECT 1 AS one;
  CREATE TABLE parts (id int) PARTITION BY RANGE (id); CREATE TABLE part_1 PARTITION OF parts FOR VALUES FROM (0) TO (9);
  CREATE TABLE nothing (); CREATE SEQUENCE counter; CREATE INDEX by_name ON people (name);
  CREATE TABLE public.elsewhere (id int)`;

test('a catalog has the schema’s tables and views with their columns, and nothing else', {
  timeout: 60_000,
}, async t => {
  const { catalog } = await servedDatabase(t, server.url, DDL, 'odd "api');
  assert.deepEqual([...catalog.tables.keys()], ['kept', 'nothing', 'part_1', 'parts', 'people', 'seen']);
  assert.equal(catalog.comment, 'what is served');
  const kinds = Object.fromEntries(
    [...catalog.tables.values()].map(({ name, kind, isPartition }) => [name, `${kind}${isPartition ? ', part' : ''}`]),
  );
  assert.deepEqual(kinds, {
    ...{
      kept: 'materialized view',
      nothing: 'table',
      part_1: 'table, part',
      parts: 'partitioned table',
      people: 'table',
      seen: 'view',
    },
  });
  const people = catalog.tables.get('people');
  assert.ok(people);
  assert.deepEqual(
    [people.comment, people.primaryKey, people.sql],
    ['Who is there', ['b', 'id'], '"odd ""api"."people" t'],
  );
  const columns = Object.fromEntries(
    people.all.map(({ name, baseType, category, isNullable, form }) => [name, [baseType, category, isNullable, form]]),
  );
  assert.deepEqual(columns, {
    id: ['int4', 'N', false, 'number'],
    b: ['int4', 'N', false, 'number'],
    name: ['varchar', 'S', false, 'text'],
    tags: ['_text', 'A', true, 'other'],
    price: ['numeric', 'N', true, 'number'],
    mood: ['mood', 'E', true, 'text'],
    moody: ['mood', 'E', true, 'text'],
    short: ['varchar', 'S', true, 'text'],
    pair: ['pair', 'C', true, 'other'],
    pairs: ['_pair', 'A', true, 'other'],
    document: ['json', 'U', true, 'other'],
    documents: ['_json', 'A', true, 'other'],
    jsonb: ['jsonb', 'U', true, 'other'],
    'Odd "col': ['text', 'S', true, 'text'],
  });
  assert.deepEqual(people.columns.get('moody')?.labels, ['sad', 'it\'s "ok"']);
  assert.equal(people.columns.get('name')?.comment, 'What they are called');
  assert.equal(people.columns.get('price')?.type, 'numeric(10,2)');
  assert.equal(people.columns.get('Odd "col')?.sql, 't."Odd ""col"');
});

test('a column may be cast to a built-in type and to the schema’s enums and domains', { timeout: 60_000 }, async t => {
  const { catalog, read } = await servedDatabase(t, server.url, DDL, 'odd "api');
  for (const name of ['text', 'timestamp with time zone', 'mood', 'moody', 'document'])
    assert.ok(catalog.types.has(name), name);
  for (const name of ['pair', 'people', 'regclass', 'elsewhere', 'oid']) assert.ok(!catalog.types.has(name), name);
  assert.equal(catalog.types.get('document')?.form, 'other');
  assert.deepEqual((await read('/people?select=name::mood,tags::text,b::float8')).rows, []);
});

test('each type that a column may be cast to is one of Postgres, and has its form', { timeout: 60_000 }, async t => {
  const { catalog, query, load } = await servedDatabase(t, server.url, 'CREATE TABLE texts (word text)');
  for (const { sql } of catalog.types.values()) await query(`SELECT CAST(NULL AS ${sql})`);
  const columns = [...BUILT_IN_TYPES.keys()].map(name => `"${name}" ${name}`);
  await query(`CREATE TABLE typed (${columns.join(', ')})`);
  const typed = (await load()).tables.get('typed')?.all ?? [];
  assert.deepEqual(
    typed.map(({ name, form }) => [name, form]),
    [...BUILT_IN_TYPES].map(([name, { form }]) => [name, form]),
  );
});

test('the error for a missing schema names it', { timeout: 60_000 }, async t => {
  const { query } = await servedDatabase(t, server.url, '');
  await assert.rejects(
    loadCatalog(sql => query(sql), "no'such"),
    /the database has no schema "no'such"; name another one with --schema/,
  );
});

test('what was made later is found in a newer catalog', { timeout: 60_000 }, async t => {
  const { query, catalog, load } = await servedDatabase(t, server.url, 'CREATE TABLE people (id int)');
  await query('ALTER TABLE people ADD COLUMN name text; CREATE TABLE pets (id int)');
  assert.throws(() => parse(catalog, '/pets'), { code: 'PGRST205', isUnknownName: true });
  assert.throws(() => parse(catalog, '/people?name=eq.x'), { code: '42703', isUnknownName: true });
  const newer = await load();
  assert.ok(parse(newer, '/pets'));
  assert.ok(parse(newer, '/people?name=eq.x'));
});
