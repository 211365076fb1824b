import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fields } from '../support/zip-fields.js';
import { writeZip } from '../support/zip-writer.js';
import { outcomeOf } from './read-archive.js';

const ENTRIES = [
  { name: 'a.csv', content: 'a,b\n1,2\n' },
  { name: 'b/c.txt', content: 'text', method: 0 },
];
const TEXTS = { 'a.csv': 'a,b\n1,2\n', 'b/c.txt': 'text' };
const ZIP = writeZip(ENTRIES);
const INNER = writeZip([{ name: 'other', content: 'x' }]);

test('an archive in the comment or the extra field of an entry is a part of the directory', async () => {
  const comment = INNER.toString('latin1').replace(/[^\0-\x7f]/g, '\0');
  const extra = Buffer.concat([fields([2, 0xcafe], [2, INNER.length]), INNER]);
  for (const odd of [{ comment }, { extra }]) {
    const zip = writeZip([{ ...ENTRIES[0], ...odd }, ENTRIES[1]]);
    assert.deepEqual(await outcomeOf(zip), TEXTS);
    assert.deepEqual(await outcomeOf(Buffer.concat([zip, Buffer.from('\n')])), TEXTS);
  }
});

test('archive/bad-directory: an archive in the program before it reads as two different archives', async () => {
  const prefix = Buffer.concat([Buffer.from('#!'), ZIP]);
  assert.equal(await outcomeOf(writeZip(ENTRIES, { prefix })), 'archive/bad-directory');
});
