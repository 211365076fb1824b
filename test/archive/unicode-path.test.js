import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

/**
 * @param {string | Buffer} name
 * @param {{ for?: string | Buffer, version?: number }} [options]
 */
function unicodePath(name, { for: headerName = 'header', version = 1 } = {}) {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(headerName));
  const data = Buffer.concat([Buffer.from([version]), checksum, Buffer.from(name)]);
  return Buffer.concat([Buffer.from([0x75, 0x70, data.length, 0]), data]);
}

/** @type {[title: string, entry: import('../support/zip-writer.js').ZipEntry, name: string][]} */
const NAMES = [
  ['counts', { name: 'header', extra: unicodePath('größe.csv') }, 'größe.csv'],
  [
    'counts behind other fields',
    { name: 'header', extra: Buffer.concat([Buffer.from('UT\x01\0x'), unicodePath('ü')]) },
    'ü',
  ],
  ['of another name does not count', { name: 'header', extra: unicodePath('ü', { for: 'other' }) }, 'header'],
  [
    'of another name does not count, in ASCII',
    { name: 'header', extra: unicodePath('other', { for: 'older' }) },
    'header',
  ],
  [
    'of another name does not count, in the local header',
    { name: 'header', localExtra: unicodePath('other', { for: 'older' }) },
    'header',
  ],
  ['of another name may lead out', { name: 'header', extra: unicodePath('../x', { for: 'older' }) }, 'header'],
  [
    'of another name does not count, beside one of the same name',
    { name: 'header', extra: Buffer.concat([unicodePath('header'), unicodePath('other', { for: 'older' })]) },
    'header',
  ],
  ['of a later version does not count', { name: 'header', extra: unicodePath('ü', { version: 2 }) }, 'header'],
  ['without a name does not count', { name: 'header', extra: unicodePath('') }, 'header'],
  ['that is cut off does not count', { name: 'header', extra: unicodePath('ü').subarray(0, -1) }, 'header'],
  ['does not count beside the UTF-8 flag', { name: 'header', flags: 1 << 11, extra: unicodePath('ü') }, 'header'],
];
for (const [title, entry, name] of NAMES) {
  test(`a Unicode path field ${title}`, async () => {
    assert.deepEqual(await outcomeOf(writeZip([{ ...entry, content: 'x' }])), { [name]: 'x' });
  });
}

test('archive/header-mismatch: several Unicode paths, which readers take in different order', async () => {
  const stale = unicodePath('other', { for: 'older' });
  for (const paths of [
    [stale, unicodePath('ü')],
    [unicodePath('ü'), stale],
    [unicodePath('ü'), unicodePath('ö')],
  ]) {
    const [outcome] = Object.values(await outcomeOf(writeZip([{ name: 'header', extra: Buffer.concat(paths) }])));
    assert.equal(outcome, 'archive/header-mismatch');
  }
});

test('archive/unsafe-name, archive/duplicate-name: a Unicode path field is checked like a name', async () => {
  for (const name of ['../x', Buffer.from([0xff, 0xfe])]) {
    const outcome = await outcomeOf(writeZip([{ name: 'header', content: 'x', extra: unicodePath(name) }]));
    assert.deepEqual(Object.values(outcome), ['archive/unsafe-name']);
  }
  const zip = writeZip([{ name: 'header', extra: unicodePath('b') }, { name: 'b' }]);
  assert.equal(await outcomeOf(zip), 'archive/duplicate-name');
});

test('archive/header-mismatch: a Unicode path in ASCII that differs from the name, which readers disagree on', async () => {
  const forged = { name: 'header', content: 'x', extra: unicodePath('other') };
  const local = { name: 'header', content: 'x', localExtra: unicodePath('other') };
  for (const [entry, name] of /** @type {const} */ ([
    [forged, 'other'],
    [local, 'header'],
  ])) {
    assert.deepEqual(await outcomeOf(writeZip([entry])), { [name]: 'archive/header-mismatch' });
  }
  assert.deepEqual(await outcomeOf(writeZip([{ name: 'header', extra: unicodePath('header') }])), { header: '' });
});
