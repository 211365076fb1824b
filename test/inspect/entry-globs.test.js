import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldPath, globsFor } from '../../src/inspect/entry-globs.js';
import { compileGlob } from '../../src/recipe/glob.js';
import fc, { caseCount } from '../support/fast-check.js';

/** @type {[members: string, others: string, globs: string[]][]} Separated by spaces. */
const CASES = [
  ['a.csv', '', ['**/*.csv']],
  ['a.csv b/c.CSV', 'readme.txt', ['**/*.csv']],
  ['a.csv b.tsv', 'readme.txt', ['**/*.{csv,tsv}']],
  ['data', 'readme.txt', ['data']],
  ['people.csv', 'orders.csv', ['people.csv']],
  ['in/people.csv in/staff.csv', 'out/orders.csv', ['in/**/*.csv']],
  ['x/in/a.csv y/in/b.csv', 'x/out/orders.csv in.csv', ['**/in/*.csv']],
  ['de/people.csv fr/people.csv', 'de/orders.csv fr/orders.csv', ['**/people.csv']],
  ['orders-2025-01-31.csv', 'people.csv', ['**/orders-*.csv']],
  ['2025/orders-1.csv 2025/orders-22.csv', '2025/people-1.csv', ['**/orders-*.csv']],
  ['a/orders-1.csv', 'b/orders-1.csv', ['a/**/*.csv']],
  ['a/orders-1.csv', 'b/orders-1.csv a/people.csv', ['a/**/orders-*.csv']],
  ['orders_berlin.csv orders_rome.csv', 'people.csv', ['**/orders_*.csv']],
  ['berlin_orders.csv rome_orders.csv', 'people.csv', ['**/*_orders.csv']],
  ['a.csv b.csv', 'c.csv d.csv', ['{a*,b*}']],
  ['a*.csv', 'ab.csv', ['a\\*.csv']],
  ['!a.csv', 'b.csv', ['\\!a.csv']],
  ['{a,b}.csv', 'a.csv b.csv', ['\\{a\\,b\\}.csv']],
  ['a1.csv', 'A2.csv', ['a1.csv']],
];
for (const [members, others, globs] of CASES) {
  test(`${members}, but not ${others || 'others'}, is ${globs.join(' or ')}`, () => {
    const [some, none] = [members, others].map(text => text.split(' ').filter(Boolean).map(foldPath));
    assert.deepEqual(globsFor(some, none), globs);
  });
}

const name = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...'aAbé\u0301*?[]{},!^-. 12😀ßİ') },
      fc.constantFrom('csv', '.csv', 'orders', '2025'),
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map(parts => parts.join(''))
  .filter(part => !['.', '..'].includes(part));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map(names => names.join('/'));

test('the globs of some entries take exactly these, whatever their names are', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(path, { minLength: 1, maxLength: 30, selector: text => foldPath(text).folded }),
      fc.nat(),
      (paths, seed) => {
        const [members, others] = split(paths, seed);
        if (members.length > 0) checkExact(members, others);
      },
    ),
    { numRuns: caseCount(1000) },
  );
});

test('long names of special characters get globs of a length that a recipe may have', () => {
  for (const character of ['*', 'a', '😀', '{']) {
    const long = character.repeat(1020 / Buffer.byteLength(character));
    const paths = ['x', 'y', 'z/b', 'z/c'].map(end => Array.from(long).slice(0, -3).join('') + end);
    checkExact([paths[0], paths[2]], [paths[1], paths[3]]);
    checkExact(paths, ['b.csv']);
  }
});

test('ten thousand entries of two interleaved kinds take few globs and little time', () => {
  const numbers = Array.from({ length: 10_000 }, (_, index) => index);
  const paths = numbers.map(index => `exports/part-${String((index * 7919) % 10_000).padStart(5, '0')}.csv`);
  const [members, others] = split(paths, 3);
  assert.ok(globsFor(members.map(foldPath), others.map(foldPath)).length < 100);
});

/** @param {string[]} paths @param {number} seed */
function split(paths, seed) {
  const isMember = (/** @type {string} */ _, /** @type {number} */ index) =>
    ((index + 1) * (seed + 1) * 2654435761) % 4294967296 < 2 ** 31;
  return [paths.filter(isMember), paths.filter((item, index) => !isMember(item, index))];
}

/** @param {string[]} members @param {string[]} others */
function checkExact(members, others) {
  const globs = globsFor(members.map(foldPath), others.map(foldPath));
  for (const glob of globs) assert.ok(glob.length <= 1024, glob);
  const compiled = globs.map(glob => compileGlob(glob, 'match'));
  for (const member of members)
    assert.ok(
      compiled.some(fits => fits(member)),
      `${globs} lacks ${member}`,
    );
  for (const other of others) assert.ok(!compiled.some(fits => fits(other)), `${globs} takes ${other}`);
}
