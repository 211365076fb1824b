import { FAIL, PASS } from './field-plan.js';
import { QUOTE } from './find-byte.js';
import { undoubled } from './quoting.js';
import { trimmedEnd, trimmedStart } from './transforms/trim.js';

/** @import { RecordTest } from './field-plan.js' */
/** @import { CsvCounts } from './record-editor.js' */
/** @import { RecordScanner } from './record-scanner.js' */

/**
 * Asks a plan's tests about the record that a scanner has moved to.
 *
 * @param {RecordTest[]} tests
 * @param {RecordScanner} scanner
 * @param {Pick<CsvCounts, 'where'>} counts Updated here.
 * @returns {boolean} Whether the record is to be written.
 */
export function passes(tests, scanner, counts) {
  let next = tests.length === 0 ? PASS : 0;
  while (next >= 0) {
    const test = tests[next];
    next = holds(test, scanner, counts) ? test.onTrue : test.onFalse;
  }
  return next !== FAIL;
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
