import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { badRecord, recordTooLong } from '../../../src/csv/records/record-errors.js';

suite('the errors of a record', () => {
  for (const [code, message] of /** @type {const} */ ([
    ['csv/field-count', 'record 7 at byte 99 has 3 fields, expected 2'],
    ['csv/after-quote', 'record 7 at byte 99 has bytes between a closing quote and the next delimiter'],
    ['csv/unterminated-quote', 'record 7 at byte 99 has a quote that is never closed'],
    ['csv/wrong-type', 'record 7 at byte 99 has a value in the field "b\\nn" that is no date'],
  ])) {
    test(`name the record and its byte: ${code}`, () => {
      const error = badRecord({ code, record: 7, byte: 99, fields: 3, field: 'b\nn', type: 'date' }, 2);
      assert.deepEqual([error.name, error.code, error.record, error.byte], ['CsvError', code, 7, 99]);
      assert.equal(error.message, message);
    });
  }

  test('name the limit of a record that is too long', () => {
    const error = recordTooLong(7, 99, 1000);
    assert.deepEqual([error.name, error.code], ['LimitError', 'limit/record']);
    assert.match(error.message, /^record 7 at byte 99 is longer than 1000 bytes \(limits\.maxRecordBytes\); /);
  });
});
