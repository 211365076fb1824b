import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RecordEditor } from '../../src/csv/records/record-editor.js';
import { RecordScanner } from '../../src/csv/records/record-scanner.js';
import { SetAside } from '../../src/csv/records/set-aside.js';
import { PendingBytes } from '../../src/csv/text/pending-bytes.js';
import { RecordWriter } from '../../src/csv/write/record-writer.js';
import { caseCount } from '../support/cases.js';
import { name, tryCase } from './csv.js';
import { drawCase } from './csv-case.js';

describe('the CSV campaign', { timeout: 300_000 }, () => {
  it('finds nothing in its first cases, which are of every kind and end in every way', async () => {
    const kinds = new Set();
    const differences = new Set();
    const outcomes = new Set();
    const count = caseCount(12_000);
    for (let seed = 0; seed < count; seed++) {
      const { category, outcome } = await tryCase(seed);
      const [kind, difference = ''] = category.split(': ');
      kinds.add(kind);
      differences.add(difference);
      outcomes.add(outcome);
    }
    assert.deepEqual([...kinds].sort(), [
      'a long record',
      'mutated export',
      'mutated rows of Faker',
      'past the sample of delimiter auto',
      'random bytes',
      'random bytes behind an opening',
      'random fields',
      'random fields behind an opening',
    ]);
    assert.deepEqual([...differences].sort(), ['', 'a quote inside an unquoted field']);
    assert.deepEqual([...outcomes].sort(), [
      'csv/after-quote',
      'csv/bad-header',
      'csv/field-count',
      'csv/missing-field',
      'csv/nothing-kept',
      'csv/unterminated-quote',
      'limit/record',
      'read in another way',
      'right bytes',
      'right bytes, bad records apart',
      'right bytes, with bad records as they were',
    ]);
  });

  it('draws the same case for the same seed', () => {
    for (const seed of [0, 1, 77, 0xffffffff]) assert.deepEqual(drawCase(seed), drawCase(seed));
    assert.notDeepEqual(drawCase(1), drawCase(2));
  });

  const defects = /** @type {[title: string, object: any, method: string, defect: (original: any) => any][]} */ ([
    [
      'a filter that lets everything pass',
      RecordEditor.prototype,
      'accepts',
      () =>
        /** @this {RecordEditor} */
        function accepts() {
          this.counts.records.read += 1;
          this.counts.records.written += 1;
          return true;
        },
    ],
    [
      'bad records that are dropped silently',
      SetAside.prototype,
      'handleBadRecord',
      () =>
        /** @this {SetAside} */
        function handleBadRecord() {
          this.counts.records.bad += 1;
        },
    ],
    ['a carriage return without quotes', RecordWriter.prototype, 'needsQuotes', () => () => false],
    [
      'a quote that is taken for a closing one at the end of a chunk',
      RecordScanner.prototype,
      'nextQuoted',
      original =>
        /** @this {RecordScanner} */
        function nextQuoted(/** @type {number} */ start) {
          const { final } = this;
          if (this.bytes.at(-1) === 0x22) this.final = true;
          const found = original.call(this, start);
          this.final = final;
          return found;
        },
    ],
    [
      'a piece of a broken-off record that is forgotten',
      PendingBytes.prototype,
      'append',
      original =>
        /** @this {PendingBytes} */
        function append(/** @type {Buffer} */ bytes) {
          original.call(this, this.length > 0 && bytes.length > 20 ? bytes.subarray(1) : bytes);
        },
    ],
  ]);
  for (const [title, object, method, defect] of defects) {
    it(`finds ${title}, and says how to get there again`, async context => {
      context.mock.method(object, method, defect(object[method]));
      for (let seed = 0; seed < 2000; seed++) {
        /** @type {any} */
        const error = await tryCase(seed).then(
          () => null,
          caught => caught,
        );
        if (error === null) continue;
        assert.equal(error.code, 'ERR_ASSERTION');
        assert.ok(error.message.startsWith(`${name}, seed ${seed}: `));
        assert.ok(error.message.endsWith(JSON.stringify(drawCase(seed))));
        assert.equal(error.input.toString('latin1'), drawCase(seed).text);
        return;
      }
      assert.fail('nothing was found');
    });
  }
});
