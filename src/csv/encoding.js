import { CsvError } from '../errors.js';
import { LF } from './record-scanner.js';

/** @import { CsvRule } from '../recipe/recipe.js' */

/**
 * Finds the encoding of an entry from its first bytes.
 *
 * @param {Buffer} bytes
 * @param {CsvRule} _rule
 * @returns {{ encoding: string, markBytes: number }} How `TextDecoder` names it, and the length of the byte order mark.
 * @throws {CsvError} `csv/utf-16`
 */
export function detectEncoding(bytes, _rule) {
  refuseUtf16(bytes);
  return { encoding: 'utf-8', markBytes: byteOrderMarkBytes(bytes) };
}

/**
 * Decodes the opening of an entry.
 *
 * @param {Buffer} bytes
 * @param {string} _encoding
 * @returns {{ text: Buffer, byteAt: (position: number) => number }} `text` is UTF-8; `byteAt` maps a position in it to
 *   one in `bytes`.
 */
export function decodeSample(bytes, _encoding) {
  return { text: bytes, byteAt: position => position };
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
  if (mark !== 0xfeff && mark !== 0xfffe && !alternatesWithZeros(sample.subarray(0, ENCODING_SAMPLE_BYTES))) return;
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

/** How much of an entry is examined for its encoding. */
export const ENCODING_SAMPLE_BYTES = 1024;
