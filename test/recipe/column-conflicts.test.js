import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compileRecipe } from '../../src/recipe/recipe.js';

/** @type {[csv: Record<string, unknown>, message: string][]} */
const REFUSED = [
  [
    { drop: ['Email '], columns: { email: 'text' } },
    'columns.email is the type of "email", a field that the rule does not write: leave one out',
  ],
  [
    { keep: ['id'], columns: { email: 'text' } },
    'columns.email is the type of "email", a field that the rule does not write: leave one out',
  ],
  [
    { header: ['id', 'email'], select: [0], columns: { email: 'text' } },
    'columns.email is the type of "email", a field that the rule does not write: leave one out',
  ],
  [
    { hash: ['EMAIL'], columns: { email: 'uuid' } },
    'columns.email is the type of "email", which "hash" makes hexadecimal digits: it can only be "text"',
  ],
  [
    { mask: [{ field: 'iban', keepLast: 4 }], columns: { iban: { type: 'bigint' } } },
    'columns.iban is the type of "iban", which "mask" makes asterisks: it can only be "text"',
  ],
  [
    { rename: { 'E-Mail': 'email' }, columns: { email: 'text' } },
    'columns.email is the type of "email", which is the output\'s name of "E-Mail"; "columns" has the input\'s names: write "E-Mail"',
  ],
  [
    { set: { source: '$archive' }, columns: { source: 'uuid' } },
    'columns.source is the type of "source", which is $archive: it can only be "text"',
  ],
  [
    { set: { line: '$record' }, columns: { line: 'integer' } },
    'columns.line is the type of "line", which is $record: it can only be "text" or "bigint" or "numeric"',
  ],
  [
    { set: { at: '$time' }, columns: { at: 'date' } },
    'columns.at is the type of "at", which is $time: it can only be "text" or "timestamptz"',
  ],
  [
    { set: { n: '$$5' }, columns: { n: 'smallint' } },
    'columns.n is the type of "n", which is always "$$5": that is no smallint',
  ],
  [
    { header: false, columns: { id: 'bigint' } },
    'columns.id is the type of "id", but "header" is false: give the fields names in "header"',
  ],
  [{ header: ['a'], columns: { id: 'bigint' } }, 'columns.id is the type of "id", but "header" has only "a"'],
  [
    { header: ['id'], columns: { id: 'bigint', ID: 'text' } },
    'columns.ID is the type of "ID", the field of columns.id: leave one out',
  ],
];

suite('types of columns that cannot be', () => {
  for (const [csv, message] of REFUSED) {
    test(`refuses ${JSON.stringify(csv)}`, async () => {
      await assert.rejects(compileRecipe({ entries: [{ match: '*', csv }] }), {
        code: 'recipe/conflict',
        message: `entries[0].csv.${message}`,
      });
    });
  }

  test('allows all others', async () => {
    for (const csv of [
      { hash: ['email'], mask: [{ field: 'iban' }], columns: { email: 'text', iban: { type: 'text', null: [''] } } },
      { rename: { EMAIL: 'email' }, columns: { email: 'text' } },
      { rename: { a: 'b', b: 'c' }, columns: { b: 'date' } },
      { rename: { 'E-Mail': 'email' }, missing: 'ignore', columns: { email: 'text', 'E-Mail': 'text' } },
      {
        set: { source: '$entry', line: '$record', at: '$time', n: 5, none: '' },
        select: ['line', 'id'],
        columns: { source: 'text', line: 'bigint', at: 'timestamptz', n: 'smallint', none: 'date', id: 'uuid' },
      },
    ]) {
      await compileRecipe({ entries: [{ match: '*', csv }] });
    }
  });
});
