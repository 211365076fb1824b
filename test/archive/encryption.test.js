import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDirectory } from '../../src/archive/find-directory.js';
import { openZip } from '../../src/archive/open-archive.js';
import { encrypted } from '../support/encrypt.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { LIMITS } from './read-archive.js';

/** @import { ZipEntry } from '../support/zip-writer.js' */

const FILE = { name: 'a', content: 'some content' };
const AES = encrypted(FILE, 'ae2-256', 'password');
const FIELD = /** @type {Buffer} */ (AES.extra);

/** @param {number} offset @param {number} value */
function fieldWith(offset, value) {
  const changed = Buffer.from(FIELD);
  changed[offset] = value;
  return { extra: changed, localExtra: changed };
}

/** @param {Buffer} zip @param {boolean} hasPassword */
async function open(zip, hasPassword) {
  const source = memorySource(zip);
  return openZip(source, await findDirectory(source), { limits: LIMITS, hasPassword });
}

/** @param {ZipEntry} entry */
async function errorOf(entry, hasPassword = true) {
  const { entries, readWhole } = await open(writeZip([entry]), hasPassword);
  const [first] = entries;
  if (first.error !== null) return first.error;
  return readWhole(first).then(
    () => null,
    error => error,
  );
}

test('an entry tells how it is encrypted, and the method of what is decrypted', async () => {
  for (const [kind, expected] of /** @type {const} */ ([
    ['zipcrypto', 'zipcrypto'],
    ['ae1-128', 'aes'],
    ['ae2-192', 'aes'],
  ])) {
    const zip = writeZip([encrypted(FILE, kind, 'password')]);
    const { entries } = await open(zip, true);
    const [{ encryption, method, crc32, error }] = entries;
    assert.deepEqual([encryption?.kind, method, error], [expected, 8, null]);
    assert.equal(crc32 === null, kind === 'ae2-192');
    assert.equal(await errorOf(encrypted(FILE, kind, 'password')), null);
  }
});

test('AE-2 with a CRC-32 is read, as 7-Zip reads it', async () => {
  assert.equal(await errorOf({ ...AES, crc32: 7 }), null);
});

/** @type {[title: string, entry: ZipEntry, code: string, message: RegExp][]} */
const REFUSED = [
  ['strong encryption', { ...FILE, flags: 65 }, 'archive/encrypted', /PKWARE's strong encryption/],
  ['a masked header', { ...FILE, flags: 1 << 13 }, 'archive/encrypted', /masked header/],
  ['no field', { ...AES, extra: Buffer.alloc(0), localExtra: Buffer.alloc(0) }, 'archive/unsupported-method', /0x9901/],
  ['version 3', { ...AES, ...fieldWith(4, 3) }, 'archive/unsupported-method', /0x9901/],
  ['another vendor', { ...AES, ...fieldWith(6, 0) }, 'archive/unsupported-method', /0x9901/],
  ['strength 4', { ...AES, ...fieldWith(8, 4) }, 'archive/unsupported-method', /0x9901/],
  ['no strength', { ...AES, ...fieldWith(8, 0) }, 'archive/unsupported-method', /0x9901/],
  ['AES in AES', { ...AES, ...fieldWith(9, 99) }, 'archive/unsupported-method', /0x9901/],
  ['a field that is too short', { ...AES, ...fieldWith(2, 6) }, 'archive/unsupported-method', /0x9901/],
  ['AES without the flag', { ...AES, flags: 0 }, 'archive/unsupported-method', /not marked as encrypted/],
  ['a method that is not supported', { ...AES, ...fieldWith(9, 12) }, 'archive/unsupported-method', /bzip2/],
  ['fewer bytes than the encryption takes', { ...AES, raw: Buffer.alloc(27) }, 'archive/size-mismatch', /takes 28$/],
  [
    'a local header of another strength',
    { ...AES, localExtra: fieldWith(8, 1).extra },
    'archive/header-mismatch',
    /way/,
  ],
  ['a local header without encryption', { ...AES, local: { flags: 0, method: 8 } }, 'archive/header-mismatch', /way/],
  ['only a local header with encryption', { ...FILE, local: { flags: 1 } }, 'archive/header-mismatch', /is encrypted/],
  ['an unsafe name too', { ...FILE, name: '../a', flags: 65 }, 'archive/unsafe-name', /\.\.\/a/],
];

for (const [title, entry, code, message] of REFUSED) {
  test(`${code}: ${title}`, async () => {
    const error = await errorOf(entry);
    assert.equal(error?.code, code);
    assert.match(error.message, message);
  });
}

test('archive/encrypted: without a password the message says how to give one', async () => {
  for (const entry of [AES, encrypted(FILE, 'zipcrypto', 'password')]) {
    const error = await errorOf(entry, false);
    assert.equal(error?.code, 'archive/encrypted');
    assert.match(error.message, /--password-file FILE or SLUICE_ARCHIVE_PASSWORD/);
  }
});
