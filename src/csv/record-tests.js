import { FAIL, PASS } from './field-plan.js';
import { QUOTE } from './find-byte.js';
import { undoubled } from './quoting.js';
import { trimmedEnd, trimmedStart } from './transforms/trim.js';

/** @import { RecordTest } from './field-plan.js' */
/** @import { CsvCounts } from './record-editor.js' */
/** @import { RecordScanner } from './record-scanner.js' */

/** Asks a plan's tests about records. */
export class RecordTests {
  /** @param {RecordTest[]} tests */
  constructor(tests) {
    this.tests = tests;
    const isOther = (/** @type {RecordTest} */ { test, trims, onTrue, onFalse }, /** @type {number} */ number) =>
      test.kind !== 'empty' || trims || onTrue !== FAIL || onFalse !== (number + 1 < tests.length ? number + 1 : PASS);
    const first = tests.findIndex(isOther);
    /** The fields that must not be empty, which are asked for first. Most rules have no other tests. */
    this.required = tests.slice(0, first === -1 ? tests.length : first).map(({ index }) => index);
    /** The test behind them. */
    this.first = first === -1 ? PASS : first;
  }

  /**
   * @param {RecordScanner} scanner Has moved to the record.
   * @param {Pick<CsvCounts, 'where'>} counts Updated here.
   * @returns {boolean} Whether the record is to be written.
   */
  pass(scanner, counts) {
    const { required, tests } = this;
    for (let number = 0; number < required.length; number++) {
      if (isEmpty(scanner, required[number])) return false;
    }
    let next = this.first;
    while (next >= 0) {
      const test = tests[next];
      next = holds(test, scanner, counts) ? test.onTrue : test.onFalse;
    }
    return next !== FAIL;
  }
}

/**
 * @param {RecordScanner} scanner
 * @param {number} index
 */
function isEmpty(scanner, index) {
  const start = scanner.fieldStart(index);
  const length = scanner.ends[index] - start;
  // The record is well-formed, so a field of two bytes that begins with a quote is `""`.
  return length === 0 || (length === 2 && scanner.bytes[start] === QUOTE);
}

/**
 * @param {RecordTest} question
 * @param {RecordScanner} scanner
 * @param {Pick<CsvCounts, 'where'>} counts
 */
function holds({ index, trims, test }, scanner, counts) {
  const { bytes } = scanner;
  let start = scanner.fieldStart(index);
  let end = scanner.ends[index];
  const isQuoted = end > start && bytes[start] === QUOTE;
  if (isQuoted) {
    start += 1;
    end -= 1;
  }
  if (trims) {
    start = trimmedStart(bytes, start, end);
    end = trimmedEnd(bytes, start, end);
  }
  if (test.kind === 'empty') return start === end;
  const inner = bytes.subarray(start, end);
  const value = isQuoted ? undoubled(inner) : inner;
  if (test.kind === 'text') return test.values.some(text => value.equals(text));
  const answer = test.holds(value);
  if (answer === null) counts.where.unparsed += 1;
  return answer === true;
}
