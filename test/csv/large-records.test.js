import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { editEntry } from './edit-entry.js';

/** @import { CsvRule } from '../../src/recipe/recipe.js' */

const MARK = '\xef\xbb\xbf';

describe('an entry', { timeout: 300_000 }, () => {
  it('with 10,000 columns is dropped, required and formatted by any of them', async () => {
    const columns = Array.from({ length: 10_000 }, (_, index) => index);
    const isOdd = (/** @type {number} */ index) => index % 2 === 1;
    const record = columns.map(index => (index % 5 === 0 ? `"(${index}), ""x"""` : `-${index}`));
    const names = columns.map(index => `n${index}`);
    const text = `${names.join(',')}\n${record.join(',')}\r\n,${record.slice(1).join(',')}\n${record.slice(1).join(',')}\n`;
    const rule = /** @type {Partial<CsvRule>} */ ({
      drop: names.filter((_, index) => isOdd(index)),
      require: [0, 9999],
      phones: [{ field: 'n9998', format: 'strip', country: null }],
    });
    const kept = record.with(9998, '9998').filter((_, index) => !isOdd(index));
    const head = names.filter((_, index) => !isOdd(index));
    for (const cuts of [[1000], [65_536]]) {
      const { output, rejected, counts, error } = await editEntry(text, rule, { cuts });
      assert.equal(error, null);
      assert.equal(output.toString(), `${head.join(',')}\n${kept.join(',')}\r\n`);
      assert.equal(rejected.toString(), `${record.slice(1).join(',')}\n`);
      assert.deepEqual(counts.records, { read: 3, written: 1, filtered: 1, bad: 1, skipped: 0 });
    }
  });

  for (const [title, field] of /** @type {[string, string][]} */ ([
    ['plain', 'x'.repeat(1 << 24)],
    ['quoted', `"${'n,""'.repeat(1 << 22)}"`],
  ])) {
    it(`with a ${title} field of 16 MiB is copied, unless it exceeds the limit`, async () => {
      const entry = Buffer.from(`id,big,c\n1,${field},3\n2,,4\n`);
      const maxRecordBytes = field.length + 5;
      const kept = await editEntry(entry, { drop: ['c'] }, { maxRecordBytes });
      assert.equal(kept.error, null);
      assert.ok(kept.output.equals(Buffer.from(`id,big\n1,${field}\n2,\n`)), 'another output');
      const dropped = await editEntry(entry, { drop: ['big'] }, { maxRecordBytes, cuts: [1 << 22] });
      assert.equal(dropped.output.toString(), 'id,c\n1,3\n2,4\n');
      const { error } = await editEntry(entry, {}, { maxRecordBytes: maxRecordBytes - 1 });
      assert.match(error.message, /^record 1 at byte 9 is longer than/);
      assert.equal(error.code, 'limit/record');
    });
  }

  it('with a record at the limit, or one byte beyond, gets the same result wherever it is cut', async () => {
    const before = `id,b\n1,"${'2'.repeat(1100)}"\n\n\r\n`;
    for (const record of ['3,"4\r\n"""\r\n', '345,6\n', '3,"4"5\n', '3\r,4']) {
      const text = before + record + (record.endsWith('\n') ? '5,6\n' : '');
      for (let first = 1; first < text.length; first += first < 1025 ? 512 : 1) {
        for (const second of [1, 10_000]) {
          const cuts = [second, 10_000];
          const rule = /** @type {const} */ ({ badRecords: 'keep', require: [0] });
          const within = await editEntry(text, rule, { first, cuts, maxRecordBytes: 1105 });
          assert.equal(within.output.toString(), text.replace('\n\n\r\n', '\n').replace('3\r,', '"3\r",'));
          const long = text.replace('22', '222');
          const past = await editEntry(long, rule, { first, cuts, maxRecordBytes: 1105 });
          assert.ok(past.error.message.startsWith('record 1 at byte 5 is longer than 1105 bytes'));
        }
      }
    }
  });

  for (const header of [true, false]) {
    it(`whose first record is at the limit, or beyond, gets the same result wherever it is cut, header ${header}`, async () => {
      for (const before of ['', '\n\r\n', MARK, `${MARK}\r\n\n`]) {
        const record = `id,"${'b'.repeat(1020)}--""c"\r\n`;
        for (const text of [`${before}${record}1,2\n`, `${before}${record.trimEnd()}`]) {
          const length = Math.min(record.length, text.length - before.length);
          for (let first = 1025; first <= text.length; first++) {
            const options = { first, cuts: [1, 10_000], maxRecordBytes: length };
            const within = await editEntry(text, { header }, options);
            assert.equal(within.output.toString('latin1'), text.replace(/^(\xef\xbb\xbf)?[\r\n]+/, '$1'));
            const { error } = await editEntry(text, { header }, { ...options, maxRecordBytes: length - 1 });
            assert.ok(error.message.startsWith(`record 1 at byte ${before.length} is longer than ${length - 1} bytes`));
          }
        }
      }
    });
  }
});
