import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import unzipper from 'unzipper';
import { deflatePart, ZipWriter } from '../../../../scripts/generate-data/zip-writer.js';

test('an archive of entries in parts, empty entries and non-ASCII names is readable', async () => {
  const { zip, archive } = createZip();
  await zip.begin('parts.txt');
  await zip.part(Buffer.from('one '), deflatePart(Buffer.from('one ')));
  await zip.part(Buffer.from('two'));
  await zip.end();
  await zip.add('leer/ä €.txt', Buffer.alloc(0));
  await zip.finish();
  const { files } = await unzipper.Open.buffer(archive());
  const contents = await Promise.all(files.map(async file => [file.path, (await file.buffer()).toString()]));
  assert.deepEqual(contents, [
    ['parts.txt', 'one two'],
    ['leer/ä €.txt', ''],
  ]);
});

test('beyond 4 GiB the directory and its end records are zip64', async () => {
  const before = 5_000_000_000;
  const { zip, archive } = createZip();
  zip.offset = before;
  await zip.add('late.txt', Buffer.from('late'));
  await zip.finish();
  const end = archive();
  const { files } = await unzipper.Open.custom({
    size: async () => before + end.length,
    stream: offset => {
      assert.ok(offset >= before, `asked for byte ${offset}`);
      return Readable.from([end.subarray(offset - before)]);
    },
  });
  assert.equal((await files[0].buffer()).toString(), 'late');
});

// What the field of a plain end record holds but must not say, and what it cannot hold.
for (const entries of [65_535, 65_536]) {
  test(`an archive of ${entries} entries is readable`, async () => {
    const { zip, archive } = createZip();
    for (let index = 0; index < entries; index++) {
      await zip.begin(`${index}`);
      await zip.end();
    }
    await zip.finish();
    const { files } = await unzipper.Open.buffer(archive());
    assert.deepEqual([files.length, files.at(-1)?.path], [entries, `${entries - 1}`]);
  });
}

function createZip() {
  /** @type {Uint8Array[]} */
  const parts = [];
  return { zip: new ZipWriter(bytes => void parts.push(bytes)), archive: () => Buffer.concat(parts) };
}
