import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { COLUMNS, freshDatabase, load, startServer } from './fixture.js';
import { collect, publish } from './staging-fixture.js';

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

for (const [what, keeping] of /** @type {const} */ ([
  [
    'a trigger that marks them as deleted',
    `CREATE TABLE people (id integer, name text, gone boolean DEFAULT false);
     CREATE FUNCTION mark() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN UPDATE people SET gone = true WHERE id = OLD.id; RETURN NULL; END $$;
     CREATE TRIGGER mark BEFORE DELETE ON people FOR EACH ROW EXECUTE FUNCTION mark()`,
  ],
  [
    'a trigger of a partition',
    `CREATE TABLE people (id integer, name text, gone boolean) PARTITION BY LIST (id);
     CREATE TABLE part PARTITION OF people DEFAULT;
     CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
     CREATE TRIGGER keep BEFORE DELETE ON part FOR EACH ROW EXECUTE FUNCTION keep()`,
  ],
  [
    'a trigger of a table that inherits',
    `CREATE TABLE people (id integer, name text, gone boolean); CREATE TABLE heirs () INHERITS (people);
     INSERT INTO heirs VALUES (9, 'secret');
     CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
     CREATE TRIGGER keep BEFORE DELETE ON heirs FOR EACH ROW EXECUTE FUNCTION keep()`,
  ],
  [
    'a rule',
    `CREATE TABLE people (id integer, name text, gone boolean);
     CREATE RULE keep AS ON DELETE TO people DO INSTEAD NOTHING`,
  ],
  [
    'a trigger behind a view',
    `CREATE TABLE everybody (id integer, name text, gone boolean); CREATE VIEW people AS SELECT * FROM everybody;
     CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
     CREATE TRIGGER keep BEFORE DELETE ON everybody FOR EACH ROW EXECUTE FUNCTION keep()`,
  ],
])) {
  test(`replace fails where ${what} keeps the old rows, also over several turns`, async t => {
    const { url, query } = await freshDatabase(t, server.url);
    await query(keeping);
    await query("INSERT INTO people VALUES (1, 'secret')");
    const before = await query('SELECT * FROM people');
    const mode = /** @type {const} */ ('replace');
    const refusal = { code: 'database/refused', retryable: false, message: /keeps rows in it .*; use "append"/ };
    await assert.rejects(load(url, '2,x\n', { mode }), refusal);
    const staged = await collect(url, null, [['2,x\n', COLUMNS]], { mode });
    await assert.rejects(publish(url, staged, { mode }), refusal);
    assert.deepEqual(await query('SELECT * FROM people'), before);
    assert.deepEqual(await query('SELECT * FROM sluice.loads'), []);
  });
}

test('replace deletes the rows that a view shows, though a trigger only marks them as deleted', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query(`CREATE TABLE everybody (id integer, name text, gone boolean DEFAULT false);
    CREATE VIEW people AS SELECT id, name FROM everybody WHERE NOT gone;
    CREATE FUNCTION mark() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN UPDATE everybody SET gone = true WHERE id = OLD.id AND NOT gone; RETURN NULL; END $$;
    CREATE TRIGGER mark BEFORE DELETE ON everybody FOR EACH ROW EXECUTE FUNCTION mark();
    INSERT INTO people VALUES (1, 'old')`);
  const mode = /** @type {const} */ ('replace');
  await load(url, '2,Ada\n', { mode });
  assert.deepEqual(await query('SELECT * FROM people'), [{ id: 2, name: 'Ada' }]);
  await publish(url, await collect(url, null, [['3,Alan\n', COLUMNS]], { mode, version: 'v2' }), {
    mode,
    version: 'v2',
  });
  assert.deepEqual(await query('SELECT id, gone FROM everybody ORDER BY id'), [
    { id: 1, gone: true },
    { id: 2, gone: true },
    { id: 3, gone: false },
  ]);
});
