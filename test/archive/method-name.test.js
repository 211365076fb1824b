import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openArchive } from '../../src/archive/open-archive.js';
import { memorySource } from '../support/memory-source.js';
import { writeZip } from '../support/zip-writer.js';
import { LIMITS } from './read-archive.js';

test('archive/unsupported-method: every method that APPNOTE lists is named', async () => {
  const named = new Map([
    ...[2, 3, 4, 5].map(method => /** @type {[number, RegExp]} */ ([method, /reduce with factor [1-4]/])),
    ...[7, 11, 13, 15, 17].map(method => /** @type {[number, RegExp]} */ ([method, /reserved/])),
    ...[
      [1, /shrink/],
      [6, /implode/],
      [10, /DCL implode.*TERSE/],
      [12, /bzip2/],
      [14, /LZMA/],
      [16, /CMPSC/],
      [18, /IBM TERSE/],
      [19, /LZ77/],
      [20, /zstandard/],
      [94, /MP3/],
      [95, /xz/],
      [96, /JPEG/],
      [97, /WavPack/],
      [98, /PPMd/],
      [99, /AES/],
      [21, /unknown/],
      [92, /unknown/],
    ].map(row => /** @type {[number, RegExp]} */ (row)),
  ]);
  const zip = writeZip([...named.keys()].map(method => ({ name: String(method), content: 'x', method })));
  const { entries } = await openArchive(memorySource(zip), LIMITS);
  assert.equal(entries.length, named.size);
  for (const { name, error } of entries) {
    assert.equal(error?.code, 'archive/unsupported-method');
    assert.match(error.message, new RegExp(`by method ${name} \\(.*${named.get(Number(name))?.source}`));
  }
});
