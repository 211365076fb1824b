import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { begun } from './fixture.js';

test('a body that breaks off once is read again', async t => {
  const { destination, requests, put } = await begun(t);
  await put('out/x/a', 'content');
  let cuts = 1;
  requests.fault = ({ operation }) => (operation === 'GetObject' && cuts-- > 0 ? { cutAfterBytes: 3 } : undefined);
  assert.equal(String(await destination.read('x/a', text)), 'content');
});
