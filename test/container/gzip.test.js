import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { crc32, deflateRawSync, gunzipSync, gzipSync } from 'node:zlib';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { unlikeBytes } from '../destination/fixture.js';
import fc, { caseCount } from '../support/fast-check.js';
import { tarHeader, writeTar } from '../support/tar-writer.js';
import { writeZip } from '../support/zip-writer.js';
import { extract } from './fixture.js';

const URI = { uri: '/in/people.csv.gz' };

/**
 * @param {string | Buffer} content
 * @param {{ flags?: number, fields?: Buffer, crc?: number, size?: number }} [how]
 */
function member(content, { flags = 0, fields = Buffer.alloc(0), crc = 0, size = 0 } = {}) {
  const bytes = Buffer.from(content);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE((crc32(bytes) ^ crc) >>> 0);
  trailer.writeUInt32LE(bytes.length + size, 4);
  return Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 255]),
    fields,
    deflateRawSync(bytes),
    trailer,
  ]);
}

test('a gzip file is an archive of one entry, named by the key', async () => {
  for (const [uri, name] of [
    ['/in/people.csv.gz', 'people.csv'],
    ['s3://bucket/in/x.GZ', 'x'],
    ['/in/x.tgz', 'x.tar'],
    ['/in/.gz', '.gz'],
    ['/in/no-ending', 'no-ending'],
  ]) {
    const { status, files } = await extract(gzipSync('a,b\n1,2\n'), { from: { uri } });
    assert.deepEqual({ status, files }, { status: 'complete', files: { [name]: 'a,b\n1,2\n' } });
  }
});

test("a gzip file's header names its entry, by the last part of the name", async () => {
  const nameOf = async (/** @type {Buffer} */ name) =>
    Object.keys((await extract(member('x', { flags: 8, fields: Buffer.concat([name, Buffer.alloc(1)]) }))).files)[0];
  assert.equal(await nameOf(Buffer.from('a.csv')), 'a.csv');
  assert.equal(await nameOf(Buffer.from('/etc/../a.csv')), 'a.csv');
  assert.equal(await nameOf(Buffer.from('müller.csv')), 'müller.csv');
  assert.equal(await nameOf(Buffer.from('müller.csv', 'latin1')), 'müller.csv');
  assert.equal(await nameOf(Buffer.alloc(0)), 'x.zip');
});

test('the name in a header passes the guards of every entry', async () => {
  for (const [name, code] of [
    ['..', 'archive/unsafe-name'],
    ['a\u0001', 'archive/unsafe-name'],
    ['a\\b', 'archive/unsafe-name'],
    ['_manifest.json', 'archive/reserved-name'],
  ]) {
    const { status, errors } = await extract(member('x', { flags: 8, fields: Buffer.from(`${name}\0`) }));
    assert.deepEqual({ status, errors }, { status: 'partial', errors: { [name]: code } });
  }
});

test('every field that a header may have is passed over, and its CRC-16 is checked', async () => {
  const extra = Buffer.concat([Buffer.from([5, 0]), Buffer.from('extra')]);
  const all = Buffer.concat([extra, Buffer.from('a.csv\0comment\0')]);
  const header = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0b1_1110, 0, 0, 0, 0, 0, 255]), all]);
  const crc = Buffer.alloc(2);
  crc.writeUInt16LE(crc32(header) & 0xffff);
  const sound = member('x', { flags: 0b1_1110, fields: Buffer.concat([all, crc]) });
  for (const chunkBytes of [1, 7, 65_536]) {
    assert.deepEqual((await extract(sound, { from: { chunkBytes } })).files, { 'a.csv': 'x' });
  }
  crc[0] ^= 1;
  const { error } = await extract(member('x', { flags: 0b1_1110, fields: Buffer.concat([all, crc]) }));
  assert.equal(error, 'archive/crc-mismatch');
  assert.equal((await extract(member('x', { flags: 0x20 }))).error, 'archive/corrupt');
});

test('archive/corrupt: a header is read up to its limit and no further, however it is cut into chunks', async () => {
  const limit = 256 * 1024;
  /** @type {[flags: number, names: number[], isRead: boolean][]} */
  const headers = [
    [16, [limit - 11], true],
    [16, [limit - 10], false],
    [24, [1000, limit - 1012], true],
    [24, [1000, limit - 1011], false],
    [16, [500_000], false],
  ];
  for (const chunkBytes of [20_000, 100_000, 1024 ** 2]) {
    for (const [flags, names, isRead] of headers) {
      const fields = Buffer.concat(names.flatMap(length => [Buffer.alloc(length, 'n'), Buffer.alloc(1)]));
      const { error, message, files } = await extract(member('x', { flags, fields }), { from: { ...URI, chunkBytes } });
      assert.equal(error, isRead ? undefined : 'archive/corrupt');
      if (isRead) assert.deepEqual(Object.values(files), ['x']);
      else
        assert.match(message, /^the gzip header at byte 0 is longer than 262144 bytes, .*; compress the file again$/);
    }
  }
});

test('several members are one entry, however they are cut into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 400 }),
      fc.nat({ max: 40 }),
      async (parts, chunkBytes, zeros) => {
        const bytes = Buffer.concat([...parts.map(part => gzipSync(part)), Buffer.alloc(zeros)]);
        const { status, files, crcs } = await extract(bytes, { from: { chunkBytes, ...URI } });
        const content = Buffer.concat(parts);
        assert.equal(status, 'complete');
        assert.equal(files['people.csv'], content.toString('latin1'));
        assert.deepEqual(crcs, [crc32(content).toString(16).padStart(8, '0')]);
      },
    ),
    { numRuns: caseCount(60) },
  );
});

test('a gzip file that is cut off anywhere is archive/truncated, and nothing of it is published', async () => {
  const whole = Buffer.concat([gzipSync('first'.repeat(99)), gzipSync('second')]);
  const boundary = gzipSync('first'.repeat(99)).length;
  for (let length = 3; length < whole.length; length++) {
    if (length === boundary) continue;
    const { error, status, files } = await extract(whole.subarray(0, length));
    assert.deepEqual(
      { error, status, files },
      { error: 'archive/truncated', status: 'failed', files: {} },
      `${length}`,
    );
  }
});

test('a gzip file of many chunks that is cut off is archive/truncated, alone and with a tar in it', async () => {
  const content = unlikeBytes(400_000);
  for (const whole of [gzipSync(content), gzipSync(writeTar([{ name: 'a', content }]))]) {
    for (const length of [65_536, 65_537, 100_000, 131_072, 300_000, whole.length - 8, whole.length - 1]) {
      const { error, files } = await extract(whole.subarray(0, length));
      assert.deepEqual({ error, files }, { error: 'archive/truncated', files: {} }, `${length} bytes`);
    }
  }
});

test('a gzip file that is damaged anywhere either fails or gives what it held', async () => {
  const content = unlikeBytes(700).toString('base64');
  const whole = gzipSync(content);
  for (let position = 0; position < whole.length; position++) {
    const damaged = Buffer.from(whole);
    damaged[position] ^= 1 << (position % 8);
    const { status, files, error } = await extract(damaged);
    if (status === 'complete') assert.ok(Object.values(files).every(each => each === content));
    else assert.deepEqual([status, files], ['failed', {}]);
    if (position < 3) assert.equal(error, position < 2 ? 'archive/not-a-zip' : 'archive/corrupt');
    if (position >= whole.length - 8) assert.match(error ?? '', /crc-mismatch|size-mismatch/);
  }
});

test('a wrong CRC-32, a wrong size and bytes behind the last member have errors of their own', async () => {
  assert.equal((await extract(member('x', { crc: 1 }))).error, 'archive/crc-mismatch');
  assert.equal((await extract(member('x', { size: 1 }))).error, 'archive/size-mismatch');
  assert.equal((await extract(Buffer.concat([gzipSync('x'), member('y', { crc: 1 })]))).error, 'archive/crc-mismatch');
  for (const odd of ['x', '\0\0x', '\u001f\u008b\u0007']) {
    const { error, message } = await extract(Buffer.concat([gzipSync('x'), Buffer.from(odd, 'latin1')]));
    assert.equal(error, 'archive/corrupt');
    assert.match(message, /other bytes behind the gzip data/);
  }
  assert.equal((await extract(Buffer.concat([gzipSync('x'), Buffer.from([0x1f])]))).error, 'archive/truncated');
});

test('archive/bad-directory: what is before a damaged member has its own error, however the file is cut into chunks', async () => {
  const zeros = Buffer.alloc(512);
  const folder = tarHeader({ name: 'a/', type: '5', size: 8 });
  for (const bytes of [
    Buffer.concat([member(folder), member(zeros, { crc: 1 }), member(zeros)]),
    Buffer.concat([member(folder), member(zeros), member(zeros, { size: 1 }), member(zeros)]),
    Buffer.concat([member(folder), member(zeros), member(zeros).fill(0xff, 10, 12)]),
  ]) {
    for (const chunkBytes of [1, bytes.length]) {
      const { error } = await extract(bytes, { from: { ...URI, chunkBytes } });
      assert.equal(error, 'archive/bad-directory');
    }
  }
});

test("what gzip itself writes comes out as gzip's own bytes", async () => {
  const content = unlikeBytes(3_000_000);
  for (const level of ['-1', '-9']) {
    const bytes = execFileSync('gzip', ['-c', level], { input: content, maxBuffer: 2 ** 24 });
    const { files } = await extract(bytes, { from: URI });
    assert.ok(Buffer.from(files['people.csv'], 'latin1').equals(gunzipSync(bytes)));
  }
});

test('a bomb is refused while it is inflated, by its ratio or by the limit on bytes', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 ** 2));
  let read = 0;
  const from = {
    chunkBytes: 4096,
    failure: () => {
      read += 4096;
      return null;
    },
  };
  assert.equal((await extract(bomb, { from })).error, 'limit/ratio');
  // The tail, the beginning and what inflates to the least size that counts: a third of it.
  assert.ok(read < bomb.length * 1.7, `${read} of ${bomb.length} bytes`);
  const recipe = await compileRecipe({ limits: { maxRatio: 2000, maxTotalBytes: 1000 } });
  const { files, errors, error } = await extract(gzipSync(Buffer.alloc(2000)), { recipe });
  assert.deepEqual([files, errors['x.zip'] ?? error], [{}, 'limit/bytes']);
});

test('a file that begins like a gzip file and ends like a zip is refused, and a zip in a gzip file is its entry', async () => {
  const zip = writeZip([{ name: 'a', content: 'a' }]);
  assert.equal((await extract(Buffer.concat([gzipSync('x'), zip]))).error, 'archive/corrupt');
  const { files } = await extract(gzipSync(zip), { from: { uri: '/x.zip.gz' } });
  assert.deepEqual(files, { 'x.zip': zip.toString('latin1') });
});

test('a tar.gz that is cut off or damaged anywhere publishes nothing, or all that it held', async () => {
  const tar = writeTar([
    { name: 'a', content: unlikeBytes(300) },
    { name: 'b', content: 'b' },
  ]);
  const whole = gzipSync(tar);
  const sound = await extract(whole);
  assert.deepEqual(Object.keys(sound.files), ['a', 'b']);
  for (let length = 3; length < whole.length; length++) {
    const { error, files } = await extract(whole.subarray(0, length));
    assert.deepEqual({ error, files }, { error: 'archive/truncated', files: {} }, `${length}`);
  }
  for (let position = 0; position < whole.length; position++) {
    const damaged = Buffer.from(whole);
    damaged[position] ^= 1 << (position % 8);
    const { status, files } = await extract(damaged);
    assert.deepEqual(files, status === 'complete' ? sound.files : {}, `${position}`);
  }
});
