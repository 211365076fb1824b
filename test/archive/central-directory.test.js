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

test('a signed directory is read; its signature counts as a part of it', async () => {
  for (const length of [0, 5, 65_535]) {
    const signature = Buffer.concat([Buffer.from('PK\x05\x05'), fields([2, length]), Buffer.alloc(length, 7)]);
    const directorySize = directorySizeOf(ZIP) + signature.length;
    for (const zip64 of [true, false]) {
      const zip = writeZip(ENTRIES, { between: signature, directorySize, zip64 });
      assert.deepEqual(await outcomeOf(zip), TEXTS, `${length} bytes`);
    }
  }
});

/** @param {Buffer} zip */
function directorySizeOf(zip) {
  return zip.readUInt32LE(zip.length - 10);
}
