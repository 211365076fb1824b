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

test('a role that may not look whether a trigger has kept rows is refused while rows are collected', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await load(url, '1,old\n');
  const role = `r${Date.now()}l`;
  await query(`CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END';
    CREATE TRIGGER note BEFORE DELETE ON people FOR EACH ROW EXECUTE FUNCTION note();
    CREATE ROLE ${role} LOGIN PASSWORD 'open sesame'; GRANT INSERT, DELETE ON people TO ${role};
    GRANT ALL ON sluice.loads TO ${role}; GRANT ALL ON SCHEMA sluice TO ${role}`);
  const address = Object.assign(new URL(url), { username: role, password: 'open sesame' }).href;
  const replace = { mode: /** @type {const} */ ('replace'), version: 'v2' };
  const denied = { code: 'database/access-denied', message: /permission denied for table people/ };
  await assert.rejects(load(address, '2,new\n', replace), denied);
  await assert.rejects(collect(address, null, [['2,new\n', COLUMNS]], replace), denied);
  // One that is turned off keeps nothing.
  await query('ALTER TABLE people DISABLE TRIGGER note');
  await load(address, '2,new\n', replace);
  const v3 = { ...replace, version: 'v3' };
  await publish(address, await collect(address, null, [['3,new\n', COLUMNS]], v3), v3);
  assert.deepEqual(await query('SELECT id FROM people'), [{ id: 3 }]);
  await query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
});
