import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { openReaders, STREAMING } from '../fuzz/readers/readers.js';
import { fields } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';
import { unicodePath } from './unicode-path-field.js';

/** @import { Readers, Reading } from '../fuzz/readers/readers.js' */
/** @import { ZipEntry } from '../support/zip-writer.js' */

/** @type {Readers} */
let readers;
before(async () => {
  readers = await openReaders();
});
after(() => readers.close());

const A = { name: 'a', content: 'the first', method: 0 };
const B = { name: 'd/b', content: 'the second', method: 0 };
const AB = { a: A.content, 'd/b': B.content };
/** A local header without a name, as the Android Gradle plugin writes it. */
const PADDING = Buffer.concat([fields([4, 0x04034b50], [8, 0], [8, 0], [6, 0], [2, 0], [2, 70]), Buffer.alloc(70)]);
const STALE = unicodePath('older', 'other');
const PAGE = Buffer.alloc(30_000, '<p>a page</p>');

/** @param {Buffer} padding */
function paddedAtEnd(padding) {
  const zip = writeZip([A, B]);
  const directory = zip.indexOf('PK\x01\x02');
  zip.writeUInt32LE(directory + padding.length, zip.length - 6);
  return Buffer.concat([zip.subarray(0, directory), padding, zip.subarray(directory)]);
}

/**
 * What is read here. `by`: other readers that read it too, at least. All others report an error, or read the same.
 *
 * @type {[title: string, bytes: Buffer, by: string[], files?: Record<string, string>][]}
 */
const READ = [
  ['padding at the front', writeZip([{ ...A, before: PADDING }, B]), ['Python', 'Go', 'ZipFile', 'unzip', 'bsdtar']],
  ['padding between entries', writeZip([A, { ...B, before: PADDING }]), ['Python', 'Go', 'ZipFile', 'unzip', '7z']],
  ['padding at the end', paddedAtEnd(PADDING), ['Python', 'Go', 'ZipFile', 'unzip', '7z', 'bsdtar']],
  [
    'names that begin with "./"',
    writeZip([{ name: './', method: 0 }, { ...A, name: './a' }, { ...B, name: './d/./b' }]),
    ['Python', 'Go', 'unzip', '7z', 'bsdtar'],
  ],
  ['a zip64 locator with 0 disks', writeZip([A, B], { zip64: true, disks: 0 }), ['Python', 'ZipFile', '7z', 'bsdtar']],
  [
    'zip64 and a long comment',
    writeZip([A, B], { zip64: true, comment: 'x'.repeat(17_000) }),
    ['Python', 'Go', 'ZipFile', 'unzip', '7z', 'bsdtar'],
  ],
  [
    'zip64 and a program before it',
    writeZip([A, B], { zip64: true, prefix: Buffer.alloc(5000, 'MZ'), disks: 0 }),
    ['Python'],
  ],
  [
    'a backslash in the directory, a slash in the local header',
    writeZip([{ ...A, name: 'd\\a', localName: 'd/a', madeBy: 0x0014 }]),
    ['7z', 'bsdtar'],
    { 'd/a': A.content },
  ],
  ['a page behind its end', writeZip([A, B], { trailing: PAGE }), ['Python', 'Go', 'unzip', 'bsdtar']],
  [
    'a Unicode path of an older name',
    writeZip([{ ...A, extra: STALE, localExtra: STALE }, B]),
    ['Python', 'Go', 'ZipFile', '7z', 'bsdtar'],
  ],
]; // biome-ignore format: a table
for (const [title, bytes, by, files = AB] of READ) {
  test(`other readers read the same, or report an error: ${title}`, { timeout: 300_000 }, async () => {
    assert.deepEqual(await outcomeOf(bytes), files);
    const expected = Object.entries(files).map(([name, content]) => summary(name, content.length, crc32(content)));
    for (const [reader, reading] of await readers.read(bytes)) {
      if (reader === STREAMING) continue;
      if ('error' in reading) assert.ok(!by.includes(reader), `${reader}: ${reading.error}`);
      else assert.deepEqual(filesOf(reading), expected.sort(), reader);
    }
  });
}

const INNER = writeZip([{ name: 'evil', content: 'evil' }]);

/**
 * An archive that holds another one, whose comment reaches to the end of the file.
 *
 * @param {ZipEntry} first
 */
function twoArchives(first) {
  const inner = Buffer.from(INNER);
  const outer = () => writeZip([first, { name: 'inner', content: inner, method: 0 }, B]);
  const zip = outer();
  inner.writeUInt16LE(zip.length - zip.indexOf('PK\x05\x06') - 22, inner.length - 2);
  return outer();
}

/** What is refused here, since others do not agree on it. @type {[code: string, title: string, bytes: Buffer][]} */
const REFUSED = [
  ...['a//b', '/a/b', 'a/x/../b', '../a/b', './a/b', 'a\\b'].map(
    name =>
      /** @type {[string, string, Buffer]} */ ([
        'archive/duplicate-name',
        `${name} and a/b`,
        writeZip([
          { ...A, name },
          { ...B, name: 'a/b' },
        ]),
      ]),
  ),
  ...Object.entries({
    'OLE document': '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    ar: '!<arch>\n',
    wim: 'MSWIM\0\0\0',
  }).map(
    ([title, signature]) =>
      /** @type {[string, string, Buffer]} */ ([
        'archive/bad-directory',
        `a file that begins as ${title}`,
        writeZip([A, B], { prefix: Buffer.concat([Buffer.from(signature, 'latin1'), Buffer.alloc(504)]) }),
      ]),
  ),
  [
    'archive/bad-directory',
    'a local header that disagrees, and a second archive that reaches to the end',
    twoArchives({ ...A, local: { size: 3, compressedSize: 3 } }),
  ],
  ['archive/truncated', 'a comment that runs past the end', writeZip([A, B], { comment: 'a comment' }).subarray(0, -1)],
];
for (const [code, title, bytes] of REFUSED) {
  test(`${code}, where other readers disagree: ${title}`, { timeout: 300_000 }, async t => {
    assert.equal(await outcomeOf(bytes), code);
    if (readers.missing.length > 0) return t.skip(`not installed: ${readers.missing.join(', ')}`);
    const readings = [...(await readers.read(bytes))].filter(([reader]) => reader !== STREAMING);
    const answers = new Set(
      readings.map(([, reading]) => ('error' in reading ? 'error' : reading.files.toSorted().join())),
    );
    assert.ok(answers.size > 1, [...answers].join());
  });
}

/**
 * @param {Extract<Reading, { files: any }>} reading
 * @returns {string[]} With names as they are here.
 */
function filesOf({ files }) {
  return (
    files
      // 7-Zip makes a file with the archive's name of padding at the front.
      .filter(([name, bytes]) => name !== 'x' || bytes > 0)
      .map(([name, bytes, checksum]) => summary(name.replaceAll('\\', '/'), bytes, checksum))
      .sort()
  );
}

/**
 * @param {string} name
 * @param {number} bytes
 * @param {number} checksum
 */
function summary(name, bytes, checksum) {
  const parts = name.split('/').filter(part => part !== '' && part !== '.');
  return [parts.join('/'), bytes, checksum].join(' ');
}
