import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, COLUMNS, commit, freshDatabase, sendRows, startServer } from './fixture.js';
import { collect, publish } from './staging-fixture.js';

/** @import { RowColumn } from '../../../src/destination/database/open.js' */

/** @type {{ url: string, stop: () => Promise<void> }} */
let server;

before(async () => {
  server = await startServer();
});
after(() => server.stop());

/** Leaves out every row whose name begins with an x. */
const DROPS = `CREATE FUNCTION drops() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN IF NEW.name LIKE 'x%' THEN RETURN NULL; END IF; RETURN NEW; END $$;`;
const PEOPLE = 'CREATE TABLE people (id integer PRIMARY KEY, name text)';
const DROPPING = `${DROPS} ${PEOPLE};
  CREATE TRIGGER drops BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION drops();`;
/** A view whose trigger decides for each row. */
const VIEW = `CREATE TABLE persons (id integer PRIMARY KEY, name text); CREATE VIEW people AS SELECT * FROM persons;
  CREATE FUNCTION puts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'DELETE' THEN DELETE FROM persons WHERE id = OLD.id; RETURN OLD; END IF;
    IF NEW.name LIKE 'x%' THEN RETURN NULL; END IF;
    INSERT INTO persons VALUES (NEW.id, NEW.name); RETURN NEW; END $$;
  CREATE TRIGGER puts INSTEAD OF INSERT OR DELETE ON people FOR EACH ROW EXECUTE FUNCTION puts();`;

/** @type {readonly RowColumn[]} */
const KEYED = COLUMNS.map(column => ({ ...column, isKey: column.name === 'id' }));
const [ID, NAME] = KEYED;

/** @type {readonly (readonly [string, readonly RowColumn[]])[]} */
const ENTRIES = [
  ['1,Ada\n2,Grace\n2,Hopper\n', KEYED],
  ['Alan,3\nx,4\nLovelace,1\n', [NAME, ID]],
  ['4,Edsger\n6,x\n', [ID, NAME]],
  ['5,xenia\n3,Turing\n5,xavier\n', KEYED],
];

for (const [what, setup, { mode, entries, rows, repeated, taken, left }] of /** @type {const} */ ([
  [
    'a view under merge',
    'CREATE TABLE persons (id integer PRIMARY KEY, name text); CREATE VIEW people AS SELECT * FROM persons',
    {
      mode: 'merge',
      entries: ENTRIES,
      ...{ rows: 11, repeated: [1, 1, 1, 2], taken: [0, 0, 0, 0] },
      left: ['1 Lovelace', '2 Hopper', '3 Turing', '4 Edsger', '5 xavier', '6 x'],
    },
  ],
  [
    'a view with a trigger that drops rows under append',
    VIEW,
    {
      mode: 'append',
      entries: [
        ['1,Ada\n2,xerxes\n', COLUMNS],
        ['3,Grace\n', COLUMNS],
        ['4,x\n5,x\n6,x\n', COLUMNS],
      ],
      ...{ rows: 2, repeated: [0, 0, 0], taken: [1, 0, 3], left: ['1 Ada', '3 Grace'] },
    },
  ],
  [
    'a view with a trigger that drops rows under replace',
    `${VIEW} INSERT INTO persons VALUES (1, 'old'), (9, 'old')`,
    { mode: 'replace', entries: [['1,Ada\n2,x\n', COLUMNS]], rows: 1, repeated: [0], taken: [1], left: ['1 Ada'] },
  ],
  [
    'a view that Postgres updates by itself under replace',
    `CREATE TABLE persons (id integer PRIMARY KEY, name text, since text DEFAULT 'now');
     CREATE VIEW people AS SELECT name, id FROM persons WHERE id < 9; INSERT INTO persons VALUES (1, 'old'), (9, 'other')`,
    {
      mode: 'replace',
      entries: [
        ['1,Ada\n2,x\n', COLUMNS],
        ['x,3\n', [...COLUMNS].reverse()],
      ],
      ...{ rows: 3, repeated: [0, 0], taken: [0, 0], left: ['1 Ada', '2 x', '3 x'] },
    },
  ],
  [
    'a trigger that puts rows into parts of the table, and drops none, under append',
    `${PEOPLE}; CREATE TABLE others () INHERITS (people);
     CREATE FUNCTION puts() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN INSERT INTO others VALUES (NEW.id, NEW.name); RETURN NULL; END $$;
     CREATE TRIGGER puts BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION puts()`,
    {
      mode: 'append',
      entries: [['1,Ada\n2,x\n', COLUMNS]],
      rows: 0,
      repeated: [0],
      taken: [2],
      left: ['1 Ada', '2 x'],
    },
  ],
  [
    'a trigger of a partition that drops rows under append',
    `${DROPS} CREATE TABLE people (id integer PRIMARY KEY, name text) PARTITION BY RANGE (id);
     CREATE TABLE low PARTITION OF people FOR VALUES FROM (0) TO (3);
     CREATE TABLE high PARTITION OF people FOR VALUES FROM (3) TO (9);
     CREATE TRIGGER drops BEFORE INSERT ON high FOR EACH ROW EXECUTE FUNCTION drops()`,
    {
      mode: 'append',
      entries: [
        ['1,xenia\n2,x\n3,x\n', COLUMNS],
        ['4,Ada\n5,x\n', COLUMNS],
      ],
      ...{ rows: 3, repeated: [0, 0], taken: [1, 1], left: ['1 xenia', '2 x', '4 Ada'] },
    },
  ],
  [
    'a trigger that drops rows under append',
    DROPPING,
    {
      mode: 'append',
      entries: [
        ['1,Ada\n2,xerxes\n', COLUMNS],
        ['3,Grace\n4,x\n5,x\n', COLUMNS],
      ],
      ...{ rows: 2, repeated: [0, 0], taken: [1, 2], left: ['1 Ada', '3 Grace'] },
    },
  ],
  [
    'a trigger that drops rows under replace',
    DROPPING,
    { mode: 'replace', entries: [['1,Ada\n2,xerxes\n', COLUMNS]], rows: 1, repeated: [0], taken: [1], left: ['1 Ada'] },
  ],
  [
    'a trigger that drops rows under merge',
    DROPPING,
    {
      mode: 'merge',
      entries: ENTRIES,
      ...{ rows: 11, repeated: [1, 1, 1, 2], taken: [0, 1, 1, 1] },
      left: ['1 Lovelace', '2 Hopper', '3 Turing', '4 Edsger'],
    },
  ],
  [
    'a key alone, which the database would count itself, under merge',
    `CREATE TABLE people (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text DEFAULT 'new');
     INSERT INTO people OVERRIDING SYSTEM VALUE VALUES (2, 'old')`,
    {
      mode: 'merge',
      entries: [
        ['1\n2\n', [ID]],
        ['3\n2\n3\n', [ID]],
      ],
      ...{ rows: 5, repeated: [0, 2], taken: [0, 0], left: ['1 new', '2 old', '3 new'] },
    },
  ],
  .../** @type {const} */ (['the first entry', 'the second entry']).map(which => {
    /** @type {readonly (readonly [string, readonly RowColumn[]])[]} */
    const entries = [
      ['1\n2\n', [ID]],
      ['3,Ada\n4,x\n', KEYED],
    ];
    const isFirst = which === 'the first entry';
    return /** @type {const} */ ([
      `a key alone in ${which}, and a trigger that drops rows of the other one, under merge`,
      `${DROPPING} INSERT INTO people VALUES (1, 'old'), (2, 'old')`,
      {
        mode: 'merge',
        entries: isFirst ? entries : entries.toReversed(),
        ...{ rows: 4, repeated: [0, 0], taken: isFirst ? [0, 1] : [1, 0], left: ['1 old', '2 old', '3 Ada'] },
      },
    ]);
  }),
  [
    'a trigger that changes other rows under merge',
    `${PEOPLE}; INSERT INTO people VALUES (5, 'old'), (6, 'old');
     CREATE FUNCTION changes() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN UPDATE people SET name = name WHERE id > 4 AND id <> NEW.id; RETURN NULL; END $$;
     CREATE TRIGGER changes AFTER INSERT OR UPDATE ON people FOR EACH ROW WHEN (NEW.id < 4) EXECUTE FUNCTION changes()`,
    {
      mode: 'merge',
      entries: [
        ['1,Ada\n', KEYED],
        ['5,Alan\n', KEYED],
      ],
      ...{ rows: 2, repeated: [0, 0], taken: [0, 0], left: ['1 Ada', '5 Alan', '6 old'] },
    },
  ],
])) {
  for (const way of /** @type {const} */ (['direct', 'staged'])) {
    test(`${what}: rows, repeated keys, and what triggers take are counted in the same way, ${way}`, async t => {
      const { url, query } = await freshDatabase(t, server.url);
      await query(setup);
      const counted =
        way === 'direct' ? await loadDirectly(url, mode, entries) : await stageAndPublish(url, mode, entries);
      assert.deepEqual(counted, { repeated, taken });
      const [{ rows: recorded }] = await query('SELECT rows::int FROM sluice.loads');
      assert.equal(recorded, rows);
      const there = await query("SELECT id || ' ' || name AS text FROM people ORDER BY id");
      assert.deepEqual(
        there.map(({ text }) => text),
        left,
      );
    });
  }
}

/**
 * @param {string} url
 * @param {'append' | 'replace' | 'merge'} mode
 * @param {readonly (readonly [string, readonly RowColumn[]])[]} entries
 */
async function loadDirectly(url, mode, entries) {
  const begun = await begin(url, { mode });
  const repeated = [];
  const taken = [];
  try {
    for (const [rows, columns] of entries) {
      const { repeatedKeys, takenByTriggers } = await sendRows(begun, rows, [...columns]);
      repeated.push(repeatedKeys());
      taken.push(takenByTriggers(rows.split('\n').length - 1));
    }
    await commit(begun);
  } finally {
    await begun.rollback();
  }
  return { repeated, taken };
}

/** @type {typeof loadDirectly} */
async function stageAndPublish(url, mode, entries) {
  const staged = await collect(url, null, [...entries], { mode });
  const published = await publish(url, staged, {
    mode,
    // A JSON value of the server's more demanding type cannot hold a NUL.
    entries: entries.map((_, path) => ({ path, missing: ['\0'] })),
  });
  const { entries: recorded = [] } = published.earlier ?? {};
  return {
    repeated: recorded.map(({ repeatedKeys = 0 }) => repeatedKeys),
    taken: recorded.map(({ takenByTriggers = 0 }) => takenByTriggers),
  };
}
