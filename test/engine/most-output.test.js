import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { createEngine } from '../../src/engine/engine.js';
import { openWork } from '../../src/engine/open-work.js';
import { pendingOutcome } from '../../src/entry-outcome.js';
import { KEYED, ruleOf } from '../csv/edit-entry.js';

const engine = createEngine();
const MOST_BYTES = 2 * 1024 ** 2;
const RECORDS = 4000;
const WIDTH = 1000;
const NAMES = Array.from({ length: WIDTH }, (_, index) => `c${index}`);
const LONG = 'y'.repeat(100_000);

/** @param {string} delimiter @param {string} first */
const padded = (delimiter, first) => `${first}${delimiter.repeat(WIDTH - 1)}\n`;

/** @type {[what: string, csv: object, delimiter: string, outputDelimiter: string][]} */
const PADS = [
  ['of RFC 4180', {}, ',', ','],
  ['with another delimiter', { output: { delimiter: ';' } }, ',', ';'],
  ['in another encoding', { encoding: 'utf-16le' }, ',', ','],
  ['in another dialect', { delimiter: '||' }, '||', ','],
  ['in another dialect, with another delimiter', { delimiter: '||', output: { delimiter: ';' } }, '||', ';'],
];
suite('records that grow are handed on before they take much memory', () => {
  for (const [what, csv, delimiter, outputDelimiter] of PADS) {
    test(`short records that are padded ${what}`, async () => {
      const header = NAMES.join(delimiter);
      // The piece that ends the long record holds as many bytes of short ones.
      const text = `${header}\n${LONG}\n${'é\n'.repeat(RECORDS)}`;
      const rule = ruleOf({ ragged: 'pad', ...csv });
      const content = Buffer.from(text, 'encoding' in csv ? 'utf16le' : 'utf8');
      const expected = `${NAMES.join(outputDelimiter)}\n${padded(outputDelimiter, LONG)}${padded(outputDelimiter, 'é').repeat(RECORDS)}`;
      await assertHandedOn(content, rule, Buffer.from(expected), RECORDS + 1);
    });
  }

  for (const long of [LONG.slice(0, 4000), LONG]) {
    test(`short records with a constant of ${long.length} bytes`, async () => {
      const records = 12_000_000 / long.length;
      const rule = ruleOf({ set: [['b', long]] });
      const expected = `a,b\n${`x,${long}\n`.repeat(records)}`;
      await assertHandedOn(Buffer.from(`a\n${'x\n'.repeat(records)}`), rule, Buffer.from(expected), records);
    });
  }
});

/**
 * @param {Buffer} content
 * @param {any} csv
 * @param {Buffer} expected
 * @param {number} records
 */
async function assertHandedOn(content, csv, expected, records) {
  const compressed = deflateRawSync(content);
  /** @type {any} */
  const entry = { name: 'a.csv', method: 8, bytes: content.length, compressedBytes: compressed.length };
  entry.crc32 = crc32(content);
  const rule = /** @type {any} */ ({ action: 'csv', csv });
  const outcome = pendingOutcome(entry, 'csv');
  const limits = /** @type {any} */ ({ maxRecordBytes: 1 << 20 });
  /** @type {any} */
  const options = { entry, rule, limits, maxDescribed: 0, outcome, ...KEYED };
  const work = await openWork(engine, options, undefined);
  let position = 0;
  for (const results of [work.feed(compressed), work.end()]) {
    for (const { output } of results) {
      const bytes = Buffer.concat(output);
      assert.ok(bytes.length <= MOST_BYTES, `${bytes.length} bytes at once`);
      assert.ok(bytes.equals(expected.subarray(position, position + bytes.length)), `other bytes behind ${position}`);
      position += bytes.length;
    }
  }
  assert.equal(position, expected.length);
  assert.equal(outcome.records.written, records);
}
