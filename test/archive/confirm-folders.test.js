import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

const GOOD = { name: 'good', content: 'good' };

test('archive/header-mismatch: one byte of the directory does not turn a file into a folder', async () => {
  for (const content of ['x', '']) {
    for (const [name, to] of [
      ['ab', 'a/'],
      ['b', '/'],
    ]) {
      const zip = writeZip([{ name: to, localName: name, content, mode: 0o100644 }, { name: 'a' }]);
      assert.deepEqual(await outcomeOf(zip), { [to]: 'archive/header-mismatch', a: '' });
    }
  }
  const elsewhere = writeZip([GOOD, { name: 'a/', content: 'x', before: Buffer.alloc(40), offset: 60 }]);
  assert.deepEqual(await outcomeOf(elsewhere), { good: 'good', 'a/': 'archive/header-mismatch' });
});
