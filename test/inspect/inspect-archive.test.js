import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { StoppedError } from '../../src/errors.js';
import { inspectArchive } from '../../src/inspect/inspect-archive.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { encrypted } from '../support/encrypt.js';
import fc, { caseCount } from '../support/fast-check.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { ZipEntry } from '../support/zip-writer.js' */

const PEOPLE = 'id,email,phone\n1,a@x.org,5\n2,,6\n3,"c, d",\n';

/**
 * @param {ZipEntry[]} entries
 * @param {unknown} [recipe]
 * @param {string} [password]
 */
async function inspect(entries, recipe, password) {
  const source = memorySource(writeZip(entries));
  const inspection = await inspectArchive({
    source,
    recipe: recipe === undefined ? null : await compileRecipe(recipe),
    ...(password !== undefined && { password: Buffer.from(password) }),
  });
  assert.equal(source.live(), 0);
  assert.deepEqual(JSON.parse(JSON.stringify(inspection)), inspection, 'it is plain data');
  return inspection;
}

/** @param {Record<string, unknown>} csv */
const recipeOf = csv => ({ entries: [{ match: '**', csv }] });

describe('without a recipe', () => {
  test('entries with one header are one kind, and the kind of most entries comes first', async () => {
    const { archive, entries, kinds, error, recipe } = await inspect([
      { name: 'other.csv', content: 'a;b\n1;2\n' },
      { name: 'x/1.csv', content: PEOPLE },
      { name: 'x/2.csv', content: PEOPLE.replaceAll('x.org', 'y.org') },
      { name: 'x/', content: '' },
      { name: 'read.me', content: 'text' },
    ]);
    assert.deepEqual([error, recipe, archive.entries], [null, null, 4]);
    assert.equal(archive.bytesInflated, 8 + 2 * PEOPLE.length + 4);
    assert.equal(archive.isEncrypted, false);
    assert.deepEqual(
      entries.map(({ path, kind, action, rule }) => [path, kind, action, rule]),
      [
        ['other.csv', 1, 'copy', null],
        ['x/1.csv', 0, 'copy', null],
        ['x/2.csv', 0, 'copy', null],
        ['read.me', null, 'copy', null],
      ],
    );
    const [people, other] = kinds;
    assert.deepEqual([people.entries, other.entries], [[1, 2], [0]]);
    assert.deepEqual([people.header, people.width, people.rule], [['id', 'email', 'phone'], 3, null]);
    assert.deepEqual([people.dialect.delimiter, other.dialect.delimiter], [',', ';']);
    assert.deepEqual(people.before[2], ['3', 'c, d', '']);
    assert.deepEqual([people.after, people.afterHeader], [null, null]);
    assert.deepEqual([people.sampledRecords, people.isWhole], [6, true]);
    assert.deepEqual(
      people.columns.map(({ name, position, emptyShare }) => [name, position, emptyShare]),
      [
        ['id', 0, 0],
        ['email', 1, 1 / 3],
        ['phone', 2, 1 / 3],
      ],
    );
  });

  test('an entry most of whose records do not fit its first line says so, and how to read it', async () => {
    const { kinds } = await inspect([{ name: 'a.csv', content: 'Report;internal\nid;name;n\n1;Ann;2\n2;Bob;3\n' }]);
    const [{ header, sampledRecords, badRecords, error }] = kinds;
    assert.deepEqual([header, sampledRecords, badRecords], [['Report', 'internal'], 0, 3]);
    assert.equal(error?.code, 'csv/too-many-bad');
    assert.match(error.message, /all 3 records are bad.*3 have 3 fields instead of 2 .*set "skipLines" or "header"/);
    const cut = await inspect([{ name: 'a.csv', content: `Report;internal\n${'1;Ann;2\n'.repeat(99_999)}` }]);
    assert.match(cut.kinds[0].error?.message ?? '', /^a\.csv: all \d+ records read so far are bad/);
  });

  test('an entry whose records do not fit is named, though others of its kind fit', async () => {
    const { kinds } = await inspect([
      { name: 'a.csv', content: 'id,name\n1,Ann\n2,Bob\n' },
      { name: 'b.csv', content: 'id,name\n1,Ann,x\n2,Bob,y\n3,Cy,z\n' },
    ]);
    assert.deepEqual([kinds.length, kinds[0].sampledRecords, kinds[0].badRecords], [1, 2, 3]);
    assert.match(kinds[0].error?.message ?? '', /^b\.csv: all 3 records are bad/);
  });

  test('a few bad records are counted, and are no error', async () => {
    const { kinds } = await inspect([{ name: 'a.csv', content: 'id,name\n1,Ann\n2\n3,Cy\n' }]);
    assert.deepEqual([kinds[0].sampledRecords, kinds[0].badRecords, kinds[0].error], [2, 1, null]);
  });

  test('what is no CSV is of no kind: JSON, XML, prose, images, archives, nothing', async () => {
    const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR,,,\n1,2\n1,2\n', 'latin1');
    const { entries } = await inspect([
      { name: 'a.json', content: '[{"a":1,"b":2}]' },
      { name: 'a.txt', content: '{"a":1,"b":2}\n{"a":1,"b":2}\n' },
      { name: 'b.txt', content: '<?xml version="1.0"?>\n<a b="1,2">,</a>\n' },
      {
        name: 'c.txt',
        content: 'Dear Ann,\n\nthank you for the letter.\nI am well, and so are Ben, Eva and all others.\n\nYours\n',
      },
      { name: 'd.dat', content: png },
      { name: 'e.txt', content: writeZip([{ name: 'x.csv', content: PEOPLE }]) },
      { name: 'f.csv', content: '' },
      { name: '__MACOSX/._f.csv', content: PEOPLE },
    ]);
    assert.deepEqual(
      entries.filter(({ kind }) => kind !== null),
      [],
    );
  });

  test('CSV is found under other names, in other encodings, without a header', async () => {
    const { entries, kinds } = await inspect([
      { name: 'a.txt', content: 'name\tage\nAnn\t1\nBen\t2\n' },
      { name: 'export', content: '1|2|3\n4|5|6\n' },
      { name: 'b.csv.bak', content: Buffer.from('\ufeffname;age\r\nAnn;1\r\n', 'utf16le') },
      { name: 'one.csv', content: 'email\na@x.org\n' },
    ]);
    assert.ok(entries.every(({ kind }) => kind !== null));
    assert.deepEqual(
      kinds.map(({ header, dialect }) => [header, dialect.delimiter, dialect.encoding]),
      [
        [['name', 'age'], '\t', 'utf-8'],
        [null, '|', 'utf-8'],
        [['name', 'age'], ';', 'utf-16le'],
        [['email'], ',', 'utf-8'],
      ],
    );
  });
});

test('names and values that are not in the encoding are told, and a name that lacks a letter is still personal', async () => {
  const german = Buffer.from('Nr;Straße\n1;Hauptstr. 1\n', 'latin1');
  const read = async (/** @type {Buffer | string} */ content, /** @type {unknown} */ recipe = undefined) => {
    const { kinds } = await inspect([{ name: 'a.csv', content }], recipe);
    return [kinds[0].isDecoded, kinds[0].columns[1].personal];
  };
  assert.deepEqual(await read(german), [false, 'address']);
  assert.deepEqual(await read(german, recipeOf({ encoding: 'windows-1252' })), [true, 'address']);
  assert.deepEqual(await read(Buffer.from('Nr;Ware\n1;Käse\n', 'latin1')), [false, null]);
  assert.deepEqual(await read('Nr;Ware\n1;Käse\n'), [true, null]);
});

test('text that is not UTF-8 is read in a guessed encoding, and by a recipe that names none as a job reads it', async () => {
  const content = Buffer.from('Nr;Straße\n1;Käsgasse 1\n', 'latin1');
  const read = async (/** @type {Record<string, unknown>} */ csv) => {
    const { kinds } = await inspect([{ name: 'a.csv', content }], recipeOf(csv));
    const [{ header, before, after, dialect, guessedEncoding, error }] = kinds;
    assert.deepEqual([header, before], [['Nr', 'Straße'], [['1', 'Käsgasse 1']]]);
    return [dialect.encoding, guessedEncoding, after, error?.code];
  };
  assert.deepEqual(await read({}), ['utf-8', 'windows-1252', [['1', 'K\ufffdsgasse 1']], undefined]);
  assert.deepEqual(await read({ drop: ['Straße'] }), ['utf-8', 'windows-1252', [[]], 'csv/missing-field']);
  const named = { encoding: 'windows-1252', drop: ['Straße'] };
  assert.deepEqual(await read(named), ['windows-1252', null, [['1']], undefined]);
});

test('entries with one header are a kind for each encoding, and those in ASCII are of the first', async () => {
  const header = 'sku;ware\n';
  const german = Buffer.from(`${header}1;Käse\n`, 'latin1');
  const contents = [`${header}1;tea\n`, german, `${header}1;Käse\n`, `${header}2;rum\n`, german];
  const { entries, kinds } = await inspect(contents.map((content, index) => ({ name: `${index}.csv`, content })));
  assert.deepEqual(
    entries.map(({ kind }) => kind),
    [0, 0, 1, 0, 0],
  );
  assert.deepEqual(
    kinds.map(({ guessedEncoding, isDecoded, columns }) => [guessedEncoding, isDecoded, columns[1].examples]),
    [
      ['windows-1252', false, ['tea', 'Käse', 'rum']],
      [null, true, ['Käse']],
    ],
  );
});

describe('with a recipe', () => {
  test('the first records are shown before and after it, as a job would write them', async () => {
    const rule = { drop: ['phone'], require: ['email'], output: { delimiter: ';' } };
    const { kinds, recipe } = await inspect([{ name: 'a.csv', content: PEOPLE }], recipeOf(rule));
    assert.equal(recipe?.sha256.length, 64);
    const [{ before, after, afterHeader, error }] = kinds;
    assert.deepEqual([error, afterHeader], [null, ['id', 'email']]);
    assert.deepEqual(before, [
      ['1', 'a@x.org', '5'],
      ['2', '', '6'],
      ['3', 'c, d', ''],
    ]);
    assert.deepEqual(after, [['1', 'a@x.org'], [], ['3', 'c, d']]);
  });

  test('entries of two rules are of two kinds, and rules that decide about no entry are named', async () => {
    const { entries, kinds, unmatched } = await inspect(
      [
        { name: 'a.csv', content: PEOPLE },
        { name: 'b.csv', content: PEOPLE },
        { name: 'c.csv', content: PEOPLE },
      ],
      {
        entries: [
          { match: 'a.csv', csv: {} },
          { match: 'a*', csv: { drop: [0] } },
          { match: 'c.*', skip: true },
          { match: 'nothing', copy: true },
        ],
      },
    );
    assert.deepEqual(
      entries.map(({ rule, action, kind }) => [rule, action, kind]),
      [
        [0, 'csv', 0],
        [null, 'copy', 1],
        [2, 'skip', null],
      ],
    );
    assert.deepEqual(unmatched.rules, [
      { index: 1, match: 'a*' },
      { index: 3, match: 'nothing' },
    ]);
    assert.deepEqual([kinds[0].after?.length, kinds[1].after], [3, null]);
  });

  test('a rule that does not fit is an error of the kind, which is described all the same', async () => {
    const entries = [{ name: 'a.csv', content: PEOPLE }];
    const { kinds } = await inspect(entries, recipeOf({ drop: ['nope'] }));
    assert.equal(kinds[0].error?.code, 'csv/missing-field');
    assert.deepEqual([kinds[0].header, kinds[0].before.length], [['id', 'email', 'phone'], 3]);
    assert.deepEqual(kinds[0].after, [[], [], []]);
    const ignoring = await inspect(entries, recipeOf({ drop: ['nope', 'id'], missing: 'ignore' }));
    assert.deepEqual([ignoring.kinds[0].error, ignoring.kinds[0].missing], [null, ['nope']]);
  });

  test('too many bad records are an error of the kind', async () => {
    const { kinds } = await inspect([{ name: 'a.csv', content: 'a,b\n1\n2\n3\n4,5\n' }], recipeOf({ maxBad: 1 }));
    assert.equal(kinds[0].error?.code, 'csv/too-many-bad');
    assert.deepEqual(kinds[0].before, [['4', '5']]);
  });

  test('five records are shown before and after', async () => {
    const content = `id,n\n${Array.from({ length: 9 }, (_, n) => `${n},x\n`).join('')}`;
    const { kinds } = await inspect([{ name: 'a.csv', content }], recipeOf({ drop: ['n'] }));
    assert.deepEqual(
      kinds[0].before.map(([id]) => id),
      ['0', '1', '2', '3', '4'],
    );
    assert.deepEqual(kinds[0].after, [['0'], ['1'], ['2'], ['3'], ['4']]);
  });

  test('a record in another dialect is shown as it is read', async () => {
    const content = Buffer.from("id;name\n1;'M\xfcller; \\'x\\''\n", 'latin1');
    const csv = { encoding: 'windows-1252', quote: "'", escape: 'backslash', delimiter: ';', drop: ['id'] };
    const { kinds } = await inspect([{ name: 'a.csv', content }], recipeOf(csv));
    assert.deepEqual(kinds[0].before, [['1', "Müller; 'x'"]]);
    assert.deepEqual(kinds[0].after, [["Müller; 'x'"]]);
  });
});

test('an entry that a job refuses is described with its error, and the others as usual', async () => {
  const { entries, error, kinds } = await inspect([
    { name: '../up.csv', content: PEOPLE },
    { name: 'secret.csv', content: PEOPLE, flags: 1 },
    { name: 'lzma.csv', content: PEOPLE, method: 14 },
    { name: 'link.csv', content: '/etc/passwd', mode: 0o120777 },
    { name: 'damaged.csv', raw: Buffer.from([6, 7, 8]), content: PEOPLE },
    { name: 'forged.csv', content: PEOPLE, localName: 'forgot.csv' },
    { name: 'bomb.csv', content: PEOPLE + '4,,\n'.repeat(2_000_000) },
    { name: 'wrong.csv', content: PEOPLE, crc32: 5 },
    { name: 'good.csv', content: PEOPLE },
  ]);
  assert.equal(error, null);
  assert.deepEqual(
    entries.map(({ error }) => error?.code),
    [
      'archive/unsafe-name',
      'archive/encrypted',
      'archive/unsupported-method',
      'archive/special-file',
      'archive/corrupt',
      'archive/header-mismatch',
      undefined,
      'archive/crc-mismatch',
      undefined,
    ],
  );
  assert.equal(entries[2].method, 'LZMA');
  assert.deepEqual(kinds[0].entries, [6, 8]);
});

const KINDS = /** @type {const} */ (['zipcrypto', 'ae1-128', 'ae2-192', 'ae2-256']);

test('encrypted entries are looked into with the password, stored and compressed, whole and by their beginnings', async () => {
  const long = PEOPLE + '4,a@x.org,7\n'.repeat(100_000);
  for (const kind of KINDS) {
    const zstd = { name: 'zstd.csv', content: PEOPLE, method: 93, raw: zstdCompressSync(PEOPLE) };
    const entries = [
      { name: 'stored.csv', content: PEOPLE, method: 0 },
      { name: 'long.csv', content: long, method: 0 },
      { name: 'deflated.csv', content: PEOPLE },
      { name: 'deflated long.csv', content: long },
      zstd,
      { name: 'empty.csv', content: '' },
    ].map(entry => encrypted(entry, kind, 'pass'));
    const inspection = await inspect([...entries, { name: 'open.csv', content: PEOPLE }], undefined, 'pass');
    assert.deepEqual(
      inspection.entries.map(({ error, kind }) => [error, kind]),
      [0, 0, 0, 0, 0, null, 0].map(number => [null, number]),
      kind,
    );
    assert.deepEqual(inspection.kinds[0].header, ['id', 'email', 'phone']);
    assert.deepEqual(
      inspection.kinds[0].columns.map(({ personal }) => personal),
      [null, 'email', 'phone'],
    );
  }
});

test('encrypted entries without the password, or with a wrong one, are told as a job would, and the others are looked into', async () => {
  for (const kind of KINDS) {
    const entries = [
      encrypted({ name: 'a.csv', content: PEOPLE }, kind, 'pass'),
      { name: 'open.csv', content: PEOPLE },
    ];
    for (const [password, code] of [
      [undefined, 'archive/encrypted'],
      ['wrong', 'archive/wrong-password'],
    ]) {
      const inspection = await inspect(entries, undefined, password);
      assert.deepEqual(
        inspection.entries.map(({ error }) => error?.code),
        [code, undefined],
        kind,
      );
      assert.deepEqual(inspection.kinds[0].entries, [1]);
    }
  }
});

test('a whole encrypted entry that was tampered with is archive/hmac-mismatch', async () => {
  const entry = encrypted({ name: 'a.csv', content: PEOPLE, method: 0 }, 'ae2-256', 'pass');
  const raw = Buffer.from(/** @type {Buffer} */ (entry.raw));
  raw[30] ^= 1;
  const { entries } = await inspect([{ ...entry, raw }], undefined, 'pass');
  assert.equal(entries[0].error?.code, 'archive/hmac-mismatch');
});

test('an archive that is refused as a whole is described with its error', async () => {
  const twice = [
    { name: 'a.csv', content: PEOPLE },
    { name: 'a.csv', content: PEOPLE },
  ];
  const { error, entries, kinds } = await inspect(twice);
  assert.equal(error?.code, 'archive/duplicate-name');
  assert.deepEqual([entries, kinds], [[], []]);
  const many = await inspect([{ name: 'a' }, { name: 'b' }], { entries: [], limits: { maxEntries: 1 } });
  assert.equal(many.error?.code, 'limit/entries');
  const source = memorySource(Buffer.from('no archive'));
  assert.equal((await inspectArchive({ source, recipe: null })).error?.code, 'archive/not-a-zip');
});

test('an archive that cannot be read is an error', async () => {
  const zip = writeZip([{ name: 'a.csv', content: PEOPLE }]);
  const failure = (/** @type {number} */ position) => (position < 10 ? new Error('broken') : null);
  await assert.rejects(inspectArchive({ source: memorySource(zip, { failure }), recipe: null }), /broken/);
});

test('a signal stops it', async () => {
  const abort = new AbortController();
  const entries = Array.from({ length: 50 }, (_, index) => ({ name: `${index}.csv`, content: PEOPLE }));
  const source = memorySource(writeZip(entries));
  const onProgress = () => abort.abort();
  await assert.rejects(inspectArchive({ source, recipe: null, signal: abort.signal, onProgress }), StoppedError);
});

test('progress counts the entries that may be CSV, up to all of them', async () => {
  /** @type {{ entriesDone: number, entriesTotal: number }[]} */
  const seen = [];
  const large = Buffer.from(
    `a,b\n${Array.from({ length: 40_000 }, (_, n) => `${n},${(n * 7919) % 10_007}\n`).join('')}`,
  );
  const entries = [
    { name: 'x.png', content: '' },
    { name: 'a.csv', content: large },
    ...Array.from({ length: 9 }, (_, index) => ({ name: `${index}.csv`, content: PEOPLE })),
  ];
  const source = memorySource(writeZip(entries));
  await inspectArchive({ source, recipe: null, onProgress: progress => seen.push(progress) });
  assert.deepEqual(seen.at(-1), { entriesDone: 10, entriesTotal: 10 });
  assert.ok(seen.every(({ entriesDone }, index) => index === 0 || entriesDone >= seen[index - 1].entriesDone));
});

test('what is found is what a job finds', { timeout: 300_000 }, async () => {
  const cells = fc.oneof(
    fc.constantFrom('', 'x', '"a,b"', "'q'", 'a b', '12', '"', '#', ' s ', 'é'),
    fc.string({ maxLength: 4 }),
  );
  const texts = fc
    .record({
      rows: fc.array(fc.array(cells, { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      lineEnd: fc.constantFrom('\n', '\r\n'),
      mark: fc.constantFrom('', '\ufeff'),
      encoding: fc.constantFrom(/** @type {const} */ ('utf8'), /** @type {const} */ ('utf16le')),
    })
    .map(({ rows, delimiter, lineEnd, mark, encoding }) =>
      Buffer.from(mark + rows.map(row => row.join(delimiter) + lineEnd).join(''), encoding),
    );
  const rules = fc.record({
    header: fc.constantFrom(true, false, 'auto'),
    drop: fc.constantFrom([], [1]),
    missing: fc.constant('ignore'),
  });
  await fc.assert(
    fc.asyncProperty(texts, rules, async (content, csv) => {
      const zip = writeZip([{ name: 'a.csv', content }]);
      const recipe = await compileRecipe({
        entries: [{ match: '**', csv: { ...csv, badRecords: 'skip', maxBad: '100%' } }],
      });
      const { entries, kinds } = await inspectArchive({ source: memorySource(zip), recipe });
      const destination = memoryDestination();
      const { manifest } = await processArchive({ source: memorySource(zip), destination, recipe });
      const [outcome] = manifest?.entries ?? [];
      const [kind] = kinds;
      assert.equal((entries[0].error ?? kind?.error)?.code, outcome.error?.code);
      // Of an entry whose reading is refused, a job keeps none.
      if (kind !== undefined && outcome.dialect !== null) assert.deepEqual(kind.dialect, outcome.dialect);
      if (kind === undefined || kind.error !== null) return;
      assert.equal(kind.sampledRecords, outcome.records.read - outcome.records.bad);
      assert.equal(kind.isWhole, true);
    }),
    { numRuns: caseCount(150) },
  );
});
