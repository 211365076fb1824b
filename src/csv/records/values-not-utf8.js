import { isAscii, isUtf8 } from 'node:buffer';
import { nativeDelimiter } from '../dialect.js';
import { guessEncoding } from './guess-encoding.js';
import { RecordScanner } from './record-scanner.js';

/** @import { CsvRule } from '../../recipe/recipe.js' */
/** @import { Dialect } from '../dialect.js' */
/** @import { CsvCounts } from '../counts.js' */

/**
 * Counts the values that are not UTF-8, in the header and in all records: written, filtered and bad. A line with a broken quote
 * counts as one value. So do all fields of a record beyond the header's last one.
 *
 * It is shown ranges of whole records, and finds the same however the records are shared out among them. A range of ASCII
 * costs one native call, one of UTF-8 at most two. Only a range with other bytes is scanned.
 */
export class ValuesNotUtf8 {
  /**
   * @param {object} options
   * @param {CsvRule} options.rule
   * @param {Dialect} options.dialect
   * @param {number} options.width
   * @param {number} options.maxRecordBytes
   * @param {Pick<CsvCounts, 'notUtf8'>} options.counts Updated here.
   */
  constructor({ rule, dialect, width, maxRecordBytes, counts }) {
    this.counts = counts;
    this.width = width;
    this.openScanner = () => new RecordScanner(nativeDelimiter(dialect).charCodeAt(0), width, maxRecordBytes);
    /** Most entries need none. @type {RecordScanner | null} */
    this.scanner = null;
    this.mayHaveComments = rule.comments === 'auto';
    /** The entry's first lines that are not ASCII, each with an LF: what its charset is guessed from. @type {Buffer} */
    this.sample = NOTHING;
    this.lines = 0;
  }

  /** @param {Buffer} sample Of another one, which has looked at what comes before. */
  restore(sample) {
    this.sample = Buffer.from(sample);
    for (let at = sample.indexOf(LF); at !== -1; at = sample.indexOf(LF, at + 1)) this.lines += 1;
  }

  /**
   * @param {Buffer} records Whole ones, as RFC 4180 writes them. They are neither kept nor changed.
   */
  look(records) {
    const isSampled = this.hasEnoughLines;
    const { values = 0 } = this.counts.notUtf8 ?? {};
    if (isSampled ? values >= MOST_COUNTED : isAscii(records)) return;
    if (!isSampled) this.takeLines(records);
    const found = values >= MOST_COUNTED || isUtf8(records) ? 0 : this.countIn(records, MOST_COUNTED - values);
    this.add(values, found, isSampled);
  }

  /** @param {Buffer} line Of text that is no record, because its quotes are broken. */
  lookAtLine(line) {
    const isSampled = this.hasEnoughLines;
    const { values = 0 } = this.counts.notUtf8 ?? {};
    if (isAscii(line)) return;
    if (!isSampled) this.takeLines(line);
    this.add(values, Number(values < MOST_COUNTED && !isUtf8(line)), isSampled);
  }

  /**
   * @param {number} before
   * @param {number} found
   * @param {boolean} isSampled Whether the sample has not grown.
   */
  add(before, found, isSampled) {
    const values = before + found;
    if (values === 0 || (found === 0 && isSampled)) return;
    const guess = isSampled && this.counts.notUtf8 ? this.counts.notUtf8.encoding : guessEncoding(this.sample);
    this.counts.notUtf8 = { values, encoding: guess === 'utf-8' || guess === undefined ? null : guess };
  }

  get hasEnoughLines() {
    return this.lines >= SAMPLE_LINES || this.sample.length >= SAMPLE_BYTES;
  }

  /**
   * Adds lines to the sample until it has enough.
   *
   * @param {Buffer} records
   */
  takeLines(records) {
    const taken = [this.sample];
    let bytes = this.sample.length;
    for (let from = 0; bytes < SAMPLE_BYTES && this.lines < SAMPLE_LINES; ) {
      const found = findBeyondAscii(records, from);
      if (found === -1) break;
      const start = Math.max(from, records.lastIndexOf(LF, found) + 1, found - MOST_BEFORE);
      const newline = records.indexOf(LF, found);
      const end = newline === -1 ? records.length : newline;
      const line = records.subarray(start, Math.min(end, start + MOST_OF_LINE));
      taken.push(line, LINE_END);
      bytes += line.length + 1;
      this.lines += 1;
      from = end + 1;
    }
    this.sample = Buffer.concat(taken);
  }

  /**
   * @param {Buffer} records
   * @param {number} most
   * @returns {number} How many of their values are not UTF-8, at most so many.
   */
  countIn(records, most) {
    this.scanner ??= this.openScanner();
    const { scanner } = this;
    let count = 0;
    scanner.begin(records, true);
    while (count < most && scanner.next()) {
      if (!isUtf8(records.subarray(scanner.start, scanner.end)) && !this.isComment(scanner))
        count += countInRecord(scanner);
    }
    return Math.min(count, most);
  }

  /**
   * As the record editor knows comments that no rule tells of.
   *
   * @param {RecordScanner} scanner
   */
  isComment({ bytes, start, fault, fieldCount }) {
    return this.mayHaveComments && bytes[start] === HASH && (fault !== null || fieldCount !== this.width);
  }
}

/** @param {RecordScanner} scanner */
function countInRecord({ bytes, start: first, end, ends, fault, fieldCount }) {
  if (fault !== null) return 1;
  let count = 0;
  let start = first;
  for (let index = 0; index < fieldCount && index < ends.length; index++) {
    if (!isUtf8(bytes.subarray(start, ends[index]))) count += 1;
    start = ends[index] + 1;
  }
  return fieldCount > ends.length && !isUtf8(bytes.subarray(start, end)) ? count + 1 : count;
}

/**
 * @param {Buffer} bytes
 * @param {number} from
 * @returns {number} Where the first byte beyond ASCII is; -1 if there is none. It halves the bytes, natively.
 */
function findBeyondAscii(bytes, from) {
  if (isAscii(bytes.subarray(from))) return -1;
  let [low, high] = [from, bytes.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (isAscii(bytes.subarray(low, middle))) low = middle;
    else high = middle;
  }
  return low;
}

/** How many values are counted. */
export const MOST_COUNTED = 10_000;

/** From how many lines the charset is guessed, and from how much of them: of a long line, what stands around its first such byte. */
const SAMPLE_LINES = 32;
const SAMPLE_BYTES = 4096;
const MOST_BEFORE = 128;
const MOST_OF_LINE = 512;
const LF = 0x0a;
const HASH = 0x23;
const LINE_END = Buffer.from('\n');
const NOTHING = Buffer.alloc(0);
