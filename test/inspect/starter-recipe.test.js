import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { RFC_4180 } from '../../src/csv/dialect.js';
import { foldPath } from '../../src/inspect/entry-globs.js';
import { inspectArchive } from '../../src/inspect/inspect-archive.js';
import { starterRecipe } from '../../src/inspect/starter-recipe.js';
import { matchNames } from '../../src/recipe/field-names.js';
import { compileGlob } from '../../src/recipe/glob.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { openSource } from '../../src/source/open-source.js';
import { encode } from '../support/encode.js';
import fc, { caseCount } from '../support/fast-check.js';
import { runCli, temporaryFolder } from '../support/run-cli.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { TestContext } from 'node:test' */
/** @import { Column, Inspection } from '../../src/inspect/inspection.js' */
/** @import { PersonalKind } from '../../src/inspect/personal-names.js' */

const PEOPLE = `id,E-Mail,Telefon,Vorname,PLZ,Geburtsdatum,IBAN,note
1,ann@example.com,+49 30 901820,Ann,10115,31.12.1990,DE89370400440532013000,"a, ""b"""
2,,,,,,,
3,bob@example.com,+49 30 901821,Bob,20095,01.02.1991,GB82WEST12345698765432, x
`;
const ORDERS = 'order;amount;email\r\n1;2.50;ann@example.com\r\n2;3;bob@example.com\r\n';
const PRODUCTS = 'sku,name,city\nA-1,Lamp,Rome\nA-2,"Desk\nlarge",Bonn\n';
const HEADERLESS = '1,ann@example.com,5\n2,bob@example.com,6\n3,cem@example.com,7\n';
const DOUBLE =
  'email,,x,Email\nann@example.com,bob@example.com,1,dee@example.com\nbob@example.com,cem@example.com,2,eve@example.com\ncem@example.com,ann@example.com,3,fay@example.com\n';

test('the job does with a starter recipe what it says: personal columns change, all else stays byte for byte', async t => {
  const files = {
    'people.csv': PEOPLE,
    'orders/2025-01.csv': ORDERS,
    'orders/2025-02.csv': ORDERS.replace('2.50', '4'),
    'shop/products.csv': PRODUCTS,
    'raw/1.csv': HEADERLESS,
    'double.csv': DOUBLE,
    'streets.csv': 'street,zip\nMain Street 1,10115\nSide Street 2,20095\n',
    'readme.txt': 'Read me.\n',
    '__MACOSX/._people.csv': 'x',
    'orders/.DS_Store': 'x',
  };
  const { inspection, recipe, read, manifest } = await runStarter(t, files);
  assert.deepEqual(recipe, {
    $schema: './node_modules/sluice/src/recipe/recipe.schema.json',
    entries: [
      { match: '{__MACOSX/**,**/.DS_Store}', skip: true },
      { match: 'orders/**/*.csv', csv: { hash: ['email'] } },
      {
        match: 'people.csv',
        csv: { hash: ['E-Mail', 'Telefon', 'IBAN'], drop: ['Vorname', 'PLZ', 'Geburtsdatum'] },
      },
      { match: 'shop/**/*.csv', csv: {} },
      { match: 'raw/**/*.csv', csv: { header: false, hash: [1] } },
      { match: 'double.csv', csv: { hash: [0, 1, 3] } },
      { match: 'streets.csv', csv: { hash: ['street', 'zip'] } },
      { match: '**', copy: true },
    ],
  });
  assert.equal(inspection.kinds.length, 6);
  assert.equal(manifest.status, 'complete');
  assert.equal(await read('readme.txt'), 'Read me.\n');
  assert.equal(await read('shop/products.csv'), PRODUCTS);
  assert.equal(await read('orders/2025-01.csv'), ORDERS.replace(/\w+@[\w.]+/g, hash));
  assert.equal(await read('raw/1.csv'), HEADERLESS.replace(/\w+@[\w.]+/g, hash));
  const people = await read('people.csv');
  const [header, ann, nobody, bob] = parse(people);
  assert.deepEqual(header, ['id', 'E-Mail', 'Telefon', 'IBAN', 'note']);
  assert.deepEqual(ann, [
    '1',
    hash('ann@example.com'),
    hash('+49 30 901820'),
    hash('DE89370400440532013000'),
    'a, "b"',
  ]);
  assert.deepEqual(nobody, ['2', '', '', '', '']);
  assert.equal(bob[4], ' x');
  assert.match(people, /"a, ""b"""\n/);
});

test('text in other encodings comes out as UTF-8, without its personal columns', async t => {
  const files = {
    'de.csv': encode('Nr;Straße;Vorname;Ware\n1;Hauptstraße 1;Jörg;Käse\n2;Am Öhr 2;Zoë;Müsli\n', 'windows-1252'),
    'ru.csv': encode('Номер;Товар;Почта\n1;Настольная лампа;ann@example.com\n2;Стул;bob@example.com\n', 'windows-1251'),
    'ja.csv': encode('番号,商品,email\n1,りんごジュース,ann@example.com\n2,机と椅子,bob@example.com\n', 'shift_jis'),
    // Nothing but ASCII, and UTF-8, with one header; the former is as well in the encoding of the latter.
    'more/1.csv': 'sku,ware\n1,Tea\n',
    'more/2.csv': encode('sku,ware\n1,Käse\n', 'windows-1252'),
    'more/3.csv': 'sku,ware\n1,Käse\n',
  };
  const { inspection, recipe, read, manifest } = await runStarter(t, files);
  assert.equal(manifest.status, 'complete');
  const rules = Object.keys(files).map(
    path => recipe.entries.find(({ match }) => compileGlob(match, 'match')(path))?.csv,
  );
  assert.deepEqual(rules, [
    { encoding: 'windows-1252', drop: ['Straße', 'Vorname'] },
    { encoding: 'windows-1251', hash: ['Почта'] },
    { encoding: 'shift_jis', hash: ['email'] },
    { encoding: 'windows-1252' },
    { encoding: 'windows-1252' },
    {},
  ]);
  assert.equal(await read('de.csv'), 'Nr;Ware\n1;Käse\n2;Müsli\n');
  const [ann, bob] = ['ann@example.com', 'bob@example.com'].map(hash);
  assert.equal(await read('ru.csv'), `Номер;Товар;Почта\n1;Настольная лампа;${ann}\n2;Стул;${bob}\n`);
  assert.equal(await read('ja.csv'), `番号,商品,email\n1,りんごジュース,${ann}\n2,机と椅子,${bob}\n`);
  assert.equal(await read('more/1.csv'), 'sku,ware\n1,Tea\n');
  assert.equal(await read('more/2.csv'), 'sku,ware\n1,Käse\n');
  assert.equal(await read('more/3.csv'), 'sku,ware\n1,Käse\n');
  const { header, before, isDecoded, guessedEncoding } = inspection.kinds[inspection.entries[0].kind ?? -1];
  assert.deepEqual([isDecoded, guessedEncoding], [false, 'windows-1252']);
  assert.deepEqual([header?.[1], before[0]], ['Straße', ['1', 'Hauptstraße 1', 'Jörg', 'Käse']]);
});

test('kinds in several encodings that share a rule are skipped where it could not find their personal columns', async () => {
  const restOf = (/** @type {string} */ name) => {
    const inspection = inspectionOf(
      Array.from({ length: 101 }, (_, kind) => [`${kind}.csv`]),
      [],
    );
    for (const [index, kind] of inspection.kinds.entries()) {
      kind.guessedEncoding = index % 2 === 0 ? 'windows-1252' : null;
      kind.header = ['id', `${name} ${index}`];
      kind.columns.push(columnOf(`${name} ${index}`, 1, 'email'));
    }
    const { entries } = starterRecipe(inspection);
    return entries.find(({ match }) => compileGlob(match, 'match')('100.csv'));
  };
  assert.equal(restOf('Straße')?.skip, true);
  assert.deepEqual(restOf('street')?.csv?.hash, ['street 99', 'street 100']);
  assert.equal(restOf('street')?.csv?.encoding, undefined);
});

test('names with the characters of globs, of other scripts and in other cases are taken literally', async t => {
  const orders = ['orders [1].csv', '!orders.csv', 'a*/{x,y}.csv', 'é/日本?.csv', '**.csv', '-/--[!a].csv'];
  const files = {
    ...Object.fromEntries(orders.map(name => [name, ORDERS])),
    ...{
      'orders 1.csv': PRODUCTS,
      'people.csv': PRODUCTS,
      'a*/x.csv': PRODUCTS,
      'é/日本.csv': PRODUCTS,
      'x.csv': PRODUCTS,
    },
    ...{ 'empty.csv': '', '-/--b.csv': 'not a table' },
  };
  const { manifest, read } = await runStarter(t, files);
  assert.equal(manifest.status, 'complete');
  for (const [name, content] of Object.entries(files)) {
    assert.equal(await read(name), orders.includes(name) ? ORDERS.replace(/\w+@[\w.]+/g, hash) : content, name);
  }
});

test('an empty entry does not keep a rule from being general', () => {
  const inspection = inspectionOf([['a.csv', 'b/c.csv']], ['empty.csv']);
  inspection.entries[2].bytes = 0;
  assert.equal(starterRecipe(inspection).entries[1].match, '**/*.csv');
});

test('one kind of CSV is taken wherever it lies', async () => {
  const recipe = starterRecipe(inspectionOf([['a/x.csv', 'b.CSV']], ['readme.txt']));
  assert.deepEqual(recipe.entries.slice(1), [
    { match: '**/*.csv', csv: {} },
    { match: '**', copy: true },
  ]);
});

test('a header below other lines makes a rule with "header": "auto"', () => {
  const inspection = inspectionOf([['a.csv']], []);
  inspection.kinds[0].dialect.skipLines = 2;
  assert.deepEqual(starterRecipe(inspection).entries[1], { match: '**/*.csv', csv: { header: 'auto' } });
});

test('an archive without CSV is copied', () => {
  assert.deepEqual(starterRecipe(inspectionOf([], ['a'])).entries, [
    { match: '{__MACOSX/**,**/.DS_Store}', skip: true },
    { match: '**', copy: true },
  ]);
});

test('any names of entries and columns make a valid recipe whose rules take the entries of their kind', async () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
    .map(part => part.replaceAll(/[/\\]|^\.\.?$/g, '_'));
  const path = fc.array(fc.oneof(text, fc.constantFrom('a', 'orders-1', '2025')), { minLength: 1, maxLength: 3 });
  const name = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('email', 'Email', ' email', '', 'name', '\ufffd'),
  );
  const kind = fc.record({
    paths: fc.array(path, { minLength: 1, maxLength: 5 }),
    header: fc.option(fc.array(name, { minLength: 1, maxLength: 5 })),
    personal: fc.array(fc.constantFrom(/** @type {const} */ ('email'), 'name', null), { minLength: 5, maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(kind, { maxLength: 5 }), fc.array(path, { maxLength: 5 }), async (kinds, others) => {
      const inspection = distinctInspection(kinds, others);
      const recipe = starterRecipe(inspection);
      await compileRecipe(JSON.parse(JSON.stringify(recipe)));
      for (const { entries, header, columns } of inspection.kinds) {
        for (const index of entries) {
          const { path } = inspection.entries[index];
          const rule = recipe.entries.find(({ match }) => compileGlob(match, 'match')(path));
          if (rule?.skip) continue;
          assert.deepEqual(
            fieldsOf(rule?.csv, header),
            columns.filter(({ personal }) => personal).map(({ position }) => position),
          );
        }
      }
    }),
    { numRuns: caseCount(300) },
  );
});

test('ten thousand entries of ten, of a thousand and of ten thousand kinds make a valid recipe in little time', async () => {
  for (const count of [10, 1000, 10_000]) {
    const kinds = Array.from({ length: count }, (_, kind) =>
      Array.from(
        { length: 10_000 / count },
        (_, index) => `${'x'.repeat(150)}${(index * 7919) % 10_000}-${kind}${'y'.repeat(40)}.csv`,
      ),
    );
    const inspection = inspectionOf(kinds, []);
    for (const [index, { columns }] of inspection.kinds.entries()) {
      columns.push(columnOf(`email ${index}`, 1, 'email'));
    }
    const recipe = starterRecipe(inspection);
    await compileRecipe(recipe);
    const matchers = recipe.entries.map(({ match }) => compileGlob(match, 'match'));
    for (const { entries } of inspection.kinds.slice(0, 20)) {
      const rule = recipe.entries[matchers.findIndex(fits => fits(inspection.entries[entries[0]].path))];
      assert.ok(rule.skip || rule.csv?.hash?.length, JSON.stringify(rule));
    }
  }
});

test('more personal columns than a recipe may name are skipped, not copied', async () => {
  const inspection = inspectionOf([['a.csv']], []);
  const [kind] = inspection.kinds;
  kind.columns = Array.from({ length: 10_002 }, (_, at) => columnOf('', at, at === 0 ? null : 'email'));
  kind.header = kind.columns.map(() => '');
  const recipe = starterRecipe(inspection);
  assert.deepEqual(recipe.entries[1], { match: '**/*.csv', skip: true });
  await compileRecipe(recipe);
});

/**
 * Inspects an archive, and runs a job on it with the starter recipe.
 *
 * @param {TestContext} t
 * @param {Record<string, string | Buffer>} files
 */
async function runStarter(t, files) {
  const folder = await temporaryFolder(t);
  const archive = join(folder, 'x.zip');
  await writeFile(archive, writeZip(Object.entries(files).map(([name, content]) => ({ name, content }))));
  const source = await openSource(archive);
  const inspection = await inspectArchive({ source, recipe: null });
  await source.close();
  const recipe = starterRecipe(inspection);
  await writeFile(join(folder, 'recipe.json'), JSON.stringify(recipe));
  await writeFile(join(folder, 'key'), `${KEY}\n`);
  const args = ['run', 'x.zip', '--to', 'out', '--recipe', 'recipe.json', '--hash-key-file', 'key', '--json'];
  const { code, stdout, stderr } = await runCli(args, { cwd: folder });
  assert.deepEqual([code, stderr], [0, '']);
  const read = (/** @type {string} */ path) => readFile(join(folder, 'out', 'x', path), 'utf8');
  return { inspection, recipe, manifest: JSON.parse(stdout), read };
}

/** @param {string} value */
function hash(value) {
  return createHmac('sha256', KEY).update(value).digest('hex');
}

/**
 * @param {string[][]} kinds Paths by kind.
 * @param {string[]} others
 * @returns {Inspection}
 */
function inspectionOf(kinds, others) {
  const paths = [...kinds.flat(), ...others];
  let next = 0;
  return {
    archive: {
      uri: 'x.zip',
      bytes: 0,
      etag: '',
      versionId: null,
      entries: paths.length,
      bytesInflated: 0,
      ...{ isEncrypted: false, lacks: null, namesLike: null },
    },
    recipe: null,
    error: null,
    entries: paths.map(path => ({
      path,
      bytes: 1,
      isLeast: false,
      compressedBytes: 1,
      method: 'stored',
      ratio: 1,
      action: 'copy',
      rule: null,
      error: null,
      kind: null,
    })),
    kinds: kinds.map(members => ({
      entries: members.map(() => next++),
      rule: null,
      dialect: { ...RFC_4180 },
      header: ['id'],
      width: 1,
      columns: [columnOf('id', 0, null)],
      before: [],
      after: null,
      afterHeader: null,
      error: null,
      missing: [],
      isDecoded: true,
      guessedEncoding: null,
      sampledRecords: 0,
      badRecords: 0,
      isWhole: true,
    })),
    unmatched: { rules: [] },
  };
}

/**
 * @param {string | null} name
 * @param {number} position
 * @param {PersonalKind | null} personal
 * @returns {Column}
 */
function columnOf(name, position, personal) {
  return { name, position, type: 'text', formats: [], emptyShare: 0, examples: [], personal };
}

/**
 * Of paths that globs cannot tell apart, only the first counts.
 *
 * @param {{ paths: string[][], header: string[] | null, personal: (PersonalKind | null)[] }[]} kinds
 * @param {string[][]} others
 */
function distinctInspection(kinds, others) {
  const seen = new Set();
  const distinct = (/** @type {string[][]} */ paths) =>
    paths.map(names => names.join('/')).filter(path => seen.size < seen.add(foldPath(path).folded).size);
  const found = kinds.map(kind => ({ ...kind, paths: distinct(kind.paths) })).filter(({ paths }) => paths.length > 0);
  const inspection = inspectionOf(
    found.map(({ paths }) => paths),
    distinct(others),
  );
  for (const [index, { header, personal }] of found.entries()) {
    const kind = inspection.kinds[index];
    kind.header = header;
    kind.columns = personal.slice(0, header?.length ?? 5).map((kind, at) => columnOf(header?.[at] ?? null, at, kind));
  }
  return inspection;
}

/**
 * @param {{ hash?: (string | number)[], drop?: (string | number)[] } | undefined} csv
 * @param {string[] | null} header
 * @returns {number[]} The positions of all fields that a rule names.
 */
function fieldsOf({ hash = [], drop = [] } = {}, header) {
  const matches = matchNames(
    [...hash, ...drop].filter(field => typeof field === 'string'),
    header ?? [],
    'loose',
  );
  const found = [...hash, ...drop].flatMap(field =>
    typeof field === 'number' ? [field] : (matches.get(field)?.all ?? []),
  );
  return found.sort((a, b) => a - b);
}

const KEY = 'a secret of the tests, long enough';
