import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CsvError, LimitError } from '../../src/errors.js';
import { RecordLimit } from '../../src/memory/record-limit.js';
import fc from '../support/fast-check.js';

const MIB = 1024 ** 2;
const SMALLEST = { memoryBytes: 128 * MIB, plannedBytes: 102 * MIB };
const DEFAULT = { maxRecordBytes: 16 * MIB, isStated: false, entryBytes: 1e9, memory: SMALLEST };
const TOO_LONG = new LimitError(
  'limit/record',
  'record 7 at byte 9 is longer than 5 bytes (limits.maxRecordBytes); a quote',
);

test('a recipe that says nothing gets what the memory allows, at most the default', () => {
  const limits = [128, 136, 144, 256].map(
    mib => new RecordLimit({ ...DEFAULT, memory: { ...SMALLEST, memoryBytes: mib * MIB } }).maxRecordBytes / MIB,
  );
  assert.deepEqual(limits.map(Math.floor), [10, 13, 16, 16]);
});

test('columns take their share of it', () => {
  const limit = new RecordLimit(DEFAULT);
  assert.equal(limit.withColumns(65_536), limit.maxRecordBytes);
  assert.equal(limit.maxRecordBytes, Math.floor(2.4 * MIB));
});

test('records that have to be decoded or translated may be shorter', () => {
  const limit = new RecordLimit(DEFAULT);
  assert.equal(limit.withColumns(8, true), Math.floor((26 * MIB - 8 * 320) / 7));
  const error = /** @type {LimitError} */ (limit.explain(TOO_LONG));
  assert.match(error.message, /\(all that 128 MiB of memory allow; give the function 214 MiB\)/);
  const stated = new RecordLimit({ ...DEFAULT, isStated: true, maxRecordBytes: 10 * MIB });
  assert.throws(() => stated.withColumns(8, true), {
    code: 'limit/memory',
    message: /take 173 MiB of memory, .* or lower limits\.maxRecordBytes to 3894345$/,
  });
});

test('columns for which there is no room are limit/memory, with the memory that is enough', () => {
  const memory = { memoryBytes: 128 * MIB, plannedBytes: 125 * MIB };
  const limit = new RecordLimit({ ...DEFAULT, memory });
  assert.throws(() => limit.withColumns(65_536), {
    code: 'limit/memory',
    message:
      'records with 65536 columns take 146 MiB of memory, uploads included (limit: 128 MiB); give the function more',
  });
  const enough = { ...memory, memoryBytes: 146 * MIB };
  assert.ok(new RecordLimit({ ...DEFAULT, memory: enough }).withColumns(65_536) >= 64 * 1024);
});

test('a recipe that asks for more than there is memory for is limit/memory', () => {
  const stated = { ...DEFAULT, isStated: true };
  assert.throws(() => new RecordLimit(stated), {
    code: 'limit/memory',
    message:
      'records of up to 16777216 bytes (limits.maxRecordBytes) take 142 MiB of memory, uploads included (limit: 128 MiB); ' +
      'give the function more, or lower limits.maxRecordBytes to 10905190',
  });
  assert.equal(new RecordLimit({ ...stated, maxRecordBytes: 10_905_190 }).maxRecordBytes, 10_905_190);
  const memory = { ...SMALLEST, memoryBytes: 142 * MIB };
  assert.equal(new RecordLimit({ ...stated, memory }).maxRecordBytes, 16 * MIB);
  assert.throws(() => new RecordLimit({ ...stated, memory }).withColumns(10_000), {
    code: 'limit/memory',
    message: /^records of up to 16777216 bytes \(limits\.maxRecordBytes\) with 10000 columns take 146 MiB/,
  });
});

test('an entry needs no more than its own size', () => {
  for (const isStated of [true, false]) {
    const limit = new RecordLimit({ ...DEFAULT, isStated, entryBytes: 10 * MIB });
    assert.equal(limit.maxRecordBytes, 16 * MIB);
  }
});

test('without a known memory, the recipe alone decides', () => {
  const limit = new RecordLimit({ ...DEFAULT, isStated: true, maxRecordBytes: 512 * MIB, memory: null });
  assert.equal(limit.withColumns(65_536), 512 * MIB);
  assert.equal(limit.explain(TOO_LONG), TOO_LONG);
});

test('a record that is too long for the memory alone is limit/memory', () => {
  const error = /** @type {LimitError} */ (new RecordLimit(DEFAULT).explain(TOO_LONG));
  assert.ok(error instanceof LimitError);
  assert.equal(error.code, 'limit/memory');
  assert.equal(
    error.message,
    'record 7 at byte 9 is longer than 5 bytes (all that 128 MiB of memory allow; give the function 142 MiB); a quote',
  );
  const own = new RecordLimit({ ...DEFAULT, maxRecordBytes: 5 });
  assert.equal(own.explain(TOO_LONG), TOO_LONG);
  const other = new CsvError('csv/bad-header', 'x');
  assert.equal(new RecordLimit(DEFAULT).explain(other), other);
});

test('more memory never lowers the limit, and more columns never raise it', () => {
  const limitOf = (/** @type {number} */ mib, /** @type {number} */ columns) => {
    try {
      return new RecordLimit({ ...DEFAULT, memory: { ...SMALLEST, memoryBytes: mib * MIB } }).withColumns(columns);
    } catch (error) {
      assert.equal(/** @type {LimitError} */ (error).code, 'limit/memory');
      return 0;
    }
  };
  const mib = fc.integer({ min: 102, max: 300 });
  const columns = fc.integer({ min: 0, max: 65_536 });
  fc.assert(
    fc.property(mib, mib, columns, columns, (oneMib, otherMib, oneColumns, otherColumns) => {
      const least = limitOf(Math.min(oneMib, otherMib), Math.max(oneColumns, otherColumns));
      const most = limitOf(Math.max(oneMib, otherMib), Math.min(oneColumns, otherColumns));
      assert.ok(least <= most);
    }),
  );
});
