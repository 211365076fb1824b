import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Opening } from '../../../../src/csv/opening/opening.js';
import { SniffOnce } from '../../../../src/csv/opening/table/sniff-once.js';
import { automaticRule } from '../../dialects.js';

test('a sample is sniffed once, and another one again', () => {
  const sniffer = new SniffOnce();
  /** @type {string[]} */
  const sniffed = [];
  const sniff = (/** @type {{ text: string }} */ { text }) => {
    sniffed.push(text);
    return /** @type {any} */ ({ text, records: [] });
  };
  for (const text of ['a', 'a', 'b', 'a']) {
    assert.equal(/** @type {any} */ (sniffer.sniff({ text, whole: false }, sniff).table).text, text);
  }
  sniffer.sniff({ text: 'a', whole: true }, sniff);
  sniffer.forget();
  sniffer.sniff({ text: 'a', whole: true }, sniff);
  assert.deepEqual(sniffed, ['a', 'b', 'a', 'a', 'a']);
});

test('a header that is far longer than the sample is waited for with one sample, which is not kept', t => {
  const opening = new Opening(automaticRule(), 1 << 24);
  const header = Array.from({ length: 300 }, (_, index) => `${'n'.repeat(1000)}${index}`).join(',');
  const text = Buffer.from(`${header}\n${'1,'.repeat(299)}1\n`);
  const samples = new Set();
  let reads = 0;
  const sniff = opening.sniffer.sniff.bind(opening.sniffer);
  t.mock.method(opening.sniffer, 'sniff', (/** @type {any} */ sample, /** @type {any} */ read) =>
    sniff(sample, each => {
      samples.add(each);
      return read(each);
    }),
  );
  for (let size = 70_000; size < text.length; size += 20_000, reads += 1) {
    assert.equal(opening.read(text.subarray(0, size), false).opened, null);
  }
  assert.equal(opening.read(text, true).opened?.width, 300);
  assert.ok(reads > 5);
  assert.equal(samples.size, 1);
  opening.sniffer.sniff({ text: text.toString('latin1', 0, 65_536), whole: false }, each => {
    samples.add(each);
    return /** @type {any} */ ({ records: [] });
  });
  assert.equal(samples.size, 2);
});
