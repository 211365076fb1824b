import { CsvError } from '../errors.js';
import { LF, RecordScanner } from './record-scanner.js';

/**
 * Detects the delimiter: the one with which the largest share of the sampled records have the same number of fields as
 * the first one. Ties go to the delimiter with more fields, then to the more common one. It is a comma if no candidate
 * splits the first record.
 *
 * @param {Buffer} sample The beginning of the entry, without a byte order mark.
 * @param {boolean} whole Whether the sample is the entire entry.
 * @returns {number} A byte.
 */
export function detectDelimiter(sample, whole) {
  let best = { delimiter: COMMA, agreement: 0, fields: 1 };
  for (const delimiter of CANDIDATES) {
    const { agreement, fields } = measure(sample, whole, delimiter);
    if (fields === 1) continue;
    if (agreement > best.agreement || (agreement === best.agreement && fields > best.fields)) {
      best = { delimiter, agreement, fields };
    }
  }
  return best.delimiter;
}

/**
 * Counts the fields of the first record, and the share of the records (0 to 1) that have the same number.
 *
 * @param {Buffer} sample
 * @param {boolean} whole
 * @param {number} delimiter
 */
function measure(sample, whole, delimiter) {
  const scanner = new RecordScanner(delimiter, 0);
  scanner.begin(sample, whole);
  let fields = 0;
  let records = 0;
  let agreeing = 0;
  while (records < SAMPLE_RECORDS && scanner.nextFilled()) {
    if (records === 0) fields = scanner.fieldCount;
    records += 1;
    if (scanner.fieldCount === fields && scanner.fault === null) agreeing += 1;
  }
  if (records > 0) return { agreement: agreeing / records, fields };

  // The first record is longer than the sample: treat it as if it ended with it.
  scanner.begin(sample, true);
  return { agreement: 1, fields: scanner.nextFilled() ? scanner.fieldCount : 1 };
}

/**
 * Refuses UTF-16, which some spreadsheets export. It is recognised by its byte order mark, by zeros at every other byte
 * of the sample, or, for text that is hardly Latin, by zeros beside its line ends.
 *
 * @param {Buffer} sample
 * @throws {CsvError} `csv/utf-16`
 */
export function refuseUtf16(sample) {
  const mark = sample.length >= 2 ? sample.readUInt16BE(0) : 0;
  if (mark !== 0xfeff && mark !== 0xfffe && !alternatesWithZeros(sample.subarray(0, UTF16_SAMPLE_BYTES))) return;
  throw new CsvError(
    'csv/utf-16',
    'the entry is UTF-16; CSV is read as UTF-8 or another superset of ASCII: convert it',
    {
      byte: 0,
    },
  );
}

/**
 * @param {Buffer} bytes
 * @returns {boolean} Whether the zeros are on one side, odd or even, of the pairs of bytes, as in UTF-16.
 */
function alternatesWithZeros(bytes) {
  const zeros = [0, 0];
  for (let position = 0; position < bytes.length; position++) {
    if (bytes[position] === 0) zeros[position & 1] += 1;
  }
  const half = bytes.length >> 1;
  const side = zeros[0] > zeros[1] ? 0 : 1;
  const [many, few] = [zeros[side], zeros[side ^ 1]];
  if (half >= 2 && many > half * 0.7 && few < half * 0.1) return true;
  return few < many * 0.1 && pairsLineEnds(bytes, side);
}

/**
 * Whether at least two line ends, and at least half of them, are an LF and a zero in one pair of bytes.
 *
 * @param {Buffer} bytes
 * @param {number} side Where the zero is in a pair: 0 for the first byte, 1 for the second.
 */
function pairsLineEnds(bytes, side) {
  let paired = 0;
  let lineEnds = 0;
  for (let position = bytes.indexOf(LF); position !== -1; position = bytes.indexOf(LF, position + 1)) {
    lineEnds += 1;
    if ((position & 1) !== side && bytes[position ^ 1] === 0) paired += 1;
  }
  return paired >= 2 && paired >= lineEnds / 2;
}

/**
 * @param {Buffer} bytes
 * @returns {0 | 3} The length of the UTF-8 byte order mark at the beginning; 0 if there is none.
 */
export function byteOrderMarkBytes(bytes) {
  return bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0xefbbbf ? 3 : 0;
}

/** How much of an entry is examined for the delimiter. */
export const SAMPLE_BYTES = 65_536;
/** How much of an entry is examined for UTF-16. */
export const UTF16_SAMPLE_BYTES = 1024;

const SAMPLE_RECORDS = 1000;
const COMMA = 0x2c;
const CANDIDATES = Buffer.from(',;\t|');
