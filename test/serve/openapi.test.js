import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describeApi } from '../../src/serve/openapi.js';
import { startServer } from '../destination/database/fixture.js';
import { servedDatabase } from './fixture.js';

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server?.stop());

const ROLE = `reader_of_api_${process.pid}`;

/** @param {import('node:test').TestContext} t */
async function described(t) {
  const served = await servedDatabase(
    t,
    server.url,
    `CREATE TYPE mood AS ENUM ('sad', 'ok');
     CREATE TABLE people (id int PRIMARY KEY, name text NOT NULL, mood mood, tags text[], data jsonb, born date, "a.b" text, "select" text, pay numeric);
     COMMENT ON TABLE people IS 'Who is there'; COMMENT ON COLUMN people.name IS 'What they are called';
     CREATE TABLE "odd {name}/" (id int8); CREATE TABLE hidden (id int); CREATE VIEW seen AS SELECT id FROM people;
     CREATE TABLE parts (id int) PARTITION BY RANGE (id); CREATE TABLE part_1 PARTITION OF parts FOR VALUES FROM (0) TO (9)`,
  );
  const { query, catalog } = served;
  return {
    ...served,
    describe: async (/** @type {string | null} */ role) =>
      /** @type {any} */ (await describeApi(sql => query(sql), catalog, role)),
  };
}

test('the document has what the role may read, and nothing else', { timeout: 60_000 }, async t => {
  const { query, describe } = await described(t);
  await query(`CREATE ROLE ${ROLE}`);
  try {
    assert.deepEqual((await describe(ROLE)).paths, {});
    await query(
      `GRANT SELECT ON "odd {name}/", parts, part_1 TO ${ROLE}; GRANT SELECT (id, name) ON people TO ${ROLE}`,
    );
    const document = await describe(ROLE);
    assert.deepEqual(Object.keys(document.paths), ['/odd%20%7Bname%7D%2F', '/parts', '/people']);
    assert.deepEqual(Object.keys(document.components.schemas.people.properties), ['id', 'name']);
    await query(`REVOKE USAGE ON SCHEMA public FROM PUBLIC`);
    assert.deepEqual((await describe(ROLE)).paths, {});
  } finally {
    await query(`DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`);
  }
  assert.deepEqual((await describe('nobody_has_this_name')).paths, {});
  assert.deepEqual(Object.keys((await describe(null)).paths).length, 5);
});

test('rows are described with their types and comments', { timeout: 60_000 }, async t => {
  const { describe } = await described(t);
  const { people } = (await describe(null)).components.schemas;
  assert.equal(people.description, 'Who is there');
  assert.deepEqual(people.properties, {
    id: { type: 'integer', format: 'int32', description: 'Postgres: integer\nPart of the primary key' },
    name: { type: 'string', description: 'What they are called\nPostgres: text' },
    mood: { type: ['string', 'null'], enum: ['sad', 'ok', null], description: 'Postgres: mood' },
    tags: { type: ['array', 'null'], items: {}, description: 'Postgres: text[]' },
    data: { description: 'Postgres: jsonb' },
    born: { type: ['string', 'null'], format: 'date', description: 'Postgres: date' },
    'a.b': { type: ['string', 'null'], description: 'Postgres: text' },
    select: { type: ['string', 'null'], description: 'Postgres: text' },
    pay: { type: ['number', 'string', 'null'], description: 'Postgres: numeric' },
  });
});

test('the document is one of OpenAPI', { timeout: 60_000 }, async t => {
  const { describe } = await described(t);
  const document = await describe(null);
  assert.equal(document.openapi, '3.1.0');
  assert.deepEqual(Object.keys(document.info), ['title', 'description', 'version']);
  for (const name of Object.keys(document.components.schemas)) assert.match(name, /^[\w.-]+$/);
  for (const [path, { get }] of Object.entries(document.paths)) {
    assert.match(path, /^\/[^/{}?#\s]+$/);
    assert.ok(get.responses[200].description);
    const parameters = get.parameters.map((/** @type {any} */ parameter) =>
      '$ref' in parameter ? resolve(document, parameter.$ref) : parameter,
    );
    const names = parameters.map((/** @type {any} */ { name, in: place }) => `${place} ${name}`);
    assert.equal(new Set(names).size, names.length, 'parameters are unique');
    for (const parameter of parameters) {
      assert.ok(['query', 'header'].includes(parameter.in) && parameter.schema && typeof parameter.name === 'string');
    }
  }
  const text = JSON.stringify(document);
  for (const [, reference] of text.matchAll(/"\$ref":"([^"]+)"/g)) assert.ok(resolve(document, reference), reference);
  const filters = document.paths['/people'].get.parameters.map((/** @type {any} */ { name }) => name);
  assert.ok(filters.includes('"a.b"') && filters.includes('"select"') && filters.includes('name'));
});

/**
 * @param {any} document
 * @param {string} reference
 */
function resolve(document, reference) {
  return reference
    .slice(2)
    .split('/')
    .reduce((part, name) => part?.[name], document);
}
