import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fields } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';
import { unicodePath } from './unicode-path-field.js';

/** @import { ZipEntry } from '../support/zip-writer.js' */

const GOOD = { name: 'good', content: 'good' };
const MEBIBYTE = 1024 ** 2;

/** @type {[code: string, title: string, entry: ZipEntry][]} */
const REFUSED = [
  ['archive/unsafe-name', 'a path that leads out', { name: '../a', content: 'x' }],
  ['archive/unsafe-name', 'an absolute path', { name: '/a', content: 'x' }],
  ['archive/unsafe-name', 'a path that leads out by backslashes', { name: 'a\\..\\..\\b', content: 'x' }],
  [
    'archive/unsafe-name',
    'a backslash byte that may be half a character',
    { name: Buffer.from([0x95, 0x5c]), content: 'x', flags: 0 },
  ],
  ['archive/unsafe-name', 'no name', { name: '', content: 'x' }],
  ['archive/unsafe-name', 'bytes that are not the UTF-8 that the flag promises', { name: Buffer.from([0x61, 0xff]) }],
  ['archive/reserved-name', 'the name of the manifest', { name: '_manifest.json', content: '{}' }],
  ['archive/reserved-name', 'the name of a manifest further down', { name: 'a/b/_manifest.json', content: '{}' }],
  ['archive/reserved-name', 'a file in a folder of that name', { name: '_manifest.json/a', content: '{}' }],
  ['archive/encrypted', 'a password', { name: 'a', content: 'x', flags: 1 }],
  ['archive/encrypted', 'a hidden directory', { name: 'a', content: 'x', flags: 1 << 13 }],
  ['archive/unsupported-method', 'bzip2', { name: 'a', content: 'x', method: 12 }],
  ['archive/unsupported-method', 'an unknown method', { name: 'a', content: 'x', method: 77 }],
  ['archive/special-file', 'a symbolic link', { name: 'a', content: '/etc/passwd', mode: 0o120777 }],
  ['archive/special-file', 'a symbolic link of macOS', { name: 'a', content: '/etc', madeBy: 0x131e, mode: 0o120777 }],
  ...[0, 2, 5, 11, 16, 30].map(system => {
    const entry = { name: 'a', content: '/etc', madeBy: (system << 8) | 20, mode: 0o120777 };
    return /** @type {[string, string, ZipEntry]} */ ([
      'archive/special-file',
      `a link made on system ${system}`,
      entry,
    ]);
  }),
  ...['extra', 'localExtra'].flatMap(where =>
    [0o120777, 0o040755].map(mode => {
      const bits = fields([2, 0x6c78], [2, 9], [1, 7], [2, 0x031e], [2, 0], [2, 0], [2, mode]);
      const title = `mode 0${mode.toString(8)} in libarchive’s extra field (${where})`;
      return /** @type {[string, string, ZipEntry]} */ (['archive/special-file', title, { name: 'a', [where]: bits }]);
    }),
  ),
  ...['extra', 'localExtra'].map(where => {
    const paths = Buffer.concat([unicodePath('a', 'a'), unicodePath('a', 'evil')]);
    const title = `two Unicode paths (${where})`;
    return /** @type {[string, string, ZipEntry]} */ ([
      'archive/header-mismatch',
      title,
      { name: 'a', [where]: paths },
    ]);
  }),
  ['archive/unsafe-name', 'a version as on VMS', { name: 'a;1', content: 'x' }],
  ['archive/unsafe-name', 'an empty version as on VMS', { name: 'b/a;', content: 'x' }],
  ['archive/unsafe-name', 'a backslash at its end, and bytes', { name: 'a\\', content: 'x', mode: 0o100644 }],
  ['archive/special-file', 'a device', { name: 'a', content: '', mode: 0o020666 }],
  ['archive/special-file', 'a folder’s mode and bytes', { name: 'a', content: 'x', mode: 0o040755 }],
  ['archive/size-mismatch', 'a stored entry of two sizes', { name: 'a', content: 'x', method: 0, size: 2 }],
  ['limit/ratio', 'a bomb', { name: 'a', content: Buffer.alloc(16 * MEBIBYTE + 1) }],
  ['archive/size-mismatch', 'bytes without compressed bytes', { name: 'a', content: 'x', raw: Buffer.alloc(0) }],
  ['limit/bytes', 'one that is too big', { name: 'a', content: 'x', size: 1e12 }],
];
for (const [code, title, entry] of REFUSED) {
  test(`${code}: an entry with ${title} is refused, and the others are read`, { timeout: 300_000 }, async () => {
    const zip64 = (entry.size ?? 0) > 2 ** 32;
    const outcome = await outcomeOf(writeZip([{ ...entry, zip64 }, GOOD]));
    assert.deepEqual(Object.values(outcome), [code, 'good']);
  });
}

test('an error stays with its entry if folders precede it', async () => {
  const half = { name: Buffer.from([0x95, 0x5c]), content: 'x', flags: 0 };
  const zip = writeZip([{ name: 'a/' }, GOOD, { name: 'b/' }, half, { name: 'c' }]);
  assert.deepEqual(await outcomeOf(zip), { good: 'good', 'ò\\': 'archive/unsafe-name', c: '' });
});
