import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import picomatch from 'picomatch';
import { compileRecipe } from '../../src/recipe/recipe.js';
import fc, { caseCount } from '../support/fast-check.js';
import { globs, paths, recipes } from './arbitraries.js';

/** @import { Table } from '../../src/recipe/recipe.js' */

const EXAMPLE = {
  entries: [
    {
      match: '**/*.csv',
      csv: {
        delimiter: 'auto',
        header: true,
        drop: ['notes', 'password'],
        require: ['email', 'phone'],
        phones: [{ field: 'phone', format: 'e164', country: 'US' }],
        output: { delimiter: ',' },
        badRecords: 'quarantine',
      },
    },
    { match: '**/.DS_Store', skip: true },
    { match: '**', copy: true },
  ],
  limits: { maxEntries: 10000, maxRatio: 500, maxTotalBytes: 107374182400, maxRecordBytes: 16777216 },
};

const DEFAULT_CSV = {
  delimiter: 'auto',
  header: true,
  drop: [],
  keep: null,
  require: [],
  phones: [],
  output: { delimiter: null },
  badRecords: 'quarantine',
  missing: 'fail',
  quote: 'auto',
  escape: 'auto',
  encoding: 'auto',
  skipLines: 'auto',
  comments: 'auto',
  ragged: 'bad',
  names: 'loose',
  maxBad: 'auto',
  trim: false,
  where: null,
  dates: [],
  hash: [],
  mask: [],
  set: [],
  select: null,
  rename: [],
  columns: [],
  table: null,
  writeHeader: false,
};

/** The defaults as a recipe may write them. */
const { keep: _keep, where: _where, select: _select, table: _table, ...DEFAULTS_WITH_PAIRS } = DEFAULT_CSV;
const WRITTEN_DEFAULTS = { ...DEFAULTS_WITH_PAIRS, set: {}, rename: {}, columns: {}, output: {} };

suite('compileRecipe', () => {
  test('compiles the example of the documentation', async () => {
    const recipe = await compileRecipe(EXAMPLE);
    assert.deepEqual(recipe.ruleFor('a/b.CSV'), {
      action: 'csv',
      csv: {
        ...DEFAULT_CSV,
        drop: ['notes', 'password'],
        require: ['email', 'phone'],
        phones: [{ field: 'phone', format: 'e164', country: 'US' }],
        output: { delimiter: ',' },
      },
    });
    assert.deepEqual(recipe.ruleFor('.ds_store'), { action: 'skip' });
    assert.deepEqual(recipe.ruleFor('readme.txt'), { action: 'copy' });
    assert.deepEqual(recipe.limits, EXAMPLE.limits);
    assert.match(recipe.sha256, /^[0-9a-f]{64}$/);
  });

  test('fills in the defaults of an empty csv rule', async () => {
    const recipe = await compileRecipe({ entries: [{ match: '*', csv: {} }] });
    assert.deepEqual(recipe.ruleFor('a'), { action: 'csv', csv: DEFAULT_CSV });
  });

  test('fills in the country of a phone with null, and the other limits beside one', async () => {
    const recipe = await compileRecipe({
      entries: [{ match: '*', csv: { phones: [{ field: 3, format: 'strip' }] } }],
      limits: { maxRatio: 20 },
    });
    const rule = recipe.ruleFor('a');
    assert.ok(rule.action === 'csv');
    assert.deepEqual(rule.csv.phones, [{ field: 3, format: 'strip', country: null }]);
    assert.deepEqual(recipe.limits, { ...EXAMPLE.limits, maxRatio: 20 });
  });

  test('takes the names of a table literally, and the schema from before the dot', async () => {
    /** @type {[table: unknown, compiled: Table][]} */
    const tables = [
      ['people', { schema: null, name: 'people', mode: 'append', key: [] }],
      ['CRM.All "people"', { schema: 'CRM', name: 'All "people"', mode: 'append', key: [] }],
      [
        { name: 'crm.people', mode: 'replace' },
        { schema: 'crm', name: 'people', mode: 'replace', key: [] },
      ],
      [
        { name: 'p', mode: 'merge', key: ['id', 'x'] },
        { schema: null, name: 'p', mode: 'merge', key: ['id', 'x'] },
      ],
    ];
    for (const [table, compiled] of tables) {
      const rule = (await compileRecipe(recipeOf({ table }))).ruleFor('a');
      assert.deepEqual(rule, { action: 'csv', csv: { ...DEFAULT_CSV, table: compiled } });
    }
  });

  test('copies an entry that no rule matches', async () => {
    const recipe = await compileRecipe({ entries: [{ match: '*.csv', csv: {} }] });
    assert.deepEqual(recipe.ruleFor('folder/a.csv'), { action: 'copy' });
  });

  test('does not compare very many globs with a path that is too long to be published', async () => {
    const long = Array.from({ length: 300 }, (_, index) => ({ match: `${'x'.repeat(1000)}${index}`, copy: true }));
    const recipe = await compileRecipe({ entries: [...long, { match: '**', skip: true }] });
    const actions = [1000, 100_000].map(length => recipe.ruleFor('a'.repeat(length)).action);
    assert.deepEqual(actions, ['skip', 'copy']);
    const short = await compileRecipe({ entries: [{ match: '**', skip: true }] });
    assert.equal(short.ruleFor('a'.repeat(100_000)).action, 'skip');
  });

  test('copies everything with no recipe or an empty one', async () => {
    const none = await compileRecipe(undefined);
    const empty = await compileRecipe({});
    assert.deepEqual(none.ruleFor('a.csv'), { action: 'copy' });
    assert.deepEqual(none.limits, EXAMPLE.limits);
    assert.equal(none.sha256, empty.sha256);
  });

  test('has the same hash in every release', async () => {
    const { sha256 } = await compileRecipe(EXAMPLE);
    assert.equal(sha256, '0b6cfe713e067f960025c2de3fbccd22b7687df567011c1643611fa3d892fa71');
  });

  test('keeps the hash of every recipe when a later version adds keys', async () => {
    /** @type {[recipe: unknown, sha256: string][]} */
    const pinned = [
      [undefined, 'c01e760a00ef83606f6446c7f366474fcd05b087a49d9a2f0c150e23383e2d60'],
      [{}, 'c01e760a00ef83606f6446c7f366474fcd05b087a49d9a2f0c150e23383e2d60'],
      [{ limits: { maxRatio: 20 } }, '58dc3818a0ad31da1068c11ae2dfc275523a21537094089e204a062b7f046b41'],
      [
        { entries: [{ match: '**/*.csv', csv: {} }] },
        'e08fec04a80e2ea858a8bcd00a3d712171ab1201a21ce1adddb8ff0bac9cc16f',
      ],
      [
        {
          entries: [
            {
              match: '**/*.csv',
              csv: {
                drop: ['notes'],
                require: ['email'],
                phones: [{ field: 'phone', format: 'e164', country: 'US' }],
              },
            },
            { match: '{__MACOSX/**,**/.DS_Store}', skip: true },
            { match: '**', copy: true },
          ],
        },
        'd1fac895953b77fc255165d0e71fcbc68937f10abb2791fe5b23e352196e294a',
      ],
      [
        {
          entries: [
            {
              match: 'feeds/*.txt',
              csv: {
                delimiter: '|',
                header: ['id', 'name', 'phone', 'comment'],
                keep: ['id', 'phone'],
                phones: [{ field: 'phone', format: 'strip' }],
                output: { delimiter: ',' },
                badRecords: 'fail',
              },
            },
          ],
          limits: { maxEntries: 100, maxTotalBytes: 1000000000 },
        },
        '8a7e5e86aea38a5605e180963a3a54386dc17afa374fa746cbaa02762d480aef',
      ],
      [
        {
          entries: [
            {
              match: '*',
              csv: { header: false, delimiter: '\t', keep: [0, 3], missing: 'ignore', badRecords: 'keep' },
            },
          ],
        },
        '08cacf510d3a6b126b8fc6b199ef36296dd008ab2712f194af75cffbf7e7f627',
      ],
    ];
    for (const [recipe, sha256] of pinned) assert.equal((await compileRecipe(recipe)).sha256, sha256);
  });

  test('keeps the hash of recipes with dialects, names and limits on bad records', async () => {
    /** @type {[csv: Record<string, unknown>, sha256: string][]} */
    const pinned = [
      [{ header: 'auto' }, 'aa80ef6a3fddf04f13410b105b6457d281fb93a487ec3dbb07670a28107580f3'],
      [
        { delimiter: '||', quote: "'", escape: 'backslash' },
        '8826ff2a41ae933fadda1fc03a7d897d80c7a8c2dc4acdbe2a8bc82bd8318fd8',
      ],
      [
        { encoding: 'latin1', skipLines: 2, comments: '#' },
        '9c0d609d79e5bb84ac583e1dc90f4e7f305b334f89f7fa92a4fa28e6452ccd3e',
      ],
      [
        { ragged: 'pad', names: 'exact', maxBad: '5%', badRecords: 'skip' },
        '9a7254d232c8f5cde091d79c129a65bf9d72374e9c553989b43dac083169d845',
      ],
      [
        { quote: 'none', comments: 'none', maxBad: 0 },
        'd149f96e322404bbe81000023857e72852c8fac362b9a589fa4e814d4af5d188',
      ],
    ];
    for (const [csv, sha256] of pinned) assert.equal((await compileRecipe(recipeOf(csv))).sha256, sha256);
  });

  test('keeps the hash of recipes with transforms', async () => {
    /** @type {[csv: Record<string, unknown>, sha256: string][]} */
    const pinned = [
      [{ trim: true }, 'bc871c0f84877ebddb0bb2e62bdede1a5a9160fed322362b2b37ff4bfb3e8248'],
      [{ trim: ['name', 2] }, 'b11a4704cd7575e6a48df134f26da0d04c4b900f4c3207e4d4a05b2bd3ddd271'],
      [
        { where: { all: [{ field: 'plan', in: ['pro', 5] }, { not: { field: 'age', lt: 18 } }] } },
        'e9750122d50db7b20bc34b194d532967d3953b6d803725ea01654a62061ba00e',
      ],
      [
        { dates: [{ field: 'born', from: 'DD.MM.YYYY' }] },
        '42bba37c5a0ce90a5227e570be52a13d74eabba10a59a543e689d9e06b7d80b9',
      ],
      [{ hash: ['email'] }, '031c94c807633675aeabf79421865c7b531cfecce33dfda8d1b2f2e1a5c0987a'],
      [
        { mask: [{ field: 'iban', keepLast: 4 }, { field: 3 }] },
        'c9d18e4e3947b6a28cf8303313437d284c4f0816ffbdc3b49fc96fa8ffdaecc7',
      ],
      [
        { set: { source: '$archive', line: '$record', n: 5 } },
        'c76d989cb6f30235e7b823bb02d5f0a84b5cbc025fdf5f818fdc6c90134358d2',
      ],
      [{ select: ['b', 'a', 0] }, 'd5bddfbe9187c1796657b83b8442f23a5e1c961c67bd9b66e6af58c5548f835c'],
      [{ rename: { 'E-Mail': 'email' } }, 'c66d8f51f3c67d222506d36f74b89d552fbbec04172d1f1380effa433cb3f88a'],
      [{ header: ['a', 'b'], writeHeader: true }, 'd2304781b58c0ce8e84f259655aedbd10cbb3422c79cb6ffff4dcbcb98fc8347'],
      [
        { columns: { id: 'bigint', note: { type: 'text', null: ['', 'N/A'] } } },
        'd34e6845a0bbb97cc3e05772309b8c6ca8e571da42e48f39b13a36efc6f4caed',
      ],
    ];
    for (const [csv, sha256] of pinned) assert.equal((await compileRecipe(recipeOf(csv))).sha256, sha256);
  });

  test('keeps the hash of recipes with tables, and has the same for all spellings of one', async () => {
    /** @type {[table: unknown, sha256: string][]} */
    const pinned = [
      ['crm.people', '340fd749a529aba4e828ca74b86282a5a065f7b917b1f1d648df7dd22deb8e56'],
      [{ name: 'crm.people' }, '340fd749a529aba4e828ca74b86282a5a065f7b917b1f1d648df7dd22deb8e56'],
      [{ mode: 'append', name: 'crm.people' }, '340fd749a529aba4e828ca74b86282a5a065f7b917b1f1d648df7dd22deb8e56'],
      [
        { name: 'people', mode: 'merge', key: ['id', 'day'] },
        'f6b7d0ecbb6636d1255c9ad43ec9506f18cb23f52815e65687a7ddbec8b73803',
      ],
    ];
    for (const [table, sha256] of pinned) assert.equal((await compileRecipe(recipeOf({ table }))).sha256, sha256);
  });

  test('has another hash for columns in another order, but not for new names in another order or a number in quotes', async () => {
    /** @param {Record<string, unknown>} csv */
    const hashOf = async csv => (await compileRecipe(recipeOf(csv))).sha256;
    assert.notEqual(await hashOf({ set: { a: 1, b: 2 } }), await hashOf({ set: { b: 2, a: 1 } }));
    assert.equal(await hashOf({ rename: { a: 'c', b: 'd' } }), await hashOf({ rename: { b: 'd', a: 'c' } }));
    assert.equal(await hashOf({ set: { a: 1 } }), await hashOf({ set: { a: '1' } }));
    assert.equal(
      await hashOf({ columns: { a: 'bigint', b: { type: 'text', null: ['x', ''] } } }),
      await hashOf({ columns: { b: { type: 'text', null: ['', 'x', ''] }, a: { type: 'bigint', null: [''] } } }),
    );
    assert.notEqual(
      await hashOf({ columns: { a: 'text' } }),
      await hashOf({ columns: { a: { type: 'text', null: [''] } } }),
    );
    assert.equal(await hashOf({ mask: [{ field: 'a' }] }), await hashOf({ mask: [{ field: 'a', keepLast: 0 }] }));
  });

  test('has the same hash whether a default is written or not', async () => {
    const { sha256 } = await compileRecipe(recipeOf({ drop: ['a'] }));
    for (const [key, value] of Object.entries(WRITTEN_DEFAULTS)) {
      assert.equal((await compileRecipe(recipeOf({ [key]: value, drop: ['a'] }))).sha256, sha256, key);
    }
    assert.equal((await compileRecipe(recipeOf({ ...WRITTEN_DEFAULTS, drop: ['a'] }))).sha256, sha256);
  });

  test('has the same hash for all labels of an encoding and all spellings of a share', async () => {
    for (const spellings of [
      ['windows-1252', 'latin1', ' ISO-8859-1 ', 'ascii'].map(encoding => ({ encoding })),
      ['utf-8', 'UTF8', 'unicode-1-1-utf-8'].map(encoding => ({ encoding })),
      ['utf-16le', 'utf-16', 'UCS-2'].map(encoding => ({ encoding })),
      ['5%', '05%', '5.0%', '05.00%'].map(maxBad => ({ maxBad })),
      ['100%', '100.0%'].map(maxBad => ({ maxBad })),
    ]) {
      const compiled = await Promise.all(spellings.map(csv => compileRecipe(recipeOf(csv))));
      const rules = compiled.map(({ ruleFor }) => ruleFor('a'));
      for (const rule of rules) assert.deepEqual(rule, { action: 'csv', csv: { ...DEFAULT_CSV, ...spellings[0] } });
      assert.equal(new Set(compiled.map(({ sha256 }) => sha256)).size, 1);
    }
  });

  test('accepts all labels of a charset of names, and hashes the charset', async () => {
    const charsets = [
      ['cp866', 'IBM866', ' 866 '],
      ['shift_jis', 'Shift-JIS', 'sjis', 'ms932'],
      ['cp437', 'CP437'],
      ['gbk', 'gb2312'],
    ];
    const none = await compileRecipe({});
    assert.equal(none.entryNames, null);
    const hashes = new Set([none.sha256]);
    for (const labels of charsets) {
      const recipes = await Promise.all(labels.map(entryNames => compileRecipe({ entryNames })));
      for (const { entryNames, sha256 } of recipes) {
        assert.deepEqual([entryNames, sha256], [recipes[0].entryNames, recipes[0].sha256]);
        hashes.add(sha256);
      }
    }
    assert.equal(hashes.size, 1 + charsets.length);
    const withDefaults = await compileRecipe({ limits: { maxRatio: 500 }, entries: [] });
    assert.equal(withDefaults.sha256, none.sha256);
  });

  test('loads no validator without a recipe', { timeout: 60_000 }, async () => {
    const script = `
      import { compileRecipe } from ${JSON.stringify(import.meta.resolve('../../src/recipe/recipe.js'))};
      import { createRequire } from 'node:module';
      await compileRecipe(undefined);
      console.log(Object.keys(createRequire(import.meta.url).cache).filter(path => path.includes('node_modules')).length);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    assert.equal(stdout.trim(), '0');
  });

  test('freezes the result and does not change its argument', async () => {
    const given = structuredClone(EXAMPLE);
    const recipe = await compileRecipe(deepFrozen(given));
    assert.deepEqual(given, EXAMPLE);
    assertFrozen(recipe);
    for (const path of ['a.csv', '.DS_Store', 'other']) assertFrozen(recipe.ruleFor(path));
  });

  test('compiles every valid recipe', async () => {
    await fc.assert(
      fc.asyncProperty(recipes, paths, async (json, path) => {
        const { ruleFor } = await compileRecipe(json);
        assert.ok(['csv', 'copy', 'skip', 'archive'].includes(ruleFor(path).action));
      }),
      { numRuns: caseCount(300) },
    );
  });

  test('gives every spelling of a recipe the same hash', async () => {
    await fc.assert(
      fc.asyncProperty(recipes, fc.integer(), async (json, seed) => {
        const respelt = shuffleKeys({ $schema: './recipe.schema.json', ...withDefaults(json) }, seed);
        assert.equal((await compileRecipe(respelt)).sha256, (await compileRecipe(json)).sha256);
      }),
      { numRuns: caseCount(300) },
    );
  });

  test('gives different recipes different hashes', async () => {
    await fc.assert(
      fc.asyncProperty(recipes, recipes, async (one, other) => {
        const same = JSON.stringify(sorted(withDefaults(one))) === JSON.stringify(sorted(withDefaults(other)));
        assert.equal((await compileRecipe(one)).sha256 === (await compileRecipe(other)).sha256, same);
      }),
      { numRuns: caseCount(200) },
    );
  });

  test('applies the first rule that matches', async () => {
    const rules = fc.array(fc.record({ match: globs, kept: fc.nat(20) }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rules, paths, async (rules, path) => {
        const entries = rules.map(({ match, kept }) => ({ match, csv: { keep: [kept] } }));
        const rule = (await compileRecipe({ entries })).ruleFor(path);
        const first = rules.find(({ match }) => picomatch.isMatch(path, match, { dot: true, nocase: true }));
        assert.deepEqual(rule.action === 'csv' ? rule.csv.keep : undefined, first && [first.kept]);
      }),
      { numRuns: caseCount(500) },
    );
  });
});

/** @param {Record<string, unknown>} csv */
function recipeOf(csv) {
  return { entries: [{ match: '**', csv }] };
}

/** @param {import('./arbitraries.js').RecipeJson} json */
function withDefaults({ entries = [], limits = {}, ...rest }) {
  return {
    ...rest,
    entries: entries.map(entry => {
      if (!entry.csv) return entry;
      const { drop, ...defaults } = WRITTEN_DEFAULTS;
      const csv = /** @type {{ keep?: unknown, select?: unknown }} */ (entry.csv);
      const hasDrop = csv.keep === undefined && csv.select === undefined;
      return { ...entry, csv: { ...defaults, ...(hasDrop && { drop }), ...csv } };
    }),
    limits: { ...EXAMPLE.limits, ...limits },
  };
}

/**
 * @param {unknown} value
 * @param {number} seed
 * @returns {unknown}
 */
function shuffleKeys(value, seed) {
  return rebuild(value, keys => (seed % 2 ? keys.reverse() : keys.slice(1).concat(keys.slice(0, 1))));
}

/** @param {unknown} value */
function sorted(value) {
  return rebuild(value, keys => keys.sort());
}

/**
 * @param {unknown} value
 * @param {(keys: string[]) => string[]} order
 * @returns {unknown}
 */
function rebuild(value, order) {
  if (Array.isArray(value)) return value.map(part => rebuild(part, order));
  if (value === null || typeof value !== 'object') return value;
  const parts = new Map(Object.entries(value));
  return Object.fromEntries(order([...parts.keys()]).map(key => [key, rebuild(parts.get(key), order)]));
}

/**
 * @template T
 * @param {T} value
 * @returns {T}
 */
function deepFrozen(value) {
  if (value !== null && typeof value === 'object') Object.values(Object.freeze(value)).forEach(deepFrozen);
  return value;
}

/** @param {unknown} value */
function assertFrozen(value) {
  if (value === null || typeof value !== 'object') return;
  assert.ok(Object.isFrozen(value));
  Object.values(value).forEach(assertFrozen);
}
