import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { paxHeader, tarFile, tarHeader } from '../support/tar-writer.js';
import { extractBoth, tarOf } from './fixture.js';

const FILE = tarFile({ name: 'file', content: 'x' });

/** @param {string} name */
const longName = name => tarFile({ name: '././@LongLink', type: 'L', magic: 'ustar  ', content: `${name}\0` });

for (const [format, named] of /** @type {[string, (name: string) => Buffer][]} */ ([
  ['pax', name => paxHeader({ path: name })],
  ['GNU tar', longName],
])) {
  test(`of ${format}, a name that is too long for any storage fails by itself, and one that no zip could have is refused`, async () => {
    const name = 'n'.repeat(65_535);
    const { files, errors } = await extractBoth(tarOf(named(name), tarFile({ name: 'short' }), FILE));
    assert.deepEqual(files, { file: 'x' });
    assert.deepEqual(errors, { [name]: 'archive/unsafe-name' });
    const longer = tarOf(named(`${name}n`), tarFile({ name: 'short' }), FILE);
    assert.equal((await extractBoth(longer)).error, 'archive/bad-directory');
  });
}

test('limit/entries: names that are far longer than the entries need are not held in memory', async () => {
  const many = Array.from({ length: 30 }, (_, index) => [
    paxHeader({ path: `${index}`.padEnd(50_000, 'n') }),
    tarFile({ name: 'short' }),
  ]);
  const recipe = await compileRecipe({ limits: { maxEntries: 100 } });
  const { status, error, message } = await extractBoth(tarOf(...many.flat()), { recipe });
  assert.deepEqual([status, error], ['failed', 'limit/entries']);
  assert.match(
    message,
    /names of the archive's entries have \d+ bytes \(limit: 1048576, for limits\.maxEntries: 100\)/,
  );
});

test('megabytes of attributes that nobody needs are passed over, for one entry and for all', async () => {
  for (const type of ['x', 'X', 'g']) {
    const attributes = paxHeader(
      {
        'SCHILY.xattr.user.small': 'a=b\nc',
        'SCHILY.xattr.user.large': Buffer.alloc(3_000_000, '9 path=x\n'),
        ...(type === 'g' ? {} : { path: 'long name' }),
        'LIBARCHIVE.xattr.user.another': Buffer.alloc(200_000, 'x'),
      },
      type,
    );
    const { status, files } = await extractBoth(tarOf(attributes, FILE), {
      recipe: await compileRecipe({ limits: { maxRatio: 1e6 } }),
    });
    assert.deepEqual({ status, files }, { status: 'complete', files: { [type === 'g' ? 'file' : 'long name']: 'x' } });
  }
});

test('a pax header is damaged if any of its records is, also one that nobody needs', async () => {
  const large = 'x'.repeat(200_000);
  for (const content of [
    `200018 comment=${large}x`,
    `200015 comment=${large}\n`,
    `200017 comment=${large}\n`,
    `${'k'.repeat(200_000)}=x\n`,
    `200010 ${'k'.repeat(200_000)}=x\n`,
    '0 a=b\n',
    '8 a=b\n\n1',
    '5 ab\n',
    '5 =b\n',
  ]) {
    const tar = tarOf(tarFile({ name: 'p', type: 'x', content }), FILE);
    assert.equal((await extractBoth(tar)).error, 'archive/bad-directory', content.slice(0, 20));
  }
  const cut = Buffer.concat([
    tarHeader({ name: 'p', type: 'x', size: 200_018 }),
    Buffer.from(`200018 comment=${large}`),
  ]);
  assert.equal((await extractBoth(cut)).error, 'archive/truncated');
});

test('what is no regular file and has an unsafe name is refused for its name, as in a zip, which takes no time for names of many parts', async () => {
  const name = 'a/'.repeat(32_000);
  const links = Array.from({ length: 30 }, (_, index) => [
    paxHeader({ path: `${index}/${name}b` }),
    tarHeader({ name: 'short', type: '2' }),
  ]);
  const { errors } = await extractBoth(tarOf(...links.flat(), FILE), {
    recipe: await compileRecipe({ limits: { maxEntries: 10_000, maxRatio: 1e6 } }),
  });
  assert.deepEqual(new Set(Object.values(errors)), new Set(['archive/unsafe-name']));
});
