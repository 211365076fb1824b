import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { COLUMNS, freshDatabase, load, startServer } from './fixture.js';
import { collect, publish, stage } from './staging-fixture.js';

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

const KEYED = COLUMNS.map(column => ({ ...column, isKey: column.name === 'id' }));
const [ID, NAME] = COLUMNS;
const NOTE = { ...NAME, name: 'note' };
const IS_PUBLISHING =
  "SELECT 1 FROM pg_stat_activity WHERE query LIKE '/* sluice publishes%' AND state = 'active' AND datname = current_database()";

test('rows of several turns wait in a logged table of the load, and are published together with its record', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const first = await collect(url, null, [['1,Ada\n2,\n', COLUMNS]]);
  assert.deepEqual([first.rows, first.kept, first.turns], [2, 1, [1]]);
  assert.deepEqual(await query("SELECT to_regclass('people') AS found"), [{ found: null }]);
  assert.deepEqual(await query('SELECT relpersistence AS kept FROM pg_class WHERE relname = $1', [first.name]), [
    { kept: 'p' },
  ]);
  const second = await collect(url, first, [['3,""\n', COLUMNS]]);
  assert.deepEqual([second.rows, second.kept, second.turns], [3, 2, [1, 2]]);
  const published = await publish(url, second, { sequencer: '0A', entries: [{ path: 'a' }, { path: 'b' }] });
  assert.deepEqual(published.earlier?.entries, [{ path: 'a' }, { path: 'b' }]);
  assert.deepEqual(await query('SELECT * FROM people ORDER BY id'), [
    { id: 1, name: 'Ada' },
    { id: 2, name: null },
    { id: 3, name: '' },
  ]);
  assert.deepEqual(await query('SELECT id, rows::int, sequencer, mode FROM sluice.loads'), [
    { id: second.id, rows: 3, sequencer: '0A', mode: 'append' },
  ]);
  assert.deepEqual(await query("SELECT relname FROM pg_class WHERE relname LIKE 'staging%'"), []);
});

test('the rows of a turn that no checkpoint names do not count, and those of one that comes late do', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const first = await collect(url, null, [['1,Ada\n', COLUMNS]]);
  const late = await collect(url, first, [['2,late\n', COLUMNS]]);
  const other = await collect(url, first, [['3,other\n', COLUMNS]]);
  assert.deepEqual(
    [late.turns, other.turns],
    [
      [1, 2],
      [1, 3],
    ],
  );
  await publish(url, late);
  assert.deepEqual(await query('SELECT id FROM people ORDER BY 1'), [{ id: 1 }, { id: 2 }]);
  const again = await publish(url, other);
  assert.equal(again.isPublished, true, 'it is the same load');
});

test('what an entry has sent before it was broken off does not count; entries before it may', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const turn = await stage(url, null);
  await turn.send('1,Ada\n');
  await turn.keep();
  await new Promise(resolve => setTimeout(resolve, 1_100));
  await turn.send('2,Grace\n');
  await turn.keep();
  const output = turn.openOutput();
  output.setColumns(COLUMNS, ',');
  await new Promise(resolve => output.writable.write('3,Alan\n', resolve));
  await output.release();
  const staged = await turn.finish();
  await turn.rollback();
  assert.deepEqual([staged.kept, staged.rows, staged.turns], [2, 2, [1]]);
  await publish(url, staged);
  assert.deepEqual(await query('SELECT id FROM people ORDER BY 1'), [{ id: 1 }, { id: 2 }]);
});

for (const [what, before] of /** @type {const} */ ([
  ['', ''],
  [', also where the load is forced over an earlier one', '0,old\n'],
])) {
  test(`missing staged rows are noticed, before collecting and before publishing${what}`, async t => {
    const { url, query } = await freshDatabase(t, server.url);
    if (before !== '') await load(url, before);
    const first = await collect(url, null, [['1,Ada\n', COLUMNS]]);
    const second = await collect(url, first, [['2,Grace\n', COLUMNS]]);
    // As behind a failover to a server that lacks the last commit.
    await query(`DELETE FROM sluice.${first.name} WHERE id = 2`);
    await query(`COMMENT ON TABLE sluice.${first.name} IS 'rows that a load of several turns has collected; turns: 1'`);
    await assert.rejects(collect(url, second, []), { code: 'database/staging-gone', retryable: true });
    await assert.rejects(publish(url, second), { code: 'database/staging-gone' });
    await query(`DROP TABLE sluice.${first.name}`);
    await assert.rejects(publish(url, first), { code: 'database/staging-gone' });
  });
}

test('rows that another delivery publishes during a turn are gone for that turn, whenever it notices', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const gone = { code: 'database/staging-gone', retryable: true };
  const first = await collect(url, null, [['1,Ada\n', COLUMNS]]);
  const beforeRows = await stage(url, first);
  const beforeEnd = await stage(url, first);
  await beforeEnd.send('2,Grace\n');
  await beforeEnd.keep();
  await new Promise(resolve => setTimeout(resolve, 1_100));
  await beforeEnd.send('3,Alan\n');
  // Its rows are committed, so it holds no lock until it ends.
  await beforeEnd.keep();
  await publish(url, first);
  await assert.rejects(beforeRows.send('4,Kay\n'), gone);
  await assert.rejects(beforeEnd.finish(), gone);
  for (const turn of [beforeRows, beforeEnd]) await turn.rollback();
  assert.deepEqual(await query('SELECT id FROM people'), [{ id: 1 }]);
});

test('entries may have their columns in another order, fewer of them, or more', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query("CREATE TABLE people (id integer, name text DEFAULT 'nobody', note text DEFAULT 'new')");
  const first = await collect(url, null, [
    ['1,Ada\n', [ID, NAME]],
    ['Grace,2\n', [NAME, ID]],
  ]);
  const second = await collect(url, first, [
    ['3,old,Alan\n', [ID, NOTE, NAME]],
    ['4\n', [ID]],
    ['', []],
  ]);
  await publish(url, second);
  assert.deepEqual(await query('SELECT * FROM people ORDER BY id'), [
    { id: 1, name: 'Ada', note: 'new' },
    { id: 2, name: 'Grace', note: 'new' },
    { id: 3, name: 'Alan', note: 'old' },
    { id: 4, name: 'nobody', note: 'new' },
  ]);
});

test('merge: the later record wins, over entries, turns and columns; each entry’s repeated keys are counted', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query("CREATE TABLE people (id integer PRIMARY KEY, name text, note text DEFAULT 'new')");
  await query("INSERT INTO people VALUES (1, 'Ada', 'old'), (2, 'Grace', 'old')");
  const [id, name] = KEYED;
  const note = { ...name, name: 'note' };
  const first = await collect(url, null, [['2,first\n3,Alan\n2,last\n3,Alan T.\n', KEYED]], { mode: 'merge' });
  const second = await collect(
    url,
    first,
    [
      ['4,Edsger\n3,Turing\n', KEYED],
      ['3,noted\n5,noted\n', [id, note]],
      ['5,Tony\n', KEYED],
    ],
    { mode: 'merge' },
  );
  const entries = ['a', 'b', 'c', 'd'].map(path => ({ path }));
  const published = await publish(url, second, { mode: 'merge', entries });
  assert.deepEqual(published.earlier?.entries, [
    { path: 'a', repeatedKeys: 2 },
    { path: 'b', repeatedKeys: 1 },
    { path: 'c', repeatedKeys: 1 },
    { path: 'd', repeatedKeys: 1 },
  ]);
  assert.deepEqual(await query('SELECT * FROM people ORDER BY id'), [
    { id: 1, name: 'Ada', note: 'old' },
    { id: 2, name: 'last', note: 'old' },
    { id: 3, name: 'Turing', note: 'noted' },
    { id: 4, name: 'Edsger', note: 'new' },
    { id: 5, name: 'Tony', note: 'noted' },
  ]);
});

test('replace leaves the staged rows and nothing else; without any, an empty table', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query("CREATE TABLE people AS SELECT 0 AS id, 'old' AS name");
  const staged = await collect(url, null, [['1,Ada\n', COLUMNS]], { mode: 'replace' });
  assert.deepEqual(await query('SELECT id FROM people'), [{ id: 0 }]);
  await publish(url, staged, { mode: 'replace' });
  assert.deepEqual(await query('SELECT id FROM people'), [{ id: 1 }]);
  const none = await collect(url, null, [['', []]], { mode: 'replace', version: 'v2' });
  await publish(url, none, { mode: 'replace', version: 'v2' });
  assert.deepEqual(await query('SELECT id FROM people'), []);
});

for (const [what, setup, mode, rows, code] of /** @type {const} */ ([
  ['a column that the table lacks', 'CREATE TABLE people (id integer)', 'append', '1,x\n', 'database/wrong-columns'],
  [
    'a value that does not fit',
    'CREATE TABLE people (id integer, name varchar(1))',
    'append',
    '1,secret\n',
    'database/bad-value',
  ],
  ['no unique key', 'CREATE TABLE people (id integer, name text)', 'merge', '1,x\n', 'database/no-unique-key'],
  [
    'a key that is NULL',
    'CREATE TABLE people (id integer UNIQUE, name text)',
    'merge',
    ',secret\n',
    'database/constraint',
  ],
])) {
  test(`${what} is found while rows are collected`, async t => {
    const { url, query } = await freshDatabase(t, server.url);
    await query(setup);
    await assert.rejects(collect(url, null, [[rows, mode === 'merge' ? KEYED : COLUMNS]], { mode }), error => {
      const { message, cause } = /** @type {any} */ (error);
      assert.equal(/** @type {any} */ (error).code, code);
      assert.doesNotMatch(`${message} ${cause?.stack}`, /secret/);
      return true;
    });
  });
}

test('a role that must not delete all rows, or from which a policy hides some, replaces none', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await load(url, '1,Ada\n2,Grace\n');
  const role = `r${Date.now()}d`;
  await query(`CREATE ROLE ${role} LOGIN PASSWORD 'open sesame';
    GRANT INSERT, UPDATE ON people TO ${role}; GRANT SELECT, INSERT, UPDATE ON sluice.loads TO ${role};
    GRANT ALL ON SCHEMA sluice TO ${role}`);
  const address = Object.assign(new URL(url), { username: role, password: 'open sesame' }).href;
  const replace = { mode: /** @type {const} */ ('replace'), version: 'v2' };
  const rows = /** @type {const} */ ([['3,Alan\n', COLUMNS]]);
  const denied = /permission denied for table people/;
  await assert.rejects(collect(address, null, [...rows], replace), { code: 'database/access-denied', message: denied });
  await query(`GRANT DELETE, SELECT ON people TO ${role}; ALTER TABLE people ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON people USING (id = 1) WITH CHECK (true)`);
  const hidden = {
    code: 'database/access-denied',
    message: /would be affected by row-level security policy for table "people"/,
  };
  await assert.rejects(collect(address, null, [...rows], replace), hidden);
  await assert.rejects(load(address, '3,Alan\n', replace), hidden, 'and straight into the table');
  const owned = await collect(url, null, [...rows], replace);
  await publish(url, owned, replace);
  assert.deepEqual(await query('SELECT id FROM people'), [{ id: 3 }]);
  await query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
});

test('a trigger of a table that is replaced writes to another one under its policies', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await load(url, '1,Ada\n');
  const role = `r${Date.now()}t`;
  await query(`CREATE TABLE audit (id integer); ALTER TABLE audit ENABLE ROW LEVEL SECURITY;
    CREATE POLICY everything ON audit USING (true);
    CREATE FUNCTION notes() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO audit VALUES (coalesce(NEW.id, OLD.id)); RETURN NULL; END $$;
    CREATE TRIGGER notes AFTER INSERT OR DELETE ON people FOR EACH ROW EXECUTE FUNCTION notes();
    CREATE ROLE ${role} LOGIN PASSWORD 'open sesame';
    GRANT ALL ON people, audit, sluice.loads TO ${role}; GRANT ALL ON SCHEMA sluice TO ${role}`);
  const address = Object.assign(new URL(url), { username: role, password: 'open sesame' }).href;
  await load(address, '2,Grace\n', { mode: 'replace', version: 'v2' });
  const staged = /** @type {const} */ ({ mode: 'replace', version: 'v3' });
  await publish(address, await collect(address, null, [['3,Alan\n', COLUMNS]], staged), staged);
  assert.deepEqual(await query('SELECT id FROM audit'), [{ id: 1 }, { id: 2 }, { id: 2 }, { id: 3 }]);
  await query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
});

test('a role that must not use PL/pgSQL, by which rows are published, is found while rows are collected', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await load(url, '1,Ada\n');
  const role = `r${Date.now()}`;
  await query(`CREATE ROLE ${role} LOGIN PASSWORD 'open sesame'; REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC;
    GRANT ALL ON people, sluice.loads TO ${role}; GRANT ALL ON SCHEMA sluice TO ${role}`);
  const address = Object.assign(new URL(url), { username: role, password: 'open sesame' });
  await assert.rejects(collect(address.href, null, [['2,x\n', COLUMNS]], { version: 'v2' }), {
    code: 'database/access-denied',
    message: /permission denied for language plpgsql/,
  });
  await query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
});

test('a constraint that a row violates fails the publishing, without a value in the error, and the table stays', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query('CREATE TABLE people (id integer PRIMARY KEY, name text)');
  const staged = await collect(url, null, [['1,x\n1,secret\n', COLUMNS]]);
  await assert.rejects(publish(url, staged), error => {
    const { code, message, cause, retryable } = /** @type {any} */ (error);
    assert.deepEqual([code, retryable], ['database/constraint', false]);
    assert.match(message, /constraint "people_pkey"; column "id"/);
    assert.doesNotMatch(`${message} ${cause?.stack}`, /secret/);
    return true;
  });
  assert.deepEqual(await query('SELECT * FROM people'), []);
  assert.deepEqual(await query('SELECT * FROM sluice.loads'), []);
});

test('abandoned staging is dropped after 14 days when a load begins, and no other table', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await load(url, '1,Ada\n');
  const days = (/** @type {number} */ count) =>
    new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_');
  const [old, recent] = [15, 13].map(count => `staging_${days(count)}_0123456789abcdef`);
  const theirs = 'staging_of_somebody';
  for (const name of [old, recent, theirs]) await query(`CREATE TABLE sluice."${name}" ()`);
  await load(url, '2,Ada\n', { version: 'v2' });
  const left = await query("SELECT relname FROM pg_class WHERE relname LIKE 'staging%' ORDER BY 1");
  assert.deepEqual(left, [{ relname: recent }, { relname: theirs }]);
});

test('the server goes on publishing when the client leaves; the next turn waits for it', {
  timeout: 120_000,
}, async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query(`CREATE TABLE people (id integer, name text);
    CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock(42); RETURN NEW; END $$;
    CREATE TRIGGER slow BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION slow()`);
  const staged = await collect(url, null, [['1,Ada\n2,Grace\n', COLUMNS]]);
  await query('SELECT pg_advisory_lock(42)');
  const stop = new AbortController();
  const left = publish(url, staged, { stop: stop.signal });
  while ((await query(IS_PUBLISHING)).length === 0) await new Promise(resolve => setTimeout(resolve, 20));
  stop.abort();
  await assert.rejects(left, { code: 'job/stopped', message: /may still be publishing them/ });
  assert.equal((await query(IS_PUBLISHING)).length, 1);
  const next = publish(url, staged);
  await query('SELECT pg_advisory_unlock(42)');
  assert.equal((await next).isPublished, true);
  assert.deepEqual(await query('SELECT id FROM people ORDER BY 1'), [{ id: 1 }, { id: 2 }]);
});

test('a violation that the server finds when the client has left is reported by the next turn, which does not publish again', {
  timeout: 120_000,
}, async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query(`CREATE TABLE people (id integer PRIMARY KEY, name text);
    CREATE SEQUENCE tries;
    CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM nextval('tries'), pg_advisory_xact_lock(43); RETURN NEW; END $$;
    CREATE TRIGGER slow BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION slow()`);
  const staged = await collect(url, null, [['1,secret\n1,x\n', COLUMNS]]);
  await query('SELECT pg_advisory_lock(43)');
  const stop = new AbortController();
  const left = publish(url, staged, { stop: stop.signal });
  while ((await query(IS_PUBLISHING)).length === 0) await new Promise(resolve => setTimeout(resolve, 20));
  stop.abort();
  await assert.rejects(left, { code: 'job/stopped' });
  await query('SELECT pg_advisory_unlock(43)');
  await assert.rejects(publish(url, staged), error => {
    const { code, message, retryable } = /** @type {any} */ (error);
    assert.deepEqual([code, retryable], ['database/constraint', false]);
    assert.match(
      message,
      /\(constraint "people_pkey"; column "id"; duplicate key value violates unique constraint "people_pkey"\)$/,
    );
    return true;
  });
  assert.deepEqual(await query('SELECT last_value::int FROM tries'), [{ last_value: 2 }]);
  assert.deepEqual(await query('SELECT * FROM people'), []);
  assert.deepEqual(await query('SELECT * FROM sluice.loads'), []);
});

test('what fails the publishing for good is noted, so that the next turn does not publish again', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query(`CREATE TABLE people (id integer, name text); CREATE SEQUENCE tries;
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END';
    CREATE TRIGGER refuse BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION refuse()`);
  const staged = await collect(url, null, [['1,secret\n', COLUMNS]]);
  const comment = `SELECT obj_description('sluice."${staged.name}"'::regclass, 'pg_class') AS note`;
  const [{ note }] = await query(comment);
  for (const [body, code] of /** @type {const} */ ([
    ["RAISE 'no %', NEW.name", 'database/refused'],
    ["RAISE 'no %', NEW.name USING ERRCODE = 'PT402'", 'database/refused'],
    ['ASSERT false, NEW.name', 'database/refused'],
    ["CASE NEW.name WHEN 'x' THEN NULL; END CASE", 'database/refused'],
    ['NULL', 'database/refused'],
    ['PERFORM FROM nowhere', 'database/refused'],
    ['PERFORM NEW.name::integer', 'database/bad-value'],
    ['PERFORM 1 / 0', 'database/bad-value'],
    ["RAISE insufficient_privilege USING MESSAGE = 'not ' || NEW.name", 'database/access-denied'],
  ])) {
    await query(`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM nextval('tries'); ${body}; END $$; ALTER SEQUENCE tries RESTART`);
    for (const time of ['first', 'second'])
      await assert.rejects(publish(url, staged), (/** @type {any} */ error) => {
        assert.deepEqual([error.code, error.retryable], [code, false], `${body}, ${time}`);
        assert.doesNotMatch(`${error.message} ${error.cause?.stack}`, /secret/);
        return true;
      });
    assert.deepEqual(await query('SELECT last_value::int FROM tries'), [{ last_value: 1 }], body);
    const [{ note: noted }] = await query(comment);
    assert.doesNotMatch(noted, /secret/);
    await query(`COMMENT ON TABLE sluice."${staged.name}" IS '${note}'`);
  }
  assert.deepEqual(await query('SELECT * FROM people'), []);
});

test('an archive without a row that may not empty its table is refused, and noted so', {
  timeout: 120_000,
}, async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query(`CREATE TABLE people (id integer PRIMARY KEY, name text); INSERT INTO people VALUES (1, 'secret');
    CREATE TABLE orders (person integer REFERENCES people); INSERT INTO orders VALUES (1); CREATE SEQUENCE tries;
    CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM nextval('tries'), pg_advisory_xact_lock(44); RETURN OLD; END $$;
    CREATE TRIGGER slow BEFORE DELETE ON people FOR EACH ROW EXECUTE FUNCTION slow()`);
  const replace = { mode: /** @type {const} */ ('replace') };
  const refusal = { code: 'database/constraint', retryable: false, message: /constraint "orders_person_fkey"/ };
  for (const [rows, columns] of /** @type {const} */ ([
    ['', []],
    ['', COLUMNS],
  ])) {
    await query('ALTER SEQUENCE tries RESTART; SELECT pg_advisory_lock(44)');
    const staged = await collect(url, null, [[rows, columns]], replace);
    const stop = new AbortController();
    const left = publish(url, staged, { ...replace, stop: stop.signal });
    while ((await query(IS_PUBLISHING)).length === 0) await new Promise(resolve => setTimeout(resolve, 20));
    stop.abort();
    await assert.rejects(left, { code: 'job/stopped' });
    await query('SELECT pg_advisory_unlock(44)');
    for (const time of ['second', 'third']) await assert.rejects(publish(url, staged, replace), refusal, time);
    const [{ tries }] = await query('SELECT CASE WHEN is_called THEN last_value::int ELSE 0 END AS tries FROM tries');
    assert.equal(tries, 1, 'nothing is tried again');
    assert.deepEqual(await query('SELECT * FROM people'), [{ id: 1, name: 'secret' }]);
    assert.deepEqual(await query('SELECT * FROM sluice.loads'), []);
  }
  await query('DROP TABLE orders');
  const staged = await collect(url, null, [['', []]], replace);
  await publish(url, staged, replace);
  assert.deepEqual(await query('SELECT * FROM people'), []);
  assert.deepEqual(await query(`SELECT to_regclass('sluice."${staged.name}"') AS left`), [{ left: null }]);
});

test('what fails the publishing and may pass is tried again', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query(`CREATE TABLE people (id integer, name text); CREATE SEQUENCE tries;
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN END';
    CREATE TRIGGER fail BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION fail()`);
  const states = ['40001', '40P01', '53100', '53200', '55P03', '57014', '25006', '08006', '58030', '38000', 'XX000'];
  for (const state of states) {
    await query(`CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF nextval('tries') = 1 THEN RAISE '?' USING ERRCODE = '${state}'; END IF; RETURN NEW; END $$;
      ALTER SEQUENCE tries RESTART`);
    const staged = await collect(url, null, [['1,x\n', COLUMNS]], { version: state });
    await assert.rejects(publish(url, staged, { version: state }), { retryable: true }, state);
    await publish(url, staged, { version: state });
  }
  assert.equal((await query('SELECT FROM people')).length, states.length);
});

test('a constraint that is checked at the commit, and a column that must not be NULL, fail the publishing too', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query(`CREATE TABLE names (name text PRIMARY KEY);
    CREATE TABLE people (id integer NOT NULL, name text REFERENCES names DEFERRABLE INITIALLY DEFERRED)`);
  for (const [rows, message] of /** @type {const} */ ([
    [
      '1,secret\n',
      /constraint "people_name_fkey"; column "name"; insert or update on table "people" violates foreign key/,
    ],
    [',\n', /column "id"; null value in column "id" of relation "people"/],
  ])) {
    const staged = await collect(url, null, [[rows, COLUMNS]]);
    await assert.rejects(publish(url, staged), { code: 'database/constraint', message });
  }
});

test('what Postgres itself refuses when rows are published is said in its words', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query(`CREATE TABLE people (id integer, name text) PARTITION BY LIST (id);
    CREATE TABLE one PARTITION OF people FOR VALUES IN (1);
    CREATE VIEW kept AS SELECT * FROM people WHERE name <> 'secret' WITH CHECK OPTION;
    CREATE TABLE late (id integer UNIQUE DEFERRABLE, name text)`);
  for (const [rows, columns, table, said] of /** @type {const} */ ([
    ['1,x\n7,secret\n', COLUMNS, { name: 'people' }, /\(no partition of relation "people" found for row\)$/],
    ['1,secret\n', COLUMNS, { name: 'kept' }, /\(new row violates check option for view "kept"\)$/],
    [
      '1,secret\n',
      KEYED,
      { name: 'late', mode: 'merge' },
      /\(constraint "late_id_key"; .* does not support deferrable/,
    ],
  ])) {
    const staged = await collect(url, null, [[rows, columns]], table);
    await assert.rejects(publish(url, staged, table), (/** @type {any} */ error) => {
      assert.match(error.message, said);
      assert.doesNotMatch(`${error.message} ${error.cause?.stack}`, /secret/);
      return true;
    });
  }
});

test('entries may lack a column whose domain refuses NULL, where the table has a default for it', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query(`CREATE DOMAIN word AS varchar(3) COLLATE "C" NOT NULL; CREATE DOMAIN note AS word CHECK (VALUE <> 'no');
    CREATE TABLE people (id integer, name note DEFAULT '?')`);
  const entries = /** @type {const} */ ([
    ['1\n', [ID]],
    ['2,a\n', COLUMNS],
    ['3\n', [ID]],
  ]);
  await publish(url, await collect(url, null, [...entries]));
  assert.deepEqual(await query('SELECT id, name FROM people ORDER BY 1'), [
    { id: 1, name: '?' },
    { id: 2, name: 'a' },
    { id: 3, name: '?' },
  ]);
  for (const [version, value, code] of /** @type {const} */ ([
    ['v2', 'long', 'bad-value'],
    ['v3', 'no', 'constraint'],
    ['v4', '', 'constraint'],
  ])) {
    const publishing = async () =>
      publish(url, await collect(url, null, [[`4,${value}\n`, COLUMNS]], { version }), { version });
    await assert.rejects(publishing(), { code: `database/${code}` }, version);
  }
});

test('a table may be called like the new row of a merge', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query("CREATE TABLE excluded (id integer PRIMARY KEY, name text); INSERT INTO excluded VALUES (1, 'Ada')");
  const table = { name: 'excluded', mode: /** @type {const} */ ('merge') };
  await publish(url, await collect(url, null, [['1,Grace\n', KEYED]], table), table);
  assert.deepEqual(await query('SELECT * FROM excluded'), [{ id: 1, name: 'Grace' }]);
});

test('columns may be called like what a function of the server has', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const names = ['found', 'sqlstate', 'sqlerrm', 'violated', "it's \\ $1"];
  const columns = names.map(name => ({ ...NAME, name, isKey: name === 'found' }));
  for (const mode of /** @type {const} */ (['merge', 'append', 'replace'])) {
    const staged = await collect(url, null, [['a,b,c,d,e\n', columns]], { mode, version: mode, name: mode });
    await publish(url, staged, { mode, version: mode, name: mode, entries: [{ path: "it's \\ $$" }] });
    assert.deepEqual(Object.values((await query(`SELECT * FROM "${mode}"`))[0]), ['a', 'b', 'c', 'd', 'e']);
  }
});
