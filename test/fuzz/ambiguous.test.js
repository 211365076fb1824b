import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { caseCount } from '../support/cases.js';
import { randomOf } from '../support/random.js';
import { writeZip } from '../support/zip-writer.js';
import { judgePublished, tryCase } from './ambiguous.js';
import { makeAmbiguousArchive } from './ambiguous-archive.js';
import { COPY, runJob } from './archive-job.js';
import { openReaders, READERS, STREAMING } from './readers/readers.js';

/** @import { Reading } from './readers/readers.js' */

test('nothing is published that Python reads differently, in the first cases of the campaign', {
  timeout: 300_000,
}, async t => {
  const readers = await openReaders(['Python']);
  t.after(readers.close);
  if (readers.missing.length > 0) return t.skip('python3 is not installed');
  /** @type {Set<string>} */
  const outcomes = new Set();
  const count = caseCount(800);
  for (let seed = 0; seed < count; seed++) outcomes.add((await tryCase(seed, readers)).outcome.split(':')[0]);
  assert.deepEqual([...outcomes].sort(), ['in part', 'refused', 'right']);
});

test('the archives have every oddity, alone and together', () => {
  const drawn = Array.from({ length: 3000 }, (_, seed) => makeAmbiguousArchive(randomOf(seed)));
  const alone = new Set(drawn.map(({ category }) => category));
  assert.ok(alone.size > 50, `${alone.size}`);
  for (const category of ['nothing', 'two of them', 'three of them']) assert.ok(alone.has(category));
  assert.deepEqual(makeAmbiguousArchive(randomOf(77)), makeAmbiguousArchive(randomOf(77)));
});

for (const name of READERS) {
  test(`${name} reads an archive, and reports an error where it is cut off`, { timeout: 300_000 }, async t => {
    const readers = await openReaders([name === STREAMING ? 'ZipFile' : name, name]);
    t.after(readers.close);
    if (readers.missing.length > 0) return t.skip(`${name} is not installed`);
    const zip = writeZip([{ name: 'a.txt', content: 'some text' }, { name: 'folder/', method: 0 }, { name: 'b' }]);
    const expected = [
      ['a.txt', 9, crc32('some text')],
      ['b', 0, 0],
    ];
    const reading = /** @type {any} */ ((await readers.read(zip)).get(name));
    assert.deepEqual(reading.files.sort(), expected, JSON.stringify(reading));
    const cut = (await readers.read(zip.subarray(0, 35))).get(name);
    assert.ok(cut && 'error' in cut, JSON.stringify(cut));
  });
}

/** @type {[title: string, reader: string, files: [string, string][], isWrong: boolean][]} */
const JUDGED = [
  ['the same', 'Go', [['a', 'x'], ['b', 'y']], false],
  ['other bytes', 'Go', [['a', 'z'], ['b', 'y']], true],
  ['another name', 'Go', [['c', 'x'], ['b', 'y']], true],
  ['nothing', 'Go', [], true],
  ['one more', 'Go', [['a', 'x'], ['b', 'y'], ['c', 'z']], true],
  ['one less', 'Go', [['a', 'x']], true],
  ['one less, as it is in front', STREAMING, [['a', 'x']], false],
  ['one more between', STREAMING, [['a', 'x'], ['c', 'z'], ['b', 'y']], true],
]; // biome-ignore format: a table
for (const [title, reader, files, isWrong] of JUDGED) {
  test(`the judge ${isWrong ? 'objects' : 'does not object'} where ${reader} reads ${title}`, async () => {
    const zip = writeZip([
      { name: 'a', content: 'x' },
      { name: 'b', content: 'y' },
    ]);
    const { manifest, files: written } = await runJob(zip, COPY);
    /** @type {Map<string, Reading>} */
    const readings = new Map([
      [reader, { files: files.map(([name, content]) => [name, content.length, crc32(content)]) }],
      ['unzip', { error: 'a warning' }],
    ]);
    const judge = () => judgePublished(manifest, written, readings, zip);
    if (isWrong) assert.throws(judge, { code: 'ERR_ASSERTION' });
    else assert.equal(judge(), 'right');
  });
}

test('the judge lets a reader take a refused entry’s name from its local header, and read no other entry', async () => {
  const zip = writeZip([
    { name: 'a', content: 'x', localName: 'other', flags: 1 << 13 },
    { name: 'b', content: 'y' },
  ]);
  const { manifest, files } = await runJob(zip, COPY);
  /**
   * @param {string} reader
   * @param {string[]} names
   */
  const judge = (reader, ...names) => {
    /** @type {[string, number, number][]} */
    const read = [...names.map(name => /** @type {[string, number, number]} */ ([name, 1, 0])), ['b', 1, crc32('y')]];
    return judgePublished(manifest, files, new Map([[reader, { files: read }]]), zip);
  };
  for (const reader of [STREAMING, 'bsdtar']) {
    assert.equal(judge(reader, 'other'), 'in part');
    assert.throws(() => judge(reader, 'evil'), { code: 'ERR_ASSERTION' });
    assert.throws(() => judge(reader, 'other', 'evil'), { code: 'ERR_ASSERTION' });
  }
});
