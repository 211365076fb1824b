import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locateDirectory } from '../../src/archive/locate-directory.js';
import fc, { caseCount } from '../support/fast-check.js';
import { fields } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

const ENTRIES = [
  { name: 'a.csv', content: 'a,b\n1,2\n' },
  { name: 'b/c.txt', content: 'text', method: 0 },
];

/** @type {[code: string, title: string, bytes: Buffer][]} */
const FAILING = [
  ['archive/multi-disk', 'the last of several parts', writeZip(ENTRIES, { disk: 1 })],
  ['archive/multi-disk', 'the last of several parts in zip64', writeZip(ENTRIES, { disk: 1, zip64: true })],
  ['archive/bad-directory', 'another number of entries on the only disk', counted({ here: 1 })],
  ['archive/bad-directory', 'another number of entries on the only disk in zip64', counted({ here: 1, zip64: true })],
  ['archive/bad-directory', 'a directory beyond the end', writeZip(ENTRIES, { directoryOffset: 4_000_000 })],
  ['archive/encrypted', 'a directory that is encrypted', encrypted({})],
  ['archive/encrypted', 'a directory that is encrypted, on several disks by its own account', encrypted({ disk: 7 })],
  [
    'archive/encrypted',
    'a directory that is encrypted, behind its extra data record',
    encrypted({ hasExtraData: true }),
  ],
];
for (const [code, title, bytes] of FAILING) {
  test(`${code}: ${title}`, async () => {
    assert.equal(await outcomeOf(bytes), code);
  });
}

/** @param {{ here: number, zip64?: boolean }} options */
function counted({ here, zip64 = false }) {
  const zip = writeZip(ENTRIES, { zip64 });
  if (zip64) zip.writeBigUInt64LE(BigInt(here), zip.length - 22 - 20 - 56 + 24);
  else zip.writeUInt16LE(here, zip.length - 22 + 8);
  return zip;
}

/**
 * An archive with PKZIP's strong encryption (APPNOTE 7.3): the local headers are masked, and the zip64 record has more fields.
 *
 * @param {{ disk?: number, hasExtraData?: boolean }} options
 */
function encrypted({ disk = 0, hasExtraData = false }) {
  const zip = writeZip(ENTRIES.map(entry => ({ ...entry, flags: 0x2001 })));
  const start = zip.indexOf('PK\x01\x02');
  const directory = Buffer.alloc(zip.length - 22 - start, 0xa5);
  if (hasExtraData) directory.set(Buffer.from('PK\x06\x08'));
  const files = zip.subarray(0, start);
  const algorithm = fields([2, 8], [8, directory.length], [8, 99], [2, 0x660e], [2, 128], [2, 1], [2, 0], [2, 0]);
  return Buffer.concat([
    files,
    directory,
    fields([4, 0x06064b50], [8, 44 + algorithm.length], [2, 62], [2, 62], [4, disk], [4, disk], [8, 1], [8, 2]),
    fields([8, directory.length], [8, start]),
    algorithm,
    fields([4, 0x07064b50], [4, 0], [8, start + directory.length], [4, 1]),
    fields(
      [4, 0x06054b50],
      [2, 0xffff],
      [2, 0xffff],
      [2, 0xffff],
      [2, 0xffff],
      [4, 2 ** 32 - 1],
      [4, 2 ** 32 - 1],
      [2, 0],
    ),
  ]);
}

test('the directory is found where it was written, behind any bytes, with a zip64 end record and without', async () => {
  const prefix = fc.nat(300).map(length => Buffer.alloc(length, '#'));
  const names = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      prefix,
      names,
      fc.boolean(),
      fc.string({ maxLength: 9 }),
      async (before, written, zip64, comment) => {
        const entries = written.map(name => ({ name, content: name }));
        const zip = writeZip(entries, { prefix: before, zip64, comment });
        // The parts of an archive by their lengths.
        const end = zip.length - Buffer.byteLength(comment) - 22 - (zip64 ? 76 : 0);
        const headers = entries.reduce((sum, { name }) => sum + 46 + Buffer.byteLength(name), 0);
        assert.deepEqual(await locate(zip, comment), {
          entries: entries.length,
          start: end - headers,
          end,
          archiveStart: before.length,
          isZip64: zip64,
          bytes: headers === 0 ? null : zip.subarray(end - headers, end),
          wraps: 0,
        });
      },
    ),
    { numRuns: caseCount(200) },
  );
});

test('archive/bad-directory: a directory that can hold fewer entries than it says', async () => {
  for (const zip64 of [true, false]) {
    for (const count of [3, 2 ** 15]) {
      await assert.rejects(locate(writeZip([ENTRIES[0]], { count, zip64 }), ''), {
        code: 'archive/bad-directory',
        message: /entries cannot have a central directory of/,
      });
    }
  }
});

test('archive/bad-directory: of two archives that were joined, the message says so', async () => {
  const zip = writeZip([ENTRIES[0]]);
  await assert.rejects(locate(Buffer.concat([zip, zip]), ''), {
    code: 'archive/bad-directory',
    message: /fits all of them; archives were joined, or .*: send each archive alone$/,
  });
});

/**
 * @param {Buffer} bytes
 * @param {string} comment
 */
function locate(bytes, comment) {
  const position = bytes.length - Buffer.byteLength(comment) - 22;
  return locateDirectory({ start: 0, bytes }, position, async (offset, length) =>
    bytes.subarray(offset, offset + length),
  );
}
