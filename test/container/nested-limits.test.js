import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { tailStart } from '../../src/archive/end-record.js';
import { ArchivePassword } from '../../src/archive/password.js';
import { StoppedError } from '../../src/errors.js';
import { processArchive } from '../../src/job/archive.js';
import { compileRecipe } from '../../src/recipe/recipe.js';
import { unlikeBytes } from '../destination/fixture.js';
import { memoryStore } from '../job/fixture.js';
import { encrypted } from '../support/encrypt.js';
import { memoryDestination } from '../support/memory-destination.js';
import { memorySource } from '../support/memory-source.js';
import { writeTar } from '../support/tar-writer.js';
import { writeZip } from '../support/zip-writer.js';
import { extract } from './fixture.js';

const OPEN = await compileRecipe({ entries: [{ match: '**/*.{zip,gz}', archive: true }] });

test('limit/ratio: gzip files that are refused in the end count with what they inflated to', async () => {
  const sound = gzipSync(Buffer.alloc(6 * 2 ** 20));
  const damaged = Buffer.from(sound);
  damaged[sound.length - 5] ^= 1;
  // Each has a file that would overwrite another one.
  const refused = gzipSync(
    writeTar([
      { name: 'a', content: Buffer.alloc(6 * 2 ** 20) },
      { name: 'a', content: 'a' },
    ]),
  );
  for (const [code, gz] of /** @type {[string, Buffer][]} */ ([
    ['archive/crc-mismatch', damaged],
    ['archive/duplicate-name', refused],
  ])) {
    const gzips = Array.from({ length: 5 }, (_, index) => ({ name: `${index}.gz`, content: gz, method: 0 }));
    const { errors } = await extract(writeZip([{ name: 'x.zip', content: writeZip(gzips) }]), { recipe: OPEN });
    // Two of 6 MiB are within the 16 MiB that every archive may inflate to.
    assert.deepEqual(Object.values(errors), [code, code, 'limit/ratio', 'limit/ratio', 'limit/ratio']);
  }
});

test('limit/entries: names in archives are held in memory together only as far as the entries need', async () => {
  const names = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, index) => ({ name: `${index}`.padEnd(60_000, 'n'), content: '' }));
  const recipe = await compileRecipe({
    entries: [{ match: '**/*.zip', archive: true }],
    limits: { maxEntries: 600, maxRatio: 100_000 },
  });
  const inner = writeZip(names(10));
  const outer = (/** @type {number} */ count) =>
    writeZip(Array.from({ length: count }, (_, index) => ({ name: `${index}.zip`, content: inner })));
  // 600 entries may have 1.2 MB of names.
  assert.equal((await extract(outer(2), { recipe })).error, undefined);
  assert.equal((await extract(outer(3), { recipe })).error, 'limit/entries');
});

test('job/wrong-password: a turn with another password loses nothing of the archives that were listed', async () => {
  const large = writeZip([{ name: 'a', content: unlikeBytes(300_000) }]);
  for (const kind of /** @type {const} */ (['ae2-256', 'zipcrypto'])) {
    const one = encrypted({ name: 'one.zip', content: large, method: 0 }, kind, 's3cret');
    const bytes = writeZip([one, { name: 'two.zip', content: large }]);
    const [store, destination, pause] = [memoryStore(), memoryDestination(), new AbortController()];
    let reads = 0;
    const chunkBytes = 2048;
    // With this name, only the tail is read before the archive is opened: the chunks of its entries are counted as they are read.
    const uri = '/somewhere/x.tar';
    const early = Math.ceil((bytes.length - tailStart({ bytes: bytes.length })) / chunkBytes);
    const source = memorySource(bytes, {
      ...{ chunkBytes, uri },
      failure() {
        reads += 1;
        if (reads === early + 190) pause.abort();
        return null;
      },
    });
    const take = (/** @type {ArchivePassword | null} */ password, signal = new AbortController().signal) =>
      processArchive({
        ...{ source, destination, recipe: OPEN, password },
        turn: { pause: signal, remainingMs: () => 0, store },
      });
    const right = () => new ArchivePassword(Buffer.from('s3cret'));
    await assert.rejects(take(right(), pause.signal), StoppedError);
    const kept = store.bytes();
    assert.ok(kept?.includes('"sealed"') && !kept.includes('"outcome"'));
    for (const wrong of [null, new ArchivePassword(null), new ArchivePassword(Buffer.from('open sesame'))]) {
      await assert.rejects(take(wrong), { code: 'job/wrong-password' });
      assert.deepEqual(store.bytes(), kept);
    }
    reads = 0;
    const { manifest } = await take(right());
    const rest = reads;
    assert.equal(manifest?.status, 'complete');
    assert.deepEqual([...destination.files.keys()].sort(), ['x/_manifest.json', 'x/one.zip/a', 'x/two.zip/a']);
    destination.files.clear();
    reads = 0;
    await take(right());
    assert.ok(rest < reads - 100, `${rest} of ${reads} chunks`);
  }
});

test('archives that were refused for want of a password are opened in a later turn that has one', async () => {
  const zip = writeZip([{ name: 'a', content: 'a' }]);
  const large = writeZip([{ name: 'b', content: unlikeBytes(300_000) }]);
  const bytes = writeZip([
    encrypted({ name: 'one.zip', content: zip }, 'ae2-256', 's3cret'),
    encrypted({ name: 'file', content: 'file' }, 'ae2-256', 's3cret'),
    { name: 'two.zip', content: large },
  ]);
  const [store, destination, pause] = [memoryStore(), memoryDestination(), new AbortController()];
  let reads = 0;
  const source = memorySource(bytes, {
    chunkBytes: 2048,
    failure() {
      reads += 1;
      if (reads === 60) pause.abort();
      return null;
    },
  });
  const job = { source, destination, recipe: OPEN };
  await assert.rejects(
    processArchive({ ...job, turn: { pause: pause.signal, remainingMs: () => 0, store } }),
    StoppedError,
  );
  assert.ok(store.bytes()?.includes('"kind":"nested"'));
  const { manifest } = await processArchive({
    ...job,
    password: new ArchivePassword(Buffer.from('s3cret')),
    turn: { pause: new AbortController().signal, remainingMs: () => 0, store },
  });
  assert.equal(manifest?.status, 'complete');
  assert.deepEqual([...destination.files.keys()].sort(), ['x/_manifest.json', 'x/file', 'x/one.zip/a', 'x/two.zip/b']);
});
