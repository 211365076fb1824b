import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import yazl from 'yazl';
import { block, fields } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';

/** @import { ZipEnd, ZipEntry } from '../support/zip-writer.js' */
/** @import { Random } from '../support/random.js' */

/**
 * An honest archive.
 *
 * @typedef {object} HonestArchive
 * @property {Buffer} bytes
 * @property {Map<string, Buffer>} contents By name, without folders.
 * @property {number} end Where its end record is.
 */

/**
 * @param {Random} random
 * @param {(entry: ZipEntry) => ZipEntry} [change] Encrypts a file's entry, say.
 * @returns {HonestArchive} Of any shape that is read.
 */
export function makeArchive(random, change = entry => entry) {
  if (random.chance(0.1)) return random.pick(MADE_BY_YAZL);
  const entries = makeEntries(random).map(({ path, entry }) => ({
    path,
    entry: path.endsWith('/') ? entry : change(entry),
  }));
  const end = makeEnd(random);
  const bytes = writeZip(
    entries.map(({ entry }) => entry),
    end,
  );
  const files = entries.filter(({ path }) => !path.endsWith('/'));
  return {
    bytes,
    contents: new Map(files.map(({ path, entry }) => [path, Buffer.from(entry.content ?? '')])),
    end: bytes.length - (end.trailing?.length ?? 0) - Buffer.byteLength(end.comment ?? '') - 22,
  };
}

/** @param {Random} random */
function makeEntries(random) {
  const count = random.chance(0.03) ? 20 + random.below(40) : random.below(5) + (random.chance(0.97) ? 1 : 0);
  const paths = new Set(Array.from({ length: count }, (_, index) => random.pick(PATHS).replace('#', String(index))));
  return Array.from(paths, path => ({ path, entry: makeEntry(random, path) }));
}

/**
 * @param {Random} random
 * @param {string} path
 * @returns {ZipEntry}
 */
function makeEntry(random, path) {
  if (path.endsWith('/')) return { name: path, method: 0, mode: 0o040755 };
  /** @type {ZipEntry} */
  const entry = { ...makeName(random, path), content: makeContent(random, path), method: random.pick([0, 8, 8]) };
  if (random.chance(0.25)) entry.descriptor = random.pick(['signed', 'unsigned']);
  if (random.chance(0.2)) entry.zip64 = true;
  if (random.chance(0.15)) entry.localExtra = Buffer.concat([block(0xcafe, 1n), random.bytes(random.below(9))]);
  if (random.chance(0.15)) entry.extra = Buffer.concat([block(0xcafe, 1n, 2n), entry.extra ?? Buffer.alloc(0)]);
  if (random.chance(0.1)) entry.comment = 'a comment';
  if (random.chance(0.1)) entry.before = random.bytes(random.below(40));
  return entry;
}

/**
 * A name that is not ASCII can be encoded in several ways.
 *
 * @param {Random} random
 * @param {string} path
 * @returns {ZipEntry}
 */
function makeName(random, path) {
  if (path === CODE_PAGE_437.path) return { name: CODE_PAGE_437.name, flags: 0, madeBy: 0x0014 };
  if (/^[ -~]+$/.test(path) || random.chance(0.5)) return { name: path };
  if (random.chance(0.4)) return { name: Buffer.from(path), flags: 0 };
  const name = Buffer.from(`plain-${random.next()}`);
  const text = Buffer.from(path);
  const extra = Buffer.concat([fields([2, 0x7075], [2, 5 + text.length], [1, 1], [4, crc32(name)]), text]);
  return { name, extra, flags: 0 };
}

/**
 * @param {Random} random
 * @param {string} path
 * @returns {Buffer}
 */
function makeContent(random, path) {
  if (random.chance(0.08)) return Buffer.alloc(0);
  if (path.endsWith('.csv')) {
    const rows = Array.from({ length: random.below(40) }, () => random.pick(ROWS));
    return Buffer.from(`name,phone,note\n${rows.join('')}`);
  }
  if (path.endsWith('.zip')) return writeZip([{ name: 'inner', content: random.bytes(20) }]);
  const length = random.chance(0.03) ? 70_000 + random.below(20_000) : random.below(200);
  return random.chance(0.5) ? random.bytes(length) : Buffer.alloc(length, `${random.next()} `);
}

/**
 * @param {Random} random
 * @returns {ZipEnd}
 */
function makeEnd(random) {
  /** @type {ZipEnd} */
  const end = {};
  if (random.chance(0.25)) end.zip64 = true;
  if (random.chance(0.2)) end.comment = random.pick(['the end', 'PK', 'x'.repeat(300), FAKE_END]);
  if (random.chance(0.15)) end.prefix = Buffer.from(`#!/bin/sh\n${'#'.repeat(random.below(80))}`);
  if (random.chance(0.1)) end.trailing = Buffer.alloc(1 + random.below(50));
  return end;
}

/** @param {Record<string, Buffer>} files */
async function madeByYazl(files) {
  const zip = new yazl.ZipFile();
  for (const [index, [name, content]] of Object.entries(files).entries()) {
    zip.addBuffer(content, name, { mtime: new Date(0), compress: index % 2 === 0, forceZip64Format: index % 3 === 2 });
  }
  zip.addEmptyDirectory('an empty folder', { mtime: new Date(0) });
  zip.end();
  const bytes = await buffer(zip.outputStream);
  return { bytes, contents: new Map(Object.entries(files)), end: bytes.length - 22 };
}

const ROWS = [
  'Ann,(212) 555-2368,\n',
  '"Bo ""B"" C","1,2",x\n',
  ',,\n',
  'torn\n',
  '\n',
  'Dée,+44 20 7946 0018,"a\nb"\n',
];

// A `#` becomes the entry's number.
const CODE_PAGE_437 = { path: 'ü.ä', name: Buffer.from([0x81, 0x2e, 0x84]) };
const LONG = 'long/#'.padEnd(150, 'n');
const PATHS = ['#', '#.csv', 'a/#.txt', 'ü/#-日本.csv', 'deep/er/#', '#/', '#.zip', LONG, CODE_PAGE_437.path];

// The signature of an end record without the record.
const FAKE_END = Buffer.from('the end record begins with PK\x05\x06, and more follows');

const FILES = {
  'people.csv': Buffer.from(`name,phone,note\n${ROWS.join('')}`),
  'a/picture.png': Buffer.from(Uint8Array.from({ length: 500 }, (_, index) => (index * index) >> 3)),
  'ünï.txt': Buffer.from('text '.repeat(100)),
  nothing: Buffer.alloc(0),
};
const MADE_BY_YAZL = [await madeByYazl(FILES), await madeByYazl({ one: Buffer.from('1') })];
