import assert from 'node:assert/strict';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { openArchive } from '../../src/archive/open-archive.js';
import { combineCrc32 } from '../../src/destination/s3/combine-crc32.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { fields } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';
import { LIMITS } from './read-archive.js';

/** @import { Source } from '../../src/source/open-source.js' */
/** @import { ZipEntry } from '../support/zip-writer.js' */

// The largest number of 32 bits. With zip64 it also means that the value is in the extra field.
const MAX_32 = 0xffffffff;
const HUGE = { ...LIMITS, maxTotalBytes: 2 ** 40, maxRatio: 2000 };

/**
 * An archive that holds only its headers in memory, with zeros between them.
 *
 * @param {{ entry: ZipEntry, dataBytes: number }[]} entries
 * @returns {Source}
 */
function sparseArchive(entries) {
  /** @type {{ start: number, bytes: Buffer }[]} */
  const pieces = [];
  const headers = [];
  let position = 0;
  for (const { entry, dataBytes } of entries) {
    const zip = writeZip([{ ...entry, method: 0, offset: position }]);
    const directory = zip.indexOf('PK\x01\x02');
    const content = Buffer.from(entry.content ?? '');
    const dataStart = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
    pieces.push({ start: position, bytes: zip.subarray(0, dataStart + content.length) });
    headers.push(zip.subarray(directory, -22));
    position += directory - content.length + dataBytes;
  }
  const directory = Buffer.concat(headers);
  const end = writeZip([], {
    zip64: true,
    count: entries.length,
    directorySize: directory.length,
    directoryOffset: position,
    locatorOffset: position + directory.length,
  });
  pieces.push({ start: position, bytes: Buffer.concat([directory, end]) });
  return {
    uri: '/somewhere/x.zip',
    outputFolder: 'x',
    bytes: position + directory.length + end.length,
    etag: 'etag',
    versionId: null,
    read: (start, end) => Readable.from(readPieces(pieces, start, end)),
    close: async () => {},
  };
}

/**
 * @param {{ start: number, bytes: Buffer }[]} pieces
 * @param {number} start
 * @param {number} end
 */
function* readPieces(pieces, start, end) {
  for (let position = start; position < end; position += 65_536) {
    const chunk = Buffer.alloc(Math.min(65_536, end - position));
    for (const piece of pieces) {
      const from = Math.max(piece.start, position);
      const to = Math.min(piece.start + piece.bytes.length, position + chunk.length);
      if (from < to) piece.bytes.copy(chunk, from - position, from - piece.start, to - piece.start);
    }
    yield chunk;
  }
}

test('sizes of exactly 4,294,967,295 bytes are taken literally without a zip64 field', async () => {
  const sizes = { size: MAX_32, compressedSize: MAX_32 };
  for (const descriptor of /** @type {const} */ ([undefined, 'signed'])) {
    const entry = { name: 'a', ...sizes, crc32: 1, ...(descriptor && { descriptor }) };
    const source = sparseArchive([{ entry, dataBytes: MAX_32 }]);
    const { entries, readRaw, releaseEntry } = await openArchive(source, HUGE);
    const { bytes, compressedBytes, error } = entries.get(0);
    assert.deepEqual({ bytes, compressedBytes, error }, { bytes: MAX_32, compressedBytes: MAX_32, error: null });
    // The local header is checked with the first bytes, even if the entry is resumed.
    for (const position of [0, MAX_32 - 10]) {
      const raw = readRaw(entries.get(0), position);
      for await (const chunk of raw) {
        assert.ok(chunk.every((/** @type {number} */ byte) => byte === 0));
        break;
      }
      releaseEntry();
    }
  }
});

test('an offset of exactly 4,294,967,295 is taken literally without a zip64 field', async () => {
  const before = { name: 'a', size: MAX_32 - 31, compressedSize: MAX_32 - 31, crc32: 1 };
  const source = sparseArchive([
    { entry: before, dataBytes: MAX_32 - 31 },
    { entry: { name: 'b', content: 'at the end' }, dataBytes: 10 },
  ]);
  const { entries, readRaw } = await openArchive(source, HUGE);
  assert.deepEqual(
    [...entries].map(({ start, end, error }) => ({ start, end, error })),
    [
      { start: 0, end: MAX_32, error: null },
      { start: MAX_32, end: MAX_32 + 41, error: null },
    ],
  );
  assert.equal(String(await buffer(readRaw(entries.get(1)))), 'at the end');
});

test('a zip64 field counts if there is one, even for a value of exactly 4,294,967,295', async () => {
  const wide = { name: 'a', size: MAX_32, compressedSize: MAX_32, crc32: 1, zip64: true };
  const { entries } = await openArchive(sparseArchive([{ entry: wide, dataBytes: MAX_32 }]), HUGE);
  assert.deepEqual([entries.get(0).bytes, entries.get(0).compressedBytes], [MAX_32, MAX_32]);
});

test('archive/bad-directory: a zip64 field with too few values does not say which one is missing', async () => {
  const entry = { name: 'a', content: 'x', size: MAX_32, offset: MAX_32, extra: fields([2, 1], [2, 8], [8, 5]) };
  const zip = writeZip([entry]);
  await assert.rejects(openArchive(memorySource(zip), HUGE), { code: 'archive/bad-directory' });
});

test('an entry that inflates to exactly 4,294,967,295 bytes comes out whole', { timeout: 300_000 }, async () => {
  const { raw, checksum } = deflatedZeros(MAX_32);
  const zip = writeZip([{ name: 'a', raw, size: MAX_32, crc32: checksum }]);
  const recipe = await compileRecipe({ limits: { maxRatio: 2000 } });
  const destination = memoryDestination();
  const { create } = destination;
  destination.create = async (path, entry) => {
    const output = await create(path, entry);
    return path === 'x/a' ? { ...output, writable: discard(), commit: async () => 'written' } : output;
  };
  const { manifest } = await processArchive({ source: memorySource(zip), destination, recipe });
  const { status, bytesIn, bytesOut } = [...(manifest?.entries ?? [])][0];
  assert.deepEqual([status, bytesIn, bytesOut], ['written', MAX_32, MAX_32]);
});

function discard() {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/**
 * A deflate stream of equal pieces, which is faster than deflating everything.
 *
 * @param {number} bytes
 */
function deflatedZeros(bytes) {
  const zeros = Buffer.alloc(64 * 1024 ** 2);
  const piece = deflateRawSync(zeros, { finishFlush: constants.Z_FULL_FLUSH, level: 1 });
  const count = Math.floor(bytes / zeros.length);
  const rest = zeros.subarray(0, bytes % zeros.length);
  let checksum = 0;
  for (let index = 0; index < count; index++) checksum = combineCrc32(checksum, crc32(zeros), zeros.length);
  return {
    raw: Buffer.concat([...Array.from({ length: count }, () => piece), deflateRawSync(rest)]),
    checksum: combineCrc32(checksum, crc32(rest), rest.length),
  };
}
