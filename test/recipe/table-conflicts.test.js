import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compileRecipe } from '../../src/recipe/recipe.js';

/** @type {[csv: Record<string, unknown>, code: string, message: string][]} */
const REFUSED = [
  [
    { table: 't', header: false },
    'recipe/conflict',
    'table needs names of columns, but "header" is false: list the names in "header"',
  ],
  [
    { table: 't', badRecords: 'keep' },
    'recipe/conflict',
    'badRecords is "keep", but a bad record is no row of "table": choose "quarantine", "skip" or "fail"',
  ],
  [
    { table: 't', output: { delimiter: ';' } },
    'recipe/conflict',
    'output.delimiter is ";", but the records go into "table" and not into a file: leave one out',
  ],
  [
    { table: 't', header: ['a'], writeHeader: true },
    'recipe/conflict',
    'writeHeader is true, but the names of "header" become columns of "table" without it: leave it out',
  ],
  [
    { table: { name: 't', mode: 'merge' } },
    'recipe/missing-key',
    'table.key is missing: "merge" needs the fields by which a record finds its row',
  ],
  [
    { table: { name: 't', mode: 'replace', key: ['id'] } },
    'recipe/conflict',
    'table.key has no effect, since "mode" is "replace": leave it out, or set "mode": "merge"',
  ],
  [
    { table: merge('id'), drop: ['ID'] },
    'recipe/conflict',
    'table.key[0] is "id", a field that the rule does not write: the table needs it',
  ],
  [
    { table: merge('a', 'b'), header: ['a', 'b'], select: ['a'] },
    'recipe/conflict',
    'table.key[1] is "b", a field that the rule does not write: the table needs it',
  ],
  [{ table: merge('c'), header: ['a', 'b'] }, 'recipe/conflict', 'table.key[0] is "c", but "header" has only "a", "b"'],
  [
    { table: merge('c'), header: ['a', 'b'], missing: 'ignore' },
    'recipe/conflict',
    'table.key[0] is "c", a field that the rule does not write: the table needs it',
  ],
  [
    { table: merge('a'), header: ['A', 'a '] },
    'recipe/conflict',
    'table.key[0] is "a", but "header" has "A", "a ": write the name exactly',
  ],
  [
    { table: merge('a'), header: ['a', 'a'] },
    'recipe/conflict',
    'table.key[0] is "a", which "header" has 2 times: give each its own name there',
  ],
  [{ table: merge('id', 'id') }, 'recipe/conflict', 'table.key[1] is "id", the field of table.key[0]: leave one out'],
  [
    { table: `crm.${'é'.repeat(32)}` },
    'recipe/wrong-value',
    'table has a name of 64 bytes in UTF-8, but a name in Postgres has at most 63',
  ],
  [
    { table: { name: `${'s'.repeat(64)}.t` } },
    'recipe/wrong-value',
    'table.name has a name of 64 bytes in UTF-8, but a name in Postgres has at most 63',
  ],
  ...['', '.', 'a.', '.a', 'a..b', 'a\0b'].map(
    name =>
      /** @type {[Record<string, unknown>, string, string]} */ ([
        { table: { name } },
        'recipe/wrong-value',
        `table.name is ${JSON.stringify(name)}, but must be a table's name such as "people" or "crm.people", with at most one dot`,
      ]),
  ),
];

suite('tables in a csv rule', () => {
  for (const [csv, code, message] of REFUSED) {
    test(`refuses ${JSON.stringify(csv)}`, async () => {
      const entries = [
        { match: 'a', copy: true },
        { match: 'b', csv },
      ];
      await assert.rejects(compileRecipe({ entries }), {
        name: 'RecipeError',
        code,
        message: `entries[1].csv.${message}`,
      });
    });
  }

  test('allows a key that is renamed, trimmed, added by "set", or found only in the header', async () => {
    for (const csv of [
      { table: merge('E-Mail'), rename: { 'E-Mail': 'email' }, trim: ['E-Mail'] },
      { table: merge('source', 'id'), set: { source: '$entry' }, header: ['id'] },
      { table: merge('id'), drop: ['name'], missing: 'ignore', header: 'auto' },
      { table: `${'s'.repeat(63)}.${'é'.repeat(31)}` },
    ]) {
      await compileRecipe({ entries: [{ match: 'b', csv }] });
    }
  });

  test('refuses rules that fill one table in different ways', async () => {
    for (const [one, other] of [
      [{ table: 'crm.t' }, { table: { name: 'crm.t', mode: 'replace' } }],
      [{ table: merge('id') }, { table: merge('id', 'day') }],
      [{ table: merge('id') }, { table: merge('Id'), rename: { Id: 'person' } }],
    ]) {
      const entries = [
        { match: 'a', csv: one },
        { match: 'b', copy: true },
        { match: 'c', csv: other },
      ];
      await assert.rejects(compileRecipe({ entries }), {
        code: 'recipe/conflict',
        message:
          'entries[2].csv.table is the table of entries[0].csv.table, but has another "mode" or "key": make them the same',
      });
    }
  });

  test('allows rules that fill one table in one way, and other tables in others', async () => {
    const csvs = [
      { table: merge('id', 'day') },
      { table: merge('DAY', 'person'), rename: { person: 'id' } },
      { table: 'crm.t' },
      { table: { name: 'T', mode: 'replace' } },
    ];
    await compileRecipe({ entries: csvs.map((csv, index) => ({ match: `${index}`, csv })) });
  });
});

/** @param {string[]} key */
function merge(...key) {
  return { name: 't', mode: 'merge', key };
}
