import { FAIL, PASS } from '../plan/field-plan.js';
import { QUOTE } from '../text/find-byte.js';
import { undoubled } from '../text/quoting.js';
import { trimmedEnd, trimmedStart } from '../transforms/trim.js';

/** @import { RecordTest } from '../plan/field-plan.js' */
/** @import { CsvCounts } from '../counts.js' */
/** @import { RecordScanner } from './record-scanner.js' */

/** Decides by a plan's tests which records are written. */
export class RecordTests {
  /** @param {RecordTest[]} tests */
  constructor(tests) {
    this.tests = tests;
    /** Tested first. Most rules have no other tests. */
    this.required = requiredFields(tests);
    /** The test behind them. */
    this.first = this.required.length === tests.length ? PASS : this.required.length;
    this.texts = tests.map(({ test }) => (test.kind === 'text' ? amongTexts(test.values) : null));
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
      next = holds(test, this.texts[next], scanner, counts) ? test.onTrue : test.onFalse;
    }
    return next !== FAIL;
  }
}

/**
 * @param {RecordTest[]} tests
 * @returns {number[]} The fields that the first tests require not to be empty, up to the first test of another sort.
 */
export function requiredFields(tests) {
  const count = tests.findIndex(({ trims, test, onTrue, onFalse }, number) => {
    const next = number + 1 < tests.length ? number + 1 : PASS;
    return trims || test.kind !== 'empty' || onTrue !== FAIL || onFalse !== next;
  });
  return tests.slice(0, count === -1 ? tests.length : count).map(({ index }) => index);
}

/**
 * @param {Buffer[]} values
 * @returns {(value: Buffer) => boolean} Whether a value is one of these.
 */
export function amongTexts(values) {
  if (values.length <= FEW) return value => values.some(text => value.equals(text));
  const texts = new Set(values.map(value => value.toString('latin1')));
  return value => texts.has(value.toString('latin1'));
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
 * @param {((value: Buffer) => boolean) | null} isAmong For a test of texts.
 * @param {RecordScanner} scanner
 * @param {Pick<CsvCounts, 'where'>} counts
 */
function holds({ index, trims, test }, isAmong, scanner, counts) {
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
  if (isAmong !== null) return isAmong(value);
  const answer = /** @type {Extract<RecordTest['test'], { kind: 'function' }>} */ (test).holds(value);
  if (answer === null) counts.where.unparsed += 1;
  return answer === true;
}

const FEW = 8;
