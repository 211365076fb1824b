import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import fc, { caseCount } from '../support/fast-check.js';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

const PART = fc.constantFrom('..', '.', '', 'a', 'b');

test('archive/duplicate-name: whenever two names meet with `..` cut out or followed, and only then', async () => {
  const name = fc.array(PART, { minLength: 1, maxLength: 4 }).map(parts => parts.join('/'));
  await fc.assert(
    fc.asyncProperty(name, name, async (...names) => {
      fc.pre(names.every(each => !each.endsWith('/')));
      const outcome = await outcomeOf(writeZip(names.map(each => ({ name: each, content: each }))));
      const cut = names.map(each => each.replace(/(^|\/)\.\.(?=\/|$)/g, '$1'));
      const meet = [cut, names].some(([one, other]) => isOne(one, other));
      // `..` and `../.` lead nowhere, and are one name all the same.
      const areOne = partsOf(names[0]) === partsOf(names[1]);
      // A file in a folder that is a file is a duplicate too.
      if (meet || Object.values(outcome).length !== 2) assert.equal(outcome, 'archive/duplicate-name');
      if (outcome === 'archive/duplicate-name' && !meet && !areOne) assert.ok(isNested(names));
    }),
    { numRuns: caseCount(150) },
  );
});

/** @param {string} one @param {string} other */
function isOne(one, other) {
  const [first, second] = [one, other].map(each => posix.join('/', each, '/'));
  return first === second && first !== '/';
}

/** @param {string} name */
function partsOf(name) {
  return name
    .split('/')
    .filter(part => part !== '' && part !== '.')
    .join('/');
}

/** @param {string[]} names */
function isNested(names) {
  const [one, other] = names.map(each => posix.normalize(each).replace(/\/$/, ''));
  return one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

test('a file whose name ends like a folder’s meets no file', async () => {
  const folder = { name: 'a/', content: 'x', localName: 'b/' };
  const outcome = await outcomeOf(writeZip([folder, { name: '../c' }, { name: 'd', content: 'd' }]));
  assert.deepEqual(outcome, { 'a/': 'archive/header-mismatch', '../c': 'archive/unsafe-name', d: 'd' });
});

test('names that are odd and do not meet are judged one by one', async () => {
  const zip = writeZip(['../a', 'C:b', 'c;1', '/', '..', './d', 'e/../f'].map(name => ({ name, content: name })));
  assert.deepEqual(await outcomeOf(zip), {
    ...{ '../a': 'archive/unsafe-name', 'C:b': 'archive/unsafe-name', 'c;1': 'archive/unsafe-name' },
    ...{ '..': 'archive/unsafe-name', 'e/../f': 'archive/unsafe-name', d: './d' },
  });
});
