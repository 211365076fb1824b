import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { COLUMNS, freshDatabase, load, startServer } from './fixture.js';

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

for (const [what, setup, { mode = 'append', rows = '1,x\n1,x\n', facts }] of /** @type {const} */ ([
  [
    'columns of a constraint, in its order',
    'CREATE TABLE people (id integer, name text, UNIQUE (name, id))',
    { facts: 'constraint "people_name_id_key"; columns "name", "id"; line 2' },
  ],
  [
    'the column of a unique index that is no constraint',
    'CREATE TABLE people (id integer, name text); CREATE UNIQUE INDEX "One name" ON people (name)',
    { facts: 'constraint "One name"; column "name"; line 2' },
  ],
  [
    'no column of an index on an expression',
    'CREATE TABLE people (id integer, name text); CREATE UNIQUE INDEX lower ON people (lower(name))',
    { facts: 'constraint "lower"; line 2' },
  ],
  [
    'the column of an exclusion',
    'CREATE TABLE people (id integer, name text, EXCLUDE (id WITH =))',
    { facts: 'constraint "people_id_excl"; column "id"; line 2' },
  ],
  [
    'the column of a constraint of a partition',
    `CREATE TABLE people (id integer PRIMARY KEY, name text) PARTITION BY RANGE (id);
     CREATE TABLE part PARTITION OF people FOR VALUES FROM (0) TO (9)`,
    { facts: 'constraint "part_pkey"; column "id"; line 2' },
  ],
  [
    'the column of another constraint under merge',
    "CREATE TABLE people (id integer PRIMARY KEY, name text UNIQUE); INSERT INTO people VALUES (9, 'x')",
    { mode: 'merge', rows: '1,x\n', facts: 'constraint "people_name_key"; column "name"; duplicate key' },
  ],
  [
    'no column of another table, which refers to a row that replace deletes',
    `CREATE TABLE people (id integer PRIMARY KEY, name text); INSERT INTO people VALUES (9, 'x');
     CREATE TABLE pets (owner integer REFERENCES people); INSERT INTO pets VALUES (9)`,
    { mode: 'replace', rows: '1,x\n', facts: 'constraint "pets_owner_fkey"; update or delete on table "people"' },
  ],
])) {
  test(`an error names ${what}`, async t => {
    const { url, query } = await freshDatabase(t, server.url);
    await query(setup);
    const columns = COLUMNS.map(column => ({ ...column, isKey: mode === 'merge' && column.name === 'id' }));
    await assert.rejects(load(url, rows, { mode, columns }), error => {
      const { code, message } = /** @type {any} */ (error);
      assert.equal(code, 'database/constraint');
      assert.ok(message.includes(`(${facts}`), message);
      return true;
    });
    assert.deepEqual(await query('SELECT * FROM sluice.loads'), []);
  });
}
