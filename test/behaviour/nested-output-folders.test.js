import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { writeZip } from '../support/zip-writer.js';
import { startChain } from './chain.js';

/** @type {import('./chain.js').Chain} */
let chain;
before(async () => {
  chain = await startChain();
});
after(() => chain?.close());

const inner = writeZip([{ name: 'f.csv', content: 'inner' }]);
const outer = writeZip([
  { name: 'y/f.csv', content: 'outer' },
  { name: 'a.txt', content: 'outer' },
]);
const outerWithout = writeZip([{ name: 'a.txt', content: 'outer again' }]);

test('an archive whose outputs lie within another archive’s folder replaces none of that archive’s outputs', {
  timeout: 300_000,
}, async () => {
  const { deliver, lines } = await chain.deploy();
  await deliver(await chain.upload('x.zip', outer));
  await deliver(await chain.upload('x/y.zip', inner));
  assert.equal(lines.at(-1).status, 'partial');
  const { entries } = await chain.manifest('x/y');
  assert.equal(entries[0].error?.code, 'usage/place-taken');
  assert.equal((await chain.read('x/y/f.csv')).toString(), 'outer');
});

test('an archive removes no outputs of another archive whose folder lies within its own', {
  timeout: 300_000,
}, async () => {
  const { deliver } = await chain.deploy();
  await deliver(await chain.upload('p/y.zip', inner));
  await deliver(await chain.upload('p.zip', outer));
  assert.equal((await chain.read('p/y/f.csv')).toString(), 'inner');
  await deliver(await chain.upload('p.zip', outerWithout));
  assert.equal((await chain.read('p/y/f.csv')).toString(), 'inner');
  assert.equal((await chain.manifest('p')).status, 'complete');
});
