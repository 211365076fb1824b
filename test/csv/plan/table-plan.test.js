import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { planFields } from '../../../src/csv/plan/plan-fields.js';
import { ruleOf, transformsOf } from '../edit-entry.js';

/** @import { CsvRule } from '../../../src/recipe/recipe.js' */

/** @type {NonNullable<CsvRule['table']>} */
const TABLE = { schema: null, name: 't', mode: 'append', key: [] };

suite('the columns of a table', () => {
  test('have the names of the output, in its order, with their types and what stands for NULL', () => {
    const rule = ruleOf({
      table: { ...TABLE, mode: 'merge', key: ['ID', 'source'] },
      names: 'loose',
      trim: [' note '],
      rename: [['E-Mail', 'email']],
      drop: ['secret'],
      columns: [
        ['id', { type: 'bigint', null: ['-'] }],
        ['E-Mail', { type: 'text', null: ['', 'none'] }],
        [' note ', { type: 'text', null: ['N/A'] }],
        ['line', { type: 'integer', null: [] }],
      ],
    });
    const set = [
      { name: 'source', value: Buffer.from('x') },
      { name: 'line', value: /** @type {const} */ ('record') },
    ];
    const { table } = planOf(rule, ['ID', 'E-Mail', 'secret', ' note ', 'city'], set);
    assert.deepEqual(table, {
      columns: [
        { name: 'ID', type: 'bigint', nullAs: 'empty', isKey: true },
        { name: 'email', type: 'text', nullAs: 'empty', isKey: false },
        { name: 'note', type: 'text', nullAs: 'unquoted', isKey: false },
        { name: 'city', type: 'text', nullAs: 'none', isKey: false },
        { name: 'source', type: 'text', nullAs: 'none', isKey: true },
        { name: 'line', type: 'integer', nullAs: 'empty', isKey: false },
      ],
      fields: [
        { index: 0, name: 'ID' },
        { index: 1, name: 'E-Mail' },
        { index: 3, name: ' note ' },
        { index: 4, name: 'city' },
      ],
    });
  });

  test('are none where the records go into a file', () => {
    assert.equal(planOf(ruleOf(), ['a', '', 'a'], []).table, null);
  });

  /** @type {[title: string, rule: Partial<CsvRule>, names: string[] | null, code: string, message: RegExp][]} */
  const refused = [
    [
      'without a header',
      { header: 'auto' },
      null,
      'csv/column-name',
      /positions 0 to 1, and no header; list the names/,
    ],
    ['without a name', {}, ['a', ''], 'csv/column-name', /^column 2 of the table would have no name: ""; give/],
    [
      'with a long name',
      {},
      ['a', 'é'.repeat(32)],
      'csv/column-name',
      /a name of 64 bytes in UTF-8 \(a column's has at most 63\)/,
    ],
    ['with a name that is not UTF-8', {}, ['a', 'n\ufffd'], 'csv/column-name', /a name that is not UTF-8/],
    ['with a name twice', {}, ['a', 'a'], 'csv/duplicate-column', /^the table would have two columns "a"/],
    [
      'without the key',
      { missing: 'ignore', table: merge('c') },
      ['a', 'b'],
      'csv/missing-field',
      /the table's key has the fields "c"/,
    ],
    ['with a dropped key', { drop: [1], table: merge('b') }, ['a', 'b'], 'csv/missing-field', /or it is dropped/],
    [
      'with an unknown key',
      { table: merge('c') },
      ['a', 'b'],
      'csv/missing-field',
      /^"table" names the field "c"(?!.*"ignore")/,
    ],
  ];
  for (const [title, rule, names, code, message] of refused) {
    test(`fail an entry ${title}`, () => {
      assert.throws(() => planOf(ruleOf({ table: TABLE, ...rule }), names, []), { code, message });
    });
  }
});

/**
 * @param {CsvRule} rule
 * @param {string[] | null} names
 * @param {{ name: string, value: Buffer | 'record' }[]} set
 */
function planOf(rule, names, set) {
  const written = set.map(({ name }) => /** @type {const} */ ([name, 'x']));
  return planFields({ ...rule, set: written }, transformsOf(rule, { set }), names, names?.length ?? 2);
}

/** @param {string[]} key */
function merge(...key) {
  return /** @type {const} */ ({ ...TABLE, mode: 'merge', key });
}
