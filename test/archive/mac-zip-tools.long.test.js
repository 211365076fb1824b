import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openArchive } from '../../src/archive/open-archive.js';
import { macZip, manyOfAMac } from '../support/mac-zip.js';
import { memorySource } from '../support/memory-source.js';
import { LIMITS } from './read-archive.js';

/** @import { MacEntry, Piece } from '../support/mac-zip.js' */

const GIB_4 = 2 ** 32;
const NAMES = Array.from({ length: 65_540 }, (_, index) => String(index).padStart(7, '0'));
const MANY = manyOfAMac(NAMES.length);
/** @type {MacEntry[]} */
const ENTRIES = [
  { name: 'first', content: 'the first' },
  { name: 'large', data: { bytes: GIB_4 + 99 }, size: GIB_4 + 99, crc32: 1 },
  { name: 'second', content: 'the second' },
  { name: 'third', content: 'the third' },
];
const LARGE = macZip(ENTRIES);

/** @type {string} */
let folder;
/** @type {Awaited<ReturnType<typeof openArchive>>['entries']} */
let found;
before(async () => {
  ({ entries: found } = await openArchive(memorySource(MANY), { ...LIMITS, maxEntries: 100_000 }));
  folder = mkdtempSync(join(tmpdir(), 'sluice-mac-'));
  writeFileSync(join(folder, 'many.zip'), MANY);
  save('large.zip', LARGE);
});
after(() => rmSync(folder, { recursive: true }));

/**
 * Writes a file with holes, which takes little of the disk.
 *
 * @param {string} name
 * @param {{ bytes: number, pieces: Piece[] }} source
 */
function save(name, { bytes, pieces }) {
  const file = openSync(join(folder, name), 'w');
  ftruncateSync(file, bytes);
  for (const piece of pieces) writeSync(file, piece.bytes, 0, piece.bytes.length, piece.start);
  closeSync(file);
}

/**
 * @param {string} tool
 * @param {string[]} args
 * @returns {string | null} What it prints; null if it is not installed. It may warn.
 */
function outputOf(tool, args) {
  const { error, stdout } = spawnSync(tool, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    timeout: 120_000,
  });
  if (error && /** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
  return error ? null : stdout;
}

const LIST = 'import sys, zipfile; print("\\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))';
const READ = 'import sys, zipfile; sys.stdout.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())';

for (const [tool, args] of /** @type {[string, string[]][]} */ ([
  ['unzip', ['-Z1', 'many.zip']],
  ['bsdtar', ['-tf', 'many.zip']],
  ['python3', ['-c', LIST, 'many.zip']],
])) {
  test(`${tool} lists all 65,540 entries of an archive that counts 4, as Sluice does`, async t => {
    const listed = outputOf(tool, args);
    if (listed === null) return t.skip(`${tool} is not installed`);
    assert.deepEqual([found.length, found.names.get(65_539)], [65_540, '0065539']);
    assert.deepEqual(listed.trim().split('\n'), NAMES);
  });
}

// Neither can read the first one: they take 4 GiB for bytes before the archive. bsdtar and 7-Zip 16 refuse it all.
for (const [tool, argsOf] of /** @type {[string, (name: string) => string[]][]} */ ([
  ['unzip', name => ['-pq', 'large.zip', name]],
  ['python3', name => ['-c', READ, 'large.zip', name]],
])) {
  test(`what ${tool} reads behind 4 GiB, Sluice finds at the same place`, async t => {
    const { entries } = await openArchive(LARGE, { ...LIMITS, maxTotalBytes: 2 ** 40 });
    for (const index of [2, 3]) {
      const { name, content } = ENTRIES[index];
      const read = outputOf(tool, argsOf(name));
      if (read === null) return t.skip(`${tool} is not installed`);
      assert.equal(read, content);
      assert.equal(entries.get(index).name, name);
      const header = LARGE.pieces.find(({ bytes }) => bytes.toString('latin1', 30, 30 + name.length) === name);
      assert.equal(entries.get(index).start, header?.start);
    }
  });
}
