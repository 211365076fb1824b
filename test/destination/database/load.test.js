import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { begin, COLUMNS, commit, freshDatabase, load, send, startServer } from './fixture.js';
import { collect, publish } from './staging-fixture.js';

/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;
before(async () => {
  server = await startServer();
});
after(() => server.stop());

test('a missing table is created from the first rows, and gets all of them', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const begun = await begin(url);
  await send(begun, '1,Ada\n2,\n');
  await send(begun, '3,""\n');
  assert.deepEqual(await query('SELECT to_regclass($1)', ['public.people']), [{ to_regclass: null }]);
  await commit(begun, { recipe: 'abc', sequencer: '0A', entries: [{ path: 'a.csv' }] });
  assert.deepEqual(await query('SELECT * FROM people ORDER BY id'), [
    { id: 1, name: 'Ada' },
    { id: 2, name: null },
    { id: 3, name: '' },
  ]);
  const [{ loaded_at, id, ...row }] = await query('SELECT * FROM sluice.loads');
  assert.deepEqual(row, {
    ...{ archive: 's3://in/x.zip', version: 'v1', table_name: 'public.people', recipe: 'abc', sequencer: '0A' },
    ...{ mode: 'append', rows: '3', entries: [{ path: 'a.csv' }] },
  });
});

test('append leaves the rows that are there; columns that the rows lack get their defaults', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query("CREATE TABLE people (name text, note text DEFAULT 'new', id integer)");
  await query("INSERT INTO people VALUES ('Ada', 'old', 1)");
  await load(url, '2,Grace\n');
  assert.deepEqual(await query('SELECT id, name, note FROM people ORDER BY id'), [
    { id: 1, name: 'Ada', note: 'old' },
    { id: 2, name: 'Grace', note: 'new' },
  ]);
});

test('a time without a zone is one in UTC, whatever the database is set to', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const [{ name }] = await query('SELECT current_database() AS name');
  await query(`ALTER DATABASE ${name} SET TimeZone = 'America/New_York'`);
  /** @type {import('../../../src/destination/database/open.js').RowColumn[]} */
  const columns = [{ name: 'at', type: 'timestamptz', nullAs: 'empty', isKey: false }];
  await load(url, '2026-01-02 03:04:05\n', { columns });
  assert.deepEqual(await query("SELECT (at AT TIME ZONE 'UTC')::text AS at FROM people"), [
    { at: '2026-01-02 03:04:05' },
  ]);
});

test('a load has the limits and the safety that it needs, whatever the database is set to', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const [{ name }] = await query('SELECT current_database() AS name');
  const settings = ['transaction_timeout', 'statement_timeout', 'synchronous_commit', 'default_transaction_read_only'];
  for (const [number, value] of ['10min', '10min', 'off', 'on'].entries()) {
    // The first setting exists from Postgres 17 on.
    await query(`ALTER DATABASE ${name} SET ${settings[number]} = '${value}'`).catch(() => {});
  }
  const defaults = settings.slice(0, 3).map(setting => `${setting} text DEFAULT current_setting('${setting}', true)`);
  await query(`CREATE TABLE people (id integer, name text, ${defaults.join(', ')})`);
  await load(url, '1,Ada\n');
  const [{ transaction_timeout, ...others }] = await query('SELECT * FROM people');
  assert.ok(['0', null].includes(transaction_timeout), transaction_timeout);
  assert.deepEqual(others, { id: 1, name: 'Ada', statement_timeout: '0', synchronous_commit: 'on' });
});

test('a load waits for a row that another transaction holds', { timeout: 120_000 }, async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query('CREATE TABLE people (id integer PRIMARY KEY, name text)');
  await query("INSERT INTO people VALUES (1, 'Ada')");
  await query('BEGIN; SELECT FROM people FOR UPDATE');
  const loaded = load(url, '1,Grace\n', { mode: 'replace' });
  // Longer than a load waits for the table in one statement.
  await Promise.race([loaded, sleep(3_000)]);
  await query('COMMIT');
  await loaded;
  assert.deepEqual(await query('SELECT name FROM people'), [{ name: 'Grace' }]);
});

test('replace leaves this archive’s rows and nothing else, in the same table; readers see the old rows until the commit', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query('CREATE TABLE people (id integer PRIMARY KEY, name text)');
  await query('CREATE VIEW names AS SELECT name FROM people');
  await query("INSERT INTO people VALUES (1, 'Ada'), (2, 'Grace')");
  const [{ oid }] = await query("SELECT 'people'::regclass::oid AS oid");
  const begun = await begin(url, { mode: 'replace' });
  await send(begun, '1,Alan\n');
  await send(begun, '7,Edsger\n');
  assert.deepEqual(await query('SELECT name FROM names ORDER BY 1'), [{ name: 'Ada' }, { name: 'Grace' }]);
  await commit(begun);
  assert.deepEqual(await query('SELECT name FROM names ORDER BY 1'), [{ name: 'Alan' }, { name: 'Edsger' }]);
  assert.deepEqual(await query("SELECT 'people'::regclass::oid AS oid"), [{ oid }]);
});

test('replace by an archive without a single row empties the table', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query("CREATE TABLE people AS SELECT 1 AS id, 'Ada' AS name");
  await load(url, '', { mode: 'replace' });
  assert.deepEqual(await query('SELECT * FROM people'), []);
  await query("INSERT INTO people VALUES (2, 'Grace')");
  await load(url, '', { mode: 'replace', version: 'v2', columns: [] });
  assert.deepEqual(await query('SELECT * FROM people'), []);
});

test('rules and policies of a table see an INSERT, straight and over several turns', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const role = `r${Date.now()}p`;
  await load(url, '', { name: 'other' });
  await query(`CREATE TABLE people (id integer, name text); CREATE TABLE log (id integer);
    CREATE RULE log AS ON INSERT TO people DO ALSO INSERT INTO log VALUES (NEW.id);
    CREATE RULE elsewhere AS ON INSERT TO people WHERE NEW.id = 2 DO INSTEAD NOTHING;
    CREATE TABLE guarded (id integer, name text); ALTER TABLE guarded ENABLE ROW LEVEL SECURITY;
    CREATE POLICY few ON guarded FOR INSERT WITH CHECK (id < 9);
    CREATE ROLE ${role} LOGIN PASSWORD 'open sesame'; GRANT INSERT ON guarded TO ${role};
    GRANT ALL ON sluice.loads TO ${role}; GRANT ALL ON SCHEMA sluice TO ${role}`);
  await load(url, '1,Ada\n2,Grace\n');
  const v2 = { version: 'v2' };
  await publish(url, await collect(url, null, [['1,Ada\n2,Grace\n', COLUMNS]], v2), v2);
  assert.deepEqual(await query('SELECT id FROM people'), [{ id: 1 }, { id: 1 }]);
  assert.deepEqual(await query('SELECT id FROM log ORDER BY 1'), [{ id: 1 }, { id: 1 }, { id: 2 }, { id: 2 }]);
  const address = Object.assign(new URL(url), { username: role, password: 'open sesame' }).href;
  const guarded = { name: 'guarded' };
  await load(address, '1,Ada\n', guarded);
  await publish(address, await collect(address, null, [['2,Grace\n', COLUMNS]], { ...guarded, ...v2 }), {
    ...guarded,
    ...v2,
  });
  const v3 = { ...guarded, version: 'v3' };
  const refusal = { code: 'database/access-denied', message: /new row violates row-level security policy/ };
  await assert.rejects(load(address, '9,secret\n', v3), refusal);
  const staged = await collect(address, null, [['9,secret\n', COLUMNS]], v3);
  await assert.rejects(publish(address, staged, v3), refusal);
  assert.deepEqual(await query('SELECT id FROM guarded ORDER BY 1'), [{ id: 1 }, { id: 2 }]);
  await query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
});

test('under replace nobody else may write meanwhile, under append everybody may', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query('CREATE TABLE people (id integer, name text)');
  for (const [mode, isRefused] of /** @type {const} */ ([
    ['replace', true],
    ['append', false],
  ])) {
    const begun = await begin(url, { mode });
    const insert = query("BEGIN; SET LOCAL lock_timeout = '50ms'; INSERT INTO people VALUES (0, 'x'); COMMIT");
    if (isRefused) {
      await assert.rejects(insert, { code: '55P03' });
      await query('ROLLBACK');
    } else await insert;
    await begun.rollback();
  }
});

test('what is rolled back leaves nothing, not even the table', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const begun = await begin(url);
  await send(begun, '1,Ada\n');
  await begun.rollback();
  // The server rolls back when it notices.
  const next = await begin(url);
  await next.rollback();
  assert.deepEqual(await query('SELECT to_regclass($1)', ['public.people']), [{ to_regclass: null }]);
  assert.deepEqual(await query('SELECT * FROM sluice.loads'), []);
});

test('a load finds the earlier one of its version, and the latest sequencer of the others', async t => {
  const { url } = await freshDatabase(t, server.url);
  await load(url, '1,Ada\n', { version: 'v1', record: { recipe: 'one', sequencer: '0A', entries: [{ path: 'a' }] } });
  await load(url, '2,Ada\n', { version: 'v2', record: { sequencer: '0b1' } });
  await load(url, '2,Ada\n', { version: 'v3', record: { sequencer: null } });
  await load(url, '2,Ada\n', { version: 'v4', archive: 's3://in/y.zip', record: { sequencer: '0F' } });
  const first = await begin(url, { version: 'v1' });
  assert.deepEqual(
    [first.earlier?.recipe, first.earlier?.entries, first.latestSequencer],
    ['one', [{ path: 'a' }], '0b1'],
  );
  await first.rollback();
  const other = await begin(url, { version: 'v5' });
  assert.deepEqual([other.earlier, other.latestSequencer], [null, '0b1']);
  await other.rollback();
  const table = await begin(url, { version: 'v1', name: 'others' });
  assert.deepEqual([table.earlier, table.latestSequencer], [null, null]);
  await table.rollback();
});

test('a load that is forced replaces the record of the earlier one', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await load(url, '1,Ada\n', { record: { sequencer: '0A' } });
  await load(url, '1,Ada\n2,Grace\n', { record: { recipe: 'other' } });
  assert.deepEqual(await query('SELECT recipe, sequencer, rows::int FROM sluice.loads'), [
    { recipe: 'other', sequencer: '0A', rows: 2 },
  ]);
  assert.equal((await query('SELECT * FROM people')).length, 3);
});

test('two loads of one table come one after the other, two of different tables at once', {
  timeout: 60_000,
}, async t => {
  const { url } = await freshDatabase(t, server.url);
  const first = await begin(url);
  const elsewhere = await begin(url, { name: 'others' });
  await elsewhere.rollback();
  let isBegun = false;
  const waiting = begin(url, { version: 'v1' }).then(begun => {
    isBegun = true;
    return begun;
  });
  await send(first, '1,Ada\n');
  assert.equal(isBegun, false);
  await commit(first);
  const second = await waiting;
  assert.equal(second.earlier?.recipe, 'r', 'it sees what the first one has committed');
  await second.rollback();
});

test('a load that waits for another one can be stopped', { timeout: 60_000 }, async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const first = await begin(url);
  const stop = new AbortController();
  const stopped = { code: 'job/stopped', message: /table public\.people were being loaded in one go/ };
  const ended = assert.rejects(begin(url, { stop: stop.signal }), stopped);
  for (let waiting = []; waiting.length === 0; ) {
    waiting = await query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
  }
  stop.abort();
  await ended;
  await first.rollback();
});

for (const [name, setup, columns, rows, expected] of /** @type {const} */ ([
  [
    'a unique key',
    'CREATE TABLE people (id integer PRIMARY KEY, name text)',
    COLUMNS,
    '1,x\n2,x\n1,secret\n',
    { code: 'database/constraint', message: /constraint "people_pkey"; column "id"; line 3 of/ },
  ],
  [
    'a check',
    "CREATE TABLE people (id integer, name text CONSTRAINT no_x CHECK (name <> 'secret'))",
    COLUMNS,
    '1,y\n2,secret\n',
    { code: 'database/constraint', message: /constraint "no_x"; column "name"; line 2 of/ },
  ],
  [
    'a column that may not be null',
    'CREATE TABLE people (id integer NOT NULL, name text)',
    COLUMNS,
    ',secret\n',
    { code: 'database/constraint', message: /column "id"; line 1 of/ },
  ],
  [
    'a foreign key',
    'CREATE TABLE names (name text PRIMARY KEY); CREATE TABLE people (id integer, name text REFERENCES names)',
    COLUMNS,
    '1,secret\n',
    {
      code: 'database/constraint',
      message: /refers to a missing row.*constraint "people_name_fkey"; column "name"/,
    },
  ],
  [
    'a foreign key that is checked at the commit',
    `CREATE TABLE names (name text PRIMARY KEY);
     CREATE TABLE people (id integer, name text REFERENCES names INITIALLY DEFERRED)`,
    COLUMNS,
    '1,secret\n',
    { code: 'database/constraint', message: /constraint "people_name_fkey"; column "name"/ },
  ],
  [
    'a value that does not fit its column',
    'CREATE TABLE people (id integer, name varchar(3), born date)',
    [{ name: 'born', type: 'text', nullAs: 'unquoted', isKey: false }],
    'secret\n',
    { code: 'database/bad-value', message: /column "born"; line 1 of .*SQLSTATE 22007/ },
  ],
  [
    'a column that the table lacks',
    'CREATE TABLE people (id integer, "E-Mail" text)',
    [...COLUMNS, { name: 'notes', type: 'text', nullAs: 'unquoted', isKey: false }],
    '1,secret,x\n',
    {
      code: 'database/wrong-columns',
      message: /lacks the columns "name", "notes"; it has "id", "E-Mail", and the entry has "id", "name", "notes"/,
    },
  ],
  [
    'a column that the server computes',
    'CREATE TABLE people (id integer, name text GENERATED ALWAYS AS (id::text) STORED)',
    COLUMNS,
    '1,secret\n',
    {
      code: 'database/wrong-columns',
      message: /takes no values for the generated column "name"; drop or rename the fields in the recipe$/,
    },
  ],
  [
    'a materialized view',
    "CREATE MATERIALIZED VIEW people AS SELECT 1 AS id, 'x' AS name",
    COLUMNS,
    '1,secret\n',
    { code: 'database/refused', message: /"people"; This operation is not supported for materialized views\.\)$/ },
  ],
  [
    'a view',
    'CREATE VIEW people AS SELECT 1 AS id, NULL AS name',
    COLUMNS,
    '1,secret\n',
    { code: 'database/refused', message: /cannot insert into view "people"/ },
  ],
  [
    'a row that its view would not show',
    `CREATE TABLE persons (id integer, name text);
     CREATE VIEW people AS SELECT * FROM persons WHERE id > 1 WITH CHECK OPTION`,
    COLUMNS,
    '2,Ada\n1,secret\n',
    { code: 'database/refused', message: /new row violates check option for view "people"/ },
  ],
  [
    'a row that a page cannot hold, whose line the server does not know',
    `CREATE TABLE people (${Array.from({ length: 1_500 }, (_, at) => `c${at} text DEFAULT '12345678'`).join(', ')}, id integer, name text)`,
    COLUMNS,
    '1,Ada\n2,secret\n3,Grace\n',
    {
      code: 'database/refused',
      message: /can hold; drop fields, or leave such records out by the recipe \(SQLSTATE 54000\)/,
    },
  ],
  [
    'a row that an index cannot hold',
    'CREATE TABLE people (id integer, name text UNIQUE)',
    COLUMNS,
    `1,Ada\n2,"secret${Array.from({ length: 4_000 }, (_, at) => at * at).join('')}"\n`,
    { code: 'database/refused', message: /one of its indexes can hold; .* \(line 2 of .*SQLSTATE 54000\)/ },
  ],
  [
    'a trigger that refuses',
    `CREATE TABLE people (id integer, name text);
     CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not %', NEW.name; END $$;
     CREATE TRIGGER refuse BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION refuse()`,
    COLUMNS,
    '1,secret\n',
    { code: 'database/refused', message: /line 1 of .*SQLSTATE P0001/ },
  ],
])) {
  test(`${name} fails the load for good, without a value in the error`, async t => {
    const { url, query } = await freshDatabase(t, server.url);
    await query(setup);
    await assert.rejects(load(url, rows, { columns: [...columns] }), error => {
      const { code, message, cause, retryable } = /** @type {any} */ (error);
      assert.equal(code, expected.code);
      assert.match(message, expected.message);
      assert.doesNotMatch(`${message} ${cause?.stack}`, /secret/);
      assert.equal(retryable, false);
      return true;
    });
    if (!name.endsWith(' view')) assert.deepEqual(await query('SELECT * FROM people'), []);
    assert.deepEqual(await query('SELECT * FROM sluice.loads'), []);
  });
}

test('a load needs no permission to create where all tables are there', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await load(url, '1,Ada\n');
  const role = `r${Date.now()}`;
  await query(`CREATE ROLE ${role} LOGIN PASSWORD 'open sesame'`);
  const address = new URL(url);
  Object.assign(address, { username: role, password: 'open sesame' });
  const as = address.href;
  await query(`GRANT USAGE ON SCHEMA sluice TO ${role}`);
  await query(`GRANT SELECT, INSERT, UPDATE ON sluice.loads TO ${role}`);
  await assert.rejects(load(as, '2,x\n', { version: 'v2' }), { code: 'database/access-denied', message: /people/ });
  await query(`GRANT INSERT ON people TO ${role}`);
  await load(as, '2,x\n', { version: 'v2' });
  await assert.rejects(load(as, '2,x\n', { version: 'v3', mode: 'replace' }), { code: 'database/access-denied' });
  await query(`GRANT DELETE ON people TO ${role}`);
  await load(as, '2,x\n', { version: 'v3', mode: 'replace' });
  assert.equal((await query('SELECT * FROM people')).length, 1);
  await query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
});

test('a claim that fails leaves nothing', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const claim = () => Promise.reject(new Error('no claim'));
  await assert.rejects(load(url, '1,Ada\n', { record: { claim } }), { message: 'no claim' });
  await (await begin(url)).rollback();
  assert.deepEqual(await query('SELECT to_regclass($1)', ['public.people']), [{ to_regclass: null }]);
});

test('rows go through in constant memory, byte for byte, whatever the size of the chunks', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const rows = Buffer.from(Array.from({ length: 20_000 }, (_, id) => `${id},"é ""${id}""\n"\n`).join(''));
  for (const size of [1_000, 65_536, 1_000_000]) {
    const begun = await begin(url, { version: `${size}`, mode: 'replace' });
    const chunks = [];
    for (let at = 0; at < rows.length; at += size) chunks.push(rows.subarray(at, at + size));
    await send(begun, chunks);
    await commit(begun);
    const [{ count, sum }] = await query(
      `SELECT count(*)::int, sum((name = 'é "' || id || E'"\\n')::int)::int FROM people`,
    );
    assert.deepEqual([count, sum], [20_000, 20_000]);
  }
});

/** @type {import('../../../src/destination/database/open.js').RowColumn[]} */
const KEYED = COLUMNS.map(column => ({ ...column, isKey: column.name === 'id' }));

test('merge updates the rows with the same key and adds others; the later record wins, in its entry and across entries', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query("CREATE TABLE people (id integer PRIMARY KEY, name text, note text DEFAULT 'new')");
  await query("INSERT INTO people VALUES (1, 'Ada', 'old'), (2, 'Grace', 'old')");
  const begun = await begin(url, { mode: 'merge' });
  const repeated = [
    await send(begun, '2,first\n3,Alan\n2,last\n3,Alan T.\n', KEYED),
    await send(begun, '4,Edsger\n3,Turing\n', KEYED),
  ];
  await commit(begun);
  assert.deepEqual(repeated, [2, 1]);
  assert.deepEqual(await query('SELECT * FROM people ORDER BY id'), [
    { id: 1, name: 'Ada', note: 'old' },
    { id: 2, name: 'last', note: 'old' },
    { id: 3, name: 'Turing', note: 'new' },
    { id: 4, name: 'Edsger', note: 'new' },
  ]);
});

test('merge takes entries with other columns, in another order, and back again', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query("CREATE TABLE people (id integer PRIMARY KEY, name text, note text DEFAULT 'new')");
  const [id, name] = KEYED;
  const begun = await begin(url, { mode: 'merge' });
  const repeated = [];
  for (const [rows, columns] of /** @type {const} */ ([
    ['1,Ada\n2,Grace\n', KEYED],
    ['2,Hopper\n', KEYED],
    ['Alan,3\nLovelace,1\n', [name, id]],
    ['seen,3\n', [{ ...name, name: 'note' }, id]],
    ['4,Edsger\n', KEYED],
  ]))
    repeated.push(await send(begun, rows, [...columns]));
  await commit(begun);
  assert.deepEqual(repeated, [0, 1, 1, 1, 0]);
  assert.deepEqual(await query('SELECT * FROM people ORDER BY id'), [
    { id: 1, name: 'Lovelace', note: 'new' },
    { id: 2, name: 'Hopper', note: 'new' },
    { id: 3, name: 'Alan', note: 'seen' },
    { id: 4, name: 'Edsger', note: 'new' },
  ]);
});

test('merge holds as many locks for many entries as for a few', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query('CREATE TABLE people (id integer PRIMARY KEY, name text)');
  const begun = await begin(url, { mode: 'merge' });
  const locks = async () => {
    // Other tests load on the same server, and autovacuum takes locks of its own.
    const [{ count }] = await query(
      `SELECT count(DISTINCT relation)::int FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE mode = 'AccessExclusiveLock' AND application_name = 'sluice' AND datname = current_database()`,
    );
    return count;
  };
  await send(begun, '1,Ada\n', KEYED);
  await send(begun, '2,Grace\n', KEYED);
  const few = await locks();
  assert.ok(few > 0, 'the merge table is locked');
  for (let id = 3; id < 10; id++) await send(begun, `${id},x\n`, KEYED);
  assert.equal(await locks(), few);
  await begun.rollback();
});

test('merge updates a table whose key the database would count itself, as append adds to it', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query('CREATE TABLE people (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text)');
  await load(url, '7,Ada\n', { columns: KEYED });
  await load(url, '7,Grace\n8,Alan\n', { columns: KEYED, mode: 'merge', version: 'v2' });
  assert.deepEqual(await query('SELECT * FROM people ORDER BY id'), [
    { id: 7, name: 'Grace' },
    { id: 8, name: 'Alan' },
  ]);
});

test('a table may be called like the new row of a merge', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const table = { name: 'excluded', mode: /** @type {const} */ ('merge') };
  await load(url, '1,Ada\n', { ...table, columns: KEYED });
  await load(url, '1,Grace\n', { ...table, columns: KEYED, version: 'v2' });
  assert.deepEqual(await query('SELECT * FROM excluded'), [{ id: 1, name: 'Grace' }]);
});

test('a table that merge creates has the key as its primary key, also where it is all there is', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const columns = COLUMNS.map(column => ({ ...column, isKey: true }));
  await load(url, '1,x\n1,y\n1,x\n', { mode: 'merge', columns });
  await load(url, '1,y\n2,x\n', { mode: 'merge', version: 'v2', columns });
  assert.deepEqual(await query('SELECT * FROM people ORDER BY 1, 2'), [
    { id: 1, name: 'x' },
    { id: 1, name: 'y' },
    { id: 2, name: 'x' },
  ]);
});

test('merge refuses a key that is NULL, and a table without a unique index on the key', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await query('CREATE TABLE people (id integer, name text)');
  await assert.rejects(load(url, '1,x\n', { mode: 'merge', columns: KEYED }), { code: 'database/no-unique-key' });
  await query('CREATE UNIQUE INDEX ON people (id)');
  await assert.rejects(load(url, '1,x\n,secret\n', { mode: 'merge', columns: KEYED }), {
    code: 'database/constraint',
    line: 2,
    message: /leave such records out by the recipe \(column "id"; line 2 of the rows that were sent for this entry/,
  });
  await load(url, '1,x\n', { mode: 'merge', columns: KEYED });
});

test('empty values are NULL as each column says', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const columns = /** @type {const} */ (['empty', 'none', 'unquoted']).map(nullAs => ({
    ...{ name: nullAs, type: 'text', nullAs, isKey: false },
  }));
  await load(url, ',,\n"","",""\n', { columns });
  assert.deepEqual(await query('SELECT * FROM people'), [
    { empty: null, none: '', unquoted: null },
    { empty: null, none: '', unquoted: '' },
  ]);
});

test('a session that somebody ends fails its load, which may be tried again', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  const begun = await begin(url);
  await send(begun, '1,Ada\n');
  await query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sluice' AND datname = current_database()",
  );
  await assert.rejects(commit(begun), { retryable: true });
  await begun.rollback();
  await load(url, '1,Ada\n');
  assert.deepEqual(await query('SELECT id FROM people'), [{ id: 1 }]);
});

test('a load that is stopped among its rows fails with job/stopped, and leaves nothing', {
  timeout: 60_000,
}, async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await load(url, '1,Ada\n');
  const stop = new AbortController();
  const begun = await begin(url, { version: 'v2', stop: stop.signal });
  await send(begun, '2,Grace\n');
  stop.abort();
  await assert.rejects(send(begun, '3,Alan\n'), { code: 'job/stopped' });
  await begun.rollback();
  await (await begin(url, { version: 'v2' })).rollback();
  assert.deepEqual(await query('SELECT id FROM people'), [{ id: 1 }]);
});

test('database/no-schema: a schema that does not exist is named, and what to do', async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await assert.rejects(load(url, '1,Ada\n', { schema: 'crm' }), {
    code: 'database/no-schema',
    retryable: false,
    message:
      'the schema "crm" of the table "people" does not exist in this database; create it, and grant the role USAGE and CREATE on it, ' +
      'or correct its name in the recipe',
  });
  await query('CREATE SCHEMA crm');
  await load(url, '1,Ada\n', { schema: 'crm' });
  assert.deepEqual(await query('SELECT id FROM crm.people'), [{ id: 1 }]);
});

test('a table that somebody has locked is waited for', { timeout: 60_000 }, async t => {
  const { url, query } = await freshDatabase(t, server.url);
  await load(url, '1,Ada\n');
  await query('BEGIN');
  await query('LOCK TABLE people IN ACCESS EXCLUSIVE MODE');
  const waiting = load(url, '2,Grace\n', { version: 'v2' });
  await query('COMMIT');
  await waiting;
  assert.equal((await query('SELECT id FROM people')).length, 2);
});
