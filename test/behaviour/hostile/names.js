import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { tellsApart } from '../../destination/folder/tells-apart.js';
import { fields } from '../../support/zip-fields.js';
import { writeZip } from '../../support/zip-writer.js';
import { GOOD, read, refusedArchive, refusedEntry } from './fixture.js';

/** @import { Fixture } from './fixture.js' */

const PATH = { name: 'plain', content: 'x' };
const LINK = 0o120777;
const CASE_COUNTS = await tellsApart('a', 'A');
const FORM_COUNTS = await tellsApart('\u00e9', 'e\u0301');

/**
 * Names, and entries that are no regular files.
 *
 * @type {Fixture[]}
 */
export const NAMES = [
  unsafe('a path that leads out', '../evil'),
  unsafe('a path that leads out by a detour', 'a/../../evil'),
  unsafe('a path that leads far out', `${'../'.repeat(40)}tmp/evil`),
  unsafe('the folder above', '..'),
  unsafe('a path that ends in the folder above', 'a/..'),
  unsafe('an absolute path', '/evil'),
  {
    ...unsafe('an absolute path to a writable folder', '/evil'),
    zip: base => writeZip([{ name: join(base, 'evil'), content: 'x' }, GOOD]),
    outcome: { '*': 'archive/unsafe-name', good: 'good' },
  },
  unsafe('a network path', '//host/share/evil'),
  unsafe('a drive letter', 'C:evil'),
  unsafe('a drive letter and an absolute path', 'c:/evil'),
  unsafe('a path that leads out on Windows', '..\\evil', '../evil'),
  unsafe('a path that leads out on Windows by a detour', 'a\\..\\..\\evil', 'a/../../evil'),
  unsafe('an absolute path of Windows', 'C:\\evil', 'C:/evil'),
  unsafe('an absolute path of Windows without a drive', '\\evil', '/evil'),
  unsafe('a network path of Windows', '\\\\host\\share\\evil', '//host/share/evil'),
  unsafe('a NUL, behind which other readers stop', 'evil\0.csv'),
  unsafe('a line end', 'a\nb'),
  unsafe('an escape sequence', '\x1b[2Jevil'),
  unsafe('a DEL', 'a\x7f'),
  unsafe('only a dot', '.', ''),
  unsafe('no name', ''),
  unsafe('a dot before a drive letter', './C:/evil', 'C:/evil'),
  unsafe('a dot before the folder above', './../evil', '../evil'),
  unsafe('1,025 bytes', `${'n/'.repeat(512)}n`),
  // The manifest shows the beginning of it.
  unsafe('the longest name that a header holds', `${'n/'.repeat(32_767)}n`, `${'n/'.repeat(99)}n\\…`),
  refusedEntry('limit/name-length', 'a part that is longer than a file’s name may be', { name: 'n'.repeat(256) }),
  read('a name of 1,024 bytes', [{ name: `${'n/'.repeat(511)}nn`, content: 'x' }]),
  read('a part as long as a file’s name may be', [{ name: `a/${'é'.repeat(127)}n`, content: 'x' }]),
  dropped('a dot as the first part', './a', 'a'),
  dropped('a dot as the first part, in UTF-8', './ü/a', 'ü/a'),
  dropped('a dot as a part', 'a/./b', 'a/b'),
  dropped('a dot as the last part', 'a/.', 'a'),
  dropped('an empty part', 'a//b', 'a/b'),
  dropped('an empty part between backslashes', 'a\\\\b', 'a/b'),
  dropped('a dot before a backslash', '.\\a', 'a'),
  dropped('dots and empty parts before what looks absolute', './/etc/./passwd', 'etc/passwd'),
  read(
    'an archive of the folder in which one stands',
    [{ name: './' }, { name: './b/' }, { name: './b/a', content: 'x' }],
    {
      outcome: { 'b/a': 'x' },
    },
  ),
  read('a name that only looks as if it led out', [
    { name: '..evil', content: 'x' },
    { name: 'a../b', content: 'y' },
    { name: '...', content: 'z' },
    { name: '~/evil', content: '$HOME' },
    { name: '-rf *', content: '!' },
  ]),

  refusedArchive('archive/duplicate-name', 'the same name twice', () => zipOf('good', 'a', 'good')),
  differing('by case', ['good', 'a/GOOD', 'A/good', 'GOOD'], CASE_COUNTS),
  differing('by the case of a folder', ['a/b/good', 'a/B/good'], CASE_COUNTS),
  differing('by Unicode form', ['caf\u00e9', 'cafe\u0301'], FORM_COUNTS),
  differing('by both', ['CAF\u00c9', 'cafe\u0301'], CASE_COUNTS || FORM_COUNTS),
  differing('by case from the folder of another', ['A', 'a/b'], CASE_COUNTS),
  refusedArchive('archive/duplicate-name', 'a file that is a folder too', () => zipOf('good', 'good/evil')),
  refusedArchive('archive/duplicate-name', 'a folder that is a file too', () => zipOf('a/b/c', 'a/b')),
  refusedArchive('archive/duplicate-name', 'a name with slashes, and the same with backslashes', () =>
    zipOf('a/b', 'a\\b'),
  ),
  refusedArchive('archive/duplicate-name', 'a file that is a folder too, by a backslash', () =>
    zipOf('good', 'good\\evil'),
  ),
  refusedArchive('archive/duplicate-name', 'a symbolic link, and a file behind it', () =>
    writeZip([
      { name: 'link', content: '/tmp', mode: LINK },
      { name: 'link/evil', content: 'x' },
    ]),
  ),
  refusedArchive('archive/duplicate-name', 'a symbolic link, and a file of its name', () =>
    writeZip([{ name: 'evil', content: '../../evil', mode: LINK }, { name: 'evil', content: 'x' }, GOOD]),
  ),
  refusedArchive('archive/duplicate-name', 'the same name in UTF-8 and in code page 437', () =>
    writeZip([
      { name: 'ü', content: 'x' },
      { name: Buffer.from([0x81]), content: 'y', flags: 0, madeBy: 20 },
    ]),
  ),

  ...MEETING().map(([how, one, other]) =>
    refusedArchive('archive/duplicate-name', `names that meet in other programs: ${how}`, () => zipOf(one, other)),
  ),
  {
    ...refusedArchive('archive/reserved-name', 'the manifest’s name behind a dot', () =>
      zipOf('./_manifest.json', 'good'),
    ),
    outcome: { '_manifest.json': 'archive/reserved-name', good: 'good' },
  },

  refusedEntry('archive/reserved-name', 'the manifest’s name', { name: '_manifest.json', content: '{}' }),
  refusedEntry('archive/reserved-name', 'a folder of the manifest’s name', { name: '_manifest.json/a', content: '{}' }),

  refusedEntry('archive/unsafe-name', 'no UTF-8 where its flag is set', utf8([0x61, 0xff]), { path: 'a\ufffd' }),
  refusedEntry('archive/unsafe-name', 'an overlong slash', utf8([0x2e, 0x2e, 0xc0, 0xaf]), { path: '..\ufffd\ufffd' }),
  refusedEntry('archive/unsafe-name', 'half a surrogate pair', utf8([0xed, 0xa0, 0x80]), {
    path: '\ufffd\ufffd\ufffd',
  }),
  read('a name in code page 437', [{ name: Buffer.from([0x81, 0x84]), content: 'x', flags: 0, madeBy: 20 }], {
    outcome: { üä: 'x' },
  }),
  read('a name in UTF-8 without its flag, from Unix', [{ name: Buffer.from('üä'), content: 'x', flags: 0 }], {
    outcome: { üä: 'x' },
  }),
  read('a name in UTF-8 without its flag, from DOS', [{ name: Buffer.from('ü'), content: 'x', flags: 0, madeBy: 20 }], {
    outcome: { ü: 'x' },
  }),
  read('backslashes between the parts of a name', [{ name: 'a\\b\\c', content: 'x', madeBy: 20 }, GOOD], {
    outcome: { 'a/b/c': 'x', good: 'good' },
  }),
  read(
    'backslashes in the directory, and slashes in the local header',
    [{ name: 'a\\b', localName: 'a/b', content: 'x' }],
    {
      outcome: { 'a/b': 'x' },
    },
  ),
  read('slashes in the directory, and backslashes in the local header', [
    { name: 'a/b', localName: 'a\\b', content: 'x' },
  ]),
  refusedEntry('archive/header-mismatch', 'another name with a backslash', {
    name: 'a/b',
    localName: 'a\\c',
    content: 'x',
  }),
  refusedEntry(
    'archive/unsafe-name',
    'a backslash byte that may be half a character',
    { name: Buffer.from([0x95, 0x5c, 0x2e]), content: 'x', flags: 0, madeBy: 20 },
    { path: 'ò\\.' },
  ),

  // APPNOTE 4.6.9: it counts only if its CRC-32 is that of the name in the header.
  read('a Unicode path', [{ ...PATH, extra: unicodePath('ü/日本') }], { outcome: { 'ü/日本': 'x' } }),
  read('a Unicode path of another name', [{ ...PATH, extra: unicodePath('ü', { of: 'other' }) }]),
  read('a Unicode path of another version', [{ ...PATH, extra: unicodePath('ü', { version: 2 }) }]),
  refusedEntry(
    'archive/unsafe-name',
    'a Unicode path that leads out',
    { ...PATH, extra: unicodePath('../evil') },
    {
      path: '../evil',
    },
  ),
  refusedArchive('archive/duplicate-name', 'a Unicode path that is another entry’s name', () =>
    writeZip([GOOD, { ...PATH, extra: unicodePath('good') }]),
  ),

  refusedEntry('archive/special-file', 'a symbolic link', { name: 'a', content: '/etc/passwd', mode: LINK }),
  refusedEntry('archive/special-file', 'a symbolic link that leads out', { name: 'a', content: '../..', mode: LINK }),
  refusedEntry('archive/special-file', 'a character device', { name: 'a', mode: 0o020666 }),
  refusedEntry('archive/special-file', 'a block device', { name: 'a', mode: 0o060666 }),
  refusedEntry('archive/special-file', 'a socket', { name: 'a', mode: 0o140666 }),
  refusedEntry('archive/special-file', 'a folder without a slash that has content', {
    name: 'a',
    content: 'x',
    mode: 0o040755,
  }),
  // Info-ZIP gives this mode to what it reads from standard input.
  read('a named pipe, which only says where it came from', [{ name: 'a', content: 'x', mode: 0o010600 }]),
  read(
    'folders with every kind of name, which are not created',
    [
      ...[{ name: '../' }, { name: '/' }, { name: 'a/' }, { name: 'a/', method: 0 }, { name: '../../evil/' }],
      ...[{ name: 'a', mode: 0o040755 }, { name: '..', mode: 0o040755 }, { name: '..\\' }],
      ...[
        { name: 'b', madeBy: 20, mode: 0, attributes: 0x10 },
        { name: 'evil/', content: 'x', mode: 0o100644 },
      ],
      GOOD,
    ],
    { outcome: { good: 'good' } },
  ),
];

/**
 * @param {string} title
 * @param {string} name
 * @param {string} [path] The name as the manifest has it.
 */
function unsafe(title, name, path = name) {
  return refusedEntry('archive/unsafe-name', title, { name, content: 'x' }, { path });
}

/**
 * @param {string} title
 * @param {string} name
 * @param {string} path What is left of the name.
 */
function dropped(title, name, path) {
  return read(title, [{ name, content: 'x' }], { outcome: { [path]: 'x' } });
}

/** @returns {[how: string, one: string, other: string][]} */
function MEETING() {
  return [
    ['without a dot', 'evil', './evil'],
    ['without an empty part', 'a/evil', 'a//evil'],
    ['without the slash of an absolute path', 'evil', '/evil'],
    ['without the folder above', 'evil', '../evil'],
    ['without the folder above, in the middle', 'a/evil', 'a/../evil'],
    ['with the folder above', 'evil', 'a/../evil'],
    ['without a drive letter', 'evil', 'C:evil'],
    ['without a drive letter and a slash', 'evil', 'C:\\evil'],
    ['without a host and a share', 'evil', '\\\\host\\share\\evil'],
    ['without two slashes', 'host/share/evil', '//host/share/evil'],
    ['without what follows a NUL', 'evil', 'evil\0.csv'],
    ['without a path and a version', 'evil', '../evil;1'],
    ['two that are refused', '../evil', '/evil'],
  ];
}

/**
 * @param {string} how
 * @param {string[]} names
 * @param {boolean} areApart Whether this machine's folders tell them apart.
 */
function differing(how, names, areApart) {
  const title = `names that differ ${how}`;
  if (!areApart) return refusedArchive('archive/duplicate-name', title, () => zipOf(...names));
  return read(
    title,
    names.map(name => ({ name, content: name })),
  );
}

/** @param {string[]} names */
function zipOf(...names) {
  return writeZip(names.map(name => ({ name, content: name })));
}

/** @param {number[]} name */
function utf8(name) {
  return { name: Buffer.from(name), content: 'x', flags: 1 << 11 };
}

/**
 * @param {string} path
 * @param {{ of?: string, version?: number }} [options] `of`: the name in the header that it goes with.
 */
function unicodePath(path, { of = PATH.name, version = 1 } = {}) {
  const text = Buffer.from(path);
  return Buffer.concat([fields([2, 0x7075], [2, 5 + text.length], [1, version], [4, crc32(of)]), text]);
}
