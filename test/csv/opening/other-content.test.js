import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { guardContent } from '../../../src/csv/opening/other-content.js';
import { compileRecipe } from '../../../src/recipe/recipe.js';
import { work } from '../../job/fixture.js';
import fc, { caseCount } from '../../support/fast-check.js';
import { writeTar } from '../../support/tar-writer.js';
import { writeZip } from '../../support/zip-writer.js';

const SHEET = writeZip([
  { name: '[Content_Types].xml', content: '<Types/>' },
  { name: 'xl/workbook.xml', content: '<workbook/>' },
]);

/** @type {[title: string, content: Buffer, message: RegExp][]} */
const OTHERS = [
  ['an .xlsx', SHEET, /an Office document such as an Excel workbook \(\.xlsx\), not CSV: save its sheets as CSV/],
  [
    'an .ods',
    writeZip([{ name: 'mimetype', method: 0, content: 'application/vnd.oasis.opendocument.spreadsheet' }]),
    /an OpenDocument file/,
  ],
  ['a zip', writeZip([{ name: 'a.csv', content: 'a\n1\n' }]), /a zip archive, not CSV: let a rule.*"archive": true/],
  ['a zip without entries', writeZip([]), /a zip archive/],
  ['a .gz', gzipSync('a\n1\n'), /a gzip file, not CSV: let a rule.*"archive": true/],
  ['a .tar.gz', gzipSync(writeTar([{ name: 'a', content: 'a' }])), /a gzip file/],
  ['a .tar', writeTar([{ name: 'a', content: 'a' }]), /a tar archive, not CSV: let a rule.*"archive": true/],
  ['an image', Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'), /an image/],
  ['an .xls', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), /an old Office document/],
  ['a zstandard file', zstdCompressSync('a\n1\n'), /a zstandard file/],
  ['a PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'), /a PDF file/],
];
for (const [title, content, message] of OTHERS) {
  test(`csv/not-csv: ${title} under a csv rule`, async () => {
    const recipe = await compileRecipe({ entries: [{ match: '**', csv: {} }] });
    const { manifest } = await work(writeZip([{ name: 'a.csv', content }]), { recipe });
    const [{ error, output }] = manifest?.entries ?? [];
    assert.deepEqual([error?.code, output], ['csv/not-csv', null]);
    assert.match(error?.message ?? '', message);
  });
}

test('what xz and bzip2 write is known by its beginning', { skip: !isInstalled('xz') || !isInstalled('bzip2') }, () => {
  for (const tool of ['xz', 'bzip2']) {
    const content = execFileSync(tool, ['-c'], { input: 'a\n1\n' });
    assert.throws(() => guardContent(content), { code: 'csv/not-csv', message: new RegExp(tool) });
  }
});

/** @param {string} tool */
function isInstalled(tool) {
  try {
    execFileSync(tool, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('no text is taken for another format', () => {
  const beginning = fc.constantFrom('', 'PK', 'PAR1', 'BZh9', 'Rar!', '7z', '%PDF-1.4,', 'SQLite format 3');
  fc.assert(
    fc.property(beginning, fc.stringMatching(/^[\t\r\n -~äß€\u4e00]*$/), (first, text) => {
      guardContent(Buffer.from(`${first}${text}`));
    }),
    { numRuns: caseCount(1000) },
  );
});
