import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseCount } from '../support/cases.js';
import { randomOf } from '../support/random.js';
import { writeZip } from '../support/zip-writer.js';
import { makeArchive } from './archive-corpus.js';
import { COPY, CSV, runJob } from './archive-job.js';
import { layoutOf } from './archive-layout.js';
import { judge } from './archive-oracle.js';
import { drawCase, tryCase } from './archives.js';
import { readByReference } from './reference-reader.js';

/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */

test('the campaign finds nothing in its first cases, which are of every kind', { timeout: 300_000 }, async () => {
  /** @type {Set<string>} */
  const categories = new Set();
  /** @type {Set<string>} */
  const outcomes = new Set();
  const count = caseCount(2000);
  for (let seed = 0; seed < count; seed++) {
    const { category, outcome } = await tryCase(seed);
    categories.add(category);
    outcomes.add(outcome.split(':')[0]);
  }
  assert.equal(categories.size, 12);
  assert.deepEqual([...outcomes].sort(), ['in part', 'refused', 'right']);
});

test('a seed decides the whole case', () => {
  for (const seed of [0, 1, 77, 0xffffffff]) {
    const [one, two] = [drawCase(seed), drawCase(seed)];
    assert.deepEqual({ ...one, recipe: null }, { ...two, recipe: null });
    assert.equal(one.recipe, two.recipe);
  }
  assert.notDeepEqual(drawCase(1).bytes, drawCase(2).bytes);
});

test('the reference reader finds in every honest archive its contents and all its records', () => {
  for (let seed = 0; seed < 500; seed++) {
    const { bytes, contents, end } = makeArchive(randomOf(seed));
    assert.deepEqual(readByReference(bytes), contents, `seed ${seed}`);
    const headers = layoutOf(bytes, end).filter(({ kind }) => kind === 'central');
    assert.ok(headers.length >= contents.size);
    for (const { start } of headers) assert.equal(bytes.readUInt32LE(start), 0x02014b50, `seed ${seed}`);
  }
});

/** @type {[title: string, spoil: (files: Map<string, Buffer>, manifest: ParsedManifest) => unknown][]} */
const DEFECTS = [
  ['a byte that is wrong', files => files.set('x/a', Buffer.from('wrong'))],
  ['a byte that is missing', files => files.set('x/a', Buffer.from('righ'))],
  ['a wrong record', files => files.set('x/b.csv', Buffer.from('name,phone\nBo,2\n'))],
  ['a file that is missing', files => files.delete('x/a')],
  ['a file that was not listed', files => files.set('x/evil', Buffer.from('right'))],
  ['a file outside the output folder', files => files.set('evil', Buffer.from('right'))],
  ['another name for right bytes', (files, { entries }) => rename(files, entries[0], 'evil')],
  ['a name that leads out of the folder', (files, { entries }) => rename(files, entries[0], '../a')],
  ['an entry that is left out', (_, { entries }) => entries.pop()],
  ['an entry that is left out with its file', (files, { entries }) => files.delete(`x/${entries.pop()?.path}`)],
  [
    'an error that is no code of ours',
    (_, { entries }) => Object.assign(entries[2], { error: { code: 'internal', message: '' } }),
  ],
  ['a job that says it is unfinished', (_, manifest) => Object.assign(manifest, { status: 'unfinished' })],
];
for (const [title, spoil] of DEFECTS) {
  test(`the oracle sees ${title}`, async () => {
    const contents = new Map([
      ['a', Buffer.from('right')],
      ['b.csv', Buffer.from('name,phone,note\nAnn,1,x\ntorn\n')],
      ['c', Buffer.from('c')],
    ]);
    const bytes = writeZip(Array.from(contents, ([name, content]) => ({ name, content })));
    const { manifest, files } = await runJob(bytes, CSV);
    await judge({ bytes, recipe: CSV, manifest, files }, [contents]);
    spoil(files, manifest);
    await assert.rejects(judge({ bytes, recipe: CSV, manifest, files }, [contents]), { code: 'ERR_ASSERTION' });
  });
}

test('the oracle rejects a name that the directory has and the local header has not', async () => {
  const honest = writeZip([{ name: 'evil', content: 'x' }]);
  const forged = writeZip([{ name: 'evil', localName: 'good', content: 'x' }]);
  const { manifest, files } = await runJob(honest, COPY);
  await judge({ bytes: honest, recipe: COPY, manifest, files }, []);
  const job = { bytes: forged, recipe: COPY, manifest, files };
  await assert.rejects(judge(job, [new Map([['good', Buffer.from('x')]])]), { code: 'ERR_ASSERTION' });
});

/**
 * @param {Map<string, Buffer>} files
 * @param {{ path: string }} entry
 * @param {string} path
 */
function rename(files, entry, path) {
  files.set(`x/${path}`, /** @type {Buffer} */ (files.get(`x/${entry.path}`)));
  files.delete(`x/${entry.path}`);
  entry.path = path;
}
