import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import picomatch from 'picomatch';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { globs, paths, recipes } from './arbitraries.js';

fc.configureGlobal({ seed: 1 });

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
};

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

  test('copies what no rule matches', async () => {
    const recipe = await compileRecipe({ entries: [{ match: '*.csv', csv: {} }] });
    assert.deepEqual(recipe.ruleFor('folder/a.csv'), { action: 'copy' });
  });

  test('copies everything without a recipe, as with an empty one', async () => {
    const none = await compileRecipe(undefined);
    const empty = await compileRecipe({});
    assert.deepEqual(none.ruleFor('a.csv'), { action: 'copy' });
    assert.deepEqual(none.limits, EXAMPLE.limits);
    assert.equal(none.sha256, empty.sha256);
  });

  test('has a hash that stays the same from release to release', async () => {
    const { sha256 } = await compileRecipe(EXAMPLE);
    assert.equal(sha256, '0b6cfe713e067f960025c2de3fbccd22b7687df567011c1643611fa3d892fa71');
  });

  test('loads no validator without a recipe', { timeout: 20_000 }, async () => {
    const script = `
      import { compileRecipe } from ${JSON.stringify(import.meta.resolve('../../src/recipe/recipe.js'))};
      import { createRequire } from 'node:module';
      await compileRecipe(undefined);
      console.log(Object.keys(createRequire(import.meta.url).cache).filter(path => path.includes('node_modules')).length);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    assert.equal(stdout.trim(), '0');
  });

  test('freezes everything and leaves its argument alone', async () => {
    const given = structuredClone(EXAMPLE);
    const recipe = await compileRecipe(deepFrozen(given));
    assert.deepEqual(given, EXAMPLE);
    assertFrozen(recipe);
    for (const path of ['a.csv', '.DS_Store', 'other']) assertFrozen(recipe.ruleFor(path));
  });

  test('compiles every right recipe', async () => {
    await fc.assert(
      fc.asyncProperty(recipes, paths, async (json, path) => {
        const { ruleFor } = await compileRecipe(json);
        assert.ok(['csv', 'copy', 'skip'].includes(ruleFor(path).action));
      }),
      { numRuns: 300 },
    );
  });

  test('gives every spelling of a recipe the same hash', async () => {
    await fc.assert(
      fc.asyncProperty(recipes, fc.integer(), async (json, seed) => {
        const respelt = shuffleKeys({ $schema: './recipe.schema.json', ...withDefaults(json) }, seed);
        assert.equal((await compileRecipe(respelt)).sha256, (await compileRecipe(json)).sha256);
      }),
      { numRuns: 300 },
    );
  });

  test('gives different recipes different hashes', async () => {
    await fc.assert(
      fc.asyncProperty(recipes, recipes, async (one, other) => {
        const same = JSON.stringify(sorted(withDefaults(one))) === JSON.stringify(sorted(withDefaults(other)));
        assert.equal((await compileRecipe(one)).sha256 === (await compileRecipe(other)).sha256, same);
      }),
      { numRuns: 200 },
    );
  });

  test('lets the first rule that matches decide', async () => {
    const rules = fc.array(fc.record({ match: globs, kept: fc.nat(20) }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rules, paths, async (rules, path) => {
        const entries = rules.map(({ match, kept }) => ({ match, csv: { keep: [kept] } }));
        const rule = (await compileRecipe({ entries })).ruleFor(path);
        const first = rules.find(({ match }) => picomatch.isMatch(path, match, { dot: true, nocase: true }));
        assert.deepEqual(rule.action === 'csv' ? rule.csv.keep : undefined, first && [first.kept]);
      }),
      { numRuns: 500 },
    );
  });
});

/** @param {import('./arbitraries.js').RecipeJson} json */
function withDefaults({ entries = [], limits = {} }) {
  return {
    entries: entries.map(entry => {
      if (!entry.csv) return entry;
      const { keep: _keep, drop: _drop, output: _output, ...defaults } = DEFAULT_CSV;
      const csv = /** @type {{ keep?: unknown }} */ (entry.csv);
      return { ...entry, csv: { ...defaults, output: {}, ...(csv.keep === undefined && { drop: [] }), ...csv } };
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
