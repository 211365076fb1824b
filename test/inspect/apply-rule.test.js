import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { inspectArchive } from '../../src/inspect/inspect-archive.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { turnsOf } from './turns-of.js';

const PEOPLE =
  'id,email,phone,born\n1, a@x.org ,(415) 555-2671,31.01.2020\n2,,6,x\n3,"c, ""d""",,1.2.1999\nbad\n5,e,+49 30 123456,\n';
const CONTENTS = {
  plain: PEOPLE,
  'with a mark': `\ufeff${PEOPLE}`,
  'in UTF-16': Buffer.from(`\ufeff${PEOPLE.replaceAll('"c, ""d"""', '"c; ""d"""').replaceAll(',', ';')}`, 'utf16le'),
  'below a preamble': `sep=,\n${PEOPLE}`,
  'without records': 'id,email,phone,born\n',
  'without a line end': PEOPLE.trimEnd(),
};

/** @type {Record<string, Record<string, unknown>>} */
const RULES = {
  nothing: {},
  drop: { drop: ['email', 0] },
  require: { require: ['email'] },
  trim: { trim: true },
  where: { where: { field: 'id', gt: 1 } },
  'dates and phones': {
    dates: [{ field: 'born', from: 'D.M.YYYY' }],
    phones: [{ field: 'phone', format: 'e164', country: 'US' }],
  },
  mask: { mask: [{ field: 'phone', keepLast: 2 }] },
  set: { set: { number: '$record', entry: '$entry', from: '$archive', time: '$time', fixed: 'a,b' } },
  'select and rename': { select: ['phone', 'id'], rename: { phone: 'Telephone, "P"' } },
  'another delimiter': { output: { delimiter: '|' }, keep: ['email', 'id'] },
  'names of its own': { header: ['a', 'b', 'c', 'd'], drop: ['b'] },
  'names of its own, written': { header: ['a', 'b', 'c', 'd'], writeHeader: true, rename: { b: 'B' }, set: { s: 'x' } },
};

for (const [name, csv] of Object.entries(RULES)) {
  test(`what is shown is what a job writes: ${name}`, async () => {
    const recipe = await compileRecipe({
      entries: [{ match: '**', csv: { ...csv, badRecords: 'skip', maxBad: '100%' } }],
    });
    for (const [title, content] of Object.entries(CONTENTS)) {
      const zip = writeZip([{ name: 'a.csv', content }]);
      const { kinds } = await inspectArchive({ source: memorySource(zip), recipe });
      const destination = memoryDestination();
      const { manifest } = await processArchive({ source: memorySource(zip), destination, recipe, hashKey: null });
      assert.equal(manifest?.status, 'complete');
      const [kind] = kinds;
      const written = destination.files.get('x/a.csv') ?? Buffer.alloc(0);
      const delimiter = recipe.ruleFor('').action === 'csv' ? (csv.output ? '|' : kind.dialect.delimiter) : ',';
      const rows = parse(written, { bom: true, delimiter, relaxColumnCount: true });
      const shown = [
        ...(kind.afterHeader ? [kind.afterHeader] : []),
        ...(kind.after ?? []).filter(row => row.length > 0),
      ];
      assert.deepEqual(shown, rows, title);
      assert.equal(kind.before.length, kind.after?.length, title);
    }
  });
}

test('a hash is shown that nobody can make again', async () => {
  const recipe = await compileRecipe({ entries: [{ match: '**', csv: { hash: ['email'] } }] });
  const source = memorySource(writeZip([{ name: 'a.csv', content: 'id,email\n1,a\n2,a\n3,b\n' }]));
  const { kinds } = await inspectArchive({ source, recipe });
  const [one, two, other] = (kinds[0].after ?? []).map(([, hash]) => hash);
  assert.match(one, /^[0-9a-f]{64}$/);
  assert.equal(one, two);
  assert.notEqual(one, other);
});

test('of a table, the names of the columns are shown, and its rows', async () => {
  const csv = {
    table: 't',
    rename: { email: 'mail' },
    header: 'auto',
    columns: { email: { type: 'text', null: ['-'] } },
  };
  const recipe = await compileRecipe({ entries: [{ match: '**', csv }] });
  const source = memorySource(writeZip([{ name: 'a.csv', content: 'id,email,größe\r\n1,-,5" x\r\n2,b,\r\n' }]));
  const [{ afterHeader, after }] = (await inspectArchive({ source, recipe })).kinds;
  assert.deepEqual(afterHeader, ['id', 'mail', 'größe']);
  assert.deepEqual(after, [
    ['1', '', '5" x'],
    ['2', 'b', ''],
  ]);
});

test('records are edited in pieces where a rule has many conditions, whether they are filtered out or not', async () => {
  for (const last of ['y', 'x']) {
    const any = [...Array.from({ length: 99 }, (_, index) => `^y+${index}$`), `^${last}$`];
    const where = { any: any.map(matches => ({ field: 'a', matches })) };
    const recipe = await compileRecipe({ entries: [{ match: '**', csv: { where } }] });
    const source = memorySource(writeZip([{ name: 'a.csv', content: `a,b\n${'x,1\n'.repeat(10_000)}` }]));
    const { result, turns } = await turnsOf(() => inspectArchive({ source, recipe }));
    assert.equal(
      result.kinds[0].after?.some(row => row.length > 0),
      last === 'x',
    );
    assert.ok(turns >= 20, `${turns} turns`);
  }
});
