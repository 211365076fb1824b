import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectedColumns } from '../../../src/serve/read/selected-columns.js';
import { catalogOf } from '../fixture.js';

/** @import { Table } from '../../../src/serve/catalog/load-catalog.js' */

/** @param {Record<string, string>} columns */
async function people(columns) {
  const { tables, types } = await catalogOf({ people: columns });
  const table = /** @type {Table} */ (tables.get('people'));
  return (/** @type {string} */ text) => selectedColumns(text, table, types);
}

test('the same text is read once for a table, and again for that of a newer catalog', async () => {
  const before = await people({ id: 'int4', name: 'text' });
  assert.equal(before('*'), before('*'));
  assert.equal(before('id,n:name'), before('id,n:name'));
  assert.deepEqual(
    before('id,n:name').map(({ name }) => name),
    ['id', 'n'],
  );
  const after = await people({ id: 'int4', name: 'text', city: 'text' });
  assert.deepEqual(
    after('*').map(({ name }) => name),
    ['id', 'name', 'city'],
  );
});

test('few columns are kept, of all tables together, and no long texts and no wrong ones', async () => {
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`c${index}`, 'int4']));
  const tables = await Promise.all(Array.from({ length: 10 }, () => people(wide)));
  const first = tables[0]('*');
  for (const select of tables.slice(0, 9)) select('*');
  assert.equal(tables[0]('*'), first);
  tables[9]('*');
  assert.notEqual(tables[0]('*'), first);
  const select = await people({ id: 'int4' });
  const long = Array.from({ length: 200 }, (_, index) => `c${index}:id`).join(',');
  assert.notEqual(select(long), select(long));
  for (let time = 0; time < 2; time++) assert.throws(() => select('nope'), { code: '42703' });
});
