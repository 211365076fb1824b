import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { test } from 'node:test';
import { openArchive } from '../../src/archive/open-archive.js';
import { StorageError } from '../../src/errors.js';
import fc, { caseCount } from '../support/fast-check.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { LIMITS, outcomeOf, readArchive } from './read-archive.js';

const ENTRIES = [
  { name: 'a.csv', content: 'a,b\n1,2\n'.repeat(5) },
  { name: 'b/c.txt', content: 'text', method: 0 },
  { name: 'd', content: 'streamed', descriptor: /** @type {const} */ ('signed') },
];
const ZIP = writeZip(ENTRIES);
const CONTENTS = Object.fromEntries(ENTRIES.map(({ name, content }) => [name, content]));

test('the names of very many entries take no more memory than in the directory, and their list never grows', async t => {
  for (const folder of ['', 'a folder with a name of some length/']) {
    const names = Array.from({ length: 500 }, (_, index) => `${folder}${index}.csv`);
    const buffers = t.mock.method(Buffer, 'alloc');
    const { entries } = await openArchive(memorySource(writeZip(names.map(name => ({ name, content: 'a' })))), LIMITS);
    const [long] = buffers.mock.calls.filter(
      ({ result = Buffer.of() }) => result.buffer === entries.names.bytes.buffer,
    );
    buffers.mock.restore();
    assert.deepEqual([long.arguments[0], entries.nameBytes], Array(2).fill(Buffer.byteLength(names.join(''))));
    assert.deepEqual(
      Array.from(entries, ({ name }) => name),
      names,
    );
  }
});

test('random archives are read back as they were written', { timeout: 300_000 }, async () => {
  // A letter and a colon would be a drive, and a semicolon at the end a version on VMS.
  const name = fc
    .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 })
    .map(parts => parts.map(part => `n${part.replace(/[\u0000-\u001f\u007f\\/:;\ufffd]/g, '_')}`).join('/'));
  const entry = fc.record({
    name,
    content: fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes)),
    method: fc.constantFrom(0, 8),
    zip64: fc.boolean(),
    localExtra: fc.uint8Array({ maxLength: 1200 }).map(bytes => Buffer.from(bytes)),
    // No other format begins like that.
    before: fc.uint8Array({ maxLength: 40 }).map(bytes => Buffer.from(bytes.length === 0 ? bytes : [0, ...bytes])),
    comment: fc.string({ maxLength: 20 }),
  });
  const descriptor = fc.constantFrom(...[{}, { descriptor: 'signed' }, { descriptor: 'unsigned' }]);
  const entries = fc.uniqueArray(
    fc.tuple(entry, descriptor).map(parts => /** @type {any} */ (Object.assign({}, ...parts))),
    // Case matters, but no name may be a folder of another one.
    { maxLength: 6, selector: ({ name }) => name.split('/')[0] },
  );
  const odd = fc.uint8Array({ maxLength: 100 }).map(bytes => Buffer.from([0, ...bytes]));
  const end = fc.oneof(
    fc.record({ zip64: fc.boolean(), comment: fc.string({ maxLength: 100 }), prefix: odd }),
    // Without zip64, other programs look for the directory right before the end record.
    fc.record({ zip64: fc.constant(true), comment: fc.string({ maxLength: 100 }), between: odd }),
  );
  await fc.assert(
    fc.asyncProperty(entries, end, fc.integer({ min: 1, max: 5000 }), async (written, ending, chunkBytes) => {
      const source = memorySource(writeZip(written, ending), { chunkBytes });
      const contents = await readArchive(source, { maxRatio: 1e6 });
      assert.deepEqual(
        [...contents],
        written.map(({ name, content }) => [name, content]),
      );
      assert.equal(source.live(), 0);
    }),
    { numRuns: caseCount(150) },
  );
});

test('an archive that is cut off anywhere gives an error, never a part as the whole', {
  timeout: 300_000,
}, async () => {
  for (const bytes of [ZIP, writeZip(ENTRIES, { zip64: true, comment: 'the end' })]) {
    for (let length = 0; length < bytes.length; length++) {
      const code = await outcomeOf(bytes.subarray(0, length));
      assert.match(String(code), /^archive\/(truncated|not-a-zip)$/, `${length} bytes gave ${JSON.stringify(code)}`);
    }
  }
});

test('an archive without its beginning gives an error, or only whole entries', { timeout: 300_000 }, async () => {
  for (let start = 1; start < ZIP.length; start++)
    expectHonest(await outcomeOf(ZIP.subarray(start)), `from ${start} on`);
});

test('whichever byte is changed, the result is right or an error', { timeout: 300_000 }, async () => {
  for (const bytes of [ZIP, writeZip(ENTRIES, { zip64: true })]) {
    for (let position = 0; position < bytes.length; position++) {
      for (const flip of [0x01, 0x80, 0xff]) {
        const changed = Buffer.from(bytes);
        changed[position] ^= flip;
        expectHonest(await outcomeOf(changed), `byte ${position} changed by ${flip}`);
      }
    }
  }
});

/**
 * A name has no checksum. But each content is one of those that were written or an error's code, and none is missing.
 *
 * @param {string | Record<string, string>} outcome
 * @param {string} what
 */
function expectHonest(outcome, what) {
  if (typeof outcome === 'string') return;
  const contents = Object.values(outcome);
  assert.equal(contents.length, ENTRIES.length, what);
  for (const [index, content] of contents.entries()) {
    if (!/^(archive|limit)\//.test(content)) assert.equal(content, ENTRIES[index].content, what);
  }
}

test('a source that fails after any number of reads fails the archive, or the entry, with its own error', {
  timeout: 300_000,
}, async () => {
  // The first read does not hold all of the directory and the entries.
  const zip = writeZip([...ENTRIES, { name: 'big', content: Buffer.alloc(200_000, 'x'), method: 0 }, { name: 'last' }]);
  for (let allowed = 0; ; allowed++) {
    let reads = 0;
    const failure = () => (++reads > allowed ? new StorageError('storage/failed', 'the storage failed') : null);
    const source = memorySource(zip, { chunkBytes: 20_000, failure });
    const outcome = await outcomeOf(source);
    assert.equal(source.live(), 0, `after ${allowed} reads a stream is open`);
    if (reads <= allowed) {
      assert.deepEqual(Object.keys(outcome), [...Object.keys(CONTENTS), 'big', 'last']);
      break;
    }
    const reported =
      typeof outcome === 'string' ? outcome : Object.values(outcome).find(text => text.startsWith('storage'));
    assert.equal(reported, 'storage/failed', `after ${allowed} reads`);
  }
});

test('an abandoned entry releases the source, and the next one can be read', { timeout: 300_000 }, async () => {
  const zip = writeZip([
    { name: 'big', content: Buffer.alloc(5_000_000, 'x'), method: 0 },
    { name: 'b', content: 'b' },
  ]);
  const source = memorySource(zip, { chunkBytes: 10_000 });
  const archive = await openArchive(source, LIMITS);
  const raw = archive.readRaw(archive.entries.get(0));
  await new Promise(resolve => raw.once('readable', resolve));
  assert.equal(source.live(), 1);
  raw.destroy();
  archive.releaseEntry();
  await new Promise(resolve => setImmediate(resolve));
  assert.equal(source.live(), 0);
  const again = archive.readRaw(archive.entries.get(1));
  assert.equal((await again.toArray()).join('').length, 3);
  archive.releaseEntry();
});

test('an entry that is abandoned while its source is silent ends immediately, resumed or not', {
  timeout: 300_000,
}, async () => {
  const source = memorySource(writeZip([{ name: 'big', content: Buffer.alloc(3_000_000, 'x'), method: 0 }]));
  const { read } = source;
  const archive = await openArchive(source, LIMITS);
  for (const position of [0, 1]) {
    // If it is resumed, the first read is the header's.
    let left = position === 0 ? 0 : 1;
    source.read = (start, end) => (left-- > 0 ? read(start, end) : thenSilent(read(start, end)));
    const raw = archive.readRaw(archive.entries.get(0), position);
    raw.once('data', () => setImmediate(() => raw.destroy(new Error('given up'))));
    await assert.rejects(finished(raw), { message: 'given up' });
    archive.releaseEntry();
  }
});

/**
 * @param {import('node:stream').Readable} range
 * @returns {import('node:stream').Readable} Its first chunk, and no end.
 */
function thenSilent(range) {
  const silent = new PassThrough();
  range.once('data', chunk => silent.write(chunk));
  return silent.once('close', () => range.destroy());
}
