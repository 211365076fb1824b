import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RFC_4180 } from '../../../../src/csv/dialect.js';
import { ForeignScanner } from '../../../../src/csv/foreign/scanner.js';
import { FieldEnds } from '../../../../src/csv/opening/text/field-ends.js';
import { fieldValues } from '../../../../src/csv/opening/text/field-values.js';
import { readRecord, splitRecords } from '../../../../src/csv/opening/text/split-records.js';
import fc, { caseCount } from '../../../support/fast-check.js';

/** @import { Reading } from '../../../../src/csv/opening/text/reading.js' */

/** @type {fc.Arbitrary<Reading>} */
const readings = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '||', ', '),
  quote: fc.constantFrom('"', "'", 'none'),
  escape: fc.constantFrom('double', 'backslash', 'loose'),
  spaces: fc.boolean(),
  cr: fc.boolean(),
  comments: fc.constant(null),
});
const texts = fc
  .array(fc.constantFrom('a', ',', '"', "'", '\n', '\r', '\\', ' ', '"', '\n', ';', '|', '""'), { maxLength: 30 })
  .map(parts => parts.join(''));

describe('splitRecords', { timeout: 60_000 }, () => {
  it('finds the records that the editor reads, in every dialect', () => {
    const property = fc.property(texts, readings, (text, reading) => {
      const found = splitRecords(text, reading, true).map(({ start, end, sound }) => ({ start, end, sound }));
      assert.deepEqual(found, scan(text, reading));
    });
    fc.assert(property, { numRuns: caseCount(3000) });
  });

  it('counts the fields of records, whether a quote stands in their line or not, and ends them with their line ends', () => {
    const property = fc.property(texts, readings, fc.boolean(), (text, reading, whole) => {
      for (const record of splitRecords(text, reading, whole)) {
        const values = fieldValues(text, record, reading);
        assert.equal(record.width, values.length);
        if (record.quoted === 0 && record.sound) assert.equal(record.emptyLast, values.at(-1) === '');
        assert.match(text.slice(record.end, record.after), reading.cr ? /^(?:\r\n|\r|\n|$)$/ : /^(?:\r?\n|$)$/);
      }
    });
    fc.assert(property, { numRuns: caseCount(3000) });
  });

  it('ends a record that begins behind a CR there, and not in front of it', () => {
    /** @type {Reading} */
    const reading = { delimiter: ',', quote: '"', escape: 'double', spaces: false, cr: false, comments: null };
    const record = { width: 1, quoted: 0, sound: true, emptyLast: true };
    assert.deepEqual(readRecord('a\r\n', 2, reading, true, 1), { start: 2, end: 2, after: 3, ...record });
  });

  for (const part of [
    '"',
    '"\n',
    '"""\n',
    '",',
    '"a\n",',
    '"\n,',
    '\\"',
    '"\\\n',
    '\\"\n"',
    '" ',
    '"a"b\n',
    '"",\n"',
  ]) {
    it(`takes linear time, however often its text repeats ${JSON.stringify(part)}`, () => {
      for (const escaping of /** @type {const} */ (['double', 'backslash', 'loose'])) {
        for (const tail of ['', 'x', '"x', '",x']) {
          const few = workOf(part.repeat(400) + tail, escaping);
          const many = workOf(part.repeat(1600) + tail, escaping);
          assert.ok(many <= few * 4 + 100, `${escaping}: ${few}, then ${many}`);
        }
      }
    });
  }
});

/**
 * @param {string} text
 * @param {Reading} reading
 */
function scan(text, { cr, ...dialect }) {
  const scanner = new ForeignScanner({ ...RFC_4180, ...dialect, lineEnds: cr ? ['cr'] : [] }, 1 << 20);
  scanner.begin(Buffer.from(text), true);
  const records = [];
  for (let found = scanner.next(); found !== null; found = scanner.next()) {
    const { start, end } = scanner;
    if (end > start) records.push({ start, end, sound: found === 'record' });
  }
  return records;
}

/**
 * @param {string} text
 * @param {Reading['escape']} escaping
 * @returns {number} How many fields and quotes are looked at.
 */
function workOf(text, escaping) {
  const { endOf, skippedBy } = FieldEnds.prototype;
  let work = 0;
  FieldEnds.prototype.endOf = function (start, limit) {
    work += 1;
    return endOf.call(this, start, limit);
  };
  FieldEnds.prototype.skippedBy = function (found) {
    work += 1;
    return skippedBy.call(this, found);
  };
  try {
    splitRecords(
      text,
      { delimiter: ',', quote: '"', escape: escaping, spaces: false, cr: false, comments: null },
      true,
    );
    return work;
  } finally {
    Object.assign(FieldEnds.prototype, { endOf, skippedBy });
  }
}
