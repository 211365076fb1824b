import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { caseCount } from '../support/cases.js';
import { writeTar } from '../support/tar-writer.js';
import { COPY, runJob } from './archive-job.js';
import { drawCase, judge, tryCase } from './containers.js';

/** @import { ParsedManifest } from '../../src/ledger/manifest.js' */

test('the campaign of gzip files and tars finds nothing in its first cases, which are of every kind', {
  timeout: 300_000,
}, async () => {
  const categories = new Set();
  const outcomes = new Set();
  const count = caseCount(2400);
  for (let seed = 0; seed < count; seed++) {
    const { category, outcome } = await tryCase(seed);
    categories.add(category);
    outcomes.add(outcome.split(':')[0]);
  }
  assert.equal(categories.size, 32);
  assert.deepEqual([...outcomes].sort(), ['in part', 'refused', 'right']);
});

test('a seed decides the whole case', () => {
  for (const seed of [0, 1, 77, 0xffffffff]) assert.deepEqual(drawCase(seed), drawCase(seed));
});

/** @type {[title: string, spoil: (files: Map<string, Buffer>, manifest: ParsedManifest) => unknown][]} */
const DEFECTS = [
  ['a byte that is wrong', files => files.set('x/a', Buffer.from('wrong'))],
  ['a file that is missing', files => files.delete('x/a')],
  ['a file that was not listed', files => files.set('x/evil', Buffer.from('right'))],
  ['an entry that is left out with its file', (files, { entries }) => files.delete(`x/${entries.pop()?.path}`)],
  ['a job that says it is unfinished', (_, manifest) => Object.assign(manifest, { status: 'unfinished' })],
];
for (const [title, spoil] of DEFECTS) {
  test(`the oracle for gzip files and tars sees ${title}`, async () => {
    const tar = writeTar([
      { name: 'a', content: 'right' },
      { name: 'b', content: 'b' },
    ]);
    for (const bytes of [tar, gzipSync(tar)]) {
      const { manifest, files } = await runJob(bytes, COPY);
      judge(bytes, manifest, files);
      spoil(files, manifest);
      assert.throws(() => judge(bytes, manifest, files), { code: 'ERR_ASSERTION' });
    }
  });
}
