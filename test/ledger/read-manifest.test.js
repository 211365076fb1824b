import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readManifest } from '../../src/ledger/read-manifest.js';
import { memoryDestination } from '../support/memory-destination.js';
import { work } from './fixture.js';

const FOREIGN = ['', 'rubbish', 'null', '[]', '{}', '{"version":2}', '{"version":"1","entries":[]}'];
for (const text of FOREIGN) {
  test(`${text || 'an empty file'} under the manifest's name is no manifest`, async () => {
    const destination = memoryDestination();
    destination.files.set('x/_manifest.json', Buffer.from(text));
    assert.equal(await readManifest(destination, 'x'), null);
    assert.equal((await work(destination, '1', 'a')).manifest?.status, 'complete');
  });
}
