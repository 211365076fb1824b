import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readManifest } from '../../src/ledger/read-manifest.js';
import { memoryDestination } from '../support/memory-destination.js';
import { work } from './fixture.js';

const FOREIGN = [
  ...['', 'rubbish', 'null', '[]', '{}', '{"version":2}', '{"version":1,"entries":[]}'],
  '{"version":1,"archive":{},"recipe":{},"entries":[null]}',
  '{"version":1,"archive":{},"recipe":{},"entries":[{"path":"../../etc","output":"x"}]}',
  '{"version":1,"archive":{},"recipe":{},"entries":[],"outdated":["x/../../etc"]}',
  '{"version":1,"archive":{},"recipe":{},"entries":[],"outdated":7}',
  '{"version":1,"archive":{"superseded":7},"recipe":{},"entries":[]}',
  '{"version":1,"archive":{"superseded":["null"]},"recipe":{},"entries":[]}',
  '{"version":1,"archive":{"superseded":[""]},"recipe":{},"entries":[]}',
  '{"version":1,"archive":{"superseded":[null]},"recipe":{},"entries":[]}',
];
for (const text of FOREIGN) {
  test(`${text.slice(0, 60) || 'an empty file'}${text.length > 60 ? '…' : ''} under the manifest's name is no manifest`, async () => {
    const destination = memoryDestination();
    destination.files.set('x/_manifest.json', Buffer.from(text));
    assert.equal(await readManifest(destination, 'x'), null);
    assert.equal((await work(destination, '1', 'a')).manifest?.status, 'complete');
  });
}
