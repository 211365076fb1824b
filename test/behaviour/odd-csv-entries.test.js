import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDestination } from '../../src/destination/open.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';

const MARK = '\xef\xbb\xbf';
const LONG = `1,"${'\n'.repeat(199_990)}",3\n`;

/**
 * Each entry with its output (without the column `b`) and rejected records, or with its error code.
 *
 * @type {Record<string, { content: string | Buffer, output?: string, rejected?: string, read?: number, code?: string }>}
 */
const ENTRIES = {
  'empty.csv': { content: '', output: '', read: 0 },
  'mark-only.csv': { content: MARK, output: MARK, read: 0 },
  'newlines-only.csv': { content: '\r\n\n'.repeat(500_000), output: '', read: 0 },
  'header-only.csv': { content: 'a,b', output: 'a', read: 0 },
  'quotes-only.csv': { content: '"'.repeat(50_001), code: 'csv/missing-field' },
  'cr-only.csv': { content: 'a,b,c\r1,2,3\r', output: 'a,c\r\n1,3\r\n', read: 1 },
  'utf-16.csv': { content: Buffer.from('\ufeffa,b,c\n1,2,3\n', 'utf16le'), output: '\xef\xbb\xbfa,c\n1,3\n', read: 1 },
  'utf-16-without-mark.csv': {
    content: Buffer.from('a,b,c\n1,2,3\n', 'utf16le').swap16(),
    output: 'a,c\n1,3\n',
    read: 1,
  },
  'bytes.csv': { content: 'a,b,c\n\0,\xff,\xfe\n\xc3,\0\0,"\0"\n', output: 'a,c\n\0,\xfe\n\xc3,"\0"\n', read: 2 },
  'ragged.csv': { content: 'a,b,c\n1\n\n4,5,6\n7,8,9,0', output: 'a,c\n4,6\n', rejected: '1\n7,8,9,0', read: 3 },
  'twice.csv': { content: 'b,a,b\n1,2,3\n', output: 'a\n2\n', read: 1 },
  'open-quote.csv': { content: 'a,b\n1,"2"\n3,"', output: 'a\n1\n', rejected: '3,"', read: 2 },
  'long.csv': { content: `a,b,c\n${LONG}4,5,6`, output: 'a,c\n1,3\n4,6', read: 2 },
  'too-long.csv': { content: `a,b,c\n${LONG.replaceAll('\n', 'x').replace('3', '33')}`, code: 'limit/record' },
  'empty-lines-first.csv': { content: `${'\n'.repeat(300_000)}a,b\n1,2\n`, output: 'a\n1\n', read: 1 },
  'columns.csv': { content: `b${',a'.repeat(65_535)}\n`, output: `${'a,'.repeat(65_534)}a\n`, read: 0 },
  'too-many-columns.csv': { content: `b${',a'.repeat(65_536)}\n`, code: 'limit/columns' },
};

test('each odd CSV entry of an archive is edited or fails by itself', {
  timeout: 300_000,
}, async () => {
  const root = await mkdtemp(join(tmpdir(), 'odd-'));
  try {
    const recipe = await compileRecipe({
      entries: [{ match: '**', csv: { delimiter: ',', drop: ['b'] } }],
      limits: { maxRecordBytes: LONG.length, maxRatio: 5000 },
    });
    const zip = writeZip(
      Object.entries(ENTRIES).map(([name, { content }]) => ({
        name,
        content: typeof content === 'string' ? Buffer.from(content, 'latin1') : content,
      })),
    );
    const destination = await openDestination(root);
    const { manifest } = await processArchive({ source: memorySource(zip), destination, recipe });
    await destination.close();
    assert.equal(manifest?.status, 'partial');
    for (const outcome of manifest.entries) {
      const { output, rejected, read, code } = ENTRIES[outcome.path];
      assert.equal(outcome.error?.code, code, outcome.path);
      assert.equal(await contentOf(join(root, 'x', outcome.path)), output);
      assert.equal(await contentOf(join(root, '_rejected', 'x', outcome.path)), rejected);
      if (code !== undefined) continue;
      const { records } = outcome;
      assert.equal(records.read, read, outcome.path);
      assert.equal(records.read, records.written + records.filtered + records.bad);
    }
    const written = Object.values(ENTRIES).filter(({ code }) => code === undefined);
    assert.equal(manifest.totals.written, written.length);
    const files = await readdir(root, { recursive: true, withFileTypes: true });
    const aside = written.filter(({ rejected }) => rejected !== undefined);
    const found = files.filter(file => file.isFile()).map(file => file.name);
    assert.equal(found.length, written.length + 2 * aside.length + 1, `nothing else is left: ${found}`);
  } finally {
    await rm(root, { recursive: true });
  }
});

/**
 * @param {string} path
 * @returns {Promise<string | undefined>}
 */
async function contentOf(path) {
  return readFile(path, 'latin1').catch(() => undefined);
}
